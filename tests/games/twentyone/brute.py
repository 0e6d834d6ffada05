"""A slow solver that tries every pure sequence and every other group, and knows nothing of the fast one."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from bot.rummy.cards import Card, Rank, Suit

NEVER = -1
_PLACES = range(1, 15)


def at(suit: Suit, place: int) -> Card:
    """The card at a place of a run: the ace is at 1 and at 14."""
    return Card(Rank(1 if place == 14 else place), suit)


def runs() -> Iterator[tuple[Card, ...]]:
    """Every run of three to five places."""
    for suit in Suit:
        for length in (3, 4, 5):
            for first in range(1, 16 - length):
                yield tuple(at(suit, place) for place in range(first, first + length))


RUNS = tuple(runs())


def pure_groups(held: Counter[Card]) -> list[Counter[Card]]:
    """All pure sequences and tunnelas of these cards, each card as itself."""
    found = [Counter(run) for run in RUNS if all(held[card] for card in run)]
    return found + [Counter({card: 3}) for card, count in held.items() if count >= 3]


def fewest(hand: Iterable[Card], jokers: frozenset[Card], pure: int) -> int | None:
    """The fewest points outside melds with at least so many pure ones; None: there are not so many."""
    held = Counter(hand)
    total = sum(card.points * count for card, count in held.items() if card not in jokers)
    most = max((_rest(left, jokers) + points for left, points in _chosen(held, jokers, pure)), default=NEVER)
    return None if most == NEVER else total - most


def _chosen(held: Counter[Card], jokers: frozenset[Card], pure: int) -> set[tuple[tuple[tuple[Card, int], ...], int]]:
    """What can be left after so many pure groups, and the points that these spare."""
    found = {(_key(held), 0)}
    for _ in range(pure):
        then = set()
        for left, points in found:
            counts = Counter(dict(left))
            for group in pure_groups(counts):
                spared = sum(card.points * count for card, count in group.items() if card not in jokers)
                then.add((_key(counts - group), points + spared))
        found = then
    return found


def _key(held: Counter[Card]) -> tuple[tuple[Card, int], ...]:
    return tuple(sorted(((card, count) for card, count in held.items() if count), key=lambda one: one[0].index))


def _rest(left: tuple[tuple[Card, int], ...], jokers: frozenset[Card]) -> int:
    """The most points that other groups spare, where any joker stands for any card."""
    plain = tuple((card, count) for card, count in left if card not in jokers)
    return _spared(plain, sum(count for card, count in left if card in jokers))


@cache
def _spared(plain: tuple[tuple[Card, int], ...], jokers: int) -> int:
    if not plain:
        return 0
    counts = Counter(dict(plain))
    first = plain[0][0]
    most = _spared(_key(counts - Counter((first,))), jokers)
    for group, fillers in _groups(first, counts, jokers):
        spared = sum(card.points * count for card, count in group.items())
        most = max(most, spared + _spared(_key(counts - group), jokers - fillers))
    return most


def _groups(first: Card, counts: Counter[Card], jokers: int) -> Iterator[tuple[Counter[Card], int]]:
    """Every group with that card, and the jokers it takes."""
    if counts[first] >= 3:
        yield Counter({first: 3}), 0
    for run in RUNS:
        if first in run:
            others = [card for card in set(run) if card != first and counts[card]]
            for size in range(len(others) + 1):
                if len(run) - 1 - size <= jokers:
                    for some in combinations(others, size):
                        yield Counter((first, *some)), len(run) - 1 - size
    others = [Card(first.rank, suit) for suit in Suit if suit is not first.suit and counts[Card(first.rank, suit)]]
    for size in range(len(others) + 1):
        fillers = max(0, 2 - size)
        if fillers <= jokers:
            for some in combinations(others, size):
                yield Counter((first, *some)), fillers
