"""The only way to change a table.

Every change is drafted from the current state, committed with its next alarms and outbox messages in one transaction,
and only then announced.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol

import structlog

from bot.codes import Pace, Problem, TableStatus
from bot.error_fields import error_fields
from bot.rummy.actions import (
    DEALER,
    Action,
    CallBreak,
    CallEnd,
    End,
    EndCause,
    EndWithout,
    Lapse,
    Leave,
    Next,
    NoteNamed,
    UseBank,
    Vote,
    VoteOver,
)
from bot.rummy.beacon import Chain
from bot.rummy.cards import Seat
from bot.rummy.errors import IllegalAction, ParseError, Refusal, RulesError
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.record import Record, seat_text
from bot.rummy.rules import Games, Rules
from bot.rummy.table import Table
from bot.rummy.view import About
from bot.service.cache import Draft, VersionedCache
from bot.service.errors import CorruptError, ServiceError
from bot.service.tables.computers import Thinker
from bot.service.tables.deadlines import (
    Nearest,
    Timing,
    alarms_after,
    bank_used,
    brought_back,
    computers_play_on,
    vote_goes_on,
)
from bot.service.tables.preview import Preview
from bot.service.tables.stakes import returned
from bot.service.tables.state import Lobby, TableState, dice_of, digest, record_of, restored, rules_of
from bot.service.tables.turn import TableTurn
from bot.store.rows.alarms import Alarm, AlarmKind, Shards
from bot.store.rows.ledger import Account
from bot.store.rows.subjects import Change, Effects, EntropyLine, JournalLine, Quota, QuotaKind, StoredTable
from bot.store.rows.tables import TableRow
from bot.store.store import Store

log = structlog.get_logger()

TABLES_KEPT = 512
"""Tables kept in memory; the others are in the database alone."""
MOVES_AT_ONCE = 32
"""The most moves of computers in one change. The computers of other tables play in between."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most tables and lobbies that one person or server may have open at once."""

    lobbies_per_person: int = 3
    tables_per_server: int = 50
    tables_per_person: int = 5
    """Running tables in all servers and direct messages together, without those of tournaments."""
    tables_alone: int = 3
    """Running tables at which the person plays against computers only."""

    def running(self, person: PlayerId) -> Quota:
        """Return the quota of running tables for a person."""
        return Quota(QuotaKind.RUNNING, person, self.tables_per_person)

    def opening(self, host: PlayerId, guild: int | None) -> tuple[Quota, ...]:
        """Return the quotas that a new lobby needs."""
        lobbies = Quota(QuotaKind.LOBBIES, host, self.lobbies_per_person)
        tables = () if guild is None else (Quota(QuotaKind.TABLES, guild, self.tables_per_server),)
        return (self.running(host), lobbies, *tables)

    def starting(self, persons: Sequence[PlayerId]) -> tuple[Quota, ...]:
        """Return the quotas that a table needs to start with these people."""
        alone = tuple(Quota(QuotaKind.ALONE, one, self.tables_alone) for one in persons if len(persons) == 1)
        return (*alone, *map(self.running, persons))


HOST_QUIET = timedelta(days=3)
"""The time without a press at the table after which another person is host."""

DueActions = Callable[[TableState, Alarm[TableId]], list[tuple[Seat, Action]]]
"""Returns the actions that an alarm causes at a table."""


class TableListener(Protocol):
    """Learns of the changes of tables."""

    async def before_act(self, guild: int | None) -> None:
        """Move the deadlines of a server, if they have to, before a person acts at one of its tables."""

    def announce(self, state: TableState) -> None:
        """Show a lobby or table as it stands after a commit. Nothing waits for it."""


class BeginPolicy(Protocol):
    """Decides where new tables, tournaments and deals of the day may begin."""

    def check_may_begin(self, guild: int | None) -> None:
        """Raise a ServiceError if nothing new may begin in a server; None: in direct messages."""


@dataclass(frozen=True)
class TableOptions:
    """The choices of a process for its tables."""

    timing: Timing = alarms_after
    """Returns the alarms of a table after a change."""
    limits: Limits | None = None
    thinker: Thinker | None = None
    chain: Chain | None = None
    """The chain of the beacon for new tables; None: they have none."""


