"""Solver: 13 cards, and 14 with the best discard, over dealt and hard hands."""

import platform
import random
from collections.abc import Callable
from time import thread_time_ns

from bot.rummy import solver
from bot.rummy.cards import CARDS, JOKER, Card, Rank, packs
from bot.rummy.rules import Rules, shipped

HANDS = 6000

Case = tuple[tuple[Card, ...], Rank | None]


def mix(count: int, size: int, seed: int = 1) -> list[Case]:
    """One third dealt from two packs, two thirds hard: many jokers, near complete, duplicates."""
    rng = random.Random(seed)
    hard = (_many_jokers, _near_complete, _duplicates)
    dealers = (_dealt, *hard, _dealt, *hard, _dealt)
    return [dealers[number % len(dealers)](rng, size) for number in range(count)]


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
    """A hand that could be declared, with one to three of its cards exchanged."""
    wild = rng.choice(list(Rank)[1:])
    cards = [*_run(rng, 4), *_run(rng, 3), *_set(rng), *(_set(rng) if rng.random() < 0.5 else _run(rng, 3))]
    cards = [JOKER if rng.random() < 0.08 else card for card in cards]
    for place in rng.sample(range(13), rng.randint(1, 3)):
        cards[place] = rng.choice(packs(2, 1))
    return _shuffled(rng, cards + rng.sample(CARDS, size - 13)), wild


def _duplicates(rng: random.Random, size: int) -> Case:
    """Two packs of few cards: two suits, or five neighbouring ranks."""
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
    """Median microseconds of a fixed loop of pure Python: what this machine is worth today."""

    def loop() -> int:
        total = 0
        for number in range(1000):
            total += number * number & 0xFF
        return total

    return sorted(_microseconds(loop) for _ in range(500))[250]


def _microseconds(call: Callable[[], object]) -> float:
    start = thread_time_ns()
    call()
    return (thread_time_ns() - start) / 1000


def _measure(name: str, solve: Callable[[Case], object], cases: list[Case], base: float) -> None:
    times = sorted(_microseconds(lambda case=case: solve(case)) for case in cases)  # type: ignore[misc]
    median, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    mean = sum(times) / len(times)
    print(
        f"{name:24} median {median:6.1f} µs   p99 {p99:6.1f} µs   mean {mean:6.1f} µs   "
        f"worst {times[-1]:7.1f} µs   median/baseline {median / base:5.3f}"
    )


def run() -> None:
    base = baseline()
    print(f"Python {platform.python_version()}; baseline loop {base:.1f} µs; {HANDS} hands each")
    for rules in (shipped("circle"), shipped("winzo")):
        _run_with(rules, base)


def _run_with(rules: Rules, base: float) -> None:
    for size, solve in ((13, solver.best), (14, solver.best_discard)):
        cases = mix(HANDS, size, seed=size)
        _measure(f"{rules.id} {size} cards", lambda case, solve=solve: solve(*case, rules), cases, base)  # type: ignore[misc]
