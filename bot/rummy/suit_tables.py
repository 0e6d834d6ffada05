"""The sequences that the cards of one suit can make, for every number of jokers: the solver's table.

A suit is an int of *layers*, 16 bits each: the first holds a bit for every rank that is there, the second for
every rank that is there twice, and so on. Bit 0 is a low ace, bits 1 to 12 are two to king, bit 13 is a high
ace. Cards of the wild rank are never in it: they are jokers.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

LAYER = 16
FIRST = (1 << LAYER) - 1
"""The first layer."""

ACE_LOW, ACE_HIGH = 1, 1 << 13
_NEAR_LOW, _NEAR_HIGH = 0b11110, 0b1111 << 9
"""The ranks that can share a run of five with a low and with a high ace."""

POINTS = {1 << place: 10 if place == 0 else min(place + 1, 10) for place in range(14)}
"""By the bit of a card."""

MIN_RUN = 3
NEVER = 1 << 20
"""More points than any hand has: what cannot be done."""

_REMEMBERED = 1 << 15
"""Suits kept for the next hands: some 20 MB when full."""


Run = tuple[int, int, int]
"""One sequence: its own cards, the jokers it takes, and the bit of a wild card in its own place, one of these."""

Plan = tuple[Run, "Plan | None"]
"""Sequences of one suit, as a linked list. Plain tuples of numbers: the garbage collector lets them be."""

Plans = tuple[Plan | None, ...]


class Free(NamedTuple):
    """What is left over in one suit at best, for each number of jokers from 0 to all there are."""

    total: int
    """Points of the suit with nothing in a sequence."""
    left: tuple[int, ...]
    plans: Plans


class Pure(NamedTuple):
    """What is left over at best with a pure sequence in the suit; `NEVER` where jokers do not suffice."""

    left: tuple[int, ...]
    plans: Plans
    both: tuple[int, ...]
    """With a second sequence in the same suit, too."""
    both_plans: Plans


def put(suit: int, card: int) -> int:
    """The suit with one more card; `card` is a bit of the first layer."""
    while suit & card:
        card <<= LAYER
    return suit | card


def take(suit: int, cards: int) -> int:
    """The suit without one copy of each of `cards`, bits of the first layer that are there."""
    above = suit >> LAYER
    if not above:
        return suit ^ cards
    copied = cards & above
    return take(above, copied) << LAYER | (suit & FIRST) ^ (cards ^ copied)


def take_either_ace(suit: int, cards: int) -> int:
    """`take` from a suit whose aces all stand at bit 0, whichever end `cards` has its ace at."""
    if cards & ACE_HIGH:
        cards ^= ACE_HIGH | ACE_LOW
    return take(suit, cards)


def copies(suit: int, card: int) -> int:
    """How often the suit holds a card, a bit of the first layer."""
    count = 0
    while suit & card:
        count += 1
        suit >>= LAYER
    return count


@lru_cache(maxsize=_REMEMBERED)
def free(suit: int, jokers: int) -> Free:
    """The least a suit leaves over; its aces stand at bit 0."""
    if not suit & ACE_LOW:
        return _free(suit, jokers)
    best, *others = [_free(cards, jokers) for cards in _with_aces(suit)]
    for other in others:
        best = Free(best.total, *_least(best.left, best.plans, other.left, other.plans))
    return best


@lru_cache(maxsize=_REMEMBERED)
def pure(suit: int, wild: int, jokers: int) -> Pure | None:
    """The least a suit leaves over beside a pure sequence; None if it can have none.

    Args:
        suit: the cards, in layers, aces at bit 0.
        wild: the bits where a wild card in hand may stand for itself and leave a sequence pure; else 0.
        jokers: how many jokers there are, wild cards among them.
    """
    found = [one for cards in _with_aces(suit) if (one := _pure(cards, wild, jokers)) is not None]
    if not found:
        return None
    best, *others = found
    for other in others:
        left = _least(best.left, best.plans, other.left, other.plans)
        best = Pure(*left, *_least(best.both, best.both_plans, other.both, other.both_plans))
    return best


def _with_aces(suit: int) -> Iterator[int]:
    """The suit with its aces low and high in every way that can matter."""
    if not suit & ACE_LOW:
        yield suit
        return
    if suit & _NEAR_LOW or not suit & _NEAR_HIGH:
        yield suit
    if not suit & _NEAR_HIGH:
        return
    while suit & ACE_LOW:
        suit = put(take(suit, ACE_LOW), ACE_HIGH)
        if not suit & ACE_LOW or suit & _NEAR_LOW:
            yield suit


def _pure(suit: int, wild: int, jokers: int) -> Pure | None:
    """`pure` for aces that stand where they are.

    Every run of 3 to 5 that holds no joker but perhaps the wild card in its own place is tried as the pure
    sequence; the rest of the suit is free. The rest holds a second sequence exactly when fewer points are
    left over than lie in it: each sequence has a card that is no joker, and every such card has points.
    """
    if not jokers:
        # Without jokers every sequence is pure, so the free plan serves, unless it could be split in two at a price.
        total, left, free_plans = _free(suit, 0)
        if left[0] == total:
            return None
        if free_plans[0] is not None and free_plans[0][1] is not None:
            return Pure(left, free_plans, left, free_plans)
        if suit.bit_count() < 2 * MIN_RUN:
            return Pure(left, free_plans, (NEVER,), (None,))
    size = jokers + 1
    least, both = [NEVER] * size, [NEVER] * size
    plans: list[Plan | None] = [None] * size
    both_plans: list[Plan | None] = [None] * size
    for window in _windows((suit & FIRST) | wild):
        cards = window & suit
        own = window ^ cards
        cost = own.bit_count()
        run = (cards, cost, own)
        rest = _free(take(suit, cards), jokers)
        for have in range(cost, size):
            points = rest.left[have - cost]
            if points < least[have]:
                least[have] = points
                plans[have] = (run, rest.plans[have - cost])
            if points < both[have] and points < rest.total:
                both[have] = points
                both_plans[have] = (run, rest.plans[have - cost])
    if least[-1] == NEVER:
        return None
    return Pure(tuple(least), tuple(plans), tuple(both), tuple(both_plans))


def _windows(there: int) -> Iterator[int]:
    """Every run of 3, 4 or 5 places that are all there. A longer sequence is two of these."""
    starts = there & there >> 1 & there >> 2
    while starts:
        low = starts & -starts
        starts ^= low
        yield low * 7
        if there & low << 3:
            yield low * 15
            if there & low << 4:
                yield low * 31


@lru_cache(maxsize=_REMEMBERED)
def _free(suit: int, jokers: int) -> Free:
    """`free` for aces that stand where they are.

    Look at the lowest card. Either it stays over, or it opens a run of 3, 4 or 5 places upwards. That is
    every case: a longer run is two shorter ones, and a part without a card of its own is left out; jokers
    below the lowest card are worth no more than jokers above the run. A run takes every card it has a place
    for: if another run used that card instead, the two could swap it for the joker. A run of 4 or 5 that
    does not end in a card is a shorter one with a joker wasted.
    """
    if not suit:
        return Free(0, (0,) * (jokers + 1), (None,) * (jokers + 1))
    low = suit & -suit
    points = POINTS[low]
    total, left, kept = _free(take(suit, low), jokers)
    best = [points + value for value in left]
    plans = list(kept)
    for window in (low * 7, low * 15, low * 31):
        length = window.bit_length() - low.bit_length() + 1
        if length > 3 and not suit & low << (length - 1):
            continue
        cards = suit & window
        cost = length - cards.bit_count()
        if cost > jokers:
            continue
        _, left, kept = _free(take(suit, cards), jokers)
        run = (cards, cost, 0)
        for have in range(cost, jokers + 1):
            value = left[have - cost]
            if value < best[have]:
                best[have] = value
                plans[have] = (run, kept[have - cost])
    return Free(points + total, tuple(best), tuple(plans))


def _least(one: tuple[int, ...], plans: Plans, other: tuple[int, ...], others: Plans) -> tuple[tuple[int, ...], Plans]:
    """Value by value the lesser of two, with its plan."""
    pairs = zip(one, plans, other, others, strict=True)
    found = [(a, plan) if a <= b else (b, second) for a, plan, b, second in pairs]
    return tuple([value for value, _ in found]), tuple([plan for _, plan in found])