class Tables(VersionedCache[TableId, TableRow, TableState]):
    """All tables of this process: looks them up, changes them one at a time."""

    missing = Problem.NO_TABLE

    def __init__(
        self,
        store: Store,
        games: Games,
        listener: TableListener,
        policy: BeginPolicy,
        clock: Callable[[], datetime],
        options: TableOptions = TableOptions(),
    ) -> None:
        super().__init__(store.tables, partial(restored, games=games), clock, TABLES_KEPT)
        self.games = games
        self._store = store
        self._listener = listener
        self.check_may_begin = policy.check_may_begin
        self.timing = options.timing
        self.limits = options.limits or Limits()
        self._thinker = options.thinker or Thinker()
        self._chain = options.chain
        self.nearest = Nearest()
        """Gets the deadlines of every commit."""

    def _derived(self, before: TableState | None, after: TableState) -> dict[str, Any]:
        table, same = after.table, before is not None and after.lobby is before.lobby
        lobby = after.row.lobby if same else str(after.lobby)
        preview = None if after.preview is None else str(after.preview)
        derived = {"lobby": lobby, "step": table.step if table else 0, "digest": digest(table), "preview": preview}
        # A dispute after a match does not make the match newer in lists ordered by time.
        disputed = before is not None and after.disputes is not before.disputes
        return derived | {"changed_at": before.row.changed_at} if before is not None and disputed else derived

    def _announce(self, state: TableState) -> None:
        self.nearest.note(state.alarms)
        self._listener.announce(state)

    async def record(self, id: TableId, *, counted: bool = True) -> Record:
        """Return the whole record of a finished match; `counted`: with its figures.

        Raises:
            ServiceError: there is no such table, or it is not over.
            CorruptError: the stored data cannot be read.
        """
        stored = await self._stored(id)
        if not stored.row.status.is_over:
            raise ServiceError(Problem.NOT_OVER)
        try:
            # Playing hundreds of moves again takes a moment; no turn may wait for that.
            return await asyncio.to_thread(_record, stored, self.games, counted)
        except (ParseError, RulesError, IllegalAction) as error:
            raise CorruptError(f"table {id}", error, stored.row.status) from error

    # -- changing -----------------------------------------------------------------------------------

    async def open_started(self, row: TableRow, lobby: Lobby, entropy: tuple[EntropyLine, ...]) -> TableState:
        """Commit a new table whose first cards are already dealt. Its players were chosen elsewhere.

        Raises:
            StaleError: there is a table of that code already.
        """
        rules = rules_of(row.rules, row.rules_id, self.games, row.pace)
        return await self.open(self.begun(TableState(row, lobby, rules, None), entropy))

    async def move_to(self, id: TableId, channel: int, thread: int | None) -> None:
        """Move a table to another channel or thread. Other processes notice by its version."""
        async with self._lock(id):
            version = await self._store.tables.set_channel(id, channel, thread)
            kept = self._kept.get(id)
            if kept is not None and version == kept.row.version + 1:
                row = replace(kept.row, channel=channel, thread=thread, version=version)
                self._kept[id] = replace(kept, row=row)
            else:
                self._kept.pop(id, None)

    # -- playing ------------------------------------------------------------------------------------

    async def rules_at(self, id: TableId) -> Rules:
        """Return the rules of that table. They never change, so the database is asked only if the table is not kept
        here.

        Raises:
            ServiceError: there is no such table.
            CorruptError: the stored data cannot be read.
        """
        return (await self.cached(id)).rules

    async def act(self, id: TableId, step: int | None, player: PlayerId, *actions: Action) -> TableState:
        """Play a person's actions in one transaction, all or none.

        `step` is the step of the control used, None for a typed command.

        Raises:
            IllegalAction: the rules refuse an action.
            ServiceError: there is no such table, the person does not sit there, or the table has moved on since that
                step.
        """
        if any(isinstance(action, Lapse | UseBank) for action in actions):
            raise IllegalAction(Refusal.NOT_NOW)

        def draft(before: TableState) -> Draft[TableState]:
            table = table_of(before)
            if table.is_over:
                raise IllegalAction(Refusal.TABLE_OVER)
            seat = before.seat_of(player)
            if seat is None:
                raise ServiceError(Problem.NOT_AT_TABLE)
            if before.waits and not all(_needs_no_place(table, action) for action in actions):
                raise ServiceError(Problem.WAITS_FOR_PLACE)
            if before.row.tournament is not None and not {CallEnd(), EndWithout()}.isdisjoint(actions):
                raise ServiceError(Problem.TOURNAMENT_TABLE)
            if CallBreak() in actions and (before.row.tournament is not None or before.pace is Pace.BLITZ):
                raise IllegalAction(Refusal.NO_BREAK)
            if CallEnd() in actions and before.row.host != player:
                raise ServiceError(Problem.NOT_HOST)
            if step not in (None, table.step) and not all(_is_stepless(table, seat, action) for action in actions):
                raise ServiceError(Problem.STALE)
            return self.played(before, seat, *actions)

        await self._listener.before_act((await self.cached(id)).row.guild)
        return await self.change(id, draft)

    async def fire(self, alarm: Alarm[TableId], actions: DueActions) -> TableState:
        """Play the actions of an alarm, unless the table or its deadline has moved on."""

        def draft(before: TableState) -> Draft[TableState] | None:
            if before.table is None or alarm not in before.alarms or before.table.is_over:
                return None
            following = actions(before, alarm)
            if not following:
                return None
            turn = self._turn(before, by_clock=True)
            for seat, action in following:
                if turn.table.refusal(seat, action) in (None, Refusal.NEEDS_RESHUFFLE):
                    turn.play(seat, action)
            while silent := turn.table.view(None).silent:
                turn.play(silent[0], Vote(agree=True))
            return turn.draft()

        return await self.change(alarm.of, draft)

    async def play_computers(self, alarm: Alarm[TableId]) -> None:
        """Play for the computer that an alarm is for: one action if several people follow, and the whole turn for one
        person. If no person is left in the deal, play for the following ones too.

        They think while people may act. Their actions are played only if the table has not changed meanwhile. If it
        has, they think again, unless it has moved on since that alarm.
        """
        while True:
            before = await self.find(alarm.of)
            if before.table is None or before.table.step != alarm.step or before.table.is_over:
                return
            if before.waits:
                return
            turn = self._turn(before, by_clock=True)
            if not await self._think(turn):
                return
            after = await self.change(alarm.of, partial(_thought, before=before, turn=turn))
            if after.table is turn.table:
                return

    async def _think(self, turn: TableTurn) -> bool:
        """Play for the computer whose turn it is, or for several if no people play. Return whether any has played."""
        before = turn.table
        for move in range(MOVES_AT_ONCE):
            seat = turn.table.computer
            if seat is None or (move and not computers_play_on(before, turn.table)):
                return move > 0
            turn.play(seat, await self._thinker.choice(turn.table.view(seat)))
        return True

    async def preview(self, id: TableId, player: PlayerId, actions: tuple[Action, ...]) -> None:
        """Store the move that a person has looked at. If the time of this turn runs out, the clock plays it for them.

        Store nothing if it cannot be played, another change came first, or another player must still be told what the
        clock played for them.

        Raises:
            ServiceError: there is no such table, or they do not sit there.
        """

        def draft(before: TableState) -> Draft[TableState] | None:
            table, seat = table_of(before), before.seat_of(player)
            if seat is None:
                raise ServiceError(Problem.NOT_AT_TABLE)
            preview, kept = Preview.of(table, seat, actions), before.preview
            is_taken = kept is not None and kept.is_played and kept.seat != seat
            if preview is None or preview == kept or is_taken:
                return None
            return self._turn(before).previewed(preview)

        await self.change(id, draft)

    async def vote_over(self, id: TableId) -> TableState:
        """End a vote whose time is over. Leave a vote that was called later.

        A vote that people who have not played since may still decide by their silence goes on until then.
        """

        def draft(before: TableState) -> Draft[TableState] | None:
            alarm = before.alarm(AlarmKind.VOTE)
            if before.table is None or before.table.vote is None or alarm is None or alarm.due > self._clock():
                return None
            if before.public.undecided:
                later = replace(alarm, due=vote_goes_on(before.alarms, self._clock()))
                return Draft(replace(before, alarms=(*(one for one in before.alarms if one != alarm), later)))
            return self.played(before, DEALER, VoteOver())

        return await self.change(id, draft)

    async def succeed(self, id: TableId, gone: Collection[PlayerId]) -> TableState:
        """Make the longest-seated person who is not gone the host of a lobby or table whose host is."""

        def draft(before: TableState) -> Draft[TableState] | None:
            host = host_without(before, gone)
            if before.row.host not in gone or host is None or not before.row.status.is_open:
                return None
            return Draft(replace(before, row=replace(before.row, host=host)))

        return await self.change(id, draft)

    async def has_gone_quiet(self, state: TableState, player: PlayerId) -> bool:
        """Return whether a player of a running table has not pressed anything there for days."""
        seat = state.seat_of(player)
        if seat is None:
            return False
        last = await self._store.tables.last_press(state.id, seat_text(seat))
        return (last or state.row.opened_at) + HOST_QUIET <= self._clock()

    async def note_named(self, id: TableId, deal: int, message: int) -> TableState:
        """Note the message in Discord that has named the round of that deal. Nobody sees anything of it."""

        def draft(before: TableState) -> Draft[TableState] | None:
            note = NoteNamed(deal, message)
            if before.table is None or before.table.refusal(DEALER, note):
                return None
            return replace(self.played(before, DEALER, note), is_silent=True)

        return await self.change(id, draft)

    async def play_round(self, id: TableId, number: int, action: Action) -> None:
        """Play what the dealer does about the round of that number, if the table still waits for it."""

        def draft(before: TableState) -> Draft[TableState] | None:
            awaited = before.table.round if before.table is not None and before.table.awaits_round else None
            if awaited is None or awaited.number != number or before.waits:
                return None
            return self.played(before, DEALER, action)

        await self.change(id, draft)

    async def end(self, id: TableId, cause: EndCause) -> TableState:
        """End a table without a result.

        Raises:
            IllegalAction: it is over already.
            ServiceError: there is no such table, or it is a lobby.
        """
        return await self.change(id, lambda before: self.played(before, DEALER, End(cause)))

    async def close_idle(self, id: TableId) -> TableState:
        """End a table that has stood still for too long, without a clock or without a place.

        Leave any other one as it is.
        """

        def draft(before: TableState) -> Draft[TableState] | None:
            idle = before.alarm(AlarmKind.IDLE)
            if before.table is None or before.table.is_over or idle is None or idle.due > self._clock():
                return None
            cause = EndCause.PLACE if before.waits else EndCause.IDLE
            return self.played(before, DEALER, End(cause))

        return await self.change(id, draft)

    async def bring_back(self, shards: Shards) -> None:
        """Move the deadlines on these shards back within the pace of their tables: the clock of the machine was set
        back.
        """

        def draft(before: TableState) -> Draft[TableState] | None:
            alarms = brought_back(before, self._clock(), self.timing)
            return Draft(replace(before, alarms=alarms)) if alarms != before.alarms else None

        for id in await self._store.alarms.waiting_after(self._clock(), shards):
            try:
                await self.change(id, draft)
            except (ServiceError, CorruptError) as error:
                log.error("deadlines not brought back", table=id, **error_fields(error))

    async def row(self, id: TableId) -> TableRow:
        """Return the row of a table without its journal, even if the journal cannot be replayed.

        Raises:
            ServiceError: there is no such table.
        """
        return (await self._stored(id)).row

    async def end_broken(self, id: TableId) -> None:
        """End a table whose journal cannot be replayed, without a result; every stake goes back (000 L26).

        Raises:
            ServiceError: there is no such table, or it is over already.
            StaleError: another process has just changed it.
        """
        stored, now = await self._stored(id), self._clock()
        row = stored.row
        if not row.status.is_open:
            raise ServiceError(Problem.NO_TABLE)
        seq = stored.journal[-1].seq + 1 if stored.journal else 0
        paid = await self._store.ledger.staked(Account.escrow(row.guild, id)) if row.guild is not None else {}
        line = JournalLine(seq, seat_text(DEALER), str(End(EndCause.FAULT)), now)
        ended = replace(row, status=TableStatus.VOID, version=row.version + 1, changed_at=now)
        effects: Effects[TableId] = Effects((line,), movements=returned(row, paid, now))
        await self._store.tables.commit(Change(ended, effects, alarms=()))
        self._kept.pop(id, None)

    def played(self, before: TableState, seat: Seat, *actions: Action) -> Draft[TableState]:
        """Return the draft after these actions of one seat.

        Raises:
            IllegalAction: the rules refuse one of them.
        """
        turn = self._turn(before)
        for action in actions:
            if used := bank_used(turn.table, seat, action, before.alarms, self._clock()):
                turn.play(seat, used)
            turn.play(seat, action)
        return turn.draft()

    def _turn(self, before: TableState, *, by_clock: bool = False) -> TableTurn:
        dice = dice_of(before.row, before.entropy)
        return TableTurn(before, table_of(before), dice, self._clock(), self.timing, by_clock=by_clock)

    def begun(self, before: TableState, entropy: tuple[EntropyLine, ...]) -> Draft[TableState]:
        """Return the draft that starts a lobby: seats, cards, first turn.

        Raises:
            ServiceError: the host does not allow new tables. The tables of a running tournament begin all the same.
        """
        if before.row.tournament is None:
            self.check_may_begin(before.row.guild)
        before = before.at_its_pace()
        table = Table.open(before.rules, before.lobby.terms, before.lobby.players)
        dice = dice_of(before.row, before.entropy + entropy)
        turn = TableTurn(before, table, dice, self._clock(), self.timing)
        if self._chain is not None and self._has_beacon(before):
            turn.name_round(self._chain)
        turn.shuffle()
        draft = turn.draft(entropy)
        # Tournaments are not limited: their plan was checked when they were announced
        if before.row.tournament is not None:
            return draft
        quotas = self.limits.starting(before.lobby.persons)
        return replace(draft, effects=replace(draft.effects, quotas=quotas))

    @staticmethod
    def _has_beacon(lobby: TableState) -> bool:
        """Return whether a lobby that starts waits for a round of the beacon."""
        several = len(lobby.lobby.persons) > 1
        return several and lobby.row.veil is not None and not lobby.lobby.no_beacon


