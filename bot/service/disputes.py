"""Disputes about finished matches, and reports of tables, for the staff of a server.

A player says what was wrong with a result, and the staff answer or make the match void. Players and spectators report a
table, and the staff look at it.
"""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from bot.codes import DisputeEvent, Problem
from bot.rummy.errors import ParseError, RummyError
from bot.rummy.ids import PlayerId, TableId, one_line
from bot.rummy.view import Stage
from bot.service.cache import Draft
from bot.service.errors import CorruptError, ServiceError
from bot.service.match_effects import COUNTING
from bot.service.shuffle import UnprovenError, verify
from bot.service.tables.deadlines import alarms_of_thread
from bot.service.tables.service import Tables, table_of
from bot.service.tables.stakes import taken_back
from bot.service.tables.state import TableState, record_of
from bot.store.errors import StoreError
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.matches import Finished
from bot.store.rows.outbox import OutboxKind, OutboxMessage
from bot.store.rows.subjects import Effects
from bot.store.store import Store

DISPUTABLE = timedelta(days=7)
"""The time for which a result can be disputed, and a closed table can be reported."""
MOST_WORDS = 500
"""The most characters in a person's text."""
MOST_WAITING = 3
"""The most tables in one server about which one person may keep the staff busy at once."""
MOST_LISTED = 10
"""Tables with a dispute or a report that waits for the staff, in one list."""
MOST_TOGETHER = 200
"""The most other matches of the same people that the staff see."""
NO_WORDS = "-"
"""Stands for an empty text in an event: a really empty one is that of an erased person."""

POSTS = {
    DisputeEvent.RAISED: OutboxKind.DISPUTE,
    DisputeEvent.ANSWERED: OutboxKind.ANSWER,
    DisputeEvent.VOIDED: OutboxKind.VOID,
    DisputeEvent.REPORTED: OutboxKind.REPORT,
}
"""The outbox message of each event that is posted."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The check of a match's shuffles."""

    record: str
    shuffles: int
    """Number of shuffles that were worked out again and proved right."""
    fault: RummyError | None = None
    """The first fault found; None if there is none."""


@dataclass(frozen=True, slots=True)
class Case:
    """Everything the staff need to know of a disputed match or a reported table."""

    state: TableState
    match: Finished | None
    """None if the table is still open or ended without a result."""
    proof: Proof | None
    """None if the table is still open or the stored data cannot be read."""
    together: tuple[Finished, ...]
    """The other matches in this server of two or more of its players, the newest first; at most `MOST_TOGETHER`."""


@dataclass(frozen=True, slots=True)
class WaitingCases:
    """The tables of a server with a dispute or a report that waits for the staff."""

    states: tuple[TableState, ...]
    broken: tuple[TableId, ...]
    """Tables that cannot be read. Both lists together hold the `MOST_LISTED` that have waited longest."""
    more: int
    """Number of further tables that wait."""


