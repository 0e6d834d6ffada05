"""Choices that are not certainly wrong: they are played on until it is clear, and blamed only then."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist

from bot.games.indian.review.rollouts import Rollouts
from bot.rummy.review import Finding, Review

LEAST = 0.03
"""A choice that cost less of a win is not blamed."""
ERRED = 0.05
"""The greatest chance that anything in a review is blamed although it cost nothing."""
LOOKS = (24, 72, 180, 400)
"""The numbers of tries after which a doubt may be settled."""
HOPEFUL = 1.0
"""A doubt stays open only while it would reach this part of what it needs if it went on as it has begun, with the luck
of two standard errors.
"""
EFFORT_A_DEAL = 600
"""Hands that may be played on for each deal, and once more for the match; a hand takes about 2 ms."""
MOST_DEALS = 12
"""Longer matches get no more."""
SLICE = 24
"""Tries between two chances for others to be served."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A choice beside the coach's."""

    place: int
    """Its index among the decisions."""
    fault: Finding
    """The verdict if it is certain."""
    expected: float
    """Its cost by the formula."""
    worth: float
    """The points between a won deal and a lost one."""
    begin: Callable[[], Rollouts]
    """Begins its rollouts; the first way is the coach's."""


@dataclass(slots=True)
class _Open:
    doubt: Doubt
    rollouts: Rollouts
    promise: float
    """By the formula first, then the part of what it needs that it would reach."""


def settled(review: Review, doubts: Sequence[Doubt]) -> Iterator[Review]:
    """Yield the review slice by slice while the doubts are played on; the most expensive ones come first.

    An interval is corrected for all decisions of the match and for all looks at a doubt, by Bonferroni.
    """
    left = EFFORT_A_DEAL * (1 + min(MOST_DEALS, len(review.deals)))
    beyond = ERRED / 2 / (max(1, len(doubts)) * len(LOOKS))
    opened = [_Open(doubt, doubt.begin(), doubt.expected) for doubt in doubts]
    kept = left // 2  # for the later looks
    for most in LOOKS:
        still = []
        for one in sorted(opened, key=lambda one: -one.promise):
            rollouts = one.rollouts
            needed = (most - rollouts.tries) * rollouts.effort
            if left - needed < kept:
                continue
            left -= needed
            while rollouts.tries < most:
                rollouts.try_once()
                if not rollouts.tries % SLICE:
                    yield review
            better, error = rollouts.compared()
            if better >= LEAST and better > quantile(beyond, most) * error:
                review = _blamed(review, one.doubt, better)
                yield review
            elif better + 2 * error > LEAST:
                at_last = max(quantile(beyond, LOOKS[-1]) * error * sqrt(most / LOOKS[-1]), LEAST)
                one.promise = (better + 2 * error) / at_last
                still += [one] if one.promise > HOPEFUL else []
        opened, kept = still, 0
    yield replace(review, further=None)


def _blamed(review: Review, doubt: Doubt, cost: float) -> Review:
    decisions, deals = [*review.decisions], [*review.deals]
    one, points = decisions[doubt.place], cost * doubt.worth
    taken, best = one.taken, one.best
    # What a drop costs is certain, so playing on is told by the difference.
    if doubt.fault is Finding.DROPPED:
        best = replace(best, points=(taken.points or 0) - points)
    elif doubt.fault is Finding.STAYED:
        taken = replace(taken, points=(best.points or 0) + points)
    one = replace(one, taken=taken, best=best, finding=doubt.fault, cost=cost, points=points)
    decisions[doubt.place] = one
    deals = [replace(deal, lost=deal.lost + cost) if deal.number == one.deal else deal for deal in deals]
    return replace(review, decisions=tuple(decisions), deals=tuple(deals))


def quantile(beyond: float, tries: int) -> float:
    """Return how many standard errors of that many tries are exceeded with that probability.

    It is Student's t, by the first terms of its expansion in the normal quantile (Abramowitz and Stegun, 26.7.5).

    >>> round(quantile(0.025, 25), 3), round(quantile(0.0001, 25), 2)
    (2.064, 4.34)
    """
    z, free = NormalDist().inv_cdf(1 - beyond), tries - 1
    terms = (
        (z**3 + z) / (4 * free),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3),
    )
    return z + sum(terms)
