"""Deals that one person plays alone with computers, in private: without a channel, a clock or other people.

Such a deal consists of the opening of its script and the entries since, as a record does. It is stored for its player
alone, so they may leave and come back anywhere.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from bot.codes import Problem
from bot.rummy.actions import (
    Action,
    CallBreak,
    CallEnd,
    CallSplit,
    Draw,
    End,
    Lapse,
    Resume,
    UseBank,
    Vote,
    VoteOver,
    parse_action,
)
from bot.rummy.cards import Seat
from bot.rummy.errors import IllegalAction, ParseError, Refusal
from bot.rummy.game import game_of
from bot.rummy.ids import Player, PlayerId
from bot.rummy.record import Entry
from bot.rummy.table import Chance, Table
from bot.rummy.view import Stage, View
from bot.service.errors import CorruptError, ServiceError
from bot.service.lru import LruDict
from bot.store.rows.solo import SoloRow
from bot.store.store import Store

OF_TABLES = Lapse | UseBank | CallEnd | CallSplit | CallBreak | Resume | Vote | End | VoteOver
"""Actions that belong to clocks, staff and the people of a table."""
TRIED = "tried "
"""Begins a line of the journal for an action that was taken back."""


class Script(Protocol):
    """The opening of such a deal and everything in it but its player's actions; always the same."""

    def opening(self, player: Player) -> Table:
        """Return the table before the first card, with that person at it."""

    def shuffled(self, chance: Chance) -> Entry:
        """Return the shuffle."""

    def chosen(self, view: View) -> Action:
        """Return the action of the computer that has this view."""


@dataclass(frozen=True, slots=True)
class Solo:
    """A deal that one person plays alone, as it stands."""

    table: Table = field(repr=False)
    """Only views of it may be shown."""
    entries: tuple[Entry, ...] = field(repr=False)
    seat: Seat
    """The person's seat."""
    tried: tuple[Action, ...] = ()
    """The actions that the person tried and took back."""

    @property
    def view(self) -> View:
        """Return the view of the person."""
        return self.table.view(self.seat)

    @property
    def is_over(self) -> bool:
        """Return whether nothing more can happen."""
        return self.table.is_over

    @property
    def own(self) -> tuple[Action, ...]:
        """Return the person's actions, first to last."""
        return tuple(entry.action for entry in self.entries if entry.seat == self.seat)

    @property
    def turns(self) -> int:
        """Return how many turns the person has begun by drawing a card."""
        return sum(isinstance(action, Draw) for action in self.own)

    @property
    def turn(self) -> int:
        """Return the number of the person's turn; 1 is the first."""
        deal = self.view.deal
        return self.turns + (deal is None or deal.drawn is None)


def begun(script: Script, player: PlayerId) -> Solo:
    """Return the deal at the person's first decision."""
    return _played_on(script, script.opening(Player(player)), (), Player(player))


def played(script: Script, before: Solo, *actions: Action) -> Solo:
    """Return the deal after these actions of its player, at their next decision.

    Raises:
        IllegalAction: the rules refuse one of them.
    """
    table, entries, player = before.table, before.entries, before.table.players[before.seat]
    for action in actions:
        if isinstance(action, OF_TABLES):
            raise IllegalAction(Refusal.NOT_NOW)
        table, entries = _moved(script, table, entries, Entry(before.seat, action))
    return replace(_played_on(script, table, entries, player), tried=before.tried)


def _moved(script: Script, table: Table, entries: tuple[Entry, ...], move: Entry) -> tuple[Table, tuple[Entry, ...]]:
    """Return the table after a move, with the shuffle that the move needs first."""
    if chance := table.chance_before(move.action):
        table, entries = _entered(table, entries, script.shuffled(chance))
    return _entered(table, entries, move)


def _entered(table: Table, entries: tuple[Entry, ...], entry: Entry) -> tuple[Table, tuple[Entry, ...]]:
    return table.play(entry.seat, entry.action), (*entries, entry)


def _played_on(script: Script, table: Table, entries: tuple[Entry, ...], player: Player) -> Solo:
    """Play chance and the computers until the deal waits for the person or is over."""
    while True:
        if chance := table.chance():
            table, entries = _entered(table, entries, script.shuffled(chance))
            continue
        seat = table.seat_of(player)
        assert seat is not None
        computer = _next_computer(table, seat)
        if computer is None:
            return Solo(table, entries, seat)
        move = Entry(computer, script.chosen(table.view(computer)))
        table, entries = _moved(script, table, entries, move)


def _next_computer(table: Table, person: Seat) -> Seat | None:
    """Return the computer that acts next. Return None if the deal waits for the person or is over."""
    if table.stage is not Stage.PLAYING or table.deal is None:
        return None
    awaited = table.deal.view(None).awaited
    return None if person in awaited else awaited[0]


# -- stored -----------------------------------------------------------------------------------------


