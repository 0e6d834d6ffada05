"""How a deal ended: what its match, its picture and its record are made of."""

from dataclasses import dataclass
from enum import StrEnum

from bot.games.indian.melds import MeldKind
from bot.rummy.cards import Card, Groups, Rank, Seat


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
    kinds: tuple[MeldKind, ...]
    deadwood: tuple[Card, ...]
    points: int
    is_winner: bool
    deal_show: bool
    """Halved: the player had no turn before the declaration."""


class Ending(StrEnum):
    """How a deal ended."""

    DECLARED = "declared"
    LAST_IN = "last_in"
    STALEMATE = "stalemate"
    TIE = "tie"
    """A stalemate with equal lowest hands: void, dealt again."""
    OUT = "out"
    """Somebody has no card left (003 L60)."""
    RUMMY = "rummy"
    """The same, all placed in one turn and nothing before (003 L62)."""
    SHARED = "shared"
    """A stalemate of the western game with equal lowest hands: those share the deal (C-43)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a deal: points by seat, and the hands that were shown."""

    ending: Ending
    winner: Seat | None
    points: tuple[int, ...]
    """By seat; in a void deal 0 for all but those who left. Below 0 only for a Rummy."""
    shown: tuple[ShownHand, ...]
    statuses: tuple[SeatStatus, ...]
    """By seat, how each left the deal; those still in stand as `IN`."""
    wild: Rank | None = None
    """Which rank was wild besides the printed jokers."""

    @property
    def is_void(self) -> bool:
        """Whether the deal counts for nothing and is dealt again."""
        return self.ending is Ending.TIE

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won the deal: one, or where it is shared all with the fewest points."""
        if self.winner is not None:
            return (self.winner,)
        if self.ending is not Ending.SHARED:
            return ()
        still_in = [Seat(i) for i, status in enumerate(self.statuses) if status is SeatStatus.IN]
        fewest = min(self.points[seat] for seat in still_in)
        return tuple(seat for seat in still_in if self.points[seat] == fewest)

    def has(self, seat: Seat) -> bool:
        """Whether that seat was dealt in."""
        return self.statuses[seat] is not SeatStatus.ABSENT
