"""Messages to channels and threads, and a memory of those that are closed to the bot."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Literal, TypeVar

import discord
import structlog
from discord import ui

from bot.discord.commands.mentions import NO_MENTIONS, Mentions
from bot.discord.errors import (
    DISCORD_ERRORS,
    GONE,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    code_of,
    is_closed,
    is_code,
    is_passing,
)
from bot.discord.messages import can_write
from bot.discord.places import threads_of
from bot.discord.translate import sendable
from bot.flows.answer import Threads
from bot.languages.sentence import reader, reading
from bot.layout import MAX_TEXT, Attachment, Picture, Screen
from bot.layout import screen as made_of
from bot.rummy.ids import PlayerId
from bot.screens.base import escaped
from bot.service.lru import LruDict
from bot.text.words import clipped

HISTORY = 50
"""The number of last messages that are searched for a posting of an earlier try."""
DAY: Literal[1440] = 1440  # minutes, as Discord counts them for threads
WEEK: Literal[10080] = 10080
CLOSED_KEPT = 10_000
CLOSED_FOR = timedelta(hours=1)
"""The time after which a channel that refused a message is tried again. It stays closed if it is gone."""
MEMBER_KEPT = timedelta(minutes=1)
"""The time for which Discord is not asked again whether a person is in a server."""
CALLS_KEPT = timedelta(hours=1)
"""The same time, for the calls of a table at which a person has missed a turn."""
LONGEST_NAME = 100
"""The most characters in the name of a thread."""
MAX_NONCE = 25
"""The greatest number of characters in a nonce."""

MessageT = TypeVar("MessageT")

log = structlog.get_logger()


class ChannelClosedError(Exception):
    """The channel is gone, or closed to the bot. It is not asked again until something changes, or for an hour."""

    def __init__(self, channel: int, code: int) -> None:
        super().__init__(f"channel {channel} is closed ({code})")
        self.channel = channel
        self.code = code


class AbsentError(Exception):
    """Some people cannot read a channel, or a new private thread."""

    def __init__(self, members: Iterable[PlayerId]) -> None:
        super().__init__("absent members")
        self.members = tuple(members)


class Channels:
    """The channels of all messages of the bot except its answers to interactions."""

    def __init__(self, client: discord.Client, clock: Callable[[], datetime], mentions: Mentions = NO_MENTIONS) -> None:
        self._client = client
        self._clock = clock
        self.mentions = mentions
        """The commands that can be tapped in messages."""
        self._members: LruDict[tuple[int, PlayerId], tuple[bool, datetime]] = LruDict()
        """Whether people had left servers, and when Discord was asked."""
        self._closed: dict[int, tuple[int, datetime]] = {}
        """The code with which each closed channel refused a message, and when."""
        self._wordy: LruDict[int, None] = LruDict()
        """Channels in which the bot may send no files."""
        self.changed = asyncio.Event()
        """Set when channels are open again, or may be lost."""
        self._reopened_in: set[int] = set()
        """The servers of those that are open again."""
        self._lost: set[int] = set()
        """The channels and threads that were deleted, and the threads that the bot was taken out of."""
        self._vain: LruDict[int, discord.Thread] = LruDict()
        """Threads that were opened in vain, and are to be discarded."""
        self._servers: LruDict[int, int] = LruDict()
        """The server of each channel in which people have pressed something lately."""

    # -- what is closed -----------------------------------------------------------------------------

    def is_closed(self, channel: int) -> bool:
        """Return whether Discord refused a message there, nothing has changed since, and an hour has not passed."""
        return self._code(channel) is not None

    def is_gone(self, channel: int) -> bool:
        """Return whether Discord has said that there is no such channel."""
        return self._code(channel) in GONE

    def _code(self, channel: int) -> int | None:
        """Return the code with which Discord refused a message there. Return None if another may be tried."""
        code, since = self._closed.get(channel, (None, None))
        if since is None or code in GONE or self._clock() - since < CLOSED_FOR:
            return code
        del self._closed[channel]
        return None

    def close(self, channel: int, code: int) -> None:
        """Stop writing to that channel."""
        if channel not in self._closed:
            log.warning("channel closed", channel=channel, code=code)
        if len(self._closed) >= CLOSED_KEPT:
            self._closed.clear()
        self._closed[channel] = (code, self._clock())

    def reopen(self, channel: int, server: int | None) -> None:
        """Write to the channel again, since permissions or the channel have changed."""
        is_wordy = channel in self._wordy
        self._wordy.pop(channel, None)
        if self._closed.pop(channel, None) is not None or is_wordy:
            self._reopened_in |= {server} if server is not None else set()
            self.changed.set()

    def lose(self, channel: int) -> None:
        """Note that a channel or thread was deleted, or that the bot was taken out of the thread."""
        self._lost.add(channel)
        self.changed.set()

    def take_changed(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the servers in which channels are open again since the last call, and the channels and threads that
        the bot may have lost.
        """
        servers, lost = frozenset(self._reopened_in), frozenset(self._lost)
        self._reopened_in.clear()
        self._lost.clear()
        self.changed.clear()
        return servers, lost

    async def look_for(self, channel: int) -> None:
        """Ask Discord for a channel or thread that the bot may have lost. Stop writing there if it has."""
        try:
            if not self.is_closed(channel):
                await self._client.fetch_channel(channel)
        except DISCORD_ERRORS as error:
            self._failed(channel, error)
            if is_passing(error):
                self._lost.add(channel)  # it is asked for again at the next look

    def check_open(self, channel: int) -> None:
        """Raise ChannelClosedError if the channel is closed."""
        if (code := self._code(channel)) is not None:
            raise ChannelClosedError(channel, code)

    def reopen_in(self, server: int) -> None:
        """Write again to all channels that may belong to that server, since permissions have changed."""
        for channel in {*self._closed, *self._wordy}:
            if self._servers.get(channel, server) == server and not self.is_gone(channel):
                self.reopen(channel, server)

    def notice(self, interaction: discord.Interaction[Any]) -> None:
        """Reopen a closed channel if an interaction shows that the bot may write there now."""
        channel, server = interaction.channel_id, interaction.guild_id
        if channel is not None and server is not None:
            self._servers[channel] = server
        if channel is not None and self.is_closed(channel):
            allowed = interaction.app_permissions
            if server is None or (allowed.view_channel and can_write(allowed, interaction.channel)):
                self.reopen(channel, server)

    def _at(self, channel: int) -> discord.PartialMessageable:
        self.check_open(channel)
        return self._client.get_partial_messageable(channel)

    def _failed(self, channel: int, error: Exception, *, sends: bool = False) -> Exception:
        """Return the error to raise for a fault at that channel.

        `sends`: a message was to be sent. That opens an archived thread, unless it is locked.
        """
        if is_closed(error) or (sends and is_code(error, THREAD_ARCHIVED)):
            code = error.code if isinstance(error, discord.HTTPException) else 0
            self.close(channel, code)
            return ChannelClosedError(channel, code)
        return error

    # -- messages -----------------------------------------------------------------------------------

    async def send(
        self,
        channel: int,
        screen: Screen,
        mention: tuple[PlayerId, ...] = (),
        nonce: str | None = None,
        *,
        role: int | None = None,
        reply_to: int | None = None,
    ) -> int:
        """Post a message and return its id. The nonce makes a quick second try harmless. `role`: one to mention.

        `reply_to`: a message there to which it is a reply.

        Raises:
            ChannelClosedError: the channel is gone or closed to the bot.
            Any of `DISCORD_ERRORS`: Discord refused for another reason, or was not reached.
        """
        mentions = discord.AllowedMentions(
            everyone=False,
            roles=[] if role is None else [discord.Object(role)],
            replied_user=False,
            users=[discord.Object(id) for id in mention],
        )
        # discord.py sends `enforce_nonce` with every nonce. With None it sends neither.
        once: Any = nonce and nonce[:MAX_NONCE]

        async def send(layout: ui.LayoutView, files: list[discord.File]) -> int:
            at = self._at(channel)
            replied: Any = None if reply_to is None else at.get_partial_message(reply_to)
            sent = await at.send(view=layout, files=files, allowed_mentions=mentions, nonce=once, reference=replied)
            return sent.id

        try:
            return await self._in_pictures_or_words(channel, screen, send)
        except DISCORD_ERRORS as error:
            raise self._failed(channel, error, sends=True) from error

    async def _in_pictures_or_words(
        self, channel: int, screen: Screen, send: Callable[[ui.LayoutView, list[discord.File]], Awaitable[MessageT]]
    ) -> MessageT:
        """Send a screen. Send it in words if the bot may send no files."""
        if channel not in self._wordy:
            try:
                return await send(*sendable(screen, self.mentions))
            except discord.HTTPException as error:
                if not is_code(error, MISSING_PERMISSIONS) or not has_files(screen):
                    raise
        with reading(replace(reader(), card_emoji=False)):
            shown = sendable(in_words(screen), self.mentions)
        sent = await send(*shown)
        if channel not in self._wordy and has_files(screen):
            log.warning("no pictures here", channel=channel)
            self._wordy[channel] = None
        return sent

    async def edit(self, channel: int, id: int, screen: Screen) -> None:
        """Edit a message of the bot.

        Raises:
            The errors of `send`.
        """

        async def edit(layout: ui.LayoutView, files: list[discord.File]) -> None:
            await self._at(channel).get_partial_message(id).edit(view=layout, attachments=files)

        try:
            await self._in_pictures_or_words(channel, screen, edit)
        except DISCORD_ERRORS as error:
            raise self._failed(channel, error) from error

    async def edit_if_there(self, channel: int, id: int, screen: Screen) -> None:
        """Edit as `edit` does, but do nothing if the message has been deleted."""
        try:
            await self.edit(channel, id, screen)
        except DISCORD_ERRORS as error:
            if is_passing(error):
                raise
            log.info("message not edited", channel=channel, error=code_of(error))

    async def edit_archived(self, channel: int, id: int, screen: Screen) -> None:
        """Edit as `edit_if_there` does. If the thread is archived, open it first, and archive it again."""
        try:
            await self.edit(channel, id, screen)
        except DISCORD_ERRORS as error:
            if not is_code(error, THREAD_ARCHIVED):
                log.info("message not edited", channel=channel, error=code_of(error))
                return
            thread = await self._thread(channel)
            if thread is not None:
                opened = await thread.edit(archived=False)
                await self.edit_if_there(channel, id, screen)
                await opened.edit(archived=True)

    async def delete(self, channel: int, id: int) -> bool:
        """Delete a message of the bot, if that is possible. Return whether it is gone."""
        if self.is_closed(channel):
            return False
        try:
            await self._at(channel).get_partial_message(id).delete()
        except DISCORD_ERRORS as error:
            log.info("message not deleted", channel=channel, error=code_of(error))
            return is_code(error, UNKNOWN_MESSAGE)
        return True

    async def own_messages(self, channel: int) -> AsyncIterator[discord.Message]:
        """Yield the bot's own among the last messages there, the newest first.

        Yield none if the bot may not read them.

        Raises:
            ChannelClosedError: the channel is gone.
        """
        me = self._client.user.id if self._client.user else 0
        try:
            async for message in self._at(channel).history(limit=HISTORY):
                if message.author.id == me:
                    yield message
        except DISCORD_ERRORS as error:
            if is_code(error, MISSING_ACCESS) or not is_closed(error):
                log.warning("history not readable", channel=channel, error=code_of(error))
                return
            raise self._failed(channel, error) from error

    # -- threads ------------------------------------------------------------------------------------

    async def open_thread(
        self,
        channel: int,
        name: str,
        *,
        private: bool,
        slow: bool,
        members: tuple[PlayerId, ...],
        since: datetime | None,
        taken: Collection[int],
        for_all: bool = False,
    ) -> int | None:
        """Return a thread for a table. Return None if there can be none.

        `since`: a moment after which an earlier try may have opened one, or None if this is the first try. Such a
        thread is used unless it is among those `taken` by other tables. `for_all`: all members must be able to read a
        private thread.

        Raises:
            AbsentError: some of them cannot. There is no thread then.
            Any of `DISCORD_ERRORS`: Discord refused.
        """
        found = await self._client.fetch_channel(channel)
        kind = _kind_of_thread(found, private=private)
        if kind is None or not isinstance(found, discord.TextChannel):
            return None
        known = () if since is None else await found.guild.active_threads()
        opened = (t for t in known if t.parent_id == channel and self._is_ours(t, name, kind, since))
        thread = next((t for t in opened if t.id not in taken), None)
        if thread is None:
            thread = await _create_thread(found, name, kind, slow=slow)
        if not private:
            return thread.id
        try:
            absent = [member for member in members if not await self._add(thread, member)]
            if absent and for_all:
                raise AbsentError(absent)
        except (AbsentError, *DISCORD_ERRORS):
            if for_all:
                await self._discard(thread)
            raise
        return thread.id

    async def _discard(self, thread: discord.Thread) -> None:
        """Delete a thread that was just opened. Without the permission for that, close it."""
        self._vain[thread.id] = thread
        for undo in (thread.delete, partial(thread.edit, archived=True)):
            try:
                await undo()
            except DISCORD_ERRORS as error:
                log.info("thread not discarded", channel=thread.id, error=code_of(error))
                if not is_code(error, UNKNOWN_CHANNEL):
                    continue
            self._vain.pop(thread.id, None)
            return

    async def discard_again(self) -> None:
        """Try again to delete or close the threads that were opened in vain, and could not be discarded."""
        for thread in list(self._vain.values()):
            await self._discard(thread)

    async def check_all_read(self, channel: int, people: Iterable[PlayerId]) -> None:
        """Check that these people are in the server and may read a channel; for a thread, its channel.

        Raises:
            AbsentError: some may not.
            Any of `DISCORD_ERRORS`: Discord refused.
        """
        found = await self._client.fetch_channel(channel)
        if isinstance(found, discord.Thread):
            found = await self._client.fetch_channel(found.parent_id)
        if not isinstance(found, discord.abc.GuildChannel):
            return
        if blind := [person for person in people if not await _sees(found, person)]:
            raise AbsentError(blind)

    def _is_ours(self, thread: discord.Thread, name: str, kind: discord.ChannelType, since: datetime | None) -> bool:
        """Return whether the bot opened the thread since then under that name. Members may give theirs any name."""
        me = self._client.user
        return (
            me is not None
            and since is not None
            and thread.created_at is not None
            and thread.created_at >= since
            and thread.owner_id == me.id
            and thread.name == name
            and thread.type is kind
            and not thread.archived
        )

    async def mark_thread(self, thread: int, sign: str) -> None:
        """Let the name of a thread begin with that sign.

        Raises:
            Any of `DISCORD_ERRORS`: Discord refused. It takes two new names in ten minutes.
        """
        found = await self._thread(thread)
        if found is not None and not found.archived and not found.name.startswith(sign):
            await found.edit(name=marked(found.name, sign))

    async def archive(self, thread: int, sign: str) -> None:
        """Archive a thread, and let its name begin with that sign.

        Raises:
            Any of `DISCORD_ERRORS`: Discord refused.
        """
        found = await self._thread(thread)
        if found is None or found.archived:
            return
        if found.name.startswith(sign):
            await found.edit(archived=True)
        else:
            await found.edit(archived=True, name=marked(found.name, sign))

    async def _thread(self, thread: int) -> discord.Thread | None:
        """Return the thread of that id; None if it is another kind of channel."""
        found = await self._client.fetch_channel(thread)
        return found if isinstance(found, discord.Thread) else None

    async def _add(self, thread: discord.Thread, member: PlayerId) -> bool:
        """Add a member to the thread. Return False if they cannot see its channel or have left the server.

        Raises:
            Any of `DISCORD_ERRORS`: Discord was not reached.
        """
        try:
            await thread.add_user(discord.Object(member))
        except DISCORD_ERRORS as error:
            if is_passing(error):
                raise
            log.info("member not added", channel=thread.id, error=code_of(error))
            return False
        return True

    # -- direct messages ----------------------------------------------------------------------------

    async def is_for_all(self, channel: int) -> bool:
        """Return whether everybody in the server may read a channel.

        Raises:
            Any of `DISCORD_ERRORS`: Discord refused.
        """
        found = await self._client.fetch_channel(channel)
        if not isinstance(found, discord.abc.GuildChannel):
            return False
        return found.permissions_for(found.guild.default_role).view_channel

    async def has_left(self, guild: int, player: PlayerId, kept: timedelta = MEMBER_KEPT) -> bool:
        """Return whether a person is no longer in a server. An answer of Discord is believed for the time `kept`.

        If it does not answer, they are there.
        """
        known = self._members.get((guild, player))
        if known is not None and self._clock() - known[1] < kept:
            return known[0]
        server, left = self._client.get_guild(guild), False
        try:
            if server is not None:
                await server.fetch_member(player)
        except discord.NotFound:
            left = True
        except DISCORD_ERRORS as error:
            log.info("member not asked for", error=code_of(error))
        self._members[guild, player] = left, self._clock()
        return left

    async def direct(self, player: PlayerId) -> int:
        """Return the channel of direct messages with that person.

        Raises:
            Any of `DISCORD_ERRORS`: Discord refused.
        """
        known = discord.utils.find(
            lambda c: isinstance(c, discord.DMChannel) and c.recipient is not None and c.recipient.id == player,
            self._client.private_channels,
        )
        if known is not None:
            return known.id
        return (await self._client.create_dm(discord.Object(player))).id


