"""Quick play: sit down at a lobby that starts by itself or with people who wait, open one, or wait for company."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.codes import TableStatus
from bot.rummy.errors import ParseError
from bot.rummy.ids import PlayerId
from bot.rummy.rules import Rules
from bot.service.cache import QUOTAS
from bot.service.errors import CorruptError, QuotaUsedError, ServiceError
from bot.service.limits import check_not_paused
from bot.service.lru import LruDict
from bot.service.tables.deadlines import QUICK_WAIT
from bot.service.tables.form import QUICK, TableForm, quick_form
from bot.service.tables.lobby import Lobbies, Person
from bot.service.tables.service import Tables
from bot.service.tables.state import Lobby, TableState
from bot.store.errors import NotWaitingError
from bot.store.repositories.company import Pairs
from bot.store.rows.company import Waiter
from bot.store.rows.subjects import Quota
from bot.store.rows.tables import TableRow
from bot.store.store import Store


class Seen(Protocol):
    """Asks Discord which channels a person may read."""

    async def __call__(self, *channels: int) -> frozenset[int]:
        """Return those of these channels that the person may read."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The wishes of a person who wants to play now."""

    person: Person
    guild: int | None
    interaction: int
    form: TableForm
    rules: Rules | None
    """None: any, if they sit at a lobby already."""
    seen: frozenset[int]
    """The channels of lobbies and of people who wait, as far as they may read them."""
    apart: frozenset[PlayerId]
    """The people with whom they are not seated."""


