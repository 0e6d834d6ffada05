"""What a review finds in the decisions of one seat: each against the best one, and luck apart from skill.

A game reviews decisions: what a seat saw and what it did then. What it could not see never comes in, so that a review
judges by what could be known. Chances are those of winning the running deal, from 0 to 1.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt

from bot.rummy.actions import Action, Draw, Drop, Lapse
from bot.rummy.cards import Card, Seat
from bot.rummy.deal_view import Phase
from bot.rummy.outcome import Outcome
from bot.rummy.view import View

TELLING = 0.01
"""A choice that cost less of a chance than this is as good as the best."""
FEWEST = 8
"""Discards below which a grade would say nothing."""
SURE = 1.96
"""How many standard errors an interval of 95 % reaches to either side."""


@dataclass(frozen=True, slots=True)
class SeenMove:
    """What a seat saw, and what it did then."""

    view: View
    action: Action


class Deed(StrEnum):
    """What can be decided in a turn."""

    CLOSED = "closed"
    """Draw from the closed deck."""
    OPEN = "open"
    """Take the open card."""
    THROW = "throw"
    """Discard a card."""
    OUT = "out"
    """Go out: the deal is won."""
    WRONG = "wrong"
    """Claim to be out wrongly."""
    DROP = "drop"
    STAY = "stay"
    """Play on where a drop was possible."""


class Basis(StrEnum):
    """How the cost of a choice is known."""

    EXACT = "exact"
    MODEL = "model"
    """A win chance by a formula."""
    ROLLOUTS = "rollouts"
    """The deal was played on many times from there."""


class Finding(StrEnum):
    """What is to say of a decision."""

    FINE = "fine"
    WORSE = "worse"
    """Another card, or the other deck, was better."""
    MISSED = "missed"
    """The seat could have gone out."""
    WRONG = "wrong"
    """A wrong declaration, or one that did not come in time."""
    DROPPED = "dropped"
    """A hand worth playing was dropped."""
    STAYED = "stayed"
    """A hand was played that a drop would have got rid of for less."""
    HELD = "held"
    """Cards stayed in the hand that could have been put down."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that the seat did or could have done, and what it led to."""

    deed: Deed
    card: Card | None = None
    """Thrown, or taken from the open deck."""
    chance: float | None = None
    """Of winning the deal; None: the game has no model of it."""
    missing: int | None = None
    """How many cards the hand misses then; None: the game does not count them."""
    helps: int | None = None
    """How many of the unseen cards bring it nearer."""
    points: float | None = None
    """What it costs, or is expected to cost."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One decision against the best there was."""

    deal: int
    """Its number; 1 is the first."""
    turn: int
    """Which of the seat's own turns of the deal; 1 is the first."""
    view: View
    """What the seat knew then."""
    taken: Option
    best: Option
    finding: Finding
    cost: float = 0.0
    """The win chance that the choice lost."""
    points: float = 0.0
    """The points that the choice lost, where these are counted."""
    basis: Basis = Basis.EXACT

    @property
    def is_discard(self) -> bool:
        """Return whether it ended, or could have ended, a turn with a card thrown."""
        return self.taken.deed in (Deed.THROW, Deed.OUT, Deed.WRONG)


@dataclass(frozen=True, slots=True)
class DealReview:
    """What one deal brought the seat; chances are changes of the chance to win it."""

    number: int
    won: bool
    points: int
    dealt: float = 0.0
    """What the cards dealt were worth against the average."""
    drawn: float = 0.0
    """What the cards drawn were worth against the average."""
    lost: float = 0.0
    """What the seat's own choices lost."""
    turns: int = 0
    """The seat's own."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and how far its interval of 95 % reaches to either side."""

    mean: float
    reach: float

    @property
    def low(self) -> float:
        """Return where the interval begins; nothing is lost in less than no turn."""
        return max(0.0, self.mean - self.reach)

    @property
    def high(self) -> float:
        """Return where the interval ends."""
        return self.mean + self.reach


class Grade(StrEnum):
    """How well a seat has played, by the win chance lost a discard."""

    SHARP = "sharp"
    STRONG = "strong"
    SOLID = "solid"
    LEARNING = "learning"
    GUESSING = "guessing"


