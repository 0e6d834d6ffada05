"""The review of one seat's decisions: each compared with the best one, and luck apart from skill.

A game reviews a decision by what the seat saw and did. Hidden cards are never used, so a review judges by what could be
known. Chances are those of winning the running deal, from 0 to 1.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import sqrt

from bot.rummy.actions import Action, Draw, Drop, Lapse
from bot.rummy.cards import Card, Seat
from bot.rummy.deal_view import Phase
from bot.rummy.outcome import Outcome
from bot.rummy.view import View

TELLING = 0.01
"""A choice that cost less of a chance than this counts as good as the best."""
FEWEST = 8
"""The fewest turns for which a grade means something."""
SURE = 1.96
"""Standard errors on either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class SeenMove:
    """A seat's view, and its move."""

    view: View
    action: Action


class Deed(StrEnum):
    """A decision in a turn."""

    CLOSED = "closed"
    """Draw from the closed deck."""
    OPEN = "open"
    """Take the open card."""
    THROW = "throw"
    """Discard a card."""
    OUT = "out"
    """Go out: win the deal."""
    KNOCK = "knock"
    """End the deal with cards left over; the smaller rest wins."""
    WRONG = "wrong"
    """Claim to be out wrongly."""
    DROP = "drop"
    STAY = "stay"
    """Play on although a drop was possible."""


class Basis(StrEnum):
    """The source of a choice's cost."""

    EXACT = "exact"
    MODEL = "model"
    """A win chance from a formula."""
    ROLLOUTS = "rollouts"
    """Rollouts: the deal was played on many times from there."""


class Finding(StrEnum):
    """The verdict on a decision."""

    FINE = "fine"
    CLOSE = "close"
    """Another choice is as good, as far as can be told."""
    WORSE = "worse"
    """Another card, or the other deck, was better."""
    MISSED = "missed"
    """The seat could have gone out."""
    WRONG = "wrong"
    """A declaration was wrong or too late."""
    DROPPED = "dropped"
    """A hand worth playing was dropped."""
    STAYED = "stayed"
    """A hand was played although a drop would have cost less."""
    BROKEN = "broken"
    """A discard broke a pure sequence although another card could be thrown."""
    HELD = "held"
    """Cards stayed in the hand although they could have been put down."""


CERTAIN_MISTAKES = (Finding.WRONG, Finding.MISSED, Finding.BROKEN)
"""The findings that can be certain mistakes, the gravest first."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that the seat did or could have done, and its result."""

    deed: Deed
    card: Card | None = None
    """The card discarded, or taken from the open deck."""
    chance: float | None = None
    """The chance to win the deal; None if the game has no model of it."""
    missing: int | None = None
    """Number of cards that the hand misses then; None if the game does not count them."""
    helps: int | None = None
    """Number of unseen cards that bring the hand nearer."""
    points: float | None = None
    """Its cost in points, or its expected cost."""
    wanted: float | None = None
    """The chance that the other player can use the card, if it is worth naming."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One decision compared with the best one."""

    deal: int
    """Number of the deal; 1 is the first."""
    turn: int
    """Number of the seat's own turn in the deal; 1 is the first."""
    view: View
    """The seat's view at that time."""
    taken: Option
    best: Option
    finding: Finding
    cost: float = 0.0
    """The win chance that the choice lost."""
    points: float = 0.0
    """The points that the choice lost, if the game counts them."""
    basis: Basis = Basis.EXACT


@dataclass(frozen=True, slots=True)
class DealReview:
    """A seat's luck and losses in one deal; chances are changes of the chance to win it."""

    number: int
    won: bool
    points: int
    dealt: float = 0.0
    """The value of the dealt cards against the average."""
    drawn: float = 0.0
    """The value of the drawn cards against the average."""
    lost: float = 0.0
    """The losses by the seat's own choices."""
    turns: int = 0
    """Number of the seat's own turns."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and half of its 95 % interval."""

    mean: float
    reach: float

    @property
    def low(self) -> float:
        """Return the lower end of the interval; at least 0, since no choice loses less than nothing."""
        return max(0.0, self.mean - self.reach)

    @property
    def high(self) -> float:
        """Return the upper end of the interval."""
        return self.mean + self.reach


class Grade(StrEnum):
    """The grade of a seat's play, by the win chance lost per turn."""

    SHARP = "sharp"
    STRONG = "strong"
    SOLID = "solid"
    LEARNING = "learning"
    GUESSING = "guessing"


