"""The worth of a hand to its seat: the cards it misses, the unseen cards that help, and the chance to win the deal.

All figures but the chance are exact. The chance is a model: the logistic function of a sum of the weights below, which
were fitted to deals of `circle` between computers of level 4. The chance that players read has weights of its own,
because other weights in `WEIGHTS` would change which hands computers drop, and so the deals themselves. `python -m
tests.bench chance_weights` fits those of players again, and `python -m tests.bench chances_seen` compares the chances
with results.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log
from typing import NamedTuple

from bot.games.indian import solver
from bot.games.indian.computer.unseen import unseen
from bot.games.indian.distance import Near, search_of
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Draw, Source
from bot.rummy.cards import Card
from bot.rummy.deal_view import EventKind
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import View

MOST_MISSING = 6
"""The most missing cards; hands that miss more count like hands that miss this many."""
LEAST_SHARE = 0.02
"""A number added to the share of helping cards, so that 0 has a logarithm too."""

WEIGHTS = (
    *(3.990, 2.531, 1.292, 0.361, -0.731, -1.890),
    *(0.975, 1.076, 0.880),
    *(-0.462, -0.311),
    *(-0.322, -0.076, -0.207),
    *(-0.843, 0.008, -0.366),
    *(-0.507, 0.106, 0.387),
    *(0.0, 0.0),
    *(0.0, 0.0, 0.0),
    0.0,
)
"""The weight of each of the `features`, for drops of computers and for reviews; from 176,815 positions of 7,734 deals
for two to six players, half of them with drops.
"""
SAID_WEIGHTS = (
    *(4.293, 2.657, 0.926, 0.166, -1.114, -1.523),
    *(0.901, 1.154, 0.912),
    *(-0.459, -0.330),
    *(-0.502, -0.078, -0.244),
    *(-1.013, 0.085, -0.355),
    *(-0.569, 0.436, 0.432),
    *(-0.281, -0.936),
    *(0.980, -0.324, 0.467),
    -0.246,
)
"""The same for the chance that players read; from 9,614 deals, two in three with drops. Each deal counts as much as any
other. The last weight is from 9,391 deals with two printed jokers in a pack.
"""
FURTHEST = 2
"""Hands further away than one that misses three cards seldom stay while others can still drop: deals tell nothing more.
"""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The worth of one hand of thirteen cards to its seat."""

    missing: int
    """Cards missing for a declaration, exactly; 0: it is complete."""
    helping: int
    """The number of unseen cards that would bring the hand nearer to a declaration, exactly."""
    unseen: int
    """The number of cards that the seat cannot see."""
    points: int
    """The cost of the hand now, exactly, before the cap and the minimum of the rule set."""
    chance: float
    """The chance, from 0 to 1, to win the deal if the seat plays on, as players read it; a model."""
    reckoned: float
    """The same chance, as computers use it to drop and reviews use it to judge."""


class Prospects:
    """The worth of hands that one seat could hold in the running deal."""

    def __init__(self, view: View) -> None:
        deal = indian_deal(view.deal)
        self._deal = deal
        self._search = search_of(deal.wild, deal.rules)
        self._counts = unseen(view, deal)
        self._left = sum(self._counts)
        self._top = deal.top if view.allows(Draw(Source.OPEN)) else None
        self._others = others_of(deal)
        self._printed = deal.rules.packs.printed_jokers

    def of(self, hand: Iterable[Card], *, draws: bool) -> Outlook:
        """Return the worth of that hand of thirteen cards.

        `draws`: the seat's draw comes next, and not after the others.
        """
        cards = tuple(hand)
        found = self._counted(cards)
        points = solver.best(cards, self._deal.wild, self._deal.rules).raw
        seen = self._features(found, draws)
        said, reckoned = _chance(seen, SAID_WEIGHTS), _chance(seen, WEIGHTS)
        return Outlook(found.missing, found.helping, self._left, points, said, reckoned)

    def features(self, hand: Iterable[Card], *, draws: bool) -> tuple[float, ...] | None:
        """Return the features of that hand for the model; None if its seat wins with any next draw, or is alone."""
        return self._features(self._counted(hand), draws)

    def _counted(self, hand: Iterable[Card]) -> "_Counted":
        near = self._search.read(hand)
        missing = self._search.distance(near)
        return _Counted(near, missing, sum([self._counts[index] for index in self._search.helpful(near, missing)]))

    def _features(self, hand: "_Counted", draws: bool) -> tuple[float, ...] | None:
        near, missing, helping = hand
        top = self._top if draws else None
        top_helps = top is not None and missing > 0 and self._search.within(self._search.plus(near, top), missing - 1)
        if not self._others.number or (draws and missing <= top_helps):
            return None
        # Any card completes a hand that is complete but was not declared.
        share = helping / max(1, self._left) if missing else 1.0
        return features(min(max(missing, 1), MOST_MISSING), share, self._others, draws, top_helps, self._printed)


class _Counted(NamedTuple):
    """A hand with its exact figures."""

    near: Near
    missing: int
    helping: int


def _chance(found: tuple[float, ...] | None, weights: tuple[float, ...]) -> float:
    if found is None:
        return 1.0
    return logistic(sum([weight * value for weight, value in zip(weights, found, strict=True)]))


def logistic(total: float) -> float:
    """Return the chance that belongs to a sum of weights."""
    return 1 / (1 + exp(-total))


class Others(NamedTuple):
    """Facts that everybody knows about the other seats in the deal."""

    number: int
    turns: float
    """The average number of draws of each of them."""
    stayed: float
    """The share of them that have drawn although they could have dropped: their hands are not the worst."""
    undecided: float
    """The share of them that have not drawn yet and can drop."""


def others_of(deal: IndianView) -> Others:
    """Return the facts about the other seats in that deal."""
    seats = {seat.seat: 0 for seat in deal.seats if seat.status is SeatStatus.IN and seat.seat != deal.seat}
    for event in deal.events:
        if event.seat in seats and event.kind in (EventKind.DREW_OPEN, EventKind.DREW_CLOSED):
            seats[event.seat] += 1
    number = max(1, len(seats))
    turns, stayed = sum(seats.values()) / number, sum(map(bool, seats.values())) / number
    return Others(len(seats), turns, stayed, 1 - stayed) if deal.drops else Others(len(seats), turns, 0, 0)


def features(
    missing: int, share: float, others: Others, draws: bool, top_helps: bool, printed: int
) -> tuple[float, ...]:
    """Return the numbers that `WEIGHTS` and `SAID_WEIGHTS` are multiplied with.

    Args:
        missing: cards, from 1 to `MOST_MISSING`.
        share: the share of the unseen cards that help.
        others: the other seats in the deal, at least one.
        draws: whether the seat's draw comes next.
        top_helps: whether the open card, which it may draw, helps.
        printed: jokers in a pack; the more there are, the sooner the others are done.
    """
    further, helping, rivals, time = missing - 1, log(share + LEAST_SHARE), log(others.number), log(1 + others.turns)
    waits = float(not draws)
    return (
        *[float(missing == number) for number in range(1, MOST_MISSING + 1)],
        *[helping * (min(missing, 3) == number) for number in range(1, 4)],
        *(rivals, rivals * further),
        *(waits, waits * (missing == 1), waits * rivals),
        *(time, time * further, time * rivals),
        *(others.stayed, others.undecided, float(top_helps)),
        *(rivals * others.stayed, rivals * others.undecided),
        *(others.undecided * min(further, FURTHEST), others.undecided * helping, others.undecided * waits),
        float(printed - 1),
    )
