"""The points that sequences can save in one suit, for every number of jokers.

A *table* holds the most points that can be saved without a joker, and *gains*: at index j the points that up to j
jokers add; and for each j the sequences that do it. Gains are `bytes`: small, cheap to hash and to compare, and much
fewer than tables, so that nearly all sums of two are known already. All gains of one search have the same length, from
no joker to all jokers of the hand.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from operator import add

from bot.games.indian.search.digits import (
    DIGIT,
    HIGH_ACE,
    LOW_PLACES,
    ONES,
    POINTS,
    lowest,
    places,
    present,
    with_low_aces,
)
from bot.games.indian.search.room import ROOM

MIN_RUN = 3

REMEMBERED = 1 << 14
"""The number of small values that are kept, by the cards of a suit."""

NEVER = -(1 << 24)
"""The value of something impossible: less than saving nothing."""

Run = tuple[int, int, int]
"""One sequence: its own cards, the jokers it takes, and the place of a wild card that stands for itself, or 0."""

Plan = tuple[Run, "Plan | None"]
"""Sequences of one suit, as a linked list."""

Plans = tuple[Plan | None, ...]

SuitTable = tuple[int, bytes, Plans]
"""Points saved without a joker, the gains, and the plans."""


class Joined(dict[tuple[bytes, bytes], bytes]):
    """The joint gains of two parts of a hand, computed when asked for."""

    def __init__(self, room: int = 0) -> None:
        """`room`: the number of values that are kept; 0: as many as `ROOM` has for tables, four times."""
        self._room = room

    def __missing__(self, parts: tuple[bytes, bytes]) -> bytes:
        if len(self) >= (self._room or 4 * ROOM.tables):
            self.clear()
        one, other = parts
        if len(one) == 3:
            # Written out for speed: two jokers are common.
            both = bytes((0, max(one[1], other[1]), max(one[2], other[2], one[1] + other[1])))
        else:
            both = bytes([max(map(add, one, other[have::-1])) for have in range(len(one))])
        self[parts] = self[other, one] = both
        return both


class Free(dict[int, SuitTable]):
    """The table of each suit, computed when asked for.

    Look at the lowest card. Either it is left over, or it opens a run of 3, 4 or 5 places upwards; before that, an ace
    may lie low under such a run. These are all cases. A longer run is two shorter ones, and a part of it without a card
    of its own is left out. Jokers below the lowest card do no more than jokers above the run. A run takes every card it
    has a place for: if another run used that card instead, the two could swap it for the joker. A run of 4 or 5 with no
    card in its last place is a shorter run that wastes a joker.
    """

    def __init__(self, jokers: int) -> None:
        self._jokers = jokers

    def __missing__(self, suit: int) -> SuitTable:
        jokers = self._jokers
        base, gains, sub = self[suit - lowest(suit)] if suit else (0, bytes(jokers + 1), _nothing(jokers))
        best = [base + gain for gain in gains]
        plans = [*sub]
        for run, points in openings(suit):
            cards, cost, _ = run
            if cost <= jokers:
                base, gains, sub = self[suit - cards]
                base += points
                for have in range(cost, jokers + 1):
                    spared = base + gains[have - cost]
                    if spared > best[have]:
                        best[have] = spared
                        plans[have] = run, sub[have - cost]
        if len(self) >= ROOM.tables:
            self.clear()
        base = best[0]
        self[suit] = table = base, bytes([spared - base for spared in best]), tuple(plans)
        return table


def _nothing(jokers: int) -> Plans:
    return (None,) * (jokers + 1)


Opening = tuple[Run, int]
"""A run and its points."""


def openings(suit: int) -> tuple[Opening, ...]:
    """Return the runs that the lowest card, or a low ace, can open."""
    there = present(suit)
    runs = _upwards(there & (there & -there) * 0x11111)
    if there & HIGH_ACE and there & LOW_PLACES:
        return runs + _from_low_ace(there & LOW_PLACES)
    return runs


@cache
def _upwards(near: int) -> tuple[Opening, ...]:
    """Return the runs upwards from the lowest of these cards, which lie in at most five places."""
    low = near & -near
    runs = [(near & 0x111 * low, 3)] if near else []
    runs += [(near & 0x1111 * low, 4)] if near & 0x1000 * low else []
    runs += [(near, 5)] if near & 0x10000 * low else []
    return tuple([((cards, length - cards.bit_count(), 0), points_of(cards)) for cards, length in runs])


@cache
def _from_low_ace(near: int) -> tuple[Opening, ...]:
    """Return the runs of a low ace with these cards, all from two to five."""
    runs = _upwards(near | 1)
    return tuple([((cards - 1 + HIGH_ACE, cost, 0), points) for (cards, cost, _), points in runs if cards & LOW_PLACES])


PureTable = tuple[tuple[int, ...], Plans, tuple[int, ...], Plans]
"""The most points for each number of jokers saved with a pure sequence in the suit, and those with a second one too.