@dataclass(frozen=True, slots=True)
class Review:
    """All that a review says of one seat in a match."""

    seat: Seat
    has_chances: bool
    """Whether the game knows win chances; else only what is certain is judged."""
    decisions: tuple[Reviewed, ...]
    deals: tuple[DealReview, ...]
    scale: tuple[tuple[float, Grade], ...] = ()
    """The most a discard may cost on average for each grade, the best first; above all of them it is the last."""

    # -- the whole ----------------------------------------------------------------------------------

    @property
    def discards(self) -> tuple[Reviewed, ...]:
        """Return the decisions that the grade is made of."""
        return tuple(one for one in self.decisions if one.is_discard)

    @property
    def lost(self) -> Estimate | None:
        """Return the win chance lost a discard; None if nothing can be said of so few."""
        costs = [one.cost for one in self.discards]
        return estimate(costs) if self.has_chances and len(costs) >= FEWEST else None

    def grades(self) -> tuple[Grade, ...]:
        """Return the grade, and where the interval leaves others possible, all of these from the best on.

        May be empty.
        """
        lost = self.lost
        if lost is None or not self.scale:
            return ()
        grades = [*Grade]
        best, worst = (grades.index(self.grade_of(one)) for one in (lost.low, lost.high))
        return tuple(grades[best : worst + 1])

    @property
    def grade(self) -> Grade | None:
        """Return the most likely grade."""
        return None if self.lost is None or not self.scale else self.grade_of(self.lost.mean)

    def grade_of(self, lost: float) -> Grade:
        """Return the grade of a player who loses so much a discard."""
        return next((grade for most, grade in self.scale if lost <= most), [*Grade][-1])

    # -- what to look at ----------------------------------------------------------------------------

    def turning_points(self, most: int = 3) -> tuple[Reviewed, ...]:
        """Return the choices that cost most, the dearest first."""
        costly = [one for one in self.decisions if one.cost >= TELLING or (not self.has_chances and one.points > 0)]
        return tuple(sorted(costly, key=lambda one: (-one.cost, -one.points, one.deal, one.turn))[:most])

    def found(self, *findings: Finding) -> tuple[Reviewed, ...]:
        """Return the decisions of which that is to say, in the order of play."""
        return tuple(one for one in self.decisions if one.finding in findings)

    @property
    def dealt(self) -> float:
        """Luck with the cards dealt, over all deals."""
        return sum(deal.dealt for deal in self.deals)

    @property
    def drawn(self) -> float:
        """Luck with the cards drawn, over all deals."""
        return sum(deal.drawn for deal in self.deals)

    @property
    def given_away(self) -> float:
        """Return what the seat's own choices lost, over all deals."""
        return sum(deal.lost for deal in self.deals)


def estimate(numbers: Sequence[float]) -> Estimate:
    """Return the mean of these numbers, of which there are some."""
    count = len(numbers)
    mean = sum(numbers) / count
    if count < 2:
        return Estimate(mean, float("inf"))
    spread = sum((one - mean) ** 2 for one in numbers) / (count - 1)
    return Estimate(mean, SURE * sqrt(spread / count))


def by_deal(moves: Sequence[SeenMove]) -> Iterator[tuple[int, list[SeenMove]]]:
    """Yield the moves of each deal and its number, in the order of play; a void deal counts as one."""
    found: dict[int, list[SeenMove]] = {}
    for move in moves:
        found.setdefault(move.view.deal_number, []).append(move)
    yield from found.items()


# -- games without win chances ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WeighedMove:
    """What is certain about one move."""

    taken: Option
    best: Option
    finding: Finding = Finding.FINE
    points: float = 0.0
    """The points that the choice lost, where these are counted."""


def fine(taken: Option) -> WeighedMove:
    """Return that nothing certain speaks against the move."""
    return WeighedMove(taken, taken)


def certain_review(moves: Sequence[SeenMove], end: View, judge: Callable[[SeenMove], WeighedMove | None]) -> Review:
    """Return what a game without win chances says of these moves of one seat; `end`: the match in the end.

    `judge` weighs one move; None: there is nothing to say of it.
    """
    seat = end.seat or Seat(0)
    deals: list[DealReview] = []
    found: list[Reviewed] = []
    for number, own in by_deal(moves):
        outcome = end.outcomes[number - 1] if number <= len(end.outcomes) else None
        turns = 0
        for move in own:
            turns += _begins_turn(move)
            if judged := judge(move):
                taken, best = judged.taken, judged.best
                then = Reviewed(number, turns, move.view, taken, best, judged.finding, points=judged.points)
                found = [*_forgiven(found, then), then]
        deals.append(_deal_review(number, turns, outcome, seat))
    return Review(seat, False, tuple(found), tuple(deals))


def _begins_turn(move: SeenMove) -> bool:
    deal = move.view.deal
    return deal is not None and deal.phase is Phase.DRAW and isinstance(move.action, Draw | Drop | Lapse)


def _forgiven(found: Iterable[Reviewed], then: Reviewed) -> Iterator[Reviewed]:
    """Yield the decisions before `then`; where that goes out, the draw of the same turn has missed nothing."""
    for one in found:
        is_draw = then.taken.deed is Deed.OUT and (one.deal, one.turn) == (then.deal, then.turn)
        yield replace(one, best=one.taken, finding=Finding.FINE) if is_draw else one


def _deal_review(number: int, turns: int, outcome: Outcome | None, seat: Seat) -> DealReview:
    """Return what a deal brought a seat; `outcome`: None if it did not end."""
    won = outcome is not None and seat in outcome.winners
    return DealReview(number, won, outcome.points[seat] if outcome is not None else 0, turns=turns)