def table_of(state: TableState) -> Table:
    """Return the table of a state.

    Raises:
        ServiceError: it is still a lobby, or a closed one.
    """
    if state.table is None:
        raise ServiceError(Problem.STILL_A_LOBBY if state.is_lobby else Problem.NO_TABLE)
    return state.table


def host_without(state: TableState, gone: Collection[PlayerId]) -> PlayerId | None:
    """Return the host, or the longest-seated person who is left and not gone if the host is; None if there is none."""
    table = state.table
    left = {PlayerId(table.players[seat].id) for seat in table.left} if table is not None else set()
    return next((one for one in (state.row.host, *state.lobby.persons) if one not in {*left, *gone}), None)


def _record(stored: StoredTable, games: Games, counted: bool) -> Record:
    record = record_of(stored, games)
    return record.counted() if counted else record


def _thought(state: TableState, before: TableState, turn: TableTurn) -> Draft[TableState] | None:
    """Return the draft of the computers' moves. Return None if the table has changed since `before`."""
    return turn.draft() if state.row.version == before.row.version else None


def _needs_no_place(table: Table, action: Action) -> bool:
    """Return whether an action is also for a table that has lost its place: to leave it, or to end it by a vote."""
    if isinstance(action, Vote):
        return table.vote is not None and table.vote.about is About.END
    return isinstance(action, Leave | CallEnd)


def _is_stepless(table: Table, seat: Seat, action: Action) -> bool:
    """Return whether a person may do that even if the table has moved on since their button was shown.

    An answer to an earlier question must neither share the pool nor give up a place in it.
    """
    match action:
        case Vote():
            return not table.is_splitting
        case Next():
            return seat not in table.offers
    return action.is_stepless
