"""Twenty-one cards: the time of the exact helpers, beside a search that tries everything; SIZE random matches."""

import random
from collections.abc import Callable
from functools import partial
from itertools import chain
from statistics import quantiles
from time import process_time_ns

from bot.games.twentyone import solver
from bot.games.twentyone.rules import TwentyOneRules, own
from bot.games.twentyone.search.hands import copies, read
from bot.games.twentyone.search.search import most_spared, suits_of
from bot.games.twentyone.wild import Wilds, wild_of
from bot.rummy.cards import Card, parse_cards
from tests.games.twentyone.brute import fewest
from tests.games.twentyone.chance import holds
from tests.games.twentyone.test_solver import Hand, dealt
from tests.known import shipped
from tests.random_matches import checked

TIMED, SMALL, WHOLE = 1500, 400, 1200
SLOW = (
    ("9S", "7C 9C AD AD AD 2D 2D 2D 3D 3D 4D 4D 5D 5D 6D 6D 7D 8D TD QD TS TH"),
    ("9S", "7C AD AD 2D 2D 2D 3D 3D 4D 4D 4D 5D 5D 6D 7D 8D 9D TD QD 8S QS 6H"),
    ("JS", "9C AD AD 2D 2D 2D 3D 4D 4D 5D 5D 6D 6D 7D 7D 8D 9D TD JD QD JH QH"),
    ("TC", "5D TD KD AS AS 2S 2S 2S 3S 3S 4S 4S 4S 5S 5S 6S 6S 8S 9S TS QS KS"),
)
"""The cut card and the hand of 22 of a slow case, found by hill climbing; nearly all cards are of one suit."""


def run(matches: int = 200) -> dict[str, int]:
    """Print times, and how many answers and matches were checked. Return how many are wrong."""
    rules = shipped("twentyone")
    values, dice = own(rules), random.Random(1)
    mixed = [dealt(dice, 22, number % 2) for number in range(TIMED)]
    narrow = [dealt(dice, 22, 2 + number % 2) for number in range(TIMED // 3)]
    for name, hands in (("dealt, and with many jokers", mixed), ("of few suits, or near ranks", narrow)):
        _told(f"least points of 21, {name}", _times(lambda hand, wild: solver.best(hand[:21], wild, values), hands))
        _told(f"best discard of 22, {name}", _times(lambda hand, wild: solver.best_discard(hand, wild, values), hands))
    slow = [(parse_cards(hand), wild_of(Card.parse(cut))) for cut, hand in SLOW]
    _told("best discard of 22, slow ones, nothing remembered", _times(partial(_discarded_cold, values), slow))
    small = [dealt(dice, dice.choice((5, 7, 9, 11)), number % 4) for number in range(SMALL)]
    whole = [dealt(dice, 21, number % 4) for number in range(WHOLE)]
    wrong = sum(_differs(hand, wild, pure) for hand, wild in chain(small, whole) for pure in range(4))
    print(f"{SMALL} small and {len(whole)} whole hands against a search of everything: {wrong} differ", flush=True)
    jokers = [sum(card in wild.jokers for card in hand) for hand, wild in whole]
    three = sum(fewest(hand, wild.jokers, 3) is not None for hand, wild in whole)
    special = sum(len(copies(hand, 2)) >= 6 for hand, _ in whole)
    print(f"of the whole ones, {three} hold three pure sequences, {special} six dublees; at most {max(jokers)} jokers")
    actions = sum(checked(rules, number, holds) for number in range(matches))
    print(f"{matches} matches by chance, {actions} actions played or refused")
    return {"answers that differ from a search of everything": wrong}


def _discarded_cold(values: TwentyOneRules, hand: Hand, wild: Wilds) -> None:
    suits_of.cache_clear()
    solver.best_discard(hand, wild, values)


def _differs(hand: Hand, wild: Wilds, pure: int) -> bool:
    numbers = read(hand, wild)
    found = most_spared(numbers, wild, pure)
    return (None if found is None else numbers.total - found.spared) != fewest(hand, wild.jokers, pure)


def _times(what: Callable[[Hand, Wilds], object], given: list[tuple[Hand, Wilds]]) -> list[float]:
    """Return the milliseconds of processor time for each value given."""
    times = []
    for hand, wild in given:
        start = process_time_ns()
        what(hand, wild)
        times.append((process_time_ns() - start) / 1e6)
    return times


def _told(what: str, times: list[float]) -> None:
    cut = quantiles(times, n=100)
    print(
        f"{what:55} {len(times)} times: median {cut[49]:.2f} ms, 99 % {cut[98]:.1f} ms, most {max(times):.0f} ms",
        flush=True,
    )
