"""The effects of actions on a table: shuffles, and the draft of the change."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from bot.codes import TableStatus
from bot.rummy.actions import DEALER, Action, NameRound
from bot.rummy.beacon import LEAD, Chain
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.record import Entry, seat_text
from bot.rummy.table import Table
from bot.rummy.view import Stage
from bot.service.cache import Draft
from bot.service.shuffle import Dice
from bot.service.tables.deadlines import Timing
from bot.service.tables.preview import Preview, due_preview
from bot.service.tables.results import finished
from bot.service.tables.stakes import movements
from bot.service.tables.state import TableState, deal_over
from bot.store.rows.outbox import OutboxKind, OutboxMessage
from bot.store.rows.subjects import Effects, EntropyLine, JournalLine

STATUS = {Stage.FINISHED: TableStatus.FINISHED, Stage.VOID: TableStatus.VOID}


class TableTurn:
    """A table while actions are played on it, with the new lines of the journal."""

    def __init__(
        self,
        before: TableState,
        table: Table,
        dice: Dice,
        now: datetime,
        timing: Timing,
        *,
        by_clock: bool = False,
    ) -> None:
        """`by_clock`: a deadline plays, in place of the players who missed it."""
        self.table = table
        self._by_clock = by_clock
        self._before = before
        self._dice = dice
        self._now = now
        self._timing = timing
        self._last_deal = before.last_deal
        self._journal: list[JournalLine] = []
        self._entries: list[Entry] = []

    def play(self, seat: Seat, action: Action) -> None:
        """Play an action, with every shuffle that is needed before and after it.

        Raises:
            IllegalAction: the rules refuse it.
        """
        if chance := self.table.chance_before(action):
            self._enter(self._dice.answer(chance))
        self._enter(Entry(seat, action))
        self.shuffle()

    def shuffle(self) -> None:
        """Shuffle everything that the table needs before a player can act. Name the round of a beacon first, if each
        deal has one.
        """
        while True:
            if self.table.needs_round:
                self.name_round(self.table.rounds[0].chain)
            if (chance := self.table.chance()) is None:
                return
            self._enter(self._dice.answer(chance))

    def name_round(self, chain: Chain) -> None:
        """Name the round of the next deal: the first of this chain that lies far enough ahead. Nobody chooses it."""
        number = chain.first_from(self._now.timestamp() + LEAD)
        self._enter(Entry(DEALER, NameRound(number, chain)))

    def _enter(self, entry: Entry) -> None:
        self.table = self.table.play(entry.seat, entry.action)
        number = self._before.lines + len(self._journal)
        self._journal.append(JournalLine(number, seat_text(entry.seat), str(entry.action), self._now))
        self._last_deal = deal_over(self.table) or self._last_deal
        self._entries.append(entry)

    def draft(self, entropy: tuple[EntropyLine, ...] = ()) -> Draft[TableState]:
        """Return the draft of the actions played so far."""
        before, table, now = self._before, self.table, self._now
        row = replace(before.row, status=STATUS.get(table.stage, TableStatus.PLAYING), host=_host(before, table))
        after = replace(
            before,
            row=row,
            table=table,
            lines=before.lines + len(self._journal),
            last_action=self._journal[-1].action if self._journal else before.last_action,
            last_deal=self._last_deal,
            preview=self._preview(),
            alarms=self._timing(before, table, now),
        )
        effects = Effects(
            journal=tuple(self._journal),
            entropy=entropy,
            outbox=_outbox(before, table, now),
            people=_sitting(before, table),
            movements=movements(row, before.table, table, now),
            finished=finished(before, table, now),
        )
        return Draft(after, effects)

    def previewed(self, preview: Preview) -> Draft[TableState]:
        """Return the draft that stores a preview; nobody sees anything of it."""
        alarms = self._timing(self._before, self.table, self._now)
        return Draft(replace(self._before, preview=preview, alarms=alarms), is_silent=True)

    def _preview(self) -> Preview | None:
        """Return the preview while its turn goes on. A preview that the clock has played stays until its player
        acts.
        """
        kept, table = self._before.preview, self._before.table
        if kept is not None and kept.is_played:
            return None if self._by(kept.seat) else kept
        if self._by_clock and table is not None:
            due = due_preview(table, kept)
            if due is not None and self._by(due.seat):
                return replace(due, is_played=True)  # see `lapses`
        rest = kept.rest(self._by(kept.seat)) if kept is not None else None
        return rest if rest is not None and rest.fits(self.table) else None

    def _by(self, seat: Seat) -> list[Action]:
        """Return the new actions of a seat."""
        return [entry.action for entry in self._entries if entry.seat == seat]


def _sitting(before: TableState, after: Table) -> frozenset[PlayerId] | None:
    """Return the people at a table if they have changed. At its end return all who played, to find it again by."""
    if after.is_over:
        return frozenset(before.lobby.persons)
    if before.table is not None and before.table.persons == after.persons:
        return None
    return frozenset(PlayerId(after.players[seat].id) for seat in after.persons)


def _host(before: TableState, table: Table) -> PlayerId:
    """Return the host. If the host has left, return the longest-seated person who has not."""
    still = {PlayerId(table.players[seat].id) for seat in table.persons}
    joined = [before.row.host, *before.lobby.persons]
    return next((person for person in joined if person in still), before.row.host)


def _outbox(before: TableState, after: Table, now: datetime) -> tuple[OutboxMessage[TableId], ...]:
    """Return the messages to post once, in order: each deal, the last deal with the result, the record of a reported
    match.
    """
    played = len(before.table.match.outcomes) if before.table else 0
    ended = len(after.match.outcomes)
    kinds = [] if before.table else [(OutboxKind.START, 0)]
    kinds += [(OutboxKind.DEAL, number) for number in range(played + 1, ended + 1)]
    if after.is_over:
        kinds = [*kinds[:-1], (OutboxKind.RESULT, ended)] if ended > played else [*kinds, (OutboxKind.RESULT, 0)]
        kinds += [(OutboxKind.RECORD, 0)] if before.is_reported else []
    kinds += _about_rounds(before.table, after)
    return tuple(
        OutboxMessage(before.id, kind, deal, None, now + timedelta(microseconds=number))
        for number, (kind, deal) in enumerate(kinds)
    )


def _about_rounds(before: Table | None, after: Table) -> Iterator[tuple[OutboxKind, int]]:
    """Yield the messages about the rounds of a beacon: each later one is named, and each that is missing is told.

    The start of the table names the first, and the toss follows once it has come.
    """
    known = before.rounds if before is not None else after.rounds[:1]
    if known and after.deal is not None and (before is None or before.deal is None):
        yield OutboxKind.TOSS, 0
    for one in after.rounds[len(known) :]:
        yield OutboxKind.ROUND, one.deal
    if known and after.rounds[len(known) - 1].is_missing and not known[-1].is_missing:
        yield OutboxKind.MISSING, known[-1].deal