@dataclass(frozen=True, slots=True)
class Review:
    """The review of one seat in a match."""

    seat: Seat
    has_chances: bool
    """Whether the game knows win chances; without them only certain facts are judged."""
    decisions: tuple[Reviewed, ...]
    deals: tuple[DealReview, ...]
    scale: tuple[tuple[float, Grade], ...] = ()
    """The highest average loss per turn for each grade, the best first. Above all of them the grade is the last."""
    further: Callable[[], Iterator["Review"]] | None = field(default=None, compare=False, repr=False)
    """Weighs the choices that are still open, in slices of a few tenths of a second at most. Each slice yields the
    review as far as it is known; the last one is complete. None: the review is complete.
    """

    def completed(self) -> "Review":
        """Return the complete review. That may take many seconds."""
        review = self
        for review in self.further() if self.further is not None else ():  # noqa: B007
            pass
        return review

    # -- the whole ----------------------------------------------------------------------------------

    @property
    def turn_costs(self) -> tuple[float, ...]:
        """Return the win chance that each turn has lost: by its draw, its discard, or a drop."""
        costs: defaultdict[tuple[int, int], float] = defaultdict(float)
        for one in self.decisions:
            costs[one.deal, one.turn] += one.cost
        return tuple(costs.values())

    @property
    def lost(self) -> Estimate | None:
        """Return the win chance lost per turn. Return None if there are too few turns."""
        costs = self.turn_costs
        return estimate(costs) if self.has_chances and len(costs) >= FEWEST else None

    def grades(self) -> tuple[Grade, ...]:
        """Return the grade. If the interval allows several, return all of them, the best first.

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
        """Return the grade for that loss per turn."""
        return next((grade for most, grade in self.scale if lost <= most), [*Grade][-1])

    # -- what to look at ----------------------------------------------------------------------------

    def turning_points(self, most: int = 3) -> tuple[Reviewed, ...]:
        """Return the choices that cost most, the most expensive first."""
        costly = [one for one in self.decisions if one.cost >= TELLING or (not self.has_chances and one.points > 0)]
        return tuple(sorted(costly, key=lambda one: (-one.cost, -one.points, one.deal, one.turn))[:most])

    def found(self, *findings: Finding) -> tuple[Reviewed, ...]:
        """Return the decisions with one of these findings, in play order."""
        return tuple(one for one in self.decisions if one.finding in findings)

    @property
    def gravest(self) -> Reviewed | None:
        """Return the gravest mistake that is certain, the latest among equals. Return None if there is none."""
        found = self.found(*CERTAIN_MISTAKES)
        gravity = [(CERTAIN_MISTAKES.index(one.finding), -one.points, -one.deal, -one.turn) for one in found]
        return found[gravity.index(min(gravity))] if found else None

    @property
    def dealt(self) -> float:
        """Return the luck with the cards dealt, over all deals."""
        return sum(deal.dealt for deal in self.deals)

    @property
    def drawn(self) -> float:
        """Return the luck with the cards drawn, over all deals."""
        return sum(deal.drawn for deal in self.deals)

    @property
    def given_away(self) -> float:
        """Return the losses by the seat's own choices, over all deals."""
        return sum(deal.lost for deal in self.deals)


def estimate(numbers: Sequence[float]) -> Estimate:
    """Return the mean of at least one number, with its interval."""
    count = len(numbers)
    mean = sum(numbers) / count
    if count < 2:
        return Estimate(mean, float("inf"))
    spread = sum((one - mean) ** 2 for one in numbers) / (count - 1)
    return Estimate(mean, SURE * sqrt(spread / count))


def by_deal(moves: Sequence[SeenMove]) -> Iterator[tuple[int, list[SeenMove]]]:
    """Yield the number and the moves of each deal, in order; a void deal counts as one."""
    found: dict[int, list[SeenMove]] = {}
    for move in moves:
        found.setdefault(move.view.deal_number, []).append(move)
    yield from found.items()


# -- games without win chances ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WeighedMove:
    """The certain facts about one move."""

    taken: Option
    best: Option
    finding: Finding = Finding.FINE
    points: float = 0.0
    """The points that the choice lost, if the game counts them."""
    cost: float = 0.0
    """The win chance that the choice lost."""


def fine(taken: Option) -> WeighedMove:
    """Return the verdict that nothing certain speaks against the move."""
    return WeighedMove(taken, taken)


def certain_review(moves: Sequence[SeenMove], end: View, judge: Callable[[SeenMove], WeighedMove | None]) -> Review:
    """Return the review of one seat's moves in a game without win chances; `end` is the match at its end.

    `judge` weighs one move. It returns None if there is nothing to say.
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
                then = Reviewed(number, turns, move.view, taken, best, judged.finding, judged.cost, judged.points)
                found = [*_forgiven(found, then), then]
        deals.append(_deal_review(number, turns, outcome, seat))
    return Review(seat, False, tuple(found), tuple(deals))


def _begins_turn(move: SeenMove) -> bool:
    deal = move.view.deal
    return deal is not None and deal.phase is Phase.DRAW and isinstance(move.action, Draw | Drop | Lapse)


def _forgiven(found: Iterable[Reviewed], then: Reviewed) -> Iterator[Reviewed]:
    """Yield the decisions before `then`. If `then` goes out, the draw of the same turn has missed nothing."""
    for one in found:
        is_draw = then.taken.deed is Deed.OUT and (one.deal, one.turn) == (then.deal, then.turn)
        yield replace(one, best=one.taken, finding=Finding.FINE) if is_draw else one


def _deal_review(number: int, turns: int, outcome: Outcome | None, seat: Seat) -> DealReview:
    """Return the seat's result in a deal; `outcome` is None if the deal did not end."""
    won = outcome is not None and seat in outcome.winners
    return DealReview(number, won, outcome.points[seat] if outcome is not None else 0, turns=turns)
