"""The one door through which a table changes.

Every change is drafted from the table as it stands, committed with its next alarms and postings in one transaction,
and only then told to the announcer.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol

from bot.rummy.actions import DEALER, Action, CallEnd, End, EndCause, Lapse, Next, UseBank, Vote, VoteOver
from bot.rummy.cards import Seat
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.game import game_of
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.record import Entry, seat_text
from bot.rummy.rules import Games
from bot.rummy.table import Table
from bot.rummy.view import Stage, View
from bot.service.cache import VersionedCache
from bot.service.errors import Problem, ServiceError
from bot.service.results import finished
from bot.service.shuffle import Dice
from bot.service.stakes import movements, returned
from bot.service.state import Lobby, TableState, deal_over, digest, entropy_digest, restored, rules_of
from bot.service.timing import Timing, alarms_after, bank_used
from bot.store.rows import (
    Account,
    Alarm,
    AlarmKind,
    Change,
    EntropyLine,
    Finished,
    JournalLine,
    Movement,
    OutboxKind,
    OutboxMessage,
    StoredTable,
    TableRow,
    TableStatus,
)
from bot.store.store import Store

KEPT = 512
"""Tables kept in memory; the others are in the database alone."""


STATUS = {Stage.FINISHED: TableStatus.FINISHED, Stage.VOID: TableStatus.VOID}


class TableListener(Protocol):
    """Whoever shows tables to people. It is told after the commit and never waited for."""

    def announce(self, state: TableState) -> None:
        """Show a lobby or table as it stands now, and send what is to be posted."""

    def remind(self, state: TableState, seat: Seat) -> None:
        """Remind a player that half their time is over."""


@dataclass(frozen=True)
class TableDraft:
    """What a change makes of a table, before it is committed."""

    after: TableState
    entries: tuple[Entry, ...] = ()
    entropy: tuple[EntropyLine, ...] = ()
    postings: tuple[OutboxMessage, ...] = ()
    players: frozenset[PlayerId] | None = None
    movements: tuple[Movement, ...] = ()
    finished: Finished | None = None


@dataclass
class _Turn:
    """A table while actions are played on it, with what the journal gets."""

    table: Table
    dice: Dice
    entries: list[Entry] = field(default_factory=list)
    last_deal: View | None = None

    def play(self, seat: Seat, action: Action) -> None:
        """Play it, and whatever must be shuffled before and after."""
        if chance := self.table.chance_before(action):
            self._enter(self.dice.answer(chance))
        self._enter(Entry(seat, action))
        self.shuffle()

    def shuffle(self) -> None:
        """Everything the table needs shuffled before anybody can act."""
        while chance := self.table.chance():
            self._enter(self.dice.answer(chance))

    def _enter(self, entry: Entry) -> None:
        self.table = self.table.play(entry.seat, entry.action)
        self.entries.append(entry)
        self.last_deal = deal_over(self.table) or self.last_deal

    def finish_without_people(self) -> None:
        """Computers finish a deal in which no person is left, at once."""
        while seat := self._lonely_computer():
            self.play(seat[0], game_of(self.table.rules).choose(self.table.view(seat[0])))

    def _lonely_computer(self) -> tuple[Seat] | None:
        deal = self.table.deal
        if self.table.stage is not Stage.PLAYING or deal is None:
            return None
        playing = [seat for seat in deal.still_in if not deal.hands[seat].shown]
        if any(not self.table.players[seat].is_computer for seat in playing):
            return None
        return (deal.view(None).awaited[0],)


class Tables(VersionedCache[TableId, TableState, TableDraft]):
    """All tables of this process: looks them up, changes them one at a time."""

    def __init__(
        self,
        store: Store,
        games: Games,
        announcer: TableListener,
        clock: Callable[[], datetime],
        timing: Timing = alarms_after,
    ) -> None:
        super().__init__(KEPT)
        self.games = games
        self._store = store
        self._announcer = announcer
        self._clock = clock
        self._timing = timing
        self.changed = asyncio.Event()
        """Set with every commit: deadlines may have changed."""
        self.on_over: Callable[[TableState], None] = lambda _: None
        """Told of a table of a tournament whose match is over."""

    async def _version(self, id: TableId) -> int | None:
        return await self._store.version(id)

    async def _load(self, id: TableId) -> TableState:
        return restored(await self._stored(id), self.games)

    # -- changing -----------------------------------------------------------------------------------

    async def open_started(self, row: TableRow, lobby: Lobby, entropy: tuple[EntropyLine, ...]) -> TableState:
        """Commit a new table on which the first cards are dealt already: its players were chosen elsewhere.

        Raises:
            StaleError: there is a table of that code already.
        """
        rules = rules_of(row.rules, row.rules_id, self.games)
        table = Table.open(rules, lobby.terms, lobby.players)
        begun = self.begun(TableState(row, lobby, rules, None), table, entropy)
        return await self._commit(None, replace(begun, players=frozenset(lobby.persons)))

    async def _commit(self, before: TableState | None, draft: TableDraft) -> TableState:
        expected = before.row.version if before else 0
        after, now = draft.after, self._clock()
        row = replace(
            after.row,
            version=expected + 1,
            lobby=str(after.lobby),
            step=after.table.step if after.table else 0,
            digest=digest(after.table),
            changed_at=now,
        )
        change = Change(
            row=row,
            expected=expected,
            journal=self._lines(before, draft.entries, now),
            entropy=draft.entropy,
            alarms=after.alarms,
            postings=draft.postings,
            players=draft.players,
            movements=draft.movements,
            finished=draft.finished,
        )
        await self._store.commit(change)
        entropy = (before.entropy if before else ()) + draft.entropy
        lines = after.lines + len(draft.entries)
        last = str(draft.entries[-1].action) if draft.entries else after.last_action
        done = self._kept[row.id] = replace(after, row=row, entropy=entropy, lines=lines, last_action=last)
        self.changed.set()
        self._announcer.announce(done)
        if row.tournament is not None and row.status.is_over:
            self.on_over(done)
        return done

    @staticmethod
    def _lines(before: TableState | None, entries: Iterable[Entry], now: datetime) -> tuple[JournalLine, ...]:
        start = before.lines if before else 0
        return tuple(
            JournalLine(seq, seat_text(entry.seat), str(entry.action), now)
            for seq, entry in enumerate(entries, start=start)
        )

    async def move_to(self, id: TableId, channel: int, thread: int | None) -> None:
        """Say where the table plays from now on; other processes see it by its version."""
        async with self._lock(id):
            version = await self._store.set_place(id, channel, thread)
            kept = self._kept.get(id)
            if kept is not None and version == kept.row.version + 1:
                row = replace(kept.row, channel=channel, thread=thread, version=version)
                self._kept[id] = replace(kept, row=row)
            else:
                self._kept.pop(id, None)

    # -- playing ------------------------------------------------------------------------------------

    async def act(self, id: TableId, step: int | None, player: PlayerId, *actions: Action) -> TableState:
        """Play a person's actions in one transaction, all or none.

        `step` is that of the control used, None for a typed command.

        Raises:
            IllegalAction: the rules refuse it.
            ServiceError: no such table, not seated there, or the table has moved on since that step.
        """
        if any(isinstance(action, Lapse | UseBank) for action in actions):
            raise IllegalAction(Refusal.NOT_NOW)

        def draft(before: TableState) -> TableDraft:
            table = started(before)
            if table.is_over:
                raise IllegalAction(Refusal.TABLE_OVER)
            seat = before.seat_of(player)
            if seat is None:
                raise ServiceError(Problem.NOT_AT_TABLE)
            if CallEnd() in actions and before.row.tournament is not None:
                raise ServiceError(Problem.TOURNAMENT_TABLE)
            if CallEnd() in actions and before.row.host != player:
                raise ServiceError(Problem.NOT_HOST)
            if step not in (None, table.step) and not all(_is_stepless(table, seat, action) for action in actions):
                raise ServiceError(Problem.STALE)
            return self.played(before, seat, *actions)

        return await self.change(id, draft)

    async def fire(self, alarm: Alarm, actions: Callable[[Table, Alarm], list[tuple[Seat, Action]]]) -> TableState:
        """Play what an alarm brings about, unless the table has moved on."""

        def draft(before: TableState) -> TableDraft | None:
            if before.table is None or before.table.step != alarm.step or before.table.is_over:
                return None
            found = actions(before.table, alarm)
            if not found:
                return None
            play = self._start(before)
            for seat, action in found:
                if play.table.refusal(seat, action) in (None, Refusal.NEEDS_RESHUFFLE):
                    play.play(seat, action)
            return self._drafted(before, play)

        return await self.change(alarm.table, draft)

    async def vote_over(self, id: TableId) -> TableState:
        """End a vote whose time is over; one that was called later runs on."""

        def draft(before: TableState) -> TableDraft | None:
            alarm = before.alarm(AlarmKind.VOTE)
            if before.table is None or before.table.vote is None or alarm is None or alarm.due > self._clock():
                return None
            return self.played(before, DEALER, VoteOver())

        return await self.change(id, draft)

    async def end(self, id: TableId, cause: EndCause) -> TableState:
        """End a table without a result.

        Raises:
            IllegalAction: it is over already.
            ServiceError: there is no such table, or it is a lobby.
        """
        return await self.change(id, lambda before: self.played(before, DEALER, End(cause)))

    async def row(self, id: TableId) -> TableRow:
        """What is stored of a table but for its journal, whether that can be replayed or not.

        Raises:
            ServiceError: there is none.
        """
        return (await self._stored(id)).row

    async def _stored(self, id: TableId) -> StoredTable:
        stored = await self._store.load(id)
        if stored is None:
            raise ServiceError(Problem.NO_TABLE)
        return stored

    async def end_broken(self, id: TableId) -> None:
        """End a table whose journal cannot be replayed, without a result; every stake goes back (000 L26).

        Raises:
            ServiceError: there is none, or it is over already.
            StaleError: somebody else has just changed it.
        """
        stored, now = await self._stored(id), self._clock()
        row = stored.row
        if not row.status.is_open:
            raise ServiceError(Problem.NO_TABLE)
        seq = stored.journal[-1].seq + 1 if stored.journal else 0
        paid = await self._store.staked(Account.escrow(row.guild, id)) if row.guild is not None else {}
        change = Change(
            row=replace(row, status=TableStatus.VOID, version=row.version + 1, changed_at=now),
            expected=row.version,
            journal=(JournalLine(seq, seat_text(DEALER), str(End(EndCause.FAULT)), now),),
            alarms=(),
            movements=returned(row, paid, now),
        )
        await self._store.commit(change)
        self._kept.pop(id, None)

    def played(self, before: TableState, seat: Seat, *actions: Action) -> TableDraft:
        """What these actions of one seat make of a table.

        Raises:
            IllegalAction: the rules refuse one of them.
        """
        play = self._start(before)
        for action in actions:
            if used := bank_used(play.table, seat, action, before.alarms, self._clock()):
                play.play(seat, used)
            play.play(seat, action)
        return self._drafted(before, play)

    def _start(self, before: TableState) -> _Turn:
        dice = Dice(before.row.seed, before.row.entropy_sha256 or entropy_digest(before.entropy))
        return _Turn(started(before), dice, last_deal=before.last_deal)

    def _drafted(self, before: TableState, play: _Turn) -> TableDraft:
        play.finish_without_people()
        now, table = self._clock(), play.table
        alarms = self._timing(before.id, before.pace, before.table, table, before.alarms, now)
        status = STATUS.get(table.stage, TableStatus.PLAYING)
        row = replace(before.row, status=status, host=_host(before, table))
        after = replace(before, row=row, table=table, alarms=alarms, last_deal=play.last_deal)
        return TableDraft(
            after,
            tuple(play.entries),
            postings=_postings(before, table, now),
            players=_sitting(before, table),
            movements=movements(row, before.table, table, now),
            finished=finished(before, table, now),
        )

    def begun(self, before: TableState, table: Table, entropy: tuple[EntropyLine, ...]) -> TableDraft:
        """What starting makes of a lobby: seats, cards, first turn."""
        now = self._clock()
        play = _Turn(table, Dice(before.row.seed, entropy_digest(before.entropy + entropy)))
        play.shuffle()
        play.finish_without_people()
        row = replace(before.row, status=TableStatus.PLAYING)
        alarms = self._timing(before.id, before.pace, None, play.table, (), now)
        after = replace(before, row=row, table=play.table, alarms=alarms)
        start = OutboxMessage(before.id, OutboxKind.START, 0, None, now)
        moved = movements(row, None, play.table, now)
        return TableDraft(after, tuple(play.entries), entropy, (start,), movements=moved)


def started(state: TableState) -> Table:
    """The table of an state.

    Raises:
        ServiceError: it is still a lobby, or one that closed.
    """
    if state.table is None:
        raise ServiceError(Problem.STILL_A_LOBBY if state.is_lobby else Problem.NO_TABLE)
    return state.table


def _is_stepless(table: Table, seat: Seat, action: Action) -> bool:
    """Whether a person may do that whatever has happened at the table since their button was shown.

    An answer to an earlier question must neither share the pool nor give up a place in it.
    """
    match action:
        case Vote():
            return not table.is_splitting
        case Next():
            return seat not in table.offers
    return action.is_stepless


def _sitting(before: TableState, after: Table) -> frozenset[PlayerId] | None:
    """The people at a table, where that has changed; at its end everybody who played, to find it again by."""
    if after.is_over:
        return frozenset(before.lobby.persons)
    if before.table is not None and before.table.persons == after.persons:
        return None
    return frozenset(PlayerId(after.players[seat].id) for seat in after.persons)


def _host(before: TableState, table: Table) -> PlayerId:
    """The host; once that one has left, the person who joined first of those who have not."""
    still = {PlayerId(table.players[seat].id) for seat in table.persons}
    joined = [before.row.host, *before.lobby.persons]
    return next((person for person in joined if person in still), before.row.host)


def _postings(before: TableState, after: Table, now: datetime) -> tuple[OutboxMessage, ...]:
    """What must be posted once: each show, the sheet between deals, the result; in the order they appear."""
    played = len(before.table.match.outcomes) if before.table else 0
    kinds = []
    for number, outcome in enumerate(after.match.outcomes[played:], start=played + 1):
        if outcome.shown:
            kinds.append((OutboxKind.SHOW, number))
        if not after.is_over:
            kinds.append((OutboxKind.SHEET, number))
    if after.is_over:
        kinds.append((OutboxKind.RESULT, len(after.match.outcomes)))
    return tuple(
        OutboxMessage(before.id, kind, deal, None, now + timedelta(microseconds=place))
        for place, (kind, deal) in enumerate(kinds)
    )
