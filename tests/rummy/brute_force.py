"""The least points of a hand, found the slow way: every group the cards can make, judged by the book.

It shares nothing with `bot.rummy.melds` and `bot.rummy.solver` but the cards and the switches. A hand is tried
against every choice of disjoint groups; groups are found by placing cards, never by a rule of thumb.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from bot.rummy.cards import Card, Rank
from bot.rummy.rules import LoserPolicy, Rules

PURE, IMPURE, SET = "pure", "impure", "set"


@dataclass(frozen=True)
class Truth:
    """What a hand can come to."""

    raw: int
    declarable: bool


def wild_or_printed(card: Card, wild: Rank | None) -> bool:
    return card.suit is None or card.rank == wild


def value(card: Card, wild: Rank | None) -> int:
    if wild_or_printed(card, wild):
        return 0
    return 10 if card.rank in (1, 10, 11, 12, 13) else int(card.rank)


def kind(cards: Sequence[Card], wild: Rank | None, natural_pure: bool, max_set: int) -> str | None:
    """The best reading of a group: all places a sequence can lie are tried one by one."""
    size = len(cards)
    if size < 3:
        return None
    naturals = [card for card in cards if not wild_or_printed(card, wild)]
    runs = [[1 + (start + step - 1) % 13 for step in range(size)] for start in range(1, 15 - size + 1)]
    runs = [run for start, run in enumerate(runs, 1) if start + size - 1 <= 14]
    pure_ok = natural_pure or len(naturals) == size
    for run in runs:
        same_suit = len({card.suit for card in cards}) == 1 and cards[0].suit is not None
        if pure_ok and same_suit and sorted(run) == sorted(card.rank for card in cards):
            return PURE
    for run in runs:
        if naturals and len({card.suit for card in naturals}) == 1 and _covered(naturals, run):
            return IMPURE
    suits = [card.suit for card in naturals]
    fits = not max_set or size <= max_set
    if fits and len({card.rank for card in naturals}) <= 1 and len(set(suits)) == len(suits):
        return SET
    return None


def _covered(naturals: Sequence[Card], run: list[int]) -> bool:
    places = list(run)
    for card in naturals:
        if card.rank not in places:
            return False
        places.remove(card.rank)
    return True


def groups_of(hand: Sequence[Card], wild: Rank | None, natural_pure: bool, max_set: int) -> list[tuple[int, str]]:
    """Every subset of the hand that is a meld, as a bit mask, with its kind."""
    found = []
    seen: dict[tuple[tuple[int, int], ...], str | None] = {}
    for mask in range(1 << len(hand)):
        if mask.bit_count() < 3:
            continue
        cards = [card for place, card in enumerate(hand) if mask >> place & 1]
        key = tuple(sorted((int(card.rank), -1 if card.suit is None else int(card.suit)) for card in cards))
        if key not in seen:
            seen[key] = kind(cards, wild, natural_pure, max_set)
        if (what := seen[key]) is not None:
            found.append((mask, what))
    return found


def solve(hand: Sequence[Card], wild: Rank | None, rules: Rules) -> Truth:
    """The least points, and whether that many can be had with a declaration."""
    melds = groups_of(hand, wild, rules.jokers.wild_natural_pure, rules.groups.max_set_size)
    by_first: list[list[tuple[int, str]]] = [[] for _ in hand]
    for mask, what in melds:
        by_first[(mask & -mask).bit_length() - 1].append((mask, what))
    values = [value(card, wild) for card in hand]
    everything = (1 << len(hand)) - 1

    @cache
    def ends(place: int, free: int) -> frozenset[tuple[int, int, int, int, int]]:
        """All (pure, sequences up to 2, left over, cards left over, points in a lone pure sequence)."""
        if place == len(hand):
            return frozenset({(0, 0, 0, 0, 0)})
        if not free >> place & 1:
            return ends(place + 1, free)
        found = {
            (pure, sequences, left + values[place], over + 1, lone)
            for pure, sequences, left, over, lone in ends(place + 1, free)
        }
        for mask, what in by_first[place]:
            if mask & free == mask:
                points = sum(values[at] for at in range(len(hand)) if mask >> at & 1)
                for pure, sequences, left, over, lone in ends(place + 1, free & ~mask):
                    found.add(
                        (
                            int(pure or what == PURE),
                            min(2, sequences + (what != SET)),
                            left,
                            over,
                            max(lone, points if what == PURE else 0),
                        )
                    )
        return frozenset(found)

    results = [
        (_counted(rules.scoring.loser_policy, sum(values), end), _declared(hand, end)) for end in ends(0, everything)
    ]
    raw = min(points for points, _ in results)
    return Truth(raw, (raw, True) in results)


def _counted(policy: LoserPolicy, total: int, end: tuple[int, int, int, int, int]) -> int:
    pure, sequences, left, _, lone = end
    if policy is LoserPolicy.ANY_VALID_GROUP or (pure and sequences == 2):
        return left
    if policy is LoserPolicy.PURE_PROTECTS and pure:
        return total - lone
    return total


def _declared(hand: Sequence[Card], end: tuple[int, int, int, int, int]) -> bool:
    pure, sequences, _, over, _ = end
    return len(hand) == 13 and bool(pure) and sequences == 2 and over == 0


def discards(hand: Sequence[Card], wild: Rank | None, rules: Rules) -> Iterator[tuple[Card, Truth]]:
    """Each card that could be thrown, and what is left then."""
    for card in sorted(set(hand), key=lambda card: card.sort_key):
        kept = list(hand)
        kept.remove(card)
        yield card, solve(kept, wild, rules)


def least_with(fixed: Sequence[Sequence[Card]], rest: Sequence[Card], wild: Rank | None, rules: Rules) -> int:
    """The least points when these valid groups stand and the rest may be laid in any way; for few cards."""
    switches = (rules.jokers.wild_natural_pure, rules.groups.max_set_size)
    kinds = [kind(group, wild, *switches) for group in fixed]
    sums = [sum(value(card, wild) for card in group) for group in fixed]
    melds = groups_of(rest, wild, *switches)
    total = sum(sums) + sum(value(card, wild) for card in rest)
    best = total
    for size in range(len(rest) // 3 + 1):
        for pick in combinations(melds, size):
            union = 0
            for mask, _ in pick:
                union = union | mask if not union & mask else -1
                if union < 0:
                    break
            if union < 0:
                continue
            left = sum(value(card, wild) for at, card in enumerate(rest) if not union >> at & 1)
            what = [*kinds, *(kind for _, kind in pick)]
            pure, sequences = PURE in what, min(2, sum(one != SET for one in what))
            lone = max([points for points, one in zip(sums, kinds, strict=True) if one == PURE], default=0)
            for mask, one in pick:
                if one == PURE:
                    lone = max(lone, sum(value(c, wild) for at, c in enumerate(rest) if mask >> at & 1))
            end = (int(pure), sequences, left, 0, lone)
            best = min(best, _counted(rules.scoring.loser_policy, total, end))
    return best
