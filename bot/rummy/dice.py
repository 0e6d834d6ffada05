"""Random numbers for rollouts: the same from the same text, on any machine."""

import hashlib
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64


class SeededDice:
    """Shuffles by the 64-bit generator SplitMix, seeded by the SHA-256 of a text."""

    def __init__(self, text: str) -> None:
        self._state = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def below(self, most: int) -> int:
        """Return a number from 0 to `most` − 1; the bias of the remainder is below 1 in 2⁵⁷ for a pack's sizes."""
        self._state = (self._state + 0x9E3779B97F4A7C15) % _WORD
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % _WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % _WORD
        return (mixed ^ mixed >> 31) % most

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
