"""A player of the Indian game that wants the fewest points now, and keeps equal cards that go together.

The levels are measured against it: `paplu duel 4 tests.games.indian.linked_greedy:choose`.
"""

from bot.games.indian import solver
from bot.games.indian.actions import Finish
from bot.games.indian.computer import greedy
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Action, Discard
from bot.rummy.cards import Card, is_joker, nearness
from bot.rummy.deal_view import Phase, without
from bot.rummy.view import View


def choose(view: View) -> Action:
    """Return the next action of the seat whose view this is; it never drops."""
    deal = indian_deal(view.deal)
    if deal.phase is not Phase.DISCARD:
        return greedy.choose(view)
    card, kept = solver.best_discard(deal.hand, deal.wild, deal.rules)
    return Finish(card) if kept.declarable else Discard(_loosest(deal, kept.raw))


def _loosest(deal: IndianView, points: int) -> Card:
    """Return the card that goes with the fewest others, of those without which the hand costs that many points."""

    def order(card: Card) -> tuple[bool, int, int, int]:
        links = sum(nearness(card, other) for other in without(deal.hand, (card,)))
        return is_joker(card, deal.wild), links, -card.points, card.index

    rests = {card: without(deal.hand, (card,)) for card in deal.hand}
    equal = [card for card, rest in rests.items() if solver.best(rest, deal.wild, deal.rules).raw == points]
    return min(equal, key=order)
