"""A computer player that always wants the fewest points now, and finds them with the exact solver."""

from bot.games.indian import solver
from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.deal_view import Phase
from bot.rummy.view import View


def choose(view: View) -> Action:
    """Return the next action of the seat whose view this is; the deal must wait for it.

    It draws the open card if that leaves fewer points than its hand has now. It declares as soon as it can, and throws
    the card whose discard leaves the fewest points.
    """
    deal = indian_deal(view.deal)
    match deal.phase:
        case Phase.DRAW:
            return Draw(_source(view, deal))
        case Phase.DISCARD:
            return _throw(deal)
        case Phase.DECLARE:
            return Declare(solver.best(deal.hand, deal.wild, deal.rules).groups)
    best = solver.best(deal.hand, deal.wild, deal.rules)
    return Show() if deal.groups == best.groups else Group(best.groups)


def _source(view: View, deal: IndianView) -> Source:
    if deal.top is None or not view.allows(Draw(Source.OPEN)):
        return Source.CLOSED
    now = solver.best(deal.hand, deal.wild, deal.rules)
    card, then = solver.best_discard((*deal.hand, deal.top), deal.wild, deal.rules)
    return Source.OPEN if card != deal.top and then.raw < now.raw else Source.CLOSED


def _throw(deal: IndianView) -> Action:
    card, kept = solver.best_discard(deal.hand, deal.wild, deal.rules)
    return Finish(card) if kept.declarable else Discard(card)