class QuickPlay:
    """Finds a seat for a person who wants to play now."""

    def __init__(
        self,
        lobbies: Lobbies,
        tables: Tables,
        store: Store,
        has_left: Callable[[int, PlayerId], Awaitable[bool]],
        clock: Callable[[], datetime],
    ) -> None:
        """`has_left`: whether a person is no longer in a server."""
        self._lobbies = lobbies
        self._tables = tables
        self._store = store
        self._has_left = has_left
        self._clock = clock
        self._sitting_down: LruDict[int | None, asyncio.Lock] = LruDict()
        """Locks by server: one asks after another, so that two who ask at the same moment sit at one table."""

    async def sit_down(
        self,
        person: Person,
        guild: int | None,
        channel: int,
        interaction: int,
        seen: Seen,
        rules: Rules | None = None,
    ) -> TableState:
        """Sit down at the oldest lobby of the server that starts by itself, or with people who wait for company, or
        open a lobby in this channel.

        If the person sits at such a lobby already, return that one. `seen` returns those channels that they may read.
        People of whom one avoids the other are not seated together.

        `rules`: the rules to play by; None: the usual ones, or those of the lobby at which the person sits.

        Raises:
            ServiceError: a limit of open tables is reached, or the person plays at as many tables as they may.
        """
        asked = await self._asked(person, guild, channel, interaction, seen, rules)
        async with self._sitting_down.setdefault(guild, asyncio.Lock()):
            state = await self._met(asked)
            if state is None:
                await self._check_room(*self._tables.limits.starting((person.id,)))
                state = await self._lobbies.open(person, guild, channel, asked.form, interaction, quick=True)
            return state

    async def wait(
        self,
        person: Person,
        guild: int,
        channel: int,
        interaction: int,
        seen: Seen,
        rules: Rules,
        until: datetime,
    ) -> TableState | None:
        """Sit down with others who want the same game. Without any, return None, and let the person wait for them.

        A person who sits alone at a lobby that starts by itself stands up. Who waits holds no seat.

        Raises:
            ServiceError: the person has paused themselves, or plays at as many tables as they may.
        """
        await check_not_paused(self._store, person.id, self._clock())
        asked = await self._asked(person, guild, channel, interaction, seen, rules)
        name, handle = str(person.name), person.name.handle
        waiter = Waiter(guild, person.id, rules.id, channel, name, handle, interaction, self._clock(), until)
        async with self._sitting_down.setdefault(guild, asyncio.Lock()):
            state = await self._met(asked, waiter)
            if state is None:
                await self._store.company.wait(waiter)
            return state

    async def _asked(
        self,
        person: Person,
        guild: int | None,
        channel: int,
        interaction: int,
        seen: Seen,
        rules: Rules | None,
    ) -> "_Asked":
        """Return what a person asks for, with the channels that they may read."""
        form = QUICK if rules is None else quick_form(rules)
        found, _ = await self._waiters(guild, form.rules_id, person.id)
        others = {row.channel for row, _ in await self._waiting(person.id, guild)} | {one.channel for one in found}
        apart = await self._store.avoided.apart_from(person.id)
        return _Asked(person, guild, interaction, form, rules, await seen(*others - {channel}) | {channel}, apart)

    async def _met(self, asked: "_Asked", waiter: Waiter | None = None) -> TableState | None:
        """Sit down where others are. Return None if nobody is there.

        If they sit at a lobby of that kind already, it is returned. From one of any kind at which they are alone, they
        stand up to wait, as the `waiter`.
        """
        person, rules = asked.person, asked.rules
        await self._check_room(self._tables.limits.running(person.id))
        waiting = await self._waiting(person.id, asked.guild)
        for row, lobby in waiting:
            if person.id not in lobby.persons:
                continue
            if waiter is not None and len(lobby.persons) == 1 and not self._is_overdue(row):
                await self._lobbies.leave(row.id, person.id, asked.interaction, waiter)
            elif (rules is None or row.rules_id == rules.id) and (state := await self._waits_or_began(row)) is not None:
                return state
        for row, lobby in waiting:
            has_room = row.rules_id == asked.form.rules_id and len(lobby.players) < lobby.seats
            meets = row.channel in asked.seen and (asked.apart | {person.id}).isdisjoint(lobby.persons)
            if has_room and meets and not self._is_overdue(row):
                with suppress(ServiceError, CorruptError):  # it started, filled or closed just now
                    return await self._lobbies.join(row.id, person, asked.interaction)
        return await self._open_with_company(asked)

    async def _open_with_company(self, asked: "_Asked") -> TableState | None:
        """Open a lobby with people who wait for company. Return None if there are none."""
        busy: set[PlayerId] = set()
        while True:
            met = await self._company(asked, busy)
            if not met or asked.guild is None:
                return None
            if gone := [one for one in met if await self._has_left(asked.guild, one.player)]:
                for one in gone:
                    await self._store.company.stop(asked.guild, one.player)
                continue
            try:
                return await self._lobbies.open(
                    asked.person, asked.guild, met[0].channel, asked.form, asked.interaction, quick=True, met=met
                )
            except NotWaitingError:
                continue  # another process was faster
            except QuotaUsedError as error:
                if error.owner not in {one.player for one in met}:
                    raise
                busy.add(PlayerId(error.owner))

    async def _company(self, asked: "_Asked", without: Collection[PlayerId]) -> list[Waiter]:
        """Return people who wait for the same game in one channel that the person may read, the longest waiting first.

        No two of all of them avoid each other.
        """
        found, apart = await self._waiters(asked.guild, asked.form.rules_id, asked.person.id)
        met: list[Waiter] = []
        for one in found:
            here = {met[0].channel} if met else asked.seen
            meets = {frozenset((one.player, other)) for other in (asked.person.id, *(other.player for other in met))}
            if one.channel in here and one.player not in without and meets.isdisjoint(apart):
                met.append(one)
        return met[: asked.form.seats - 1]

    async def _waiters(
        self, guild: int | None, rules_id: str, other_than: PlayerId
    ) -> tuple[tuple[Waiter, ...], Pairs]:
        """Return the people who wait for a game in a server, and who of all avoid each other."""
        if guild is None:
            return (), frozenset()
        return await self._store.company.waiting(guild, rules_id, other_than, self._clock())

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
