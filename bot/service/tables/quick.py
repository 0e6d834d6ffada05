"""Quick play: sit down at a lobby that starts by itself, or open one."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime

from bot.codes import TableStatus
from bot.rummy.errors import ParseError
from bot.rummy.ids import PlayerId
from bot.rummy.rules import Rules
from bot.service.cache import QUOTAS
from bot.service.errors import CorruptError, QuotaUsedError, ServiceError
from bot.service.tables.deadlines import QUICK_WAIT
from bot.service.tables.form import QUICK, quick_form
from bot.service.tables.lobby import Lobbies, Person
from bot.service.tables.service import Tables
from bot.service.tables.state import Lobby, TableState
from bot.store.rows.subjects import Quota
from bot.store.rows.tables import TableRow
from bot.store.store import Store


class QuickPlay:
    """Finds a seat for a person who wants to play now."""

    def __init__(self, lobbies: Lobbies, tables: Tables, store: Store, clock: Callable[[], datetime]) -> None:
        self._lobbies = lobbies
        self._tables = tables
        self._store = store
        self._clock = clock
        self._sitting_down = asyncio.Lock()

    async def sit_down(
        self,
        person: Person,
        guild: int | None,
        channel: int,
        interaction: int,
        sees: Callable[[int], Awaitable[bool]],
        rules: Rules | None = None,
    ) -> TableState:
        """Sit down at the oldest lobby of the server that starts by itself, or open one in this channel.

        If the person sits at such a lobby already, return that one. `sees` tells whether they may read another channel.
        People of whom one avoids the other are not seated together.

        `rules`: the rules to play by; None: the usual ones, or those of the lobby at which the person sits.

        Raises:
            ServiceError: a limit of open tables is reached, or the person plays at as many tables as they may.
        """
        limits, form = self._tables.limits, QUICK if rules is None else quick_form(rules)
        others = {row.channel for row, _ in await self._waiting(person.id, guild)} - {channel}
        apart = await self._store.avoided.apart_from(person.id)
        seen = {channel, *[other for other in others if await sees(other)]}
        # One after another, so that two people who ask at the same moment sit at one table.
        async with self._sitting_down:
            await self._check_room(limits.running(person.id))
            waiting = await self._waiting(person.id, guild)
            for row, lobby in waiting:
                meant = person.id in lobby.persons and (rules is None or row.rules_id == rules.id)
                if meant and (state := await self._waits_or_began(row)) is not None:
                    return state
            for row, lobby in waiting:
                has_room = row.rules_id == form.rules_id and len(lobby.players) < lobby.seats
                if has_room and row.channel in seen and apart.isdisjoint(lobby.persons) and not self._is_overdue(row):
                    with suppress(ServiceError, CorruptError):  # it started, filled or closed just now
                        return await self._lobbies.join(row.id, person, interaction)
            await self._check_room(*limits.starting((person.id,)))
            return await self._lobbies.open(person, guild, channel, form, interaction, quick=True)

    async def _check_room(self, *quotas: Quota) -> None:
        """Raise QuotaUsedError if one of these quotas is used up."""
        for quota in quotas:
            if await self._store.tables.count(quota) >= quota.most:
                raise QuotaUsedError(QUOTAS[quota.kind], quota.of, quota.most)

    def _is_overdue(self, row: TableRow) -> bool:
        """Return whether a lobby that starts by itself has waited long enough."""
        return row.opened_at + QUICK_WAIT <= self._clock()

    async def _waits_or_began(self, row: TableRow) -> TableState | None:
        """Return the lobby, or its table if it was time to start; None if it could not start."""
        if not self._is_overdue(row):
            return await self._tables.find(row.id)
        with suppress(ServiceError, CorruptError):
            state = await self._lobbies.quick_start.when_due(row.id)
            return state if state.row.status is TableStatus.PLAYING else None
        return None

    async def _waiting(self, person: PlayerId, guild: int | None) -> list[tuple[TableRow, Lobby]]:
        """Return the lobbies that start by themselves, the oldest first; in direct messages the person's own."""
        if guild is not None:
            rows = await self._store.tables.lobbies_of(guild)
        else:
            own = await self._store.tables.of_player(person)
            rows = tuple(row for row in own if row.guild is None and row.status is TableStatus.LOBBY)
        found = []
        for row in rows:
            with suppress(ParseError):
                found.append((row, Lobby.parse(row.lobby)))
        return [(row, lobby) for row, lobby in found if lobby.quick]
