"""Tournaments as scheduled events of their servers: an extra that play does not depend on."""

from collections.abc import Callable
from datetime import datetime, timedelta

import discord
import structlog

from bot.discord.errors import DISCORD_ERRORS, code_of
from bot.rummy.ids import TournamentId
from bot.screens.base import escaped
from bot.service.tournaments.state import TournamentState
from bot.store.rows.outbox import MessageRef
from bot.store.store import Store
from bot.text import tournaments

EVENT = "event"
LASTS = timedelta(hours=3)
"""The length of a tournament in the calendar. The event is removed once the tournament is over."""

log = structlog.get_logger()


class Calendar:
    """The scheduled events for tournaments, in servers that allow the bot to have them."""

    def __init__(self, client: discord.Client, store: Store, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._store = store.tournaments
        self._clock = clock
        self._refused: set[TournamentId] = set()
        self._entered: dict[TournamentId, datetime] = {}
        """The start that the calendar shows, if it is not the planned one."""

    async def keep(self, state: TournamentState) -> None:
        """Add the event of a tournament that is to come, or move it to its new start.

        Remove the event of one that is over.

        Failures are only logged.
        """
        known = await self._store.message_of(state.id, EVENT)
        try:
            if known is not None and state.status.is_over:
                await self._take_out(state, known)
            elif state.status.is_before and state.id not in self._refused:
                await (self._enter(state) if known is None else self._keep_time(state, known))
        except DISCORD_ERRORS as error:
            self._refused.add(state.id)
            log.info("no scheduled event", tournament=state.id, error=code_of(error))

    async def _take_out(self, state: TournamentState, known: MessageRef[TournamentId]) -> None:
        self._entered.pop(state.id, None)
        await self._store.delete_message(known)
        await self._client.http.delete_scheduled_event(state.row.guild, known.message)

    async def _keep_time(self, state: TournamentState, known: MessageRef[TournamentId]) -> None:
        """Move the event if an outage has moved the start, but not into the past, which Discord refuses."""
        start = state.starts_at
        if self._entered.get(state.id, state.plan.start_at) == start or start <= self._clock():
            return
        times = {"scheduled_start_time": start.isoformat(), "scheduled_end_time": (start + LASTS).isoformat()}
        await self._client.http.edit_scheduled_event(state.row.guild, known.message, **times)
        self._entered[state.id] = start

    async def _enter(self, state: TournamentState) -> None:
        guild = self._client.get_guild(state.row.guild)
        start = state.starts_at
        if guild is None or not _may_enter(guild) or start <= self._clock():
            return
        rules = state.rules
        event = await self._standing(guild, state) or await guild.create_scheduled_event(
            name=state.plan.name,
            description=tournaments.event(state.id, state.plan.kind, state.plan.terms, rules),
            entity_type=discord.EntityType.external,
            location=await self._channel_name(guild, state.row.channel),
            start_time=start,
            end_time=start + LASTS,
            privacy_level=discord.PrivacyLevel.guild_only,
        )
        ref = MessageRef(state.id, EVENT, state.row.channel, event.id, self._clock())
        await self._store.set_message(ref)

    async def _standing(self, guild: discord.Guild, state: TournamentState) -> discord.ScheduledEvent | None:
        """Return the event, if an earlier process created it and ended before recording that."""
        for event in await guild.fetch_scheduled_events(with_counts=False):
            if event.creator_id == guild.me.id and (event.description or "").endswith(state.id):
                return event
        return None

    async def _channel_name(self, guild: discord.Guild, channel: int) -> str:
        """Return the name of the channel, or that of the server if the channel cannot be seen."""
        try:
            data = await self._client.http.get_channel(channel)
        except discord.HTTPException:
            return guild.name[:100]
        return f"#{escaped(str(data['name']))}"


def _may_enter(guild: discord.Guild) -> bool:
    allowed = guild.me.guild_permissions
    return allowed.create_events or allowed.manage_events
