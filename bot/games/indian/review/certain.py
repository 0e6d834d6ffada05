"""Findings that are certain without a model of the others.

They are missed declarations, with the hand or with the open card; wrong declarations; and discards that broke a pure
sequence although another card could be thrown.
"""

from bot.games.indian.actions import Declare
from bot.games.indian.computer import level_4
from bot.games.indian.rules import own
from bot.games.indian.search.digits import read
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Discard, Draw, Drop, Lapse, Source
from bot.rummy.cards import Card, Groups
from bot.rummy.deal_view import Phase, without
from bot.rummy.review import Deed, Finding, Option, SeenMove, WeighedMove, fine
from bot.rummy.view import View


class CertainJudge:
    """Judges the moves of a game with declarations, one by one."""

    def breaks(self, deal: IndianView, card: Card) -> bool:
        """Return whether the hand has no pure sequence left if it throws that card from its only one."""
        return _is_pure(deal.hand, deal) and not _is_pure(without(deal.hand, (card,)), deal)

    def best_throw(self, deal: IndianView, hand: tuple[Card, ...]) -> Card:
        """Return the best card to throw from a hand that has drawn and cannot be declared."""
        return deal.laws.best_discard(hand)[0]

    def advises(self, view: View, card: Card) -> bool:
        """Return whether the coach would throw that card: then it is no mistake."""
        return False

    def judged(self, move: SeenMove) -> WeighedMove | None:
        """Return the judgement of a move. Return None if there is nothing to say."""
        deal = indian_deal(move.view.deal)
        match move.action:
            case Draw(Source.OPEN):
                return fine(Option(Deed.OPEN, deal.top))
            case Draw():
                return _left_open(deal, Option(Deed.CLOSED))
            case Drop():
                return _left_open(deal, Option(Deed.DROP, points=float(deal.drop_points)))
            case Discard(card):
                return self._threw(move.view, deal, card)
            case Declare(groups):
                return self._declared(deal, groups)
            case Lapse() if deal.phase is Phase.DECLARE:
                return self._declared(deal, ())
        return None

    def _threw(self, view: View, deal: IndianView, card: Card) -> WeighedMove:
        """Return whether the seat could have declared, or kept a pure sequence that it broke."""
        out, laid = deal.laws.best_discard(deal.hand)
        if laid.declarable:
            return _worse(Option(Deed.THROW, card), Option(Deed.OUT, out), Finding.MISSED)
        if self.breaks(deal, card):
            other = self.best_throw(deal, deal.hand)
            if not self.breaks(deal, other) and not self.advises(view, card):
                return _worse(_thrown(deal, card), _thrown(deal, other), Finding.BROKEN)
        return fine(Option(Deed.THROW, card))

    def _declared(self, deal: IndianView, groups: Groups) -> WeighedMove:
        """Return whether a declaration was valid. Groups that did not come in time are none."""
        assert deal.finishing is not None  # it lies in the finish slot
        if deal.laws.judge(groups, deal.hand).valid:
            return fine(Option(Deed.OUT, deal.finishing))
        held = (*deal.hand, deal.finishing)
        out, laid = deal.laws.best_discard(held)
        best = Option(Deed.OUT, out) if laid.declarable else Option(Deed.THROW, self.best_throw(deal, held))
        return _worse(Option(Deed.WRONG, points=float(deal.rules.scoring.full_count)), best, Finding.WRONG)


class CoachedJudge(CertainJudge):
    """Judges the moves of the Indian game."""

    def advises(self, view: View, card: Card) -> bool:
        """Return whether level 4, which is the coach, would throw that card."""
        return level_4(view) == Discard(card)


def _worse(taken: Option, best: Option, finding: Finding) -> WeighedMove:
    """Return the choice, with its loss: the points that it costs more than the best one."""
    return WeighedMove(taken, best, finding, (taken.points or 0.0) - (best.points or 0.0))


def _left_open(deal: IndianView, taken: Option) -> WeighedMove:
    """Return whether the open card would have made a declaration, for a seat that did not take it."""
    if deal.top is None or deal.refusal(Draw(Source.OPEN)) is not None:
        return fine(taken)
    is_enough = deal.laws.best_discard((*deal.hand, deal.top))[1].declarable
    return _worse(taken, Option(Deed.OPEN, deal.top), Finding.MISSED) if is_enough else fine(taken)


def _thrown(deal: IndianView, card: Card) -> Option:
    """Return that discard, with the points that the seat would then pay if another player declared."""
    pays = deal.laws.charge(deal.laws.fewest(without(deal.hand, (card,))).raw)
    return Option(Deed.THROW, card, points=float(pays))


def _is_pure(hand: tuple[Card, ...], deal: IndianView) -> bool:
    return bool(read(hand, deal.wild, own(deal.rules).jokers.wild_natural_pure).runs)
