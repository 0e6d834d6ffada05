"""A slow solver that tries every pure sequence and every other group, and knows nothing of the fast one.

A hand is one number with three bits for the copies of each card.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from bot.rummy.cards import CARDS, JOKER, Card, Rank, Suit

BY_INDEX = (JOKER, *CARDS)
BITS, MOST = 3, 7


def at(suit: Suit, place: int) -> Card:
    """Return the card at a place of a run: the ace is at 1 and at 14."""
    return Card(Rank(1 if place == 14 else place), suit)


def runs() -> Iterator[tuple[Card, ...]]:
    """Yield every run of three to five places."""
    for suit in Suit:
        for length in (3, 4, 5):
            for first in range(1, 16 - length):
                yield tuple(at(suit, place) for place in range(first, first + length))


def unit(card: Card) -> int:
    """One copy of the card in a number."""
    return 1 << BITS * card.index


def copies(held: int, card: Card) -> int:
    """Return how many of the card are in that number."""
    return held >> BITS * card.index & MOST


RUNS = tuple(runs())
WITH = {card: [run for run in RUNS if card in run] for card in CARDS}


def fewest(hand: Iterable[Card], jokers: frozenset[Card], pure: int) -> int | None:
    """Return the fewest points outside melds with at least that many pure ones; None if there are too few."""
    held = sum(map(unit, hand))
    wild = sum(MOST * unit(card) for card in jokers)
    chosen = set(_chosen(held, _pure_groups(held), pure))
    _spared.cache_clear()
    return min((_points(left & ~wild) - _spared(left & ~wild, _count(left & wild)) for left in chosen), default=None)


def _points(held: int) -> int:
    return sum(card.points * copies(held, card) for card in CARDS)


def _count(held: int) -> int:
    return sum(copies(held, card) for card in BY_INDEX)


def _pure_groups(held: int) -> list[tuple[Card, ...]]:
    """Return all pure sequences and tunnelas of these cards, each card as itself."""
    found = [run for run in RUNS if all(copies(held, card) for card in run)]
    return found + [(card,) * 3 for card in BY_INDEX if copies(held, card) >= 3]


def _chosen(held: int, groups: list[tuple[Card, ...]], pure: int) -> Iterator[int]:
    """Yield the rest after taking that many of the groups."""
    if not pure:
        yield held
        return
    for at, group in enumerate(groups):
        if all(copies(held, card) >= group.count(card) for card in group):
            yield from _chosen(held - sum(map(unit, group)), groups[at:], pure - 1)


@cache
def _spared(plain: int, jokers: int) -> int:
    """Return the most points that groups of these cards save, if any joker stands for any card."""
    if not plain:
        return 0
    first = BY_INDEX[((plain & -plain).bit_length() - 1) // BITS]
    most = _spared(plain - unit(first), jokers)
    if copies(plain, first) >= 3:
        most = max(most, 3 * first.points + _spared(plain - 3 * unit(first), jokers))
    near = sum(unit(card) for card in _AROUND[first] if copies(plain, card))
    for group, fillers, points in _groups(first, near):
        if fillers <= jokers:
            most = max(most, points + _spared(plain - group, jokers - fillers))
    return most


_AROUND = {
    card: {*(one for run in WITH[card] for one in run), *(Card(card.rank, suit) for suit in Suit)} - {card}
    for card in CARDS
}
"""The cards that can be in a group with a card."""


@cache
def _groups(first: Card, near: int) -> list[tuple[int, int, int]]:
    """Return every sequence and set with that card and some of those near it: its cards, its jokers and its points."""
    found: dict[tuple[Card, ...], int] = {}
    for run in WITH[first]:
        others = [card for card in run if card != first and copies(near, card)]
        for size in range(len(others) + 1):
            for some in combinations(others, size):
                fillers = len(run) - 1 - size
                key = tuple(sorted(some, key=lambda card: card.index))
                found[key] = min(fillers, found.get(key, fillers))
    twins = [Card(first.rank, suit) for suit in Suit if suit is not first.suit]
    others = [card for card in twins if copies(near, card)]
    for size in range(len(others) + 1):
        for some in combinations(others, size):
            found[some] = min(max(0, 2 - size), found.get(some, 2))
    return [
        (sum(map(unit, (first, *some))), fillers, sum(card.points for card in (first, *some)))
        for some, fillers in found.items()
    ]
