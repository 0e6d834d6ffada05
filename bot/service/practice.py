"""Practice: puzzles from one's own turning points, which come again after some days, and those that games ship.

A turning point becomes a puzzle only if its best move is clear, as for the puzzles that are shipped. The person's own
move stands in place of that of level 2.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property, partial

from bot.rummy.actions import DEALER, Action, Draw, parse_action
from bot.rummy.dice import SeededDice
from bot.rummy.errors import IllegalAction, ParseError
from bot.rummy.game import game_of
from bot.rummy.ids import Player, PlayerId, TableId
from bot.rummy.playouts import cleared
from bot.rummy.puzzle import Puzzle, StoredPuzzle, shipped
from bot.rummy.record import Entry, Record
from bot.rummy.review import Review
from bot.rummy.table import Chance, Table
from bot.rummy.view import View
from bot.service.errors import CorruptError, ServiceError
from bot.service.lru import LruDict
from bot.service.review import Reviews
from bot.service.solo import Solo, played
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.store.rows.practice import PracticeRow
from bot.store.store import Store

DAYS = (1, 3, 7, 21)
"""The days after which a puzzle comes again, by the number of right answers in a row."""
LEVEL = 3
"""The level of the computers that play a puzzle on."""
KEPT = 100
"""The puzzles in memory; others are laid again, with the same cards."""
COLLECTED = 200
"""The reviews whose turning points were looked at last; nobody looks at them twice."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A puzzle for a person."""

    name: str
    puzzle: Puzzle
    row: PracticeRow | None
    """The stored state of it; None if they have never met it."""
    state: TableState | None = None
    """The match of the person from which it is; None: it is shipped."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A person's answer to a puzzle."""

    action: Action
    lead: float | None
    """The lead of the best move, in parts of a win. None: the answer is the best move."""
    row: PracticeRow

    @property
    def is_right(self) -> bool:
        return self.lead is None


@dataclass(frozen=True, slots=True)
class Learnt:
    """The progress of a person."""

    solved: int
    """The shipped puzzles that they have learnt."""
    shipped: int
    due_at: datetime | None
    """When the next puzzle comes again; None: none will."""


