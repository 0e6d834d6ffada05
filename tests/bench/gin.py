"""Gin: the time of the exact helper, whose answers are compared with a search that tries everything; SIZE random
matches.
"""

import random
from collections.abc import Callable, Iterable
from statistics import quantiles
from time import process_time_ns
from typing import Any

from bot.games.gin import melds
from bot.games.gin.rules import own
from bot.games.gin.showdown import showdown
from bot.rummy.cards import CARDS, Card
from tests.games.gin import brute
from tests.games.gin.chance import holds
from tests.known import shipped
from tests.random_matches import checked

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]
TIMED, COMPARED = 4000, 400
DRAWS = 12
"""Cards that improve each of two hands before one knocks, as in a deal."""


def run(matches: int = 200) -> dict[str, int]:
    """Print times, and how many answers and matches were checked. Return how many are wrong."""
    dice = random.Random(1)
    dealt = [tuple(dice.sample(CARDS, size)) for size in (10, 11) for _ in range(TIMED)]
    _told("best arrangement of 10 and 11 cards", _times(melds.best, dealt))
    late = [pair for pair in (_late(dice) for _ in range(TIMED)) if melds.best(pair[0]).raw <= 10]
    own_melds = [[melds.bits(group) for group in melds.best(knocker).groups] for knocker, _ in late]
    others = [melds.bits(other) for _, other in late]
    _told("lay-offs on a knock", _times(lambda one: melds.lay_off(*one), list(zip(others, own_melds, strict=True))))
    values = own(shipped("gin"))
    _told("both sides of a knock", _times(lambda pair: showdown(pair[0], pair[1], values, 10), late))
    wrong = sum(melds.best(hand).raw != brute.deadwood(hand) for hand in dealt[:: 2 * TIMED // COMPARED])
    for pair in late[:COMPARED]:
        found = showdown(pair[0], pair[1], values, 10)
        wrong += (found.points if found.knocker_wins else -found.points) != brute.result(*pair)
    print(f"{COMPARED} hands and {len(late[:COMPARED])} knocks against a search of everything: {wrong} differ")
    for id in ("gin", "oklahoma"):
        actions = sum(checked(shipped(id), number, holds) for number in range(matches))
        print(f"{id}: {matches} matches by chance, {actions} actions played or refused", flush=True)
    return {"answers that differ from a search of everything": wrong}


def _late(dice: random.Random) -> Hands:
    """Return two hands as some turns leave them."""
    pack = dice.sample(CARDS, 20 + 2 * DRAWS)
    hands = []
    for first in (0, 10):
        hand = pack[first : first + 10]
        for card in pack[20 + first // 10 :: 2]:
            hand.append(card)
            hand.remove(melds.best_discard(hand)[0])
        hands.append(tuple(hand))
    return hands[0], hands[1]


def _times(what: Callable[[Any], object], given: Iterable[Any]) -> list[float]:
    """Return the microseconds of processor time for each value given."""
    times = []
    for one in given:
        start = process_time_ns()
        what(one)
        times.append((process_time_ns() - start) / 1000)
    return times


def _told(what: str, times: list[float]) -> None:
    cut = quantiles(times, n=100)
    print(f"{what:40} {len(times)} times: median {cut[49]:.1f} µs, 99 % {cut[98]:.0f} µs, most {max(times):.0f} µs")