`NEVER` if impossible. In the plans, the pure sequence comes first.
"""


class Pure(dict[int, PureTable | None]):
    """The tables of each suit that can hold a pure sequence, None for others, computed when asked for.

    Every run of 3 to 5 places without a joker is tried as the pure sequence; a wild card in its own place is allowed.
    The rest of the suit is free. A longer run is two of these.

    Args:
        free: the tables for the rest of the suit.
        jokers: how many there are.
        own: the places where a wild card of this suit may stand for itself.
    """

    def __init__(self, free: Free, jokers: int, own: int) -> None:
        self._free = free
        self._jokers = jokers
        self._own = own

    def __missing__(self, suit: int) -> PureTable | None:
        size = self._jokers + 1
        least, both = [NEVER] * size, [NEVER] * size
        plans: list[Plan | None] = [None] * size
        both_plans = plans.copy()
        for run in self._pure_runs(suit):
            cards, cost, _ = run
            base, gains, sub = self._free[suit - cards]
            points = points_of(cards)
            for have in range(cost, size):
                second = base + gains[have - cost]
                if points + second > least[have]:
                    least[have] = points + second
                    plans[have] = run, sub[have - cost]
                # A suit saves points exactly when it holds a sequence.
                if second and points + second > both[have]:
                    both[have] = points + second
                    both_plans[have] = run, sub[have - cost]
        if len(self) >= ROOM.pure_tables:
            self.clear()
        table = (tuple(least), tuple(plans), tuple(both), tuple(both_plans)) if least[-1] > 0 else None
        self[suit] = table
        return table

    def _pure_runs(self, suit: int) -> Iterator[Run]:
        natural = with_low_aces(present(suit))
        there = natural | self._own
        starts = there & there >> DIGIT & there >> 2 * DIGIT
        for place in places(starts):
            for window in (0x111, 0x1111, 0x11111):
                window <<= DIGIT * place
                if window & ~there:
                    break
                cards = window & natural
                own = window ^ cards
                if cards & 1:
                    cards += HIGH_ACE - 1
                yield cards, own.bit_count(), own


@lru_cache(REMEMBERED)
def points_of(units: int) -> int:
    """Return the points of the cards of one suit."""
    return sum(POINTS[place] for place in places(units))


@lru_cache(REMEMBERED)
def dearest_pure(ends: int, own: int) -> tuple[int, int]:
    """Return the pure sequence with the most points in one suit: its points and its cards.

    Args:
        ends: a unit for each card, aces at both places.
        own: the places where a wild card of the suit may stand for itself; it has no points.
    """
    there = ends | own
    best = 0, 0
    # An ace cannot stand at both ends, so thirteen places are the most.
    for length in range(MIN_RUN, 14):
        for place in range(15 - length):
            window = (ONES & (1 << DIGIT * length) - 1) << DIGIT * place
            if not window & ~there:
                cards = window + HIGH_ACE - 1 if window & 1 else window
                best = max(best, (points_of(window & ends), cards))
    return best
