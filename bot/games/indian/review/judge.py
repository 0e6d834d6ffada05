"""Each decision of a seat in one deal beside the best possible one, judged by what the seat had seen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.games.indian import declaration, solver
from bot.games.indian.actions import Declare, Finish
from bot.games.indian.computer import level_4
from bot.games.indian.computer.drops import drops, playing_on, swing, won, worse
from bot.games.indian.review.doubts import Doubt
from bot.games.indian.review.position import Facts, Position
from bot.games.indian.review.rollouts import Rollouts, Stakes, Way
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Action, Discard, Draw, Drop, Lapse, Source
from bot.rummy.cards import Card, card_texts
from bot.rummy.deal_view import Phase, without
from bot.rummy.match.match import is_eliminated
from bot.rummy.outcome import Outcome, SeatStatus
from bot.rummy.review import Basis, DealReview, Deed, Finding, Option, Reviewed, SeenMove
from bot.rummy.view import View

ALIKE = 0.01
"""Two moves whose chances differ by less are equally good."""
MOST_TURNS = 60
"""After this many turns of a deal, the review looks only for missed declarations, so that no deal keeps others
waiting.
"""


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

    def __init__(self, number: int, *, is_coached: bool) -> None:
        """`is_coached`: whether a move that the coach advises is always right."""
        self._number = number
        self._is_coached = is_coached
        self._found: list[Reviewed] = []
        self._doubts: list[Doubt] = []
        self._stayed_at: int | None = None
        """The place of the decision to play on with a hand that the coach would have dropped."""
        self._turn = _Turn()
        self._dealt = 0.0
        self._drawn = 0.0

    def judge(
        self, moves: Sequence[SeenMove], outcome: Outcome | None
    ) -> tuple[DealReview, list[Reviewed], list[Doubt]]:
        """Return the review of the deal, its decisions, of which there is at least one, and those that are open.

        `outcome` None: the deal was not finished.
        """
        for move in moves:
            self._take(move.view, indian_deal(move.view.deal), move.action)
        seat = moves[0].view.seat
        won = outcome is not None and seat in outcome.winners
        points = outcome.points[seat] if outcome is not None and seat is not None else 0
        lost = sum(one.cost for one in self._found)
        deal = DealReview(self._number, won, points, self._dealt, self._drawn, lost, self._turn.number)
        return deal, self._found, self._doubts

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
        staying, dropping = self._both(view, deal, position, facts)
        # A drop is blamed only if the estimate of the computers and playing on both speak against it.
        if drops(view, deal, position.outlook(facts)):
            self._dropped_late(facts, points, swing(view, deal, facts.missing))
            self._found.append(self._review(view, dropping, dropping, Finding.FINE))
        elif _ends_pool(view, points):
            lost = self._review(view, dropping, staying, Finding.DROPPED, facts.chance, basis=Basis.MODEL)
            self._found.append(lost)
        else:
            ways = self._staying(view, deal, position), Way(deal.hand, None, drop=points)
            self._doubt(view, position, dropping, staying, ways, Finding.DROPPED)

    def _dropped_late(self, facts: Facts, points: int, worth: float) -> None:
        """Blame playing on with a hand that came no nearer and is dropped now for more points."""
        at = self._stayed_at
        if at is None:
            return
        one = self._found[at]
        lost = points - (one.best.points or 0)
        if lost > 0 and facts.missing >= (one.taken.missing or 0):
            taken = replace(one.taken, chance=None, points=points)
            late = replace(one, taken=taken, finding=Finding.STAYED, cost=lost / worth, points=lost, basis=Basis.EXACT)
            self._found[at] = late
            self._doubts = [doubt for doubt in self._doubts if doubt.place != at]

    def _stayed(self, view: View, deal: IndianView, position: Position) -> None:
        """Judge whether the draw was worth it, if a drop was possible; a hand is asked once whether it should go on."""
        if self._stayed_at is not None or not view.allows(Drop()):
            return
        facts = position.waiting(deal.hand)
        if drops(view, deal, position.outlook(facts)):
            self._stayed_at = len(self._found)
            staying, dropping = self._both(view, deal, position, facts)
            ways = Way(deal.hand, None, drop=deal.drop_points), self._staying(view, deal, position)
            self._doubt(view, position, staying, dropping, ways, Finding.STAYED)

    @staticmethod
    def _both(view: View, deal: IndianView, position: Position, facts: Facts) -> tuple[Option, Option]:
        """Return playing on, and a drop."""
        cost = playing_on(view, deal, position.outlook(facts), worse=worse(view, deal, facts.missing))
        return _option(Deed.STAY, None, facts, points=cost), Option(Deed.DROP, chance=0.0, points=deal.drop_points)

    def _staying(self, view: View, deal: IndianView, position: Position) -> Way:
        """Return the better draw."""
        if deal.top is not None and view.allows(Draw(Source.OPEN)) and position.helps(deal.hand, deal.top):
            return opening(deal, position, deal.top)[1]
        return Way(deal.hand, None, draws=True)

    # -- drawing ------------------------------------------------------------------------------------

    def _drew(self, view: View, deal: IndianView, position: Position, source: Source) -> None:
        if self._turn.number > MOST_TURNS:
            return
        closed = _option(Deed.CLOSED, None, position.drawing(deal.hand))
        self._turn.expected = closed.chance if source is Source.CLOSED else None
        if deal.top is None or view.refusal(Draw(Source.OPEN)) is not None:
            return  # there was no choice
        opened, way = opening(deal, position, deal.top)
        taken, other, ways = closed, opened, (way, Way(deal.hand, None, draws=True))
        if source is Source.OPEN:
            taken, other, ways = opened, closed, ways[::-1]
        if other is opened and _chance(opened) == 1:
            self._found.append(self._review(view, taken, other, Finding.MISSED, 1 - _chance(taken)))
        else:
            advised = level_4(replace(view, deal=replace(deal, drops=None)))
            self._compare(view, position, taken, other, ways, is_advised=advised == Draw(source))

    def _compare(
        self,
        view: View,
        position: Position,
        taken: Option,
        other: Option,
        ways: tuple[Way, Way],
        *,
        is_advised: bool,
    ) -> None:
        """Judge a choice for which nothing is certain; the first way is the other one."""
        cost = _chance(other) - _chance(taken)
        if cost <= ALIKE or (is_advised and self._is_coached):
            self._found.append(self._review(view, taken, taken, Finding.FINE, basis=Basis.MODEL))
            return
        self._doubt(view, position, taken, other, ways, Finding.WORSE)

    def _doubt(
        self, view: View, position: Position, taken: Option, other: Option, ways: tuple[Way, Way], fault: Finding
    ) -> None:
        """Note a choice that is blamed only if playing on leaves no doubt; the first way is the other one."""
        deal, missing = position.deal, max(taken.missing or 0, other.missing or 0)
        worth = swing(view, deal, missing)
        begin = partial(Rollouts, position, stakes_of(view, deal, missing), seed_of(view, deal), ways)
        if taken.points is not None and other.points is not None:
            expected = (taken.points - other.points) / worth
        else:
            expected = _chance(other) - _chance(taken)
        self._doubts.append(Doubt(len(self._found), fault, expected, worth, begin))
        self._found.append(self._review(view, taken, other, Finding.CLOSE, basis=Basis.ROLLOUTS))

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
        advised = level_4(view)
        assert isinstance(advised, Discard)
        other = advised.card
        if other == card:
            # The best of the other cards. The formula may have put it behind the card that was thrown.
            other = next((one for one, _ in ranked if one != card), card)
        left = without(deal.hand, (other,))
        best = _option(Deed.THROW, other, position.kept(left))
        ways = Way(left, other), Way(without(deal.hand, (card,)), card)
        self._compare(view, position, taken, best, ways, is_advised=advised.card == card)

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


def opening(deal: IndianView, position: Position, top: Card) -> tuple[Option, Way]:
    """Return the open card with the best discard after it."""
    whole = (*deal.hand, top)
    card, laid = solver.best_discard(whole, deal.wild, deal.rules)
    if laid.declarable:
        return Option(Deed.OPEN, top, 1.0, 0), Way(without(whole, (card,)), card)
    # Taking a card and throwing it again is the same as passing.
    best, facts = position.best_throw(whole, barred=top)
    return _option(Deed.OPEN, top, facts), Way(without(whole, (best,)), best)


def stakes_of(view: View, deal: IndianView, missing: int) -> Stakes:
    """Return what the end of the deal brings to a hand that misses that many cards."""
    worth = swing(view, deal, missing)
    return Stakes(won(view, deal) / worth, worse(view, deal, missing) / worth)


def _option(deed: Deed, card: Card | None, facts: Facts, points: float | None = None) -> Option:
    return Option(deed, card, facts.chance, facts.missing, facts.helps, points)


def _chance(option: Option) -> float:
    return option.chance or 0.0


def _ends_pool(view: View, points: int) -> bool:
    """Return whether that many points would put the seat out of the pool."""
    pool, seat = view.match.pool, view.seat
    return pool is not None and seat is not None and is_eliminated(view.match.totals[seat] + points, pool.limit)


def seed_of(view: View, deal: IndianView) -> str:
    """Return a text that names a decision by what its seat had seen, and by nothing else."""
    seen = (event.card for event in deal.events if event.card is not None)
    return f"{view.rules.id} {view.deal_number} {deal.turns} {deal.phase} {card_texts(deal.hand)} {card_texts(seen)}"
