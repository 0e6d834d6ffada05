"""A computer player that makes the mistakes of a beginner."""

from bot.games.indian import solver
from bot.games.indian.actions import Finish
from bot.games.indian.computer import greedy
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import Card, is_joker
from bot.rummy.deal_view import Phase, without
from bot.rummy.view import View


def choose(view: View) -> Action:
    """Return the next action of the seat whose view this is; the deal must wait for it.

    It takes wild cards for the rank printed on them, although it throws none. It draws the open card if that makes a
    group at once. It throws the lowest of the cards that lie in no group and go with the fewest others. It notices when
    its hand is complete.
    """
    deal = indian_deal(view.deal)
    if deal.phase is Phase.DRAW:
        return Draw(_source(view, deal))
    if deal.phase is not Phase.DISCARD:
        return greedy.choose(view)
    card, kept = solver.best_discard(deal.hand, deal.wild, deal.rules)
    return Finish(card) if kept.declarable else Discard(_thrown(deal))


def _source(view: View, deal: IndianView) -> Source:
    top = deal.top
    if top is None or not view.allows(Draw(Source.OPEN)):
        return Source.CLOSED
    own = _naturals(deal)
    makes_group = top in _grouped((*own, top), deal) and top not in _grouped(own, deal)
    return Source.OPEN if makes_group or (_pairs(top, own) and top not in own) else Source.CLOSED


def _thrown(deal: IndianView) -> Card:
    own = _naturals(deal) or deal.hand
    loose = without(own, _grouped(own, deal)) or own
    return min(loose, key=lambda card: (_pairs(card, own), card.points, card.index))


def _naturals(deal: IndianView) -> tuple[Card, ...]:
    return tuple(card for card in deal.hand if not is_joker(card, deal.wild))


def _grouped(cards: tuple[Card, ...], deal: IndianView) -> tuple[Card, ...]:
    """Return the cards in groups that need no joker."""
    return tuple(card for group in solver.propose(cards, None, deal.rules) for card in group)


def _pairs(card: Card, others: tuple[Card, ...]) -> int:
    """Return with how many of the other cards it makes a pair."""
    return sum(other.rank is card.rank and other != card for other in others)
