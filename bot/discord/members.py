"""Members of servers, for people who ask from elsewhere than Discord: who they are there, and what they may see."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import discord

from bot.discord.client import RummyBot
from bot.discord.errors import DISCORD_ERRORS, UNKNOWN_MEMBER, code_of, is_code
from bot.discord.messages import can_write
from bot.discord.places import card_place
from bot.flows.answer import CardPlace
from bot.rummy.ids import DisplayName, PlayerId
from bot.service.lru import LruDict

KEPT = timedelta(seconds=60)
"""The time for which a member is not asked about again."""
MOST_KEPT = 5_000


class Membership:
    """A member of a server, as Discord knew them up to `KEPT` ago."""

    def __init__(self, client: RummyBot, member: discord.Member) -> None:
        self._client = client
        self._member = member

    @property
    def name(self) -> DisplayName:
        """Return the name of the member in the server."""
        return DisplayName(self._member.display_name, self._member.name)

    async def seen(self, *channels: int) -> frozenset[int]:
        """Return those of these channels and threads of the server that the member may read.

        Discord is asked once for all channels, and again for each thread.
        """
        if not channels:
            return frozenset()
        try:
            known = {one.id: one for one in await self._member.guild.fetch_channels()}
        except DISCORD_ERRORS:
            return frozenset()
        return frozenset([one for one in channels if await self._sees(one, known)])

    async def _sees(self, channel: int, known: Mapping[int, discord.abc.GuildChannel]) -> bool:
        """Return whether the member may read a channel, or a thread of one of the known channels."""
        if channel in known:
            return known[channel].permissions_for(self._member).view_channel
        found = await self._fetched(channel)
        parent = known.get(found.parent_id) if isinstance(found, discord.Thread) else None
        if not isinstance(found, discord.Thread) or parent is None:
            return False
        allowed = parent.permissions_for(self._member)
        return allowed.view_channel and (not found.is_private() or allowed.manage_threads or await self._is_in(found))

    async def _is_in(self, thread: discord.Thread) -> bool:
        """Return whether the member is in that thread; False if Discord does not say."""
        try:
            await thread.fetch_member(self._member.id)
        except DISCORD_ERRORS:
            return False
        return True

    async def place(self, channel: int) -> CardPlace:
        """Return the place for the card of a table that is opened there; in a thread, the channel of the thread."""
        found = await self._fetched(channel)
        if isinstance(found, discord.Thread) and found.parent_id not in self._client.forums:
            found = await self._fetched(found.parent_id)
        if found is None or not can_write(found.permissions_for(self._member), found):
            return card_place(channel, found, discord.Permissions.none())
        return card_place(found.id, found, found.permissions_for(self._member.guild.me))

    async def _fetched(self, channel: int) -> "discord.abc.GuildChannel | discord.Thread | None":
        """Return a channel or thread of the server; None if Discord does not say."""
        try:
            found = await self._client.fetch_channel(channel)
        except DISCORD_ERRORS:
            return None
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
            return None
        return found if found.guild.id == self._member.guild.id else None


class Members:
    """The members of the bot's servers. The bot has no list of them, so Discord is asked for each."""

    def __init__(self, client: RummyBot, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock
        self._kept: LruDict[tuple[int, PlayerId], tuple[datetime, Membership | None]] = LruDict(MOST_KEPT)
        self._asking: LruDict[tuple[int, PlayerId], asyncio.Lock] = LruDict(MOST_KEPT)

    async def of(self, guild: int, player: PlayerId) -> Membership | None:
        """Return the person as a member of that server; None if they are none.

        Raises:
            LookupError: Discord does not say.
        """
        async with self._asking.setdefault((guild, player), asyncio.Lock()):  # several tabs of one person ask at once
            kept = self._kept.get((guild, player))
            if kept is not None and self._clock() - kept[0] < KEPT:
                return kept[1]
            member = await self._asked(guild, player)
            self._kept[guild, player] = self._clock(), member
            return member

    async def _asked(self, guild: int, player: PlayerId) -> Membership | None:
        server = self._client.get_guild(guild)
        if server is None:
            raise LookupError(guild)
        try:
            return Membership(self._client, await server.fetch_member(player))
        except DISCORD_ERRORS as error:
            if is_code(error, UNKNOWN_MEMBER):
                return None
            raise LookupError(code_of(error)) from None
