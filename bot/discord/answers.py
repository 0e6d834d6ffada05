"""The answer to an interaction: in time, to the right person, and again if Discord fails."""

import asyncio
import time
from collections.abc import Awaitable
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Self

import discord
import structlog

from bot.discord.commands.mentions import NO_MENTIONS, Mentions
from bot.discord.errors import (
    ALREADY_ANSWERED,
    DISCORD_ERRORS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    code_of,
    is_code,
    is_end,
    is_passing,
)
from bot.discord.governor import Urgency, hurry
from bot.discord.library import strip
from bot.discord.members import Membership
from bot.discord.messages import can_write, custom_ids, is_private
from bot.discord.places import channels_with, permissions_of, place_of
from bot.discord.translate import modal_of, sendable
from bot.flows.answer import AnswerResult, CardPlace, Threads
from bot.layout import Accent, Form, Screen, screen
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.text.refusals import PRESS_AGAIN

WATCH_SECONDS = 1.5
"""The age of an interaction at which an answer is promised. Discord forgets it after 3 s."""
TRIES = 3
"""The number of tries of one answer, without a pause between them: it is due within 3 s."""
NO_PINGS = discord.AllowedMentions.none()
"""The setting that answers ping nobody."""

log = structlog.get_logger()

_CURRENT: ContextVar["DiscordAnswer | None"] = ContextVar("answer", default=None)


def current() -> "DiscordAnswer | None":
    """Return the answer that the running task works on, or None."""
    return _CURRENT.get()