async def _create_thread(
    channel: discord.TextChannel, name: str, kind: discord.ChannelType, *, slow: bool
) -> discord.Thread:
    options: dict[str, Any] = {"invitable": False} if kind is discord.ChannelType.private_thread else {}
    return await channel.create_thread(name=name, type=kind, auto_archive_duration=WEEK if slow else DAY, **options)


async def _sees(channel: discord.abc.GuildChannel, member: PlayerId) -> bool:
    """Return whether that person is in the server and may read the channel."""
    try:
        found = await channel.guild.fetch_member(member)
    except discord.NotFound:
        return False
    return channel.permissions_for(found).view_channel


def _kind_of_thread(channel: object, *, private: bool) -> discord.ChannelType | None:
    """Return the kind of a thread for a table in that channel. Return None if it has no such threads."""
    match threads_of(channel):
        case Threads.ALL:
            return discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
        case Threads.PUBLIC:
            return None if private else discord.ChannelType.news_thread
        case Threads.NONE:
            return None


def marked(name: str, sign: str) -> str:
    """Return the name of a thread with that sign before it, as long as Discord allows."""
    return clipped(sign + name, LONGEST_NAME)


def has_files(screen: Screen) -> bool:
    """Return whether pictures or other files belong to a screen."""
    return any(isinstance(part, Picture | Attachment) for part in screen.parts)


def in_words(screen: Screen) -> Screen:
    """Return a screen with words in place of its pictures and other files."""
    parts = (escaped(part.alt, MAX_TEXT) if isinstance(part, Picture | Attachment) else part for part in screen.parts)
    return made_of(screen.accent, *parts)