class Disputes:
    """The disputes and reports of all servers. Callers check who belongs to the staff."""

    def __init__(self, store: Store, tables: Tables, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._telling: WeakValueDictionary[tuple[int, PlayerId], asyncio.Lock] = WeakValueDictionary()

    async def check_open(self, id: TableId, player: PlayerId) -> None:
        """Raise ServiceError if that person may not dispute the result of that match now.

        Raises:
            ServiceError: there is no such match, it is void, the person did not play it or disputed it before, the time
                for it is over, or too many of their disputes wait.
        """
        state, kept = await self._tables.find(id), await self._store.matches.of(id)
        self._check_raising(state, player)
        if kept is None or state.row.guild is None:
            raise ServiceError(Problem.NOTHING_TO_DISPUTE)
        if self._clock() - kept.match.finished_at > DISPUTABLE:
            raise ServiceError(Problem.DISPUTE_LATE)
        await self._check_room(state.row.guild, player)

    def _lock(self, state: TableState, player: PlayerId) -> asyncio.Lock:
        """Return the lock that is held while a person writes to the staff of a server, so that all of it is counted."""
        return self._telling.setdefault((state.row.guild or 0, player), asyncio.Lock())

    async def _check_room(self, guild: int, player: PlayerId) -> None:
        people = await self._store.privacy.known_as(player)
        if await self._store.disputes.count_waiting(guild, people) >= MOST_WAITING:
            raise ServiceError(Problem.TOO_MANY_DISPUTES)

    def _check_raising(self, state: TableState, player: PlayerId) -> None:
        if player not in state.lobby.persons:
            raise ServiceError(Problem.NOT_AT_TABLE)
        if state.row.guild is None or table_of(state).stage is not Stage.FINISHED:
            raise ServiceError(Problem.NOTHING_TO_DISPUTE)
        if state.voided is not None:
            raise ServiceError(Problem.VOID_ALREADY)
        if any(line.event is DisputeEvent.RAISED and line.actor == player for line in state.disputes):
            raise ServiceError(Problem.DISPUTED_ALREADY)

    async def dispute(self, id: TableId, player: PlayerId, words: str) -> TableState:
        """Record a player's dispute, and tell the staff.

        Raises:
            ServiceError: any error of `check_open`; or the text is empty or too long.
        """
        state = await self._tables.find(id)
        async with self._lock(state, player):
            await self.check_open(id, player)
            said = readable(words)
            channel = await self.staff_channel(state)

            def draft(before: TableState) -> Draft[TableState]:
                self._check_raising(before, player)
                return self._with_event(before, DisputeEvent.RAISED, player, said, channel)

            return await self._tables.change(id, draft)

    async def check_reportable(self, id: TableId, player: PlayerId) -> None:
        """Raise ServiceError if that person may not report that table now. Callers check whether they may watch it.

        Raises:
            ServiceError: there is no such table or no staff, the time for it is over, the person reported it before, or
                too many of their reports wait.
        """
        state = await self._tables.find(id)
        self._check_reporting(state, await self._store.privacy.known_as(player))
        await self._check_room(state.row.guild or 0, player)

    def _check_reporting(self, state: TableState, reporter: Collection[PlayerId]) -> None:
        """Raise ServiceError if *reporter* may not report the table now. `reporter` holds the ids of one person: their
        own and the numbers that replaced it when their data was erased.
        """
        row = state.row
        if row.guild is None:
            raise ServiceError(Problem.NO_STAFF)
        if not row.status.is_open and self._clock() - row.changed_at > DISPUTABLE:
            raise ServiceError(Problem.REPORT_LATE)
        if any(line.event is DisputeEvent.REPORTED and line.actor in reporter for line in state.disputes):
            raise ServiceError(Problem.REPORTED_ALREADY)

    async def report(self, id: TableId, player: PlayerId, words: str) -> TableState:
        """Report a table, with or without a text. The person plays or watches there. Only the staff are told.

        Raises:
            ServiceError: any error of `check_reportable`; or the text is too long.
        """
        state = await self._tables.find(id)
        async with self._lock(state, player):
            await self.check_reportable(id, player)
            said = one_line(words) or NO_WORDS
            if len(said) > MOST_WORDS:
                raise ServiceError(Problem.BAD_WORDS)
            channel, reporter = await self.staff_channel(state), await self._store.privacy.known_as(player)

            def draft(before: TableState) -> Draft[TableState]:
                self._check_reporting(before, reporter)
                return self._with_event(before, DisputeEvent.REPORTED, player, said, channel)

            return await self._tables.change(id, draft)

    async def close(self, id: TableId, staff: PlayerId) -> TableState:
        """Record that the staff have dealt with all reports of a table. Nobody is told.

        Raises:
            ServiceError: no report of it waits, a dispute waits too, or this member of the staff sits or sat at the
                table.
        """
        people = await self._store.privacy.known_as(staff)

        def draft(before: TableState) -> Draft[TableState]:
            asked = before.asked
            if DisputeEvent.REPORTED not in asked:
                raise ServiceError(Problem.NOT_REPORTED)
            if DisputeEvent.RAISED in asked:
                raise ServiceError(Problem.STILL_DISPUTED)
            if people & before.sat:
                raise ServiceError(Problem.OWN_MATCH)
            return self._with_event(before, DisputeEvent.CLOSED, staff, NO_WORDS, None)

        return await self._tables.change(id, draft)

    async def answer(self, id: TableId, staff: PlayerId, words: str) -> TableState:
        """Record the staff's answer to a dispute, and tell all who played.

        Raises:
            ServiceError: nobody disputes that match, it is void, this member of the staff played it, or the text is
                empty or too long.
        """
        said = readable(words)
        people = await self._store.privacy.known_as(staff)

        def draft(before: TableState) -> Draft[TableState]:
            if not people.isdisjoint(_disputed(before).lobby.persons):
                raise ServiceError(Problem.OWN_MATCH)
            return self._with_staff_event(before, DisputeEvent.ANSWERED, staff, said)

        return await self._tables.change(id, draft)

    async def void(self, id: TableId, staff: PlayerId, words: str) -> TableState:
        """Make a disputed match void: it no longer counts anywhere, and its chips go back.

        A table of a running tournament is played again. The places and prizes of a finished tournament stand. A member
        of the staff who played the match needs the dispute of another player, whose data has not been erased.

        Raises:
            ServiceError: no other player disputes that match, it is void, or the text is empty or too long.
        """
        said = readable(words)

        def draft(before: TableState) -> Draft[TableState]:
            _check_word(_disputed(before), staff)
            told = self._with_staff_event(before, DisputeEvent.VOIDED, staff, said)
            back = taken_back(before.row, table_of(before), self._clock())
            return replace(told, effects=replace(told.effects, movements=back))

        state = await self._tables.change(id, draft)
        with suppress(StoreError):  # the match is void all the same: `settle` does the rest later
            await self.settle()
        return state

    async def settle(self) -> None:
        """Take void matches out of the standings of their servers, including those that a crash left there."""
        for guild in await self._store.standings.void_and_counted():
            await self._store.standings.recount(guild, COUNTING)

    async def staff_channel(self, state: TableState) -> int | None:
        """Return the channel in which the staff read of disputes. Return None if they have chosen none."""
        guild = state.row.guild
        return None if guild is None else (await self._store.servers.of(guild)).dispute_channel

    def _with_staff_event(
        self, before: TableState, event: DisputeEvent, staff: PlayerId, said: str
    ) -> Draft[TableState]:
        """Return the change that adds a staff event, and post it at the match's table."""
        return self._with_event(before, event, staff, said, before.row.thread or before.row.channel)

    def _with_event(
        self, before: TableState, event: DisputeEvent, actor: PlayerId, said: str, channel: int | None
    ) -> Draft[TableState]:
        """Return the change that adds one event, and post it in that channel. `channel` None posts nothing."""
        now = self._clock()
        line = DisputeLine(len(before.disputes), event, actor, said, now)
        told = () if channel is None else (OutboxMessage(before.id, POSTS[event], line.seq, channel, now),)
        # What is posted in its thread opens that again.
        alarms = alarms_of_thread(before, now) if before.row.status.is_over else before.alarms
        after = replace(before, disputes=(*before.disputes, line), alarms=alarms)
        return Draft(after, Effects(outbox=told, dispute=line))

    # -- what the staff see -------------------------------------------------------------------------

    async def waiting(self, guild: int) -> WaitingCases:
        """Return the tables of a server with a dispute or a report that waits for the staff, the oldest first."""
        found = await self._store.disputes.waiting(guild)
        states, broken = list[TableState](), list[TableId]()
        for id in found[:MOST_LISTED]:
            try:
                states.append(await self._tables.find(id))
            except (CorruptError, ServiceError):
                broken.append(id)
        return WaitingCases(tuple(states), tuple(broken), len(found[MOST_LISTED:]))

    async def case_of(self, state: TableState) -> Case:
        """Return all facts about a disputed match or a reported table. It shows no card of a table that is still open.

        Raises:
            ServiceError: nobody disputes or reports it.
        """
        if not state.disputes:
            raise ServiceError(Problem.NOT_DISPUTED)
        people, guild = state.lobby.persons, state.row.guild
        found = await self._store.disputes.together(guild or 0, people, MOST_TOGETHER + 1)
        others = tuple(one for one in found if one.match.table != state.id)[:MOST_TOGETHER]
        match = await self._store.matches.of(state.id)
        return Case(state, match, await self._proof(state.id), others)

    async def _proof(self, id: TableId) -> Proof | None:
        stored = await self._store.tables.finished(id)
        if stored is None:
            return None
        record = record_of(stored, self._tables.games)
        text = str(record.counted())
        try:
            return Proof(text, len(verify(record)))
        except (ParseError, UnprovenError) as error:
            return Proof(text, 0, error)


def readable(words: str) -> str:
    """Return a typed text as one line of visible characters.

    Raises:
        ServiceError: no character is left, or the text is too long.
    """
    said = one_line(words)
    if not 1 <= len(said) <= MOST_WORDS:
        raise ServiceError(Problem.BAD_WORDS)
    return said


def _disputed(state: TableState) -> TableState:
    """Return the state unchanged if its match is disputed and not void.

    Raises:
        ServiceError: nobody disputes it, or it is void.
    """
    if not state.is_disputed:
        raise ServiceError(Problem.NOT_DISPUTED)
    if state.voided is not None:
        raise ServiceError(Problem.VOID_ALREADY)
    return state


def _check_word(state: TableState, staff: PlayerId) -> None:
    """Raise ServiceError unless a player other than that member of the staff disputes the match.

    Raises:
        ServiceError: no such player does.
    """
    people = set(state.lobby.persons)
    raised = {line.actor for line in state.disputes if line.event is DisputeEvent.RAISED}
    if not raised & people - state.lobby.erased - {staff}:
        raise ServiceError(Problem.OWN_MATCH if staff in people else Problem.NOT_DISPUTED)
