"""How a deal ended: what its match, its picture and its record are made of."""

from dataclasses import dataclass
from enum import StrEnum

from bot.rummy.cards import Card, Groups, Seat, Wild


class SeatStatus(StrEnum):
    """How a seat stands in a deal."""

    IN = "in"
    DROPPED = "dropped"
    LAPSED = "lapsed"
    LEFT = "left"
    WRONG = "wrong"
    ABSENT = "absent"
    """Not dealt in."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand laid open after a deal, and what it cost."""

    seat: Seat
    groups: Groups
    deadwood: tuple[Card, ...]
    points: int
    is_winner: bool


class EndingCode(StrEnum):
    """How a deal ended: `Ending` holds what all games share, and each game adds its own."""


class BonusCode(StrEnum):
    """What a game adds when a match is over, each game its own."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points that a match adds to its totals when it is over, besides those of its deals."""

    kind: BonusCode
    points: tuple[int, ...]
    """By seat."""


class Ending(EndingCode):
    """How a deal ended, in any game."""

    LAST_IN = "last_in"
    STALEMATE = "stalemate"
    """Nothing was left to draw (B18)."""
    QUIET = "quiet"
    """For too long nobody drew from the closed deck (B19)."""
    UNATTENDED = "unattended"
    """For too long no person was in it (B19)."""


UNDECIDED = frozenset((Ending.STALEMATE, Ending.QUIET, Ending.UNATTENDED))
"""The endings of a deal that nobody brought to an end: the lowest hand wins."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a deal: points by seat, and the hands that were shown."""

    ending: EndingCode
    winners: tuple[Seat, ...]
    """Who has won the deal: one, or all who share it; nobody where it is void and is dealt again."""
    points: tuple[int, ...]
    """By seat; in a void deal 0 for all but those who left."""
    shown: tuple[ShownHand, ...]
    statuses: tuple[SeatStatus, ...]
    """By seat, how each left the deal; those still in stand as `IN`."""
    wild: Wild = None
    """Which cards were jokers besides the printed ones."""

    @property
    def winner(self) -> Seat | None:
        """Return who alone has won the deal."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def is_void(self) -> bool:
        """Return whether the deal counts for nothing and is dealt again."""
        return not self.winners

    def has(self, seat: Seat) -> bool:
        """Return whether that seat was dealt in."""
        return self.statuses[seat] is not SeatStatus.ABSENT
