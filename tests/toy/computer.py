"""A computer player that keeps the ranks of which it has most."""

from bot.rummy.actions import Discard, Draw, Move, Source
from bot.rummy.deal_view import Phase
from tests.toy.actions import Out
from tests.toy.view import ToyView


def choose(deal: ToyView) -> Move:
    """Return the next action of the seat whose view this is; the deal must wait for it."""
    ranks = [card.rank for card in deal.hand]
    if deal.phase is Phase.DRAW:
        wanted = deal.top is not None and ranks.count(deal.top.rank) > 1
        return Draw(Source.OPEN if wanted else Source.CLOSED)
    if deal.outs:
        return Out(deal.outs[0])
    return Discard(min(deal.hand, key=lambda card: (ranks.count(card.rank), card.index)))
