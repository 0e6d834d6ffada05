"""The outcome of a deal, from which its match, picture and record are made."""

from dataclasses import dataclass
from enum import StrEnum

from bot.rummy.cards import Card, Groups, Seat, Wild


class SeatStatus(StrEnum):
    """The state of a seat in a deal."""

    IN = "in"
    DROPPED = "dropped"
    LAPSED = "lapsed"
    LEFT = "left"
    WRONG = "wrong"
    ABSENT = "absent"
    """The seat was not dealt in."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand laid open after a deal, and its cost."""

    seat: Seat
    groups: Groups
    deadwood: tuple[Card, ...]
    points: int
    is_winner: bool


class EndingCode(StrEnum):
    """The ending of a deal: `Ending` holds those that all games share, and each game adds its own."""


class BonusCode(StrEnum):
    """The kind of a bonus at the end of a match: `SharedBonus` holds those that all games share, and each game adds
    its own.
    """


class SharedBonus(BonusCode):
    """The kind of a bonus, in any game."""

    LEAVERS = "leavers"
    """Points of players who left a void deal."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points added to the totals at the end of a match, besides those of its deals."""

    kind: BonusCode
    points: tuple[int, ...]
    """The points of each seat."""


class Ending(EndingCode):
    """The ending of a deal, in any game."""

    LAST_IN = "last_in"
    STALEMATE = "stalemate"
    """Nothing was left to draw (B18)."""
    QUIET = "quiet"
    """Nobody drew from the closed deck for too long (B19)."""
    UNATTENDED = "unattended"
    """No person was in the deal for too long (B19)."""


UNDECIDED = frozenset((Ending.STALEMATE, Ending.QUIET, Ending.UNATTENDED))
"""The endings of a deal that nobody brought to an end: the lowest hand wins."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a deal: points by seat, and the hands that were shown."""

    ending: EndingCode
    winners: tuple[Seat, ...]
    """The winners of the deal: one, or all that share it; empty if it is void and is dealt again."""
    points: tuple[int, ...]
    """Points by seat; in a void deal 0 except for seats that left."""
    shown: tuple[ShownHand, ...]
    statuses: tuple[SeatStatus, ...]
    """The status of each seat at the end; seats that are still in have `IN`."""
    wild: Wild = None
    """The cards that were jokers besides the printed ones."""

    @property
    def winner(self) -> Seat | None:
        """Return the only winner of the deal. Return None if several share it or it is void."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def is_void(self) -> bool:
        """Return whether the deal counts for nothing and is dealt again."""
        return not self.winners

    def has(self, seat: Seat) -> bool:
        """Return whether that seat was dealt in."""
        return self.statuses[seat] is not SeatStatus.ABSENT