class Practice:
    """The puzzles of all people."""

    def __init__(self, store: Store, tables: Tables, reviews: Reviews, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._tables = tables
        self._reviews = reviews
        self._clock = clock
        self._laid: LruDict[tuple[PlayerId, str], Posed] = LruDict(KEPT)
        self._collected: LruDict[tuple[TableId, PlayerId], bool] = LruDict(COLLECTED)

    @cached_property
    def shipped(self) -> Mapping[str, StoredPuzzle]:
        """Return the puzzles that the games ship, by name."""
        return shipped(self._tables.games)

    @cached_property
    def games(self) -> tuple[str, ...]:
        """Return the ids of the games that ship puzzles."""
        return tuple(game.id for game in self._tables.games if f"{game.id}001" in self.shipped)

    # -- the next puzzle ----------------------------------------------------------------------------

    async def next(self, player: PlayerId, game: str | None) -> Posed | None:
        """Return the person's next puzzle, of that game or of any: the one that is longest due, or else the next
        shipped one. Return None if there is none now.
        """
        rows = await self._store.practice.of(player)
        now = self._clock()
        due = sorted((row.due_at, row.puzzle) for row in rows if row.due_at is not None and row.due_at <= now)
        met = {row.puzzle for row in rows}
        for name in (*(name for _, name in due), *(name for name in self.shipped if name not in met)):
            if game is not None and name in self.shipped and not name.startswith(game):
                continue
            posed = await self.find(player, name)
            if posed is not None and game in (None, posed.puzzle.view.rules.game.id):
                return posed
        return None

    async def learnt(self, player: PlayerId) -> Learnt:
        """Return how far a person is."""
        rows = await self._store.practice.of(player)
        learnt = sum(row.puzzle in self.shipped and row.due_at is None for row in rows)
        due = min((row.due_at for row in rows if row.due_at is not None), default=None)
        return Learnt(learnt, len(self.shipped), due)

    async def find(self, player: PlayerId, name: str) -> Posed | None:
        """Return the puzzle of that name. Return None if there is none for that person.

        Forget a turning point of a match that cannot be read any more.
        """
        row = next((row for row in await self._store.practice.of(player) if row.puzzle == name), None)
        known = self._laid.get((player, name))
        if known is not None and known.row == row:
            return known
        if name in self.shipped:
            puzzle = await asyncio.to_thread(self.shipped[name].laid, self._tables.games)
            found = Posed(name, puzzle, row)
        elif row is None:
            return None
        else:
            try:
                found = await self._own(row)
            except (ServiceError, CorruptError, ParseError):
                await self._store.practice.delete(player, name)
                return None
        self._laid[player, name] = found
        return found

    async def _own(self, row: PracticeRow) -> Posed:
        """Return a turning point as a puzzle.

        Raises:
            ServiceError, CorruptError, ParseError: its match cannot be read any more.
        """
        table, _, step = row.puzzle.rpartition("-")
        state = await self._tables.find(TableId(table))
        record = await self._tables.record(state.id, counted=False)
        game = game_of(state.rules)
        leads = {parse_action(move, game): lead for move, lead in json.loads(row.leads).items()}
        before = await asyncio.to_thread(_table_at, record, int(step))
        seat = before.seat_of(Player(row.player))
        if seat is None:
            raise ParseError
        return Posed(row.puzzle, Puzzle(before, seat, parse_action(row.best, game), leads), row, state)

    # -- answering ----------------------------------------------------------------------------------

    async def answer(self, player: PlayerId, posed: Posed, action: Action) -> Solved:
        """Store a person's answer. One that comes before the puzzle is due again changes nothing.

        Raises:
            IllegalAction: the rules refuse that move.
        """
        puzzle, row, now = posed.puzzle, posed.row, self._clock()
        if refusal := puzzle.view.refusal(action):
            raise IllegalAction(refusal)
        lead = None if action == puzzle.best else puzzle.leads.get(action, 0.0)
        is_answered = row is not None and row.answered_at is not None
        if row is not None and is_answered and (row.due_at is None or row.due_at > now):
            return Solved(action, lead, row)
        rows = await self._store.practice.of(player)
        _, streak = max(((one.answered_at, one.streak) for one in rows if one.answered_at), default=(now, 0))
        rung = 0 if lead is not None else len(DAYS) if row is None else row.rung + 1
        due_at = now + timedelta(days=DAYS[rung]) if rung < len(DAYS) else None
        best, leads = ("", "") if row is None else (row.best, row.leads)
        after = PracticeRow(
            player, posed.name, best, leads, rung, 0 if lead is not None else streak + 1, due_at, answered_at=now
        )
        await self._store.practice.keep(after)
        return Solved(action, lead, after)

    # -- one's own turning points -------------------------------------------------------------------

    async def collect(self, table: TableId, player: PlayerId, review: Review) -> None:
        """Store the turning points of a complete review whose best move is clear. That may take many seconds."""
        if self._collected.get((table, player)):
            return
        self._collected[table, player] = True
        rows = []
        for one in review.turning_points():
            game = game_of(one.view.rules)
            best = await asyncio.to_thread(game.choose, one.view, max(game.levels))
            found = game.option(one.view, best)
            if (found.deed, found.card) != (one.best.deed, one.best.card):
                continue
            leads = await self._reviews.last_of(cleared(partial(game.playouts, one.view, best)))
            if leads:
                said = json.dumps({str(move): round(lead, 4) for move, lead in leads.items()})
                due_at = self._clock() + timedelta(days=DAYS[0])
                name = f"{table}-{one.view.step}"
                rows.append(PracticeRow(player, name, str(best), said, 0, 0, due_at, answered_at=None))
        if rows:
            await self._store.practice.collect(table, player, rows)


def _table_at(record: Record, step: int) -> Table:
    """Return the table as it was at that step.

    Raises:
        ParseError: it never was, or the record cannot be played again.
    """
    found = next((table for table in record.tables() if table.step == step), None)
    if found is None:
        raise ParseError
    return found


# -- played on --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PuzzleScript:
    """A puzzle as a deal that one person plays on alone, with the real cards."""

    puzzle: Puzzle

    def opening(self, player: Player) -> Table:
        """Return the table before the decision, with that person in the seat that decides."""
        table = self.puzzle.table
        seated = (player if seat == self.puzzle.seat else one for seat, one in enumerate(table.players))
        return replace(table, players=tuple(seated))

    def shuffled(self, chance: Chance) -> Entry:
        """Return the same shuffle each time."""
        return Entry(DEALER, chance.action(SeededDice(chance.purpose).shuffled(chance.items)))

    def chosen(self, view: View) -> Action:
        """Return the action of the computer that has this view. It never drops, so that the deal shows its end."""
        deal = None if view.deal is None else replace(view.deal, drops=None)
        return game_of(view.rules).choose(replace(view, deal=deal), LEVEL)


@dataclass(frozen=True, slots=True)
class MoveCourse:
    """A puzzle played on to the end of its deal."""

    solo: Solo
    turns: int
    """The number of turns that the person had, with the one of the puzzle."""


def course(script: PuzzleScript, solo: Solo, action: Action) -> MoveCourse:
    """Return the deal played on from that move by computers on all seats."""
    turns = int(solo.view.deal is not None and solo.view.deal.drawn is not None)
    while solo.table.deal is not None and solo.table.deal.outcome is None:
        solo = played(script, solo, action)
        turns += isinstance(action, Draw)
        if solo.table.deal is not None and solo.table.deal.outcome is None:
            action = script.chosen(solo.view)
    return MoveCourse(solo, turns)
