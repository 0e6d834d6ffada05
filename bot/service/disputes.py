"""What the staff of a server are told: disputes about finished matches, and reports of tables.

Players say what was wrong with a result, and the staff answer, or make the match void. Who plays or watches at a table
reports it, and the staff look at it.
"""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from bot.rummy.errors import ParseError, RummyError
from bot.rummy.ids import PlayerId, TableId, one_line
from bot.rummy.view import Stage
from bot.service.cache import Draft
from bot.service.errors import CorruptError, Problem, ServiceError
from bot.service.shuffle import UnprovenError, verify
from bot.service.standings import COUNTING
from bot.service.tables.service import Tables, table_of
from bot.service.tables.stakes import taken_back
from bot.service.tables.state import TableState, record_of
from bot.store.errors import StoreError
from bot.store.rows.disputes import DisputeEvent, DisputeLine
from bot.store.rows.matches import Finished
from bot.store.rows.outbox import OutboxKind, OutboxMessage
from bot.store.rows.subjects import Effects
from bot.store.store import Store

DISPUTABLE = timedelta(days=7)
"""How long a result can be disputed, and a table that is over be reported."""
MOST_WORDS = 500
"""Characters in what a person says."""
MOST_WAITING = 3
"""Tables in one server about which something may wait for the staff that one person has said."""
MOST_LISTED = 10
"""Tables with a dispute or a report that waits for the staff, in one list."""
MOST_TOGETHER = 200
"""Other matches of the same people that the staff see."""
NO_WORDS = "-"
"""Stands in an event for the words of one who said nothing: empty ones are those of an erased person."""

POSTS = {
    DisputeEvent.RAISED: OutboxKind.DISPUTE,
    DisputeEvent.ANSWERED: OutboxKind.ANSWER,
    DisputeEvent.VOIDED: OutboxKind.VOID,
    DisputeEvent.REPORTED: OutboxKind.REPORT,
}
"""What each event that is told has the bot post."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the record of a match shows of its shuffle."""

    record: str
    shuffles: int
    """How many were worked out again, and were as promised."""
    fault: RummyError | None = None
    """What was not; None: all were."""


@dataclass(frozen=True, slots=True)
class Case:
    """All that the staff need to know of a disputed match, or of a table that was reported."""

    state: TableState
    match: Finished | None
    """None: it is not over, or has ended without a result."""
    proof: Proof | None
    """None: it is not over, or what is stored cannot be read."""
    together: tuple[Finished, ...]
    """The other matches here of two or more who played it, the newest first; at most `MOST_TOGETHER`."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The tables of a server with a dispute or a report that waits for the staff."""

    states: tuple[TableState, ...]
    broken: tuple[TableId, ...]
    """Those that cannot be read; with the others at most `MOST_LISTED`, which have waited longest."""
    more: int
    """How many there are besides."""


