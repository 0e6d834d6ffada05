"""Solver: 13 cards, and 14 with the best discard, over dealt and hard hands, every hand a new one.

Wall-clock time of each call, with the garbage collector on. Cold: the first hands of a process. Otherwise, 20,000 other
hands of the mix were solved before, since results for single suits are kept from hand to hand.
"""

import os
import platform
import random
from collections.abc import Callable
from statistics import mean, quantiles
from time import perf_counter

from bot.games.indian import solver
from bot.rummy.cards import CARDS, JOKER, Card, Rank, packs
from bot.rummy.rules import Rules
from tests.known import shipped

HANDS = 6000
BEFORE = 20_000
RULES = ("circle", "winzo", "toking")

Case = tuple[tuple[Card, ...], Rank | None]
Dealer = Callable[[random.Random, int], Case]
Solve = Callable[[tuple[Card, ...], Rank | None, Rules], object]


def mix(count: int, size: int, seed: int = 1) -> list[Case]:
    """Return one third dealt from two packs, two thirds hard: many jokers, near complete, duplicates, as many of
    each.
    """
    hard = (_many_jokers, _near_complete, _duplicates)
    return _hands(hard, count, size, seed)


def _near_mix(count: int, size: int, seed: int) -> list[Case]:
    """Return a mix of hands in which half of the hard ones are nearly complete."""
    return _hands((_near_complete, _many_jokers, _near_complete, _duplicates), count, size, seed)


def _hands(hard: tuple[Dealer, ...], count: int, size: int, seed: int) -> list[Case]:
    """Return hands of which every third is dealt; the others are hard ones in turn."""
    rng = random.Random(seed)
    places = [(number, number - number // 3 - 1) for number in range(count)]
    return [hard[at % len(hard)](rng, size) if number % 3 else _dealt(rng, size) for number, at in places]


def _dealt(rng: random.Random, size: int) -> Case:
    cards = rng.sample(packs(2, 1), size + 1)
    cut = cards.pop()
    return tuple(cards), Rank.ACE if cut == JOKER else cut.rank


def _many_jokers(rng: random.Random, size: int) -> Case:
    wild = rng.choice(list(Rank)[1:])
    jokers = [JOKER] * 2 + [card for card in packs(2, 0) if card.rank is wild]
    others = [card for card in packs(2, 0) if card.rank is not wild]
    count = rng.randint(3, 7)
    return _shuffled(rng, rng.sample(jokers, count) + rng.sample(others, size - count)), wild


def _near_complete(rng: random.Random, size: int) -> Case:
    """Return a hand that could be declared, with one to three of its cards exchanged."""
    wild = rng.choice(list(Rank)[1:])
    cards = [*_run(rng, 4), *_run(rng, 3), *_set(rng), *(_set(rng) if rng.random() < 0.5 else _run(rng, 3))]
    cards = [JOKER if rng.random() < 0.08 else card for card in cards]
    for place in rng.sample(range(13), rng.randint(1, 3)):
        cards[place] = rng.choice(packs(2, 1))
    return _shuffled(rng, cards + rng.sample(CARDS, size - 13)), wild


def _duplicates(rng: random.Random, size: int) -> Case:
    """Return two packs of few cards: two suits, or five neighbouring ranks."""
    first = rng.randint(1, 9)
    suits = rng.sample(range(4), 2)
    near = [card for card in CARDS if first <= card.rank < first + 5]
    pool = near if rng.random() < 0.5 else [card for card in CARDS if card.suit in suits]
    return tuple(rng.sample(pool * 2, size)), rng.choice(list(Rank)[1:])


def _run(rng: random.Random, length: int) -> list[Card]:
    suit, start = rng.randrange(4), rng.randint(0, 13 - length)
    return [CARDS[13 * suit + place] for place in range(start, start + length)]


def _set(rng: random.Random) -> list[Card]:
    rank = rng.randrange(13)
    return [CARDS[13 * suit + rank] for suit in rng.sample(range(4), 3)]


def _shuffled(rng: random.Random, cards: list[Card]) -> tuple[Card, ...]:
    rng.shuffle(cards)
    return tuple(cards)


def baseline() -> float:
    """Return the median microseconds of a fixed loop of pure Python: the speed of this machine today."""
    times = []
    for _ in range(500):
        start = perf_counter()
        total = 0
        for number in range(1000):
            total += number * number & 0xFF
        times.append((perf_counter() - start) * 1e6)
    return quantiles(times, n=2)[0]


def _measure(name: str, solve: Solve, rules: Rules, cases: list[Case]) -> None:
    times = []
    for cards, wild in cases:
        start = perf_counter()
        solve(cards, wild, rules)
        times.append((perf_counter() - start) * 1e6)
    cuts = quantiles(times, n=100)
    median, p99 = cuts[49], cuts[98]
    print(
        f"{name:34} median {median:6.1f} µs   p99 {p99:6.1f} µs   mean {mean(times):6.1f} µs   "
        f"worst {max(times):7.1f} µs   median/baseline {median / baseline():5.3f}"
    )


def run() -> None:
    """Print medians, p99, means and worst cases."""
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"Python {platform.python_version()}; {os.cpu_count()} cores, load {load}; baseline loop {baseline():.1f} µs")
    print(f"{HANDS} hands each: 1/3 dealt, 2/9 many jokers, 2/9 near complete, 2/9 duplicates")
    for size, solve, goal in ((13, solver.best, "20 and 300"), (14, solver.best_discard, "40 and 600")):
        _run_size(size, solve)
        print(f"{'':34} goal: median {goal} µs p99 at most, on an idle core")


def _run_size(size: int, solve: Solve) -> None:
    circle = shipped("circle")
    _measure(f"circle {size} cards, cold", solve, circle, mix(HANDS, size, seed=size))
    for case in mix(BEFORE, size, seed=100 + size):
        solve(*case, circle)
    for number, rules in enumerate(map(shipped, RULES)):
        _measure(f"{rules.id} {size} cards", solve, rules, mix(HANDS, size, seed=200 + 20 * number + size))
    _measure(f"circle {size} cards, near complete 1/3", solve, circle, _near_mix(HANDS, size, seed=300 + size))
    for dealer in (_dealt, _many_jokers, _near_complete, _duplicates):
        name = dealer.__name__[1:].replace("_", " ")
        cases = [dealer(rng, size) for rng in [random.Random(400 + size)] for _ in range(HANDS)]
        _measure(f"  only {name}", solve, circle, cases)
