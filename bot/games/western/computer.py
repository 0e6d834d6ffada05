"""The computer players of the western game.

Each level is a function from the view of a seat to a move. Putting down the most points at once has proved hard to
beat, so levels 3 and 4 play as level 2 does.
"""

from dataclasses import replace

from bot.games.western import placement
from bot.games.western.actions import Place, Undo
from bot.games.western.melds import card_points
from bot.games.western.view import WesternView, western_deal
from bot.rummy.actions import Action, Discard, Draw, Move, Source
from bot.rummy.cards import JOKER, Card, nearness
from bot.rummy.deal_view import Phase
from bot.rummy.view import View

LINK = 4
"""Points that a card may cost for each other card that it goes together with."""


def level_1(view: View) -> Action:
    """Play like a beginner: use neither the open card nor the melds on the table, and keep pairs and high cards."""
    deal = western_deal(view.deal)
    if deal.phase is Phase.DRAW:
        return Draw(Source.CLOSED if deal.top is None or not deal.is_used_up else Source.OPEN)
    plan = placement.best(deal)
    if plan is None:
        return Undo()
    if plan.steps and isinstance(plan.steps[0], Place):
        return plan.steps[0]
    thrown = Discard(_loneliest(deal))
    return thrown if deal.refusal(thrown) is None else choose(deal)


def level_2(view: View) -> Action:
    """Put down as much as possible, and keep cards that go together."""
    return choose(western_deal(view.deal))


def level_3(view: View) -> Action:
    """Play as level 2 does."""
    return level_2(view)


def level_4(view: View) -> Action:
    """Play as level 2 does."""
    return level_2(view)


LEVELS = (level_1, level_2, level_3, level_4)


def choose(deal: WesternView) -> Move:
    """Return the next move of the seat whose view this is; the deal must wait for it.

    It draws the open card if it can then put down more at once, puts down the most it can, and throws the card that
    costs much and goes little with the others.
    """
    if deal.phase is Phase.DRAW:
        return Draw(_source(deal))
    plan = placement.best(deal)
    if plan is None:
        return Undo()
    return plan.steps[0] if plan.steps else Discard(_worst(deal))


def _source(deal: WesternView) -> Source:
    if deal.top is None or deal.refusal(Draw(Source.OPEN)) is not None:
        return Source.CLOSED
    now, then = placement.best(deal), placement.best(replace(deal, hand=(*deal.hand, deal.top)))
    assert now is not None
    assert then is not None
    return Source.OPEN if then.goes_out or then.points > now.points else Source.CLOSED


def _worst(deal: WesternView) -> Card:
    naturals = {card for card in deal.hand if card != JOKER}
    if not naturals:
        return JOKER
    return max(naturals, key=lambda card: (burden(card, naturals, deal), card.index))


def _loneliest(deal: WesternView) -> Card:
    """Return the cheapest of the cards that go together with the fewest others."""
    naturals = {card for card in deal.hand if card != JOKER}
    if not naturals:
        return JOKER

    def order(card: Card) -> tuple[int, int, int]:
        return sum(nearness(card, other) for other in naturals), card_points(card, deal.own), card.index

    return min(naturals, key=order)


def burden(card: Card, hand: set[Card], deal: WesternView) -> int:
    """Return the points of the card, less something for each other card that may become a meld with it."""
    return card_points(card, deal.own) - LINK * sum(nearness(card, other) for other in hand)
