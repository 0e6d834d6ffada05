"""The number of cards that a hand misses, found the slow way: every way to build a declaration around its cards.

It shares nothing with `bot.games.indian.distance` but the cards and the switches. The cards of a hand are taken one
after another; each stays over, or begins a group with any of the others. A group is judged place by place.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from bot.games.indian.rules import own
from bot.rummy.cards import Card, Rank
from bot.rummy.rules import Rules

SIZE = 13
Group = tuple[int, bool, bool]
"""The number of its places, and whether it is a sequence, and a pure one."""


def places(card: Card) -> tuple[int, ...]:
    return (1, 14) if card.rank == 1 else (int(card.rank),)


def groups_of(cards: Sequence[Card], wild: Rank | None, rules: Rules) -> Iterator[Group]:
    """Yield every group of which these cards can be a part: at least one card, and no jokers but wild ones in their
    place.
    """
    most = own(rules).groups.max_set_size or SIZE
    natural_pure = own(rules).jokers.wild_natural_pure
    jokers = [card for card in cards if card.rank == wild]
    if not jokers and len({card.rank for card in cards}) == 1 and len({card.suit for card in cards}) == len(cards) <= 4:
        size = max(3, len(cards))
        if size <= most:
            yield size, False, False
    if len({card.suit for card in cards}) > 1:
        return
    for first in range(1, 13):
        for last in range(first + 2, 15):
            run = range(first, last + 1)
            taken = [place for card in cards for place in places(card) if place in run]
            if len(taken) != len(cards) or len(set(taken)) != len(taken):
                continue
            wild_place = any((place - 1) % 13 + 1 == wild for place in run)
            if natural_pure or not wild_place:
                yield len(run), True, True
            if not jokers:
                yield len(run), True, False


class Plan(NamedTuple):
    """Some cards laid into groups."""

    kept: int = 0
    """Cards of the hand."""
    size: int = 0
    """Places of the groups."""
    runs: int = 0
    """Sequences, two at most."""
    pure: bool = False
    gaps: int = 0
    """Gaps of pure sequences, which no joker fills."""
    jokers: int = 0
    """Wild cards in no group."""

    def is_as_good_as(self, other: "Plan") -> bool:
        """Return whether it is as good as another plan with as many places and the same sequences."""
        return self.kept >= other.kept and self.gaps <= other.gaps and self.jokers >= other.jokers


def best_of(plans: set[Plan]) -> list[Plan]:
    """Return the plans than which no other is as good."""
    alike = defaultdict[tuple[int, int, bool], list[Plan]](list)
    for plan in plans:
        alike[plan.size, plan.runs, plan.pure].append(plan)
    return [
        one
        for group in alike.values()
        for one in group
        if not any(other is not one and other.is_as_good_as(one) for other in group)
    ]


def missing_cards(hand: Sequence[Card], wild: Rank | None, rules: Rules) -> int:
    """Return how many cards of a hand have to be replaced."""
    printed = sum(card.suit is None for card in hand)
    cards = [card for card in hand if card.suit is not None]
    kinds = sorted(set(cards), key=lambda card: (card.rank == wild, card.sort_key))

    @cache
    def parts(chosen: tuple[int, ...]) -> frozenset[Group]:
        return frozenset(groups_of([kinds[at] for at in chosen], wild, rules))

    @cache
    def plans(counts: tuple[int, ...], room: int) -> list[Plan]:
        at = next((at for at, count in enumerate(counts) if count), None)
        if at is None:
            return [Plan()]
        found = {
            plan._replace(jokers=plan.jokers + (kinds[at].rank == wild)) for plan in plans(less(counts, (at,)), room)
        }
        for chosen in choices(counts, at):
            for size, is_run, is_pure in parts(chosen):
                if size <= room:
                    gaps = size - len(chosen) if is_pure else 0
                    for plan in plans(less(counts, chosen), room - size):
                        found.add(
                            plan._replace(
                                kept=plan.kept + len(chosen),
                                size=plan.size + size,
                                runs=min(2, plan.runs + is_run),
                                pure=plan.pure or is_pure,
                                gaps=plan.gaps + gaps,
                            )
                        )
        return best_of(found)

    def choices(counts: tuple[int, ...], at: int) -> Iterator[tuple[int, ...]]:
        """Yield the first card with up to four others of its suit or rank."""
        first = kinds[at]
        near = [
            other
            for other in range(at + 1, len(kinds))
            if counts[other] and (kinds[other].suit == first.suit or kinds[other].rank == first.rank)
        ]
        for more in range(5):
            yield from ((at, *others) for others in combinations(near, more))

    start = tuple(cards.count(kind) for kind in kinds)
    return min(completed(plan._replace(jokers=plan.jokers + printed)) for plan in plans(start, SIZE))


def less(counts: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(count - (at in taken) for at, count in enumerate(counts))


def completed(plan: Plan) -> int:
    """Return how many cards are missing if the groups are filled up and the rest of the hand is replaced."""
    kept, size, runs, pure, gaps, jokers = plan
    fresh = 0
    if not pure:
        # A pure sequence of three new cards.
        size, gaps, runs = size + 3, gaps + 3, min(2, runs + 1)
    if runs < 2:
        # A second sequence, of which one new card at least is no joker.
        size, fresh = size + 3, 1
    if size > SIZE:
        return SIZE
    return max(SIZE - kept - jokers, gaps + fresh)
