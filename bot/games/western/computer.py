"""A computer player of the western game: puts down all it can, and keeps cards that go together."""

from dataclasses import replace

from bot.games.western import placing
from bot.games.western.actions import Undo
from bot.games.western.melds import HIGHEST, card_points
from bot.games.western.view import WesternView
from bot.rummy.actions import Discard, Draw, Move, Source
from bot.rummy.cards import JOKER, Card, Rank
from bot.rummy.deal_view import Phase

LINK = 4
"""Points that a card may cost for each other it goes together with."""


def choose(deal: WesternView) -> Move:
    """The next action of the seat whose view this is; the deal must wait for it.

    It draws the open card when that lets it put down more at once, puts down the most it can, and throws the card
    that costs most for how little it goes with the others.
    """
    if deal.phase is Phase.DRAW:
        return Draw(_source(deal))
    plan = placing.best(deal)
    if plan is None:
        return Undo()
    return plan.steps[0] if plan.steps else Discard(_worst(deal))


def _source(deal: WesternView) -> Source:
    if deal.top is None or deal.refusal(Draw(Source.OPEN)) is not None:
        return Source.CLOSED
    now, then = placing.best(deal), placing.best(replace(deal, hand=(*deal.hand, deal.top)))
    assert now is not None
    assert then is not None
    return Source.OPEN if then.goes_out or then.points > now.points else Source.CLOSED


def _worst(deal: WesternView) -> Card:
    naturals = {card for card in deal.hand if card != JOKER}
    if not naturals:
        return JOKER
    return max(naturals, key=lambda card: (_burden(card, naturals, deal), card.index))


def _burden(card: Card, hand: set[Card], deal: WesternView) -> int:
    """What the card costs, less for each other that may become a meld with it."""
    return card_points(card, deal.own) - LINK * sum(_goes_with(card, other) for other in hand)


def _goes_with(card: Card, other: Card) -> int:
    """2 for neighbours of a suit and for another suit of the rank, 1 for a gap of one between them."""
    if card == other:
        return 0
    if card.rank is other.rank:
        return 2
    if card.suit is not other.suit:
        return 0
    apart = min(abs(one - two) for one in _places(card) for two in _places(other))
    return {1: 2, 2: 1}.get(apart, 0)


def _places(card: Card) -> tuple[int, ...]:
    return (1, HIGHEST) if card.rank is Rank.ACE else (int(card.rank),)