class Solos:
    """The deals that people play alone, stored by person and place: `lesson-…`, `daily-…`."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._known: LruDict[tuple[PlayerId, str], tuple[SoloRow, Solo]] = LruDict()
        """The last stored row and its deal, by player and place."""

    async def find(self, player: PlayerId, place: str, script: Script) -> Solo | None:
        """Return the deal of that person at that place. Return None if they have not begun it.

        Raises:
            CorruptError: the stored deal cannot be played again.
        """
        row = await self._store.solos.find(player, place)
        return None if row is None else await self._read(row, script)

    async def begin(self, player: PlayerId, place: str, script: Script) -> Solo:
        """Return the deal of that person at that place. Begin it if they have not.

        Raises:
            CorruptError: as `find`.
        """
        if (found := await self.find(player, place, script)) is not None:
            return found
        solo = await asyncio.to_thread(begun, script, player)
        row = self._row(player, place, solo, 1)
        if not await self._stored(row, script, solo):
            return await self.begin(player, place, script)  # it was begun at the same moment
        return self._know(row, solo)

    async def act(
        self, player: PlayerId, place: str, script: Script, step: int | None, actions: Sequence[Action]
    ) -> Solo:
        """Play a person's actions, all or none, then those of the computers.

        `step` is the step of the control used, None for a typed command.

        Raises:
            IllegalAction: the rules refuse an action.
            ServiceError: the person has not begun the deal, or it has moved on since that step.
            CorruptError: as `find`.
        """
        row, solo = await self._acted(player, place, script, step, actions)
        return await self._save(row, script, solo)

    async def look(
        self, player: PlayerId, place: str, script: Script, step: int | None, actions: Sequence[Action]
    ) -> Solo:
        """Return the deal as `act` would leave it, without storing it.

        Raises:
            IllegalAction, ServiceError, CorruptError: as `act`.
        """
        return (await self._acted(player, place, script, step, actions))[1]

    async def note_tried(self, player: PlayerId, place: str, script: Script, actions: Sequence[Action]) -> Solo:
        """Store the actions that a person tried, and leave the deal as it stands.

        Raises:
            ServiceError: the person has not begun the deal, or it moved on at this moment.
            CorruptError: as `find`.
        """
        row, solo = await self._begun(player, place, script)
        return await self._save(row, script, replace(solo, tried=(*solo.tried, *actions)))

    async def _acted(
        self, player: PlayerId, place: str, script: Script, step: int | None, actions: Sequence[Action]
    ) -> tuple[SoloRow, Solo]:
        """Return the stored row, and the deal after these actions."""
        row, before = await self._begun(player, place, script)
        if before.is_over:
            raise IllegalAction(Refusal.TABLE_OVER)
        if step not in (None, before.table.step) and not all(action.is_stepless for action in actions):
            raise ServiceError(Problem.STALE)
        # The computers may think for a while; no other turn may wait for that.
        return row, await asyncio.to_thread(played, script, before, *actions)

    async def _begun(self, player: PlayerId, place: str, script: Script) -> tuple[SoloRow, Solo]:
        """Return the stored row and its deal."""
        row = await self._store.solos.find(player, place)
        if row is None:
            raise ServiceError(Problem.NOT_BEGUN)
        return row, await self._read(row, script)

    async def _save(self, before: SoloRow, script: Script, solo: Solo) -> Solo:
        after = self._row(before.player, before.place, solo, before.version + 1)
        if not await self._stored(after, script, solo):
            raise ServiceError(Problem.STALE)
        return self._know(after, solo)

    async def forget(self, player: PlayerId, place: str) -> None:
        """Delete the deal of that person at that place, so that it begins again."""
        await self._store.solos.delete(player, place)

    async def _stored(self, row: SoloRow, script: Script, solo: Solo) -> bool:
        """Store a new version of a deal. Return False if the stored one has changed meanwhile."""
        return await self._store.solos.save(row)

    def _row(self, player: PlayerId, place: str, solo: Solo, version: int) -> SoloRow:
        journal = [*map(str, solo.entries), *(f"{TRIED}{action}" for action in solo.tried)]
        return SoloRow(player, place, "\n".join(journal), self._clock(), version)

    def _know(self, row: SoloRow, solo: Solo) -> Solo:
        self._known[row.player, row.place] = row, solo
        return solo

    async def _read(self, row: SoloRow, script: Script) -> Solo:
        known = self._known.get((row.player, row.place))
        if known is not None and known[0] == row:
            return known[1]
        return self._know(row, await asyncio.to_thread(_replayed, row, script))


def _replayed(row: SoloRow, script: Script) -> Solo:
    """Return the deal of a row.

    Raises:
        CorruptError: it cannot be played.
    """
    player = Player(row.player)
    table = script.opening(player)
    game = game_of(table.rules)
    lines = row.journal.splitlines()
    try:
        entries = tuple(Entry.parse(line, game) for line in lines if not line.startswith(TRIED))
        tried = tuple(parse_action(line.removeprefix(TRIED), game) for line in lines if line.startswith(TRIED))
        for entry in entries:
            table = table.play(entry.seat, entry.action)
    except (ParseError, IllegalAction) as error:
        raise CorruptError(row.place, error) from error
    seat = table.seat_of(player)
    if seat is None or _next_computer(table, seat) is not None or table.chance() is not None:
        raise CorruptError(row.place, "it does not wait for its player")
    return Solo(table, entries, seat, tried)
