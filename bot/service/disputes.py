"""Disputes about finished matches: players say what was wrong, and the staff of the server answer, or make it void."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.rummy.errors import ParseError
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.view import Stage
from bot.service.cache import Draft
from bot.service.errors import CorruptError, Problem, ServiceError
from bot.service.shuffle import UnprovenError, verify
from bot.service.standings import COUNTING
from bot.service.tables.service import Tables, table_of
from bot.service.tables.stakes import taken_back
from bot.service.tables.state import TableState, record_of
from bot.store.errors import StoreError
from bot.store.rows import (
    DisputeEvent,
    DisputeLine,
    Effects,
    Finished,
    OutboxKind,
    OutboxMessage,
)
from bot.store.store import Store

DISPUTABLE = timedelta(days=7)
"""How long a result can be disputed."""
MOST_WORDS = 500
"""Characters in what a person says."""
MOST_WAITING = 3
"""Disputes of one person in one server that may wait for an answer."""
MOST_LISTED = 10
"""Disputes that wait for an answer, in one list."""
MOST_TOGETHER = 200
"""Other matches of the same people that the staff see."""

POSTS = {
    DisputeEvent.RAISED: OutboxKind.DISPUTE,
    DisputeEvent.ANSWERED: OutboxKind.ANSWER,
    DisputeEvent.VOIDED: OutboxKind.VOID,
}
"""What each event has the bot post."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the record of a match shows of its shuffle."""

    record: str
    shuffles: int
    """How many were worked out again, and were as promised."""
    fault: str
    """What was not; empty: all were."""


@dataclass(frozen=True, slots=True)
class Case:
    """All that the staff need to know of a disputed match."""

    state: TableState
    match: Finished
    proof: Proof | None
    """None: what is stored cannot be read."""
    together: tuple[Finished, ...]
    """The other matches here of two or more who played it, the newest first; at most `MOST_TOGETHER`."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The matches of a server whose dispute waits for an answer."""

    states: tuple[TableState, ...]
    broken: tuple[TableId, ...]
    """Those that cannot be read; with the others at most `MOST_LISTED`, which have waited longest."""
    more: int
    """How many there are besides."""


class Disputes:
    """The disputes of all servers. Callers check who belongs to the staff."""

    def __init__(self, store: Store, tables: Tables, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock

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
        if await self._store.disputes.count_waiting(state.row.guild, player) >= MOST_WAITING:
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
        await self.check_open(id, player)
        said = readable(words)
        channel = await self._channel_of(await self._tables.find(id))

        def draft(before: TableState) -> Draft[TableState]:
            self._check_raising(before, player)
            return self._with_event(before, DisputeEvent.RAISED, player, said, channel)

        return await self._tables.change(id, draft)

    async def answer(self, id: TableId, staff: PlayerId, words: str) -> TableState:
        """The staff answer a dispute; all who played are told.

        Raises:
            ServiceError: nobody disputes that match, it is void, this member of the staff played it, or nothing or too
                much was said.
        """
        said = readable(words)

        def draft(before: TableState) -> Draft[TableState]:
            if staff in _disputed(before).lobby.persons:
                raise ServiceError(Problem.OWN_MATCH)
            return self._told(before, DisputeEvent.ANSWERED, staff, said)

        return await self._tables.change(id, draft)

    async def void(self, id: TableId, staff: PlayerId, words: str) -> TableState:
        """The staff make a disputed match void: it counts nowhere any more, and its chips go back.

        A table of a tournament that is being played is played again; of one that is over, places and prizes stand. A
        member of the staff who played the match cannot do it on their own word alone, and the word of one who had
        their data erased is nobody's any more.

        Raises:
            ServiceError: nobody else disputes that match, it is void, or nothing or too much was said.
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
        """Where the staff of its server read of disputes; None: they have chosen no channel."""
        guild = state.row.guild
        return None if guild is None else (await self._store.servers.of(guild)).dispute_channel

    def _told(self, before: TableState, event: DisputeEvent, staff: PlayerId, said: str) -> Draft[TableState]:
        """As `_with_event`, told where the match was played."""
        return self._with_event(before, event, staff, said, before.row.thread or before.row.channel)

    def _with_event(
        self, before: TableState, event: DisputeEvent, actor: PlayerId, said: str, channel: int | None
    ) -> Draft[TableState]:
        """With one more event, which is posted in that channel; None: nowhere."""
        now = self._clock()
        line = DisputeLine(len(before.disputes), event, actor, said, now)
        told = () if channel is None else (OutboxMessage(before.id, POSTS[event], line.seq, channel, now),)
        return Draft(replace(before, disputes=(*before.disputes, line)), Effects(outbox=told, dispute=line))

    # -- what the staff see -------------------------------------------------------------------------

    async def waiting(self, guild: int) -> Waiting:
        """The matches of a server whose dispute waits for an answer, the oldest first."""
        found = await self._store.disputes.waiting(guild)
        states, broken = list[TableState](), list[TableId]()
        for id in found[:MOST_LISTED]:
            try:
                states.append(await self._tables.find(id))
            except (CorruptError, ServiceError):
                broken.append(id)
        return Waiting(tuple(states), tuple(broken), len(found[MOST_LISTED:]))

    async def case_of(self, state: TableState) -> Case:
        """What is known of a disputed match.

        Raises:
            ServiceError: nobody disputes it.
        """
        people, guild = state.lobby.persons, state.row.guild
        found = await self._store.disputes.together(guild or 0, people, MOST_TOGETHER + 1)
        others = tuple(one for one in found if one.match.table != state.id)[:MOST_TOGETHER]
        match = await self._store.matches.of(state.id)
        if match is None or not state.disputes:
            raise ServiceError(Problem.NOT_DISPUTED)
        return Case(state, match, await self._proof(state.id), others)

    async def _proof(self, id: TableId) -> Proof | None:
        stored = await self._store.tables.finished(id)
        if stored is None:
            return None
        record = record_of(stored, self._tables.games)
        text = str(record.counted())
        try:
            return Proof(text, len(verify(record)), "")
        except (ParseError, UnprovenError) as error:
            return Proof(text, 0, str(error))


def readable(words: str) -> str:
    """What a person typed as one line of characters that can be seen.

    Raises:
        ServiceError: nothing is left of it, or it is too long.
    """
    said = " ".join("".join(char if char.isprintable() else " " for char in words).split())
    if not 1 <= len(said) <= MOST_WORDS:
        raise ServiceError(Problem.BAD_WORDS)
    return said


def _disputed(state: TableState) -> TableState:
    """The same, if somebody disputes the match and it is not void.

    Raises:
        ServiceError: nobody does, or it is.
    """
    if not state.disputes:
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
