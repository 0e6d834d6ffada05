"""Distance: how long it takes to count the missing cards of a hand, and which cards help it."""

import platform
import random
from collections.abc import Callable
from statistics import mean, quantiles
from time import perf_counter

from bot.games.indian.distance import search_of
from bot.rummy.cards import Card, Rank, packs
from tests.bench.solver import baseline
from tests.known import shipped

HANDS = 5000
KNOWN = 500
"""Hands whose suits have come up before, like nearly all hands in one deal."""


def _hand(dice: random.Random) -> tuple[tuple[Card, ...], Rank]:
    return tuple(dice.sample(packs(2, 1), 13)), dice.choice(list(Rank)[1:])


def _missing(hand: tuple[Card, ...], wild: Rank) -> int:
    search = search_of(wild, shipped("circle"))
    return search.distance(search.read(hand))


def _again(hand: tuple[Card, ...], wild: Rank) -> int:
    """Return the distance of a hand after forgetting only the result for this very hand."""
    search = search_of(wild, shipped("circle"))
    search._known.clear()
    return search.distance(search.read(hand))


def _helpful(hand: tuple[Card, ...], wild: Rank) -> int:
    search = search_of(wild, shipped("circle"))
    near = search.read(hand)
    return len([*search.helpful(near, search.distance(near))])


_Hand = tuple[tuple[Card, ...], Rank]


def _measure(name: str, asked: Callable[[tuple[Card, ...], Rank], int], hands: list[_Hand]) -> None:
    times = []
    for hand, wild in hands:
        start = perf_counter()
        asked(hand, wild)
        times.append((perf_counter() - start) * 1e6)
    cuts = quantiles(times, n=100)
    print(f"{name:28} median {cuts[49]:7.1f} µs   p99 {cuts[98]:7.1f} µs   mean {mean(times):7.1f} µs")


def run() -> None:
    """Print medians, p99 and means of dealt hands."""
    print(f"Python {platform.python_version()}; baseline loop {baseline():.1f} µs; hands of 13 from two packs, circle")
    dice = random.Random(1)
    hands = [_hand(dice) for _ in range(HANDS)]
    _measure("missing cards, cold", _missing, hands)
    for hand in hands[:KNOWN]:
        _again(*hand)
    _measure("suits seen before", _again, hands[:KNOWN])
    _measure("which cards help, and these", _helpful, hands[:KNOWN])
