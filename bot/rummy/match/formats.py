"""Formats: how deals make a match, and each format's answers about totals and end."""

from enum import StrEnum

BEST_OF = 3
"""Deals in the format `best_of_3`."""


class Format(StrEnum):
    """The ways in which deals make a match. A game lists the formats that it plays."""

    POINTS = "points"
    POOL_101 = "pool_101"
    POOL_201 = "pool_201"
    DEALS = "deals"
    BEST_OF_3 = "best_of_3"
    BEST_OF = "best_of"
    """The number of deals that the table sets."""
    LIMIT = "limit"
    """Deals until one player reaches the points that the table sets."""

    @property
    def is_single(self) -> bool:
        """Return whether one deal is the whole match."""
        return self is Format.POINTS

    @property
    def has_stacks(self) -> bool:
        """Return whether totals are stacks, so that more is better, and not points."""
        return self is Format.DEALS

    @property
    def has_limit(self) -> bool:
        """Return whether the table chooses a limit: points that end the match."""
        return self is Format.LIMIT

    @property
    def shares_ties(self) -> bool:
        """Return whether players who tie for the first place share it (F12). In other formats they play on (G11)."""
        return self is Format.LIMIT

    @property
    def has_deals(self) -> bool:
        """Return whether the table chooses a number of deals."""
        return self in (Format.DEALS, Format.BEST_OF)

    def deals(self, number: int) -> int | None:
        """Return the number of deals that decide the match, ties apart. Return None if points end it. `number` is the
        table's choice.
        """
        fixed = {Format.POINTS: 1, Format.BEST_OF_3: BEST_OF}
        return number if self.has_deals else fixed.get(self)
