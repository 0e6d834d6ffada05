"""The number of cards of one suit that sequences can hold, for every number of fillers.

A *filler* is a joker of the hand or a card that the hand does not have yet. Both fill any place of a group, with one
exception: no joker fills a gap of the pure sequence. All rows of a search have the same length. The value at index j
belongs to up to j fillers.
"""

from collections.abc import Iterator
from functools import lru_cache
from operator import add

from bot.games.indian.search.digits import ACE, DIGIT, HIGH_ACE, LOW_ACES, ONE_SUIT, lowest, present, with_low_aces
from bot.games.indian.search.sequences import MIN_RUN, NEVER, REMEMBERED, openings

MOST_MISSING = 3
"""The most cards that a pure sequence of three can miss."""
LONGEST = 5
"""The most places of a run; a longer run counts as two."""
PLACES = 14
PURE_REMEMBERED = 1 << 11
"""Entries that a memory of pure sequences keeps before it starts again: some 3 MB for each place of a wild card."""

Held = tuple[int, ...]


class Filled(dict[int, bytes]):
    """The row of each suit, computed when first asked for: how many of its cards sequences hold.

    Args:
        size: the length of a row.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self[0] = bytes(size)

    def __missing__(self, suit: int) -> bytes:
        size = self.size
        most = [*self[suit - lowest(suit)]]
        for (cards, cost, _), _ in openings(suit):
            if cost < size:
                count, beside = cards.bit_count(), self[suit - cards]
                most[cost:] = map(max, most[cost:], [count + held for held in beside[: size - cost]])
        if len(self) >= REMEMBERED:
            self.clear()
            self[0] = bytes(size)
        self[suit] = row = bytes(most)
        return row


WithPure = tuple[Held, Held]
"""The rows of a suit that holds the pure sequence, alone and with another sequence in the suit.

`NEVER` if impossible.

They are plain tuples of numbers because many are kept, and the garbage collector passes over those.
"""


class PureFilled(dict[int, tuple[WithPure, ...]]):
    """The rows of each suit with a pure sequence that misses up to 0, 1, 2 and 3 cards, computed when asked for.

    Args:
        filled: the rows for the rest of the suit.
        own: the places where a wild card of this suit stands for itself.
        barred: the places whose cards would make a sequence impure.
    """

    def __init__(self, filled: Filled, own: int, barred: int) -> None:
        self._filled = filled
        self._own = own
        self._barred = barred

    def __missing__(self, suit: int) -> tuple[WithPure, ...]:
        size = self._filled.size
        alone, both = [NEVER] * size, [NEVER] * size
        windows = pure_windows(with_low_aces(present(suit)), self._own, self._barred)
        found = []
        for missing in range(MOST_MISSING + 1):
            for cards, cost in windows[missing]:
                if cost < size:
                    count, beside = cards.bit_count(), self._filled[suit - cards][: size - cost]
                    alone[cost:] = map(max, alone[cost:], [count + held for held in beside])
                    both[cost:] = map(max, both[cost:], [count + held if held else NEVER for held in beside])
            found.append((tuple(alone), tuple(both)))
        if len(self) >= PURE_REMEMBERED:
            self.clear()
        self[suit] = rows = tuple(found)
        return rows


Window = tuple[int, int]
"""The cards of the hand in a pure sequence, and the fillers it takes: missing cards, and wild cards in their own
place.
"""


@lru_cache(PURE_REMEMBERED)
def pure_windows(natural: int, own: int, barred: int) -> tuple[tuple[Window, ...], ...]:
    """Return the pure sequences that a suit can begin, by the number of cards they miss; no two take the same cards.

    Args:
        natural: a unit for each card, aces at both places.
        own: the places where a wild card stands for itself.
        barred: the places that may not be used.
    """
    found: tuple[dict[Window, None], ...] = tuple({} for _ in range(MOST_MISSING + 1))
    there = natural | own
    for window, first, last in _windows():
        missing = (window & ~there).bit_count()
        if missing > MOST_MISSING or window & barred:
            continue
        # A longer sequence with a gap at its end equals a shorter one and one filler left over.
        if window.bit_count() > MIN_RUN and not (there & first and there & last):
            continue
        cards = window & natural
        if cards & 1:
            cards += HIGH_ACE - 1
        found[missing][cards, missing + (window & own).bit_count()] = None
    return tuple(map(tuple, found))


@lru_cache(1)
def _windows() -> tuple[tuple[int, int, int], ...]:
    """Return every run of three to five places, with its first and its last place."""
    return tuple(_all_windows())


def _all_windows() -> Iterator[tuple[int, int, int]]:
    for length in range(MIN_RUN, LONGEST + 1):
        for place in range(PLACES - length + 1):
            places = [1 << DIGIT * (place + step) for step in range(length)]
            yield sum(places), places[0], places[-1]


def most_with_pure(rows: WithPure, others: bytes, fillers: int) -> int:
    """Return the most cards that a suit with a pure sequence holds together with other suits, in at least two
    sequences.
    """
    alone, both = rows
    most: int = max(map(add, both, others[fillers::-1]))
    # If the other suits hold any card, they hold a sequence. It takes at least this number of fillers.
    least = len(others) - len(others.lstrip(b"\0"))
    if least <= fillers:
        beside = others[fillers : least - 1 : -1] if least else others[fillers::-1]
        most = max(most, max(map(add, alone, beside)))
    return most


def at_wild(rank_place: int) -> int:
    """Return the places of a rank in one suit; an ace has two."""
    place = 1 << DIGIT * rank_place & ONE_SUIT
    return place | place >> ACE & LOW_ACES