class DiscordAnswer:
    """An interaction and its answer. As a context manager it watches the time.

    A press on a message that only its person can see changes that message. Any other press gets a new private message:
    a personal answer never overwrites a shared one. So does a press on a message that was removed meanwhile.
    """

    def __init__(
        self,
        interaction: discord.Interaction[Any],
        mentions: Mentions = NO_MENTIONS,
        watch_seconds: float = WATCH_SECONDS,
        *,
        maybe_answered: bool = False,
        age: float = 0.0,
    ) -> None:
        """`maybe_answered`: whether another process may have answered. Then its answer is left alone.

        `age`: the seconds for which it has waited before it was read.
        """
        self._interaction = interaction
        self._mentions = mentions
        pressed = interaction.message
        self.id: int = interaction.id
        self.player = PlayerId(interaction.user.id)
        self.name = DisplayName(interaction.user.display_name, interaction.user.name)
        self.guild: int | None = interaction.guild_id
        self.locale: str | None = interaction.locale.value
        self.guild_locale: str | None = interaction.guild_locale and interaction.guild_locale.value
        self.channel: int | None = interaction.channel_id
        self.message: int | None = None if pressed is None else pressed.id
        self.edits: bool = is_private(interaction)
        self.edits_direct_message: bool = self.edits and pressed is not None and not pressed.flags.ephemeral
        self.redraws = True
        self.shown_in: int | None = None
        self.table: TableId | None = None
        self.outcome: AnswerResult = AnswerResult.DONE
        self.fault: str | None = None
        self.code: str | None = None
        self._arrived = time.perf_counter()
        self.acknowledged_after: float | None = None
        """Seconds from its arrival to the first answer that Discord took, or None."""
        self.answered = False
        self._further: discord.WebhookMessage | None = None
        """The further message that shows the last screen. None: the first answer shows it."""
        self._deferred = False
        self._lock = asyncio.Lock()
        self._watch_seconds = max(0.0, watch_seconds - age)
        self._watch: asyncio.TimerHandle | None = None
        self._promising: asyncio.Task[None] | None = None
        self._maybe_answered = maybe_answered
        self.over = asyncio.Event()
        """Set once messages that follow from the answer may go out: it is complete, or leads to one of them."""

    async def __aenter__(self) -> Self:
        if self._watch_seconds:
            self._watch = asyncio.get_running_loop().call_later(self._watch_seconds, self._promise_now)
        _CURRENT.set(self)
        hurry(Urgency.ANSWER)
        if self._watch is None:
            await self.promise()  # it is late already
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _CURRENT.set(None)
        self.over.set()
        for waiting in (self._watch, self._promising):
            if waiting is not None:
                waiting.cancel()
        strip(self._interaction)

    def _promise_now(self) -> None:
        self._promising = asyncio.create_task(self.promise(), name="late answer")

    async def promise(self) -> None:
        """Tell Discord that the answer comes later. This fixes who can see it."""
        async with self._lock:
            if self.answered or self._deferred:
                return
            response = self._interaction.response
            promised = response.defer() if self.edits else response.defer(ephemeral=True, thinking=True)
            self._deferred = await self._took(promised, "no promise")

    async def accept(self) -> None:
        """Acknowledge the press without a reply. The pressed message is about to change for all."""
        async with self._lock:
            if self.answered:
                return
            if not self._deferred:
                self.answered = await self._took(self._interaction.response.defer(), "not accepted")
            elif self.edits:
                self.answered = True
            else:  # otherwise Discord says "thinking" for ever
                self.answered = await self._took(self._interaction.delete_original_response(), "not accepted")

    async def show(self, screen: Screen) -> bool:
        """Answer with that screen, and return whether Discord took it. A second screen is a further private message."""
        async with self._lock:
            for _ in range(TRIES):
                try:
                    await self._send(screen)
                except DISCORD_ERRORS as error:
                    log.warning("no answer", error=code_of(error))
                    if not self._may_retry(error):
                        return False
                except RuntimeError as error:
                    if not is_end(error):
                        raise
                    return False
                else:
                    self._acknowledge()
                    self.answered = True
                    return True
        return False

    async def _took(self, request: Awaitable[object], failure: str) -> bool:
        """Return whether Discord took a request that acknowledges the interaction. Log *failure* if it did not."""
        took = await _took(request, failure)
        if took:
            self._acknowledge()
        return took

    def _acknowledge(self) -> None:
        if self.acknowledged_after is None:
            self.acknowledged_after = time.perf_counter() - self._arrived

    def _may_retry(self, error: BaseException) -> bool:
        """Return whether another try may reach the person. Discord may have taken a try that failed."""
        if is_code(error, ALREADY_ANSWERED):
            if self._maybe_answered:
                return False
            self._deferred = not self.answered
            return self._deferred
        if is_code(error, UNKNOWN_MESSAGE):
            self.edits = self.edits_direct_message = False
            self.answered = self.answered or self._deferred  # what was promised cannot be edited
            return True
        return is_passing(error)

    async def _send(self, screen: Screen) -> None:
        layout, files = sendable(screen, self._mentions)
        if self.answered:
            send = self._interaction.followup.send
            self._further = await send(view=layout, files=files, ephemeral=True, wait=True)
            self.shown_in = self._further.id
        elif self._deferred:
            self.shown_in = (await self._interaction.edit_original_response(view=layout, attachments=files)).id
        elif self.edits:
            await self._interaction.response.edit_message(view=layout, attachments=files)
            self.shown_in = self.message
        else:
            sent = await self._interaction.response.send_message(view=layout, files=files, ephemeral=True)
            self.shown_in = sent.message_id

    async def share(self, screen: Screen) -> bool:
        """Answer with a screen that all can see, and return whether Discord took it. The pressed screen stays."""
        layout, files = sendable(screen, self._mentions)
        async with self._lock:
            request: Awaitable[object]
            if self.answered or self._deferred:
                request = self._interaction.followup.send(view=layout, files=files, allowed_mentions=NO_PINGS)
            else:
                request = self._interaction.response.send_message(view=layout, files=files, allowed_mentions=NO_PINGS)
            shared = await self._took(request, "not shared")
            self.answered = self.answered or shared
        return shared

    async def ask(self, form: Form) -> bool:
        """Answer with a typed form, and return whether Discord took it. Only the first answer can be a form.

        A person to whom the answer was promised meanwhile reads that they are to press again.
        """
        async with self._lock:
            if self.answered:
                return False
            if not self._deferred:
                self.answered = await self._took(self._interaction.response.send_modal(modal_of(form)), "no form")
                return self.answered
            self.answered = self.edits  # what was promised to change stays as it is
        await self.show(screen(Accent.GREY, PRESS_AGAIN()))
        return False

    async def redraw(self, screen: Screen) -> bool:
        """Replace the screen shown last. Return whether Discord took it."""
        layout, files = sendable(screen, self._mentions)
        edit = self._further.edit if self._further is not None else self._interaction.edit_original_response
        return await _took(edit(view=layout, attachments=files), "not redrawn")

    async def remove(self) -> None:
        """Delete the message of the screen shown last, if that is still possible."""
        delete = self._further.delete if self._further is not None else self._interaction.delete_original_response
        await _took(delete(), "not removed")

    # -- where it was asked, and what is allowed there ----------------------------------------------

    @property
    def parent_channel(self) -> int | None:
        """Return the channel; in a thread, its parent, or None for a forum, which takes no messages."""
        channel = self._interaction.channel
        if isinstance(channel, discord.Thread) and channel.parent_id not in self._interaction.client.forums:
            return channel.parent_id
        return self.channel

    @property
    def control_ids(self) -> set[str]:
        """Return the custom ids in the message that was pressed."""
        pressed = self._interaction.message
        return set() if pressed is None else custom_ids(pressed.components)

    def manages_server(self) -> bool:
        """Return whether the person may manage the server they ask in."""
        return self.guild is not None and self._interaction.permissions.manage_guild

    def may_steer(self, role: int | None) -> bool:
        """Return whether the person may steer tournaments: they manage the server or its events, or have that role."""
        user, allowed = self._interaction.user, self._interaction.permissions
        if self.guild is None or not isinstance(user, discord.Member):
            return False
        return allowed.manage_guild or allowed.manage_events or (role is not None and user.get_role(role) is not None)

    def may_give(self, role: int) -> bool:
        """Return whether both the person and the bot could give that role by hand."""
        guild, user, allowed = self._interaction.guild, self._interaction.user, self._interaction.permissions
        found = guild.get_role(role) if guild is not None else None
        if guild is None or found is None or not isinstance(user, discord.Member):
            return False
        theirs = guild.owner_id == user.id or (allowed.manage_roles and user.top_role > found)
        return theirs and self._interaction.app_permissions.manage_roles and found.is_assignable()

    def may_mention(self, role: int) -> bool:
        """Return whether the bot may mention that role: anyone may, or the bot may mention everyone."""
        guild = self._interaction.guild
        found = guild.get_role(role) if guild is not None else None
        return found is not None and (found.mentionable or self._interaction.app_permissions.mention_everyone)

    def may_write(self) -> bool:
        """Return whether the person may write in the channel they ask in."""
        return can_write(self._interaction.permissions, self._interaction.channel)

    async def knows_channel(self, channel: int) -> bool:
        """Return False if Discord says that there is no such channel or thread."""
        try:
            await self._interaction.client.http.get_channel(channel)
        except DISCORD_ERRORS as error:
            return not is_code(error, UNKNOWN_CHANNEL)
        return True

    async def seen(self, *channels: int) -> frozenset[int]:
        """Return those of these channels and threads of the server that the person may read."""
        user, here = self._interaction.user, frozenset([one for one in channels if one == self.channel])
        if not isinstance(user, discord.Member):
            return here
        return here | await Membership(self._interaction.client, user).seen(*set(channels) - here)

    async def place(self, channel: int | None = None) -> CardPlace:
        """Return where the card of a table goes that is opened in *channel*, or here if that is None."""
        return await place_of(self._interaction, channel, self.parent_channel)

    async def channels_with(self, threads: Threads) -> list[int]:
        """Return a few channels of the server that have such threads, and which both the person and the bot may use."""
        return await channels_with(self._interaction, threads)

    async def permissions(self) -> list[tuple[str, bool, str]]:
        """Return the name of each permission of the bot, whether it has it where a table opened here plays, and what
        breaks without it.
        """
        return await permissions_of(self._interaction, self.parent_channel)


async def _took(request: Awaitable[object], failure: str) -> bool:
    """Return whether Discord took a request. Log *failure* if it did not."""
    try:
        await request
    except DISCORD_ERRORS as error:
        log.warning(failure, error=code_of(error))
        return False
    return True