class Disputes:
    """The disputes and reports of all servers. Callers check who belongs to the staff."""

    def __init__(self, store: Store, tables: Tables, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._telling: WeakValueDictionary[tuple[int, PlayerId], asyncio.Lock] = WeakValueDictionary()

    async def check_open(self, id: TableId, player: PlayerId) -> None:
        """Do nothing where that person may dispute the result of that match now.

        Raises:
            ServiceError: no such match, not theirs, void, too late, disputed by them before, or too many others are.
        """
        state, kept = await self._tables.find(id), await self._store.matches.of(id)
        self._check_raising(state, player)
        if kept is None or state.row.guild is None:
            raise ServiceError(Problem.NOTHING_TO_DISPUTE)
        if self._clock() - kept.match.finished_at > DISPUTABLE:
            raise ServiceError(Problem.DISPUTE_LATE)
        await self._check_room(state.row.guild, player)

    def _lock(self, state: TableState, player: PlayerId) -> asyncio.Lock:
        """Held while a person tells the staff of a server something, so that all of it is counted."""
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
        """A player says what was wrong with a match; the staff are told.

        Raises:
            ServiceError: as `check_open`, or nothing or too much was said.
        """
        state = await self._tables.find(id)
        async with self._lock(state, player):
            await self.check_open(id, player)
            said = readable(words)
            channel = await self._channel_of(state)

            def draft(before: TableState) -> Draft[TableState]:
                self._check_raising(before, player)
                return self._with_event(before, DisputeEvent.RAISED, player, said, channel)

            return await self._tables.change(id, draft)

    async def check_reportable(self, id: TableId, player: PlayerId) -> None:
        """Do nothing where that person may report that table now. Callers check whether they may watch it.

        Raises:
            ServiceError: no such table, no staff, too late, reported by them before, or too much of theirs waits.
        """
        state = await self._tables.find(id)
        self._check_reporting(state, await self._store.privacy.known_as(player))
        await self._check_room(state.row.guild or 0, player)

    def _check_reporting(self, state: TableState, reporter: Collection[PlayerId]) -> None:
        """`reporter`: one person, also as whom they had their data erased."""
        row = state.row
        if row.guild is None:
            raise ServiceError(Problem.NO_STAFF)
        if not row.status.is_open and self._clock() - row.changed_at > DISPUTABLE:
            raise ServiceError(Problem.REPORT_LATE)
        if any(line.event is DisputeEvent.REPORTED and line.actor in reporter for line in state.disputes):
            raise ServiceError(Problem.REPORTED_ALREADY)

    async def report(self, id: TableId, player: PlayerId, words: str) -> TableState:
        """Report a table, with words or without; the person plays or watches there. Only the staff are told.

        Raises:
            ServiceError: as `check_reportable`, or too much was said.
        """
        state = await self._tables.find(id)
        async with self._lock(state, player):
            await self.check_reportable(id, player)
            said = one_line(words) or NO_WORDS
            if len(said) > MOST_WORDS:
                raise ServiceError(Problem.BAD_WORDS)
            channel, reporter = await self._channel_of(state), await self._store.privacy.known_as(player)

            def draft(before: TableState) -> Draft[TableState]:
                self._check_reporting(before, reporter)
                return self._with_event(before, DisputeEvent.REPORTED, player, said, channel)

            return await self._tables.change(id, draft)

    async def close(self, id: TableId, staff: PlayerId) -> TableState:
        """The staff have dealt with all reports of a table; this is told to nobody.

        Raises:
            ServiceError: no report of it waits, a dispute does too, or this member of the staff sits at that table or
                once did.
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
        """Return the staff answer a dispute; all who played are told.

        Raises:
            ServiceError: nobody disputes that match, it is void, this member of the staff played it, or nothing or too
                much was said.
        """
        said = readable(words)
        people = await self._store.privacy.known_as(staff)

        def draft(before: TableState) -> Draft[TableState]:
            if not people.isdisjoint(_disputed(before).lobby.persons):
                raise ServiceError(Problem.OWN_MATCH)
            return self._told(before, DisputeEvent.ANSWERED, staff, said)

        return await self._tables.change(id, draft)

    async def void(self, id: TableId, staff: PlayerId, words: str) -> TableState:
        """Return the staff make a disputed match void: it counts nowhere any more, and its chips go back.

        A table of a tournament that is being played is played again; of one that is over, places and prizes stand. A
        member of the staff who played the match cannot do it on their own word alone, and the word of one who had
        their data erased is nobody's any more.

        Raises:
            ServiceError: no other player disputes that match, it is void, or nothing or too much was said.
        """
        said = readable(words)

        def draft(before: TableState) -> Draft[TableState]:
            _check_word(_disputed(before), staff)
            told = self._told(before, DisputeEvent.VOIDED, staff, said)
            back = taken_back(before.row, table_of(before), self._clock())
            return replace(told, effects=replace(told.effects, movements=back))

        state = await self._tables.change(id, draft)
        with suppress(StoreError):  # it is void all the same: `settle` does the rest later
            await self.settle()
        return state

    async def settle(self) -> None:
        """Take void matches out of the standings of their servers, those too that a crash has left in them."""
        for guild in await self._store.standings.void_and_counted():
            await self._store.standings.recount(guild, COUNTING)

    async def _channel_of(self, state: TableState) -> int | None:
        """Return where the staff of its server read of disputes; None if they have chosen no channel."""
        guild = state.row.guild
        return None if guild is None else (await self._store.servers.of(guild)).dispute_channel

    def _told(self, before: TableState, event: DisputeEvent, staff: PlayerId, said: str) -> Draft[TableState]:
        """Return the dispute as `_with_event` does, with the event posted where the match was played."""
        return self._with_event(before, event, staff, said, before.row.thread or before.row.channel)

    def _with_event(
        self, before: TableState, event: DisputeEvent, actor: PlayerId, said: str, channel: int | None
    ) -> Draft[TableState]:
        """Return the dispute with one more event, to be posted in that channel; None for no post."""
        now = self._clock()
        line = DisputeLine(len(before.disputes), event, actor, said, now)
        told = () if channel is None else (OutboxMessage(before.id, POSTS[event], line.seq, channel, now),)
        return Draft(replace(before, disputes=(*before.disputes, line)), Effects(outbox=told, dispute=line))

    # -- what the staff see -------------------------------------------------------------------------

    async def waiting(self, guild: int) -> Waiting:
        """Return the tables of a server with a dispute or a report that waits for the staff, the oldest first."""
        found = await self._store.disputes.waiting(guild)
        states, broken = list[TableState](), list[TableId]()
        for id in found[:MOST_LISTED]:
            try:
                states.append(await self._tables.find(id))
            except (CorruptError, ServiceError):
                broken.append(id)
        return Waiting(tuple(states), tuple(broken), len(found[MOST_LISTED:]))

    async def case_of(self, state: TableState) -> Case:
        """Return what is known of a disputed match, or of a table that was reported; no card of one that is not over.

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
    """Return what a person typed as one line of characters that can be seen.

    Raises:
        ServiceError: nothing is left of it, or it is too long.
    """
    said = one_line(words)
    if not 1 <= len(said) <= MOST_WORDS:
        raise ServiceError(Problem.BAD_WORDS)
    return said


def _disputed(state: TableState) -> TableState:
    """Return the same, if a player disputes the match and it is not void.

    Raises:
        ServiceError: nobody does, or it is.
    """
    if not state.is_disputed:
        raise ServiceError(Problem.NOT_DISPUTED)
    if state.voided is not None:
        raise ServiceError(Problem.VOID_ALREADY)
    return state


def _check_word(state: TableState, staff: PlayerId) -> None:
    """Do nothing where a player of a disputed match other than that member of the staff disputes it.

    Raises:
        ServiceError: none does.
    """
    people = set(state.lobby.persons)
    raised = {line.actor for line in state.disputes if line.event is DisputeEvent.RAISED}
    if not raised & people - state.lobby.erased - {staff}:
        raise ServiceError(Problem.OWN_MATCH if staff in people else Problem.NOT_DISPUTED)
