"""Each decision of a seat in one deal beside the best possible one, judged by what the seat had seen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from bot.games.indian import declaration, solver
from bot.games.indian.actions import Declare, Finish
from bot.games.indian.computer.drops import playing_on
from bot.games.indian.review.position import Facts, Position
from bot.games.indian.review.rollouts import Compared, Rollouts
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Action, Discard, Draw, Drop, Lapse, Source
from bot.rummy.cards import Card, card_texts
from bot.rummy.deal_view import Phase, without
from bot.rummy.match.match import is_eliminated
from bot.rummy.outcome import Outcome, SeatStatus
from bot.rummy.review import Basis, DealReview, Deed, Finding, Option, Reviewed, SeenMove
from bot.rummy.view import View

ALIKE = 0.005
"""Two moves whose chances differ by less are equally good."""
DOUBTFUL = 0.04
"""If two moves are closer than this by the formula, rollouts decide."""
MOST_DOUBTS = 2
"""The most decisions of a deal that rollouts check: those that seem to cost most."""
MOST_TURNS = 60
"""After this many turns of a deal, the review looks only for missed declarations, so that no deal keeps others
waiting.
"""
MARGIN = 5.0
"""Points by which a drop must be better or worse than playing on before a review mentions it."""


class _QueuedRollouts(NamedTuple):
    """A decision in which the formula is not sure, and the rollouts for it."""

    place: int
    """Its index among the decisions of the deal."""
    compare: Callable[[], Compared]
    instead: Option | None
    """The other move, if the formula sees nothing better in it."""


@dataclass(slots=True)
class _Turn:
    """The running turn of the seat so far."""

    number: int = 0
    expected: float | None = None
    """The chance to win, when a closed card was drawn; None: none was drawn."""
    ready: Reviewed | None = None
    """The declaration that began with the finishing card, for the case that the groups are right."""


class DealJudge:
    """The decisions of one seat in one deal, taken one after another."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._found: list[Reviewed] = []
        self._queued: list[_QueuedRollouts] = []
        self._turn = _Turn()
        self._dealt = 0.0
        self._drawn = 0.0

    def judge(self, moves: Sequence[SeenMove], outcome: Outcome | None) -> tuple[DealReview, list[Reviewed]]:
        """Return the review of the deal and its decisions; there is at least one.

        `outcome` None: the deal was not finished.
        """
        for move in moves:
            self._take(move.view, indian_deal(move.view.deal), move.action)
        self._run_rollouts()
        seat = moves[0].view.seat
        won = outcome is not None and seat in outcome.winners
        points = outcome.points[seat] if outcome is not None and seat is not None else 0
        lost = sum(one.cost for one in self._found)
        return DealReview(self._number, won, points, self._dealt, self._drawn, lost, self._turn.number), self._found

    def _take(self, view: View, deal: IndianView, action: Action) -> None:
        match action:
            case Drop():
                self._dropped(view, deal, self._begun(view, deal))
            case Draw(source):
                position = self._begun(view, deal)
                self._stayed(view, deal, position)
                self._drew(view, deal, position, source)
            case Lapse() if deal.phase is Phase.DRAW:
                self._begun(view, deal)
            case Discard(card):
                self._threw(view, deal, card)
            case Finish(card):
                self._finished(view, deal, card)
            case Declare(groups):
                self._declared(declaration.judge(groups, deal.wild, deal.rules, deal.hand).valid, deal)
            case Lapse() if deal.phase is Phase.DECLARE:
                self._declared(False, deal)

    def _begun(self, view: View, deal: IndianView) -> Position:
        """Return the worth of the hand at the beginning of a turn."""
        self._turn = _Turn(self._turn.number + 1)
        position = Position(view, deal)
        if self._turn.number == 1:
            dealt_in = sum(seat.status is not SeatStatus.ABSENT for seat in deal.seats)
            self._dealt = position.waiting(deal.hand).chance - 1 / dealt_in
        return position

    def _review(
        self,
        view: View,
        taken: Option,
        best: Option,
        finding: Finding,
        cost: float = 0.0,
        points: float = 0.0,
        basis: Basis = Basis.EXACT,
    ) -> Reviewed:
        return Reviewed(self._number, self._turn.number, view, taken, best, finding, cost, points, basis)

    # -- dropping -----------------------------------------------------------------------------------

    def _dropped(self, view: View, deal: IndianView, position: Position) -> None:
        facts, points = position.waiting(deal.hand), deal.drop_points
        staying = playing_on(view, deal, position.outlook(facts))
        taken = Option(Deed.DROP, chance=0.0, points=points)
        if _ends_pool(view, points) or points - staying > MARGIN:
            best = _option(Deed.STAY, None, facts, points=staying)
            lost = max(0.0, points - staying)
            self._found.append(self._review(view, taken, best, Finding.DROPPED, facts.chance, lost, basis=Basis.MODEL))
        else:
            self._found.append(self._review(view, taken, taken, Finding.FINE))

    def _stayed(self, view: View, deal: IndianView, position: Position) -> None:
        """Judge whether the first draw was worth it, if a drop was possible."""
        if deal.seat is None or deal.seats[deal.seat].has_drawn or not view.allows(Drop()):
            return
        facts, points = position.waiting(deal.hand), deal.drop_points
        staying = playing_on(view, deal, position.outlook(facts))
        if staying - points > MARGIN and not _ends_pool(view, points):
            taken, best = _option(Deed.STAY, None, facts, points=staying), Option(Deed.DROP, chance=0.0, points=points)
            lost = staying - points
            self._found.append(self._review(view, taken, best, Finding.STAYED, points=lost, basis=Basis.MODEL))

    # -- drawing ------------------------------------------------------------------------------------

    def _drew(self, view: View, deal: IndianView, position: Position, source: Source) -> None:
        if self._turn.number > MOST_TURNS:
            return
        closed = _option(Deed.CLOSED, None, position.drawing(deal.hand))
        self._turn.expected = closed.chance if source is Source.CLOSED else None
        if deal.top is None or view.refusal(Draw(Source.OPEN)) is not None:
            return  # there was no choice
        if source is Source.CLOSED and not position.helps(deal.hand, deal.top):
            # A closed card can bring better cards to wait for as well.
            self._found.append(self._review(view, closed, closed, Finding.FINE))
            return
        opened, kept = self._opening(deal, position, deal.top)
        taken, other = (closed, opened) if source is Source.CLOSED else (opened, closed)
        cost = _chance(other) - _chance(taken)
        if cost <= ALIKE:
            self._found.append(self._review(view, taken, taken, Finding.FINE, basis=Basis.MODEL))
        elif other is opened and _chance(opened) == 1:
            self._found.append(self._review(view, taken, other, Finding.MISSED, cost))
        else:
            if cost < DOUBTFUL:
                compare = partial(Rollouts(position, _seed(view, deal)).drawing, kept, deal.hand)
                self._queue_rollouts(compare, reverse=other is closed)
            self._found.append(self._review(view, taken, other, Finding.WORSE, cost, basis=Basis.MODEL))

    @staticmethod
    def _opening(deal: IndianView, position: Position, top: Card) -> tuple[Option, tuple[Card, ...]]:
        """Return the open card with the best discard after it, and the hand that is left."""
        whole = (*deal.hand, top)
        card, laid = solver.best_discard(whole, deal.wild, deal.rules)
        if laid.declarable:
            return Option(Deed.OPEN, top, 1.0, 0), without(whole, (card,))
        # Taking a card and throwing it again is the same as passing.
        best, facts = position.best_throw(whole, barred=top)
        return _option(Deed.OPEN, top, facts), without(whole, (best,))

    # -- throwing -----------------------------------------------------------------------------------

    def _threw(self, view: View, deal: IndianView, card: Card) -> None:
        position = Position(view, deal)
        out, laid = solver.best_discard(deal.hand, deal.wild, deal.rules)
        if self._turn.number > MOST_TURNS and not laid.declarable:
            return
        taken = _option(Deed.THROW, card, position.kept(without(deal.hand, (card,))))
        if laid.declarable:
            self._draws(1.0)
            best, cost = Option(Deed.OUT, out, 1.0, 0), 1 - _chance(taken)
            self._found.append(self._review(view, taken, best, Finding.MISSED, cost))
            return
        ranked = position.throws(deal.hand)
        self._draws(ranked[0][1].chance)
        # The best of the other cards. The formula may have put it behind the card that was thrown.
        other_card, facts = next((one for one in ranked if one[0] != card), ranked[0])
        other = _option(Deed.THROW, other_card, facts)
        cost = facts.chance - _chance(taken)
        if -ALIKE <= cost < DOUBTFUL and other_card != card:
            hands = without(deal.hand, (other_card,)), without(deal.hand, (card,))
            compare = partial(Rollouts(position, _seed(view, deal)).after, *hands, (other_card, card))
            self._queue_rollouts(compare, instead=other if cost <= ALIKE else None)
        if cost <= ALIKE:
            self._found.append(self._review(view, taken, taken, Finding.FINE, basis=Basis.MODEL))
        else:
            self._found.append(self._review(view, taken, other, Finding.WORSE, cost, basis=Basis.MODEL))

    def _draws(self, chance: float) -> None:
        """Add the luck of the drawn card: its worth in its best use, less the chance before it came."""
        if self._turn.expected is not None:
            self._drawn += chance - self._turn.expected
            self._turn.expected = None

    # -- declaring ----------------------------------------------------------------------------------

    def _finished(self, view: View, deal: IndianView, card: Card) -> None:
        """Judge the best alternative, in case the declaration is wrong."""
        out, laid = solver.best_discard(deal.hand, deal.wild, deal.rules)
        if laid.declarable:
            best = Option(Deed.OUT, out, 1.0, 0)
        else:
            best_card, facts = Position(view, deal).best_throw(deal.hand)
            best = _option(Deed.THROW, best_card, facts)
        self._draws(_chance(best))
        self._turn.ready = self._review(view, Option(Deed.OUT, card, 1.0, 0), best, Finding.FINE)

    def _declared(self, valid: bool, deal: IndianView) -> None:
        ready = self._turn.ready
        if ready is None:
            return
        if valid:
            self._found.append(replace(ready, best=ready.taken))
            return
        full = deal.rules.scoring.full_count
        taken = replace(ready.taken, deed=Deed.WRONG, chance=0.0, missing=None, points=full)
        basis = Basis.EXACT if ready.best.deed is Deed.OUT else Basis.MODEL
        cost = _chance(ready.best)
        self._found.append(replace(ready, taken=taken, finding=Finding.WRONG, cost=cost, basis=basis))

    # -- rollouts -----------------------------------------------------------------------------------

    def _queue_rollouts(
        self, compare: Callable[[], Compared], *, reverse: bool = False, instead: Option | None = None
    ) -> None:
        """Queue rollouts for the decision that is recorded next.

        Args:
            compare: compares the other move with the one taken.
            reverse: whether it compares the move taken with the other.
            instead: the other move, if the formula sees nothing better in it.
        """

        def turned() -> Compared:
            found = compare()
            return Compared(-found.better, found.error) if reverse else found

        self._queued.append(_QueuedRollouts(len(self._found), turned, instead))

    def _run_rollouts(self) -> None:
        """Run the rollouts for the doubtful decisions that seem to cost most; the costs of the others stay as the
        formula has them.
        """
        self._queued.sort(key=lambda queued: -self._found[queued.place].cost)
        for place, compare, instead in self._queued[:MOST_DOUBTS]:
            found, compared = self._found[place], compare()
            # To contradict the formula takes more: two standard errors.
            cost = _sure(compared) if instead is None or compared.better > 2 * compared.error else 0.0
            if instead is not None and cost > ALIKE:
                worse = replace(found, best=instead, finding=Finding.WORSE, cost=cost, basis=Basis.ROLLOUTS)
                self._found[place] = worse
            elif cost <= ALIKE:
                fine = replace(found, best=found.taken, finding=Finding.FINE, cost=0.0, basis=Basis.ROLLOUTS)
                self._found[place] = fine
            else:
                self._found[place] = replace(found, cost=cost, basis=Basis.ROLLOUTS)


def _sure(compared: Compared) -> float:
    """Return how much better the move is, less what may be chance.

    A difference of one standard error counts nothing; one of three counts nearly in full.
    """
    better, error = compared
    return better - error * error / better if better > error else 0.0


def _option(deed: Deed, card: Card | None, facts: Facts, points: float | None = None) -> Option:
    return Option(deed, card, facts.chance, facts.missing, facts.helps, points)


def _chance(option: Option) -> float:
    return option.chance or 0.0


def _ends_pool(view: View, points: int) -> bool:
    """Return whether that many points would put the seat out of the pool."""
    pool, seat = view.match.pool, view.seat
    return pool is not None and seat is not None and is_eliminated(view.match.totals[seat] + points, pool.limit)


def _seed(view: View, deal: IndianView) -> str:
    """Return a text that names a decision by what its seat had seen, and by nothing else."""
    seen = (event.card for event in deal.events if event.card is not None)
    return f"{view.rules.id} {view.deal_number} {deal.turns} {deal.phase} {card_texts(deal.hand)} {card_texts(seen)}"
