"""The plan of a tournament, agreed on before its first round."""

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.rummy.errors import ParseError

MIN_SEATS = 2
MAX_SEATS = 6
MAX_ENTRANTS = 512
MAX_MATCHES = 50


class TournamentKind(StrEnum):
    """The way in which a tournament finds its winner."""

    KNOCK_OUT = "knock-out"
    """The best of each table go on until one is left."""
    LEAGUE = "league"
    """Everybody plays the same number of matches; the points table decides."""


@dataclass(frozen=True, slots=True)
class BracketPlan:
    """Kind and size of a tournament.

    Raises:
        ValueError: a number is out of its bounds; the error names it.
    """

    kind: TournamentKind = TournamentKind.KNOCK_OUT
    seats: int = 4
    """Most players at a table, 2 to 6."""
    advance: int = 1
    """Knock-out: number of players of a table who advance, fewer than `seats`. League: 0."""
    matches: int = 0
    """League: number of matches that each plays, 1 to 50. Knock-out: 0."""
    fewest: int = 2
    """The fewest entrants with whom it starts."""
    most: int = MAX_ENTRANTS

    def __post_init__(self) -> None:
        league = self.kind is TournamentKind.LEAGUE
        bounds = {
            "seats": (MIN_SEATS, self.seats, MAX_SEATS),
            "advance": (0, self.advance, 0) if league else (1, self.advance, self.seats - 1),
            "matches": (1, self.matches, MAX_MATCHES) if league else (0, self.matches, 0),
            "fewest": (2, self.fewest, self.most),
            "most": (2, self.most, MAX_ENTRANTS),
        }
        for name, (least, number, most) in bounds.items():
            if not least <= number <= most:
                raise ValueError(f"{name} = {number}: {least} to {most} expected")

    @classmethod
    def league(cls, seats: int, matches: int, fewest: int = 2, most: int = MAX_ENTRANTS) -> "BracketPlan":
        """Return the plan of a league in which everybody plays that many matches.

        Raises:
            ValueError: a number is out of its bounds.
        """
        return cls(TournamentKind.LEAGUE, seats, 0, matches, fewest, most)

    def __str__(self) -> str:
        """Return the plan as one line: `knock-out seats 4 advance 2 matches 0 entrants 8-64`."""
        numbers = f"seats {self.seats} advance {self.advance} matches {self.matches}"
        return f"{self.kind} {numbers} entrants {self.fewest}-{self.most}"

    @classmethod
    def parse(cls, text: str) -> "BracketPlan":
        """Return the value for a text; the inverse of `str`.

        Raises:
            ParseError: the text is no plan.
        """
        n = "([0-9]{1,4})"
        found = re.fullmatch(f"(knock-out|league) seats {n} advance {n} matches {n} entrants {n}-{n}", text)
        if found is None:
            raise ParseError(f"no plan: {text[:80]!r}")
        kind, *numbers = found.groups()
        try:
            return cls(TournamentKind(kind), *map(int, numbers))
        except ValueError as error:
            raise ParseError(f"plan: {error}") from None
