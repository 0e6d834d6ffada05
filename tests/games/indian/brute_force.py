"""The least points of a hand, found the slow way: every group the cards can make, judged by the book.

It shares nothing with `bot.games.indian.melds` and `bot.games.indian.solver` but the cards and the switches.
A hand is tried against every choice of disjoint groups; groups are found by placing cards, never by a rule of thumb.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from operator import le, mul, sub

from bot.games.indian.rules import LoserPolicy, own
from bot.rummy.cards import Card, Rank, Suit
from bot.rummy.rules import Rules

PURE, IMPURE, SET = "pure", "impure", "set"


@dataclass(frozen=True)
class Truth:
    """The best results for a hand."""

    raw: int
    declarable: bool


def wild_or_printed(card: Card, wild: Rank | None) -> bool:
    return card.suit is None or card.rank == wild


def value(card: Card, wild: Rank | None) -> int:
    if wild_or_printed(card, wild):
        return 0
    return 10 if card.rank in (1, 10, 11, 12, 13) else int(card.rank)


def kind(cards: Sequence[Card], wild: Rank | None, natural_pure: bool, max_set: int) -> str | None:
    """Return the best reading of a group: all places a sequence can lie are tried one by one."""
    size = len(cards)
    if size < 3:
        return None
    naturals = [card for card in cards if not wild_or_printed(card, wild)]
    one_suit = len({card.suit for card in naturals}) == 1
    if not one_suit and len({card.rank for card in naturals}) > 1:
        return None
    if (
        (natural_pure or len(naturals) == size)
        and len({card.suit for card in cards}) == 1
        and cards[0].suit is not None
    ):
        ranks = sorted(card.rank for card in cards)
        if any(ranks == run for run in runs(size)):
            return PURE
    if one_suit and any(_covered(naturals, run) for run in runs(size)):
        return IMPURE
    suits = [card.suit for card in naturals]
    fits = not max_set or size <= max_set
    if fits and len({card.rank for card in naturals}) <= 1 and len(set(suits)) == len(suits):
        return SET
    return None


@cache
def runs(size: int) -> list[list[int]]:
    """Return the ranks of every sequence of that size, sorted: the ace is the lowest, the highest, or both."""
    return [sorted(1 + (place - 1) % 13 for place in range(first, first + size)) for first in range(1, 16 - size)]


def _covered(naturals: Sequence[Card], run: list[int]) -> bool:
    places = list(run)
    for card in naturals:
        if card.rank not in places:
            return False
        places.remove(card.rank)
    return True


Counts = tuple[int, ...]
"""The number of copies of each different card."""


def melds_of(kinds: Sequence[Card], counts: Counts, wild: Rank | None, rules: Rules) -> list[tuple[Counts, str]]:
    """Return every meld that can be made of these copies of cards, and its kind.

    The cards of a meld that are no jokers share a suit or a rank, so only such selections are looked at.
    """
    found: dict[Counts, str] = {}
    for line in [*Suit, *Rank]:
        choices = [
            range(count + 1) if wild_or_printed(card, wild) or line is card.suit or line is card.rank else (0,)
            for card, count in zip(kinds, counts, strict=True)
        ]
        for pick in product(*choices):
            if pick not in found and sum(pick) >= 3:
                cards = [card for card, copies in zip(kinds, pick, strict=True) for _ in range(copies)]
                what = kind(cards, wild, own(rules).jokers.wild_natural_pure, own(rules).groups.max_set_size)
                if what is not None:
                    found[pick] = what
    return [*found.items()]


def solve(hand: Sequence[Card], wild: Rank | None, rules: Rules) -> Truth:
    """Return the fewest points, and whether a declaration can have so few."""
    return _truth(hand, wild, rules, _ways(hand, wild, rules)(hand))


def _truth(hand: Sequence[Card], wild: Rank | None, rules: Rules, ends: "Ends") -> Truth:
    total = sum(value(card, wild) for card in hand)
    results = [
        (_counted(own(rules).scoring.loser_policy, total, what, left), _declared(hand, what, over))
        for what, (left, over) in ends.items()
    ]
    raw = min(points for points, _ in results)
    return Truth(raw, (raw, True) in results)


def _ways(hand: Sequence[Card], wild: Rank | None, rules: Rules) -> "Callable[[Sequence[Card]], Ends]":
    """Return a function that gives the results of every way to lay the hand, or any part of it."""
    # Jokers last: nearly every meld holds some.
    kinds = sorted(set(hand), key=lambda card: (wild_or_printed(card, wild), card.sort_key))
    counts = tuple(hand.count(card) for card in kinds)
    values = [value(card, wild) for card in kinds]
    by_first: list[list[tuple[Counts, str]]] = [[] for _ in kinds]
    for pick, what in melds_of(kinds, counts, wild, rules):
        by_first[next(at for at, copies in enumerate(pick) if copies)].append((pick, what))

    @cache
    def ends(free: Counts) -> Ends:
        place = next((at for at, copies in enumerate(free) if copies), None)
        if place is None:
            return {(0, 0, 0): (0, 0)}
        found: Ends = {}
        one_less = (*free[:place], free[place] - 1, *free[place + 1 :])
        for after, (left, over) in ends(one_less).items():
            _keep(found, after, (left + values[place], over + 1))
        for pick, what in by_first[place]:
            if all(map(le, pick, free)):
                rest = tuple(map(sub, free, pick))
                points = sum(map(mul, pick, values))
                for after, over_all in ends(rest).items():
                    _keep(found, _and(what, points, after), over_all)
        return found

    return lambda part: ends(tuple(part.count(card) for card in kinds))


What = tuple[int, int, int]
"""Whether there is a pure sequence; how many sequences there are, at most two; the points of the only one if it is
pure.
"""

Ends = dict[What, tuple[int, int]]
"""The results for the sequences, each with the fewest points left over and the fewest cards."""


def _and(what: str, points: int, after: "What") -> "What":
    """Return the result of a meld together with those after it."""
    pure, sequences, _ = after
    if what == SET:
        return after
    if sequences:
        return int(pure or what == PURE), 2, 0
    return int(what == PURE), 1, points if what == PURE else 0


def _keep(found: Ends, what: What, over: tuple[int, int]) -> None:
    found[what] = min(over, found.get(what, over))


def _counted(policy: LoserPolicy, total: int, what: What, left: int) -> int:
    pure, sequences, lone = what
    if policy is LoserPolicy.ANY_VALID_GROUP or (pure and sequences == 2):
        return left
    if policy is LoserPolicy.PURE_FREES_GROUPS and pure:
        return left
    if policy is LoserPolicy.PURE_PROTECTS and pure:
        return total - lone
    return total


def _declared(hand: Sequence[Card], what: What, over: int) -> bool:
    pure, sequences, _ = what
    return len(hand) == 13 and bool(pure) and sequences == 2 and over == 0


def discards(hand: Sequence[Card], wild: Rank | None, rules: Rules) -> Iterator[tuple[Card, Truth]]:
    """Yield each card that could be thrown, and the rest."""
    ways = _ways(hand, wild, rules)
    for card in sorted(set(hand), key=lambda card: card.sort_key):
        kept = list(hand)
        kept.remove(card)
        yield card, _truth(kept, wild, rules, ways(kept))


def least_with(fixed: Sequence[Sequence[Card]], rest: Sequence[Card], wild: Rank | None, rules: Rules) -> int:
    """Return the fewest points if these valid groups stay and the rest may be laid in any way."""
    everything = [card for group in fixed for card in group] + list(rest)
    total = sum(value(card, wild) for card in everything)
    results = []
    for what, (left, _) in _ways(rest, wild, rules)(rest).items():
        for group in fixed:
            is_a = kind(group, wild, own(rules).jokers.wild_natural_pure, own(rules).groups.max_set_size)
            assert is_a is not None
            what = _and(is_a, sum(value(card, wild) for card in group), what)
        results.append(_counted(own(rules).scoring.loser_policy, total, what, left))
    return min(results)
