"""Puzzles: decisions whose best move is clear, since the deal was played on many times from every move."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from bot.rummy.actions import Action, parse_action
from bot.rummy.cards import Seat
from bot.rummy.game import game_of
from bot.rummy.ids import Player, TableId
from bot.rummy.match.match import Terms
from bot.rummy.playouts import Leads
from bot.rummy.record import Entry, Record
from bot.rummy.rules import Games
from bot.rummy.table import Table
from bot.rummy.view import View


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A decision in a deal, and its best move."""

    table: Table = field(repr=False)
    """The table before the decision. Only views of it may be shown."""
    seat: Seat
    best: Action
    leads: Leads

    @property
    def view(self) -> View:
        """Return the view of the seat that decides."""
        return self.table.view(self.seat)


@dataclass(frozen=True, slots=True)
class StoredPuzzle:
    """A puzzle as a line of text: a single deal between computers up to the decision."""

    deal: int
    """The number of the deal from which it was made."""
    rules: str
    """The id of a rule set that a game ships."""
    players: int
    entries: tuple[str, ...]
    best: str
    leads: Mapping[str, float]

    def __str__(self) -> str:
        parts = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps(parts, separators=(",", ":"))

    @classmethod
    def parse(cls, line: str) -> Self:
        """Return the value for a text; the inverse of `str`."""
        parts = json.loads(line)
        return cls(**{**parts, "entries": tuple(parts["entries"])})

    def laid(self, games: Games) -> Puzzle:
        """Return the puzzle with its cards.

        Raises:
            ParseError: it cannot be played.
        """
        rules = games.shipped(self.rules)
        game = game_of(rules)
        computers = tuple(Player(number + 1, is_computer=True) for number in range(self.players))
        entries = tuple(Entry.parse(line, game) for line in self.entries)
        table = Record(TableId("puzzle"), rules, Terms(), computers, entries).replay()
        assert table.deal is not None
        seat = table.deal.view(None).awaited[0]
        leads = {parse_action(move, game): lead for move, lead in self.leads.items()}
        return Puzzle(table, seat, parse_action(self.best, game), leads)


def shipped(games: Games) -> Mapping[str, StoredPuzzle]:
    """Return the puzzles that the games ship, by name: `indian001` is the first of that game."""
    return {
        f"{id}{number:03}": StoredPuzzle.parse(line)
        for id, lines in games.puzzles.items()
        for number, line in enumerate(lines.splitlines(), 1)
    }
