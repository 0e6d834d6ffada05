"""Settlement brings a tournament up to date with its tables: it enters finished ones and opens missing ones.

A second call does nothing more. If a process dies half-way, the next call does the rest.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import structlog

from bot.codes import Problem, TableStatus, TournamentStatus
from bot.error_fields import error_fields
from bot.rummy.actions import EndCause, Leave
from bot.rummy.errors import IllegalAction
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.rummy.tournament.rounds import RoundTable
from bot.service.cache import VersionedCache
from bot.service.errors import CorruptError, ServiceError
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.service.tournaments import rounds, seats
from bot.service.tournaments.state import TournamentListener, TournamentState, restored
from bot.store.errors import StaleError
from bot.store.rows.tournaments import TournamentRow
from bot.store.store import Store

KEPT = 64
"""Tournaments kept in memory."""
AT_ONCE = 8
"""Tables opened together. Moves at other tables wait for that long at most."""

log = structlog.get_logger()


class SettlingTournaments(VersionedCache[TournamentId, TournamentRow, TournamentState]):
    """All tournaments of this process: looks them up, changes them, and keeps them in step with their tables."""

    missing = Problem.NO_TOURNAMENT

    def __init__(
        self, store: Store, tables: Tables, announcer: TournamentListener, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(store.tournaments, partial(restored, games=tables.games), clock, KEPT)
        self._store = store
        self._tables = tables
        self._announcer = announcer
        self._settling: WeakValueDictionary[TournamentId, asyncio.Lock] = WeakValueDictionary()
        self._waiting: set[TournamentId] = set()
        self._tasks: dict[TournamentId, asyncio.Task[None]] = {}

    def _derived(self, before: TournamentState | None, after: TournamentState) -> dict[str, Any]:
        plan = after.row.plan if before and after.plan is before.plan else str(after.plan)
        return {"name": after.plan.name, "plan": plan, "state": str(after.progress)}

    def _announce(self, state: TournamentState) -> None:
        self._announcer.announce_tournament(state)

    # -- when a table is over -----------------------------------------------------------------------

    def note_table(self, state: TableState) -> None:
        """Settle the tournament of a table soon if the table is over or misses a round of the beacon, together with all
        others of which that becomes true meanwhile.
        """
        id = state.row.tournament
        if id is None or not (state.row.status.is_over or state.round_missing):
            return
        self._waiting.add(id)
        if id not in self._tasks:
            self._tasks[id] = asyncio.create_task(self._settle_waiting(id), name=f"settle {id}")

    async def _settle_waiting(self, id: TournamentId) -> None:
        try:
            while id in self._waiting:
                self._waiting.discard(id)
                await self.settle(id)
        except Exception as error:
            log.error("tournament not settled", tournament=id, **error_fields(error))
        finally:
            del self._tasks[id]

    async def settled(self) -> None:
        """Wait until every finished table is entered."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def close(self) -> None:
        """Stop. The next process does what is left undone."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    # -- settling -----------------------------------------------------------------------------------

    async def settle(self, id: TournamentId) -> TournamentState:
        """Bring a tournament up to date with its tables: enter finished ones, open missing ones.

        Raises:
            ServiceError: there is no such tournament.
        """
        async with self._settling.setdefault(id, asyncio.Lock()):
            state = await self._play_again(await self.find(id))
            while _is_played(state) and (ended := await self._over(state)):
                state = await self._enter(state, ended)
            if state.status is TournamentStatus.RUNNING:
                await self._open_missing(state)
                state = await self._hold(state)
            await self._end_decided(state)
            return state

    async def _play_again(self, state: TournamentState) -> TournamentState:
        """Play those tables again whose match the staff have made void."""
        bracket, codes = state.progress.bracket, state.progress.codes
        decided = [table for table in bracket.tables if not table.is_open] if bracket is not None else []
        void = await self._store.disputes.voided([codes[table.number] for table in decided])
        for table in decided:
            if codes[table.number] in void:
                gone = await self._read(codes[table.number])
                erased = gone.lobby.erased if gone is not None else ()
                again = partial(rounds.replayed, table=table.number, erased=erased, now=self._clock())
                state = await self.change(state.id, again)
        return state

    async def _over(self, state: TournamentState) -> list[RoundTable]:
        """Return the open tables of the bracket whose match is over."""
        statuses = await self._statuses(state)
        return [table for table in _open(state) if statuses.get(state.progress.codes[table.number], _NONE).is_over]

    async def _statuses(self, state: TournamentState) -> dict[TableId, TableStatus]:
        return await self._store.tables.statuses([state.progress.codes[table.number] for table in _open(state)])

    async def _enter(self, state: TournamentState, ended: Iterable[RoundTable]) -> TournamentState:
        decisions = [seats.decision(table, await self._read(state.progress.codes[table.number])) for table in ended]
        return await self.change(state.id, lambda before: rounds.decided(before, decisions, self._clock()))

    async def _read(self, code: TableId) -> TableState | None:
        """Return a finished table. Return None if it can no longer be read."""
        try:
            return await self._tables.find(code)
        except CorruptError:
            return None

    async def _open_missing(self, state: TournamentState) -> None:
        statuses = await self._statuses(state)
        missing = [table for table in _open(state) if state.progress.codes[table.number] not in statuses]
        for first in range(0, len(missing), AT_ONCE):
            await asyncio.gather(*(self._open_one(state, table) for table in missing[first : first + AT_ONCE]))

    async def _open_one(self, state: TournamentState, table: RoundTable) -> None:
        code = state.progress.codes[table.number]
        row = seats.row_of(state, table, code, self._clock())
        with suppress(StaleError):  # another process has just opened it
            await self._tables.open_started(row, seats.lobby_of(state, table), seats.entropy_of(state, table))

    async def _hold(self, state: TournamentState) -> TournamentState:
        """Stop the clock of the round while a table misses a round of the beacon; then start it again."""
        waiting = [await self._read(code) for code in await self._store.tables.awaiting_round(state.id)]
        missing = [one.round_missing.time for one in waiting if one is not None and one.round_missing is not None]
        if not missing and state.progress.missing is None:
            return state
        since = datetime.fromtimestamp(min(missing), UTC) if missing else None
        return await self.change(state.id, lambda before: rounds.held(before, since, self._clock()))

    # -- ending -------------------------------------------------------------------------------------

    async def _end_decided(self, state: TournamentState) -> None:
        """End the tables that the tournament no longer needs. Players who have withdrawn leave theirs."""
        bracket = state.progress.bracket
        if bracket is None or state.waits_for_staff:
            return  # what the database knew of its open tables is ended elsewhere
        undecided = {state.progress.codes[table.number] for table in _open(state)}
        cause = EndCause.CANCELLED if state.status is TournamentStatus.CANCELLED else EndCause.DECIDED
        for code in await self._store.tables.of_tournament(state.id):
            if not _is_played(state) or code not in undecided:
                await self._end(code, cause)
        for table in _open(state) if _is_played(state) else ():
            for player in set(table.players) & set(bracket.withdrawn):
                await self._leave(state.progress.codes[table.number], PlayerId(player.id))

    async def end_round(self, state: TournamentState) -> None:
        """End all tables of the round that are still being played: its time is over."""
        for table in _open(state):
            await self._end(state.progress.codes[table.number], EndCause.ROUND_OVER)

    async def _end(self, code: TableId, cause: EndCause) -> None:
        """End a table without a result, unless it is over."""
        with suppress(IllegalAction, ServiceError):
            try:
                await self._tables.end(code, cause)
            except CorruptError:
                await self._tables.end_broken(code)

    async def _leave(self, code: TableId, player: PlayerId) -> None:
        with suppress(IllegalAction, ServiceError):
            await self._tables.act(code, None, player, Leave())


_NONE = TableStatus.LOBBY
"""The status of a table that is not opened yet."""


def _is_played(state: TournamentState) -> bool:
    return state.status in (TournamentStatus.RUNNING, TournamentStatus.PAUSED)


def _open(state: TournamentState) -> tuple[RoundTable, ...]:
    """Return the tables that are still to be decided."""
    return state.progress.bracket.open_tables if state.progress.bracket is not None else ()
