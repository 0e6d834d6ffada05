"""The computer players, built on the exact solver."""

from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.twentyone import solver
from bot.games.twentyone.solving.hands import read
from bot.games.twentyone.solving.search import pure_there
from bot.games.twentyone.view import TwentyOneView, twentyone_deal
from bot.rummy.actions import Action, Discard, Draw, Drop, Source
from bot.rummy.cards import Card, nearness
from bot.rummy.deal_view import Phase, without
from bot.rummy.view import View

TWIN = 3
"""How much a second copy of a card counts beside a neighbour: three are a pure sequence."""
FEW_JOKERS = 2
"""With fewer, and no pure sequence, level 2 leaves a deal for a first drop."""


def choose(view: View, level: int) -> Action:
    """The next action of the seat whose view this is; the deal must wait for it.

    Both levels want pure sequences first and then melds. Level 1 draws from the closed deck alone and never drops.
    """
    deal = twentyone_deal(view.deal)
    match deal.phase:
        case Phase.DRAW:
            if level > 1 and view.allows(Drop()) and _is_poor(deal):
                return Drop()
            return Draw(Source.OPEN if level > 1 and _wants(view, deal) else Source.CLOSED)
        case Phase.DISCARD:
            return _throw(deal)
        case Phase.DECLARE:
            return Declare(deal.laws.best(deal.hand).groups)
    best = deal.laws.fewest(deal.hand).groups
    return Show() if deal.groups == best else Group(best)


def _is_poor(deal: TwentyOneView) -> bool:
    """Whether the hand is not worth more than a first drop."""
    seat = deal.seats[deal.seat] if deal.seat is not None else None
    held = read(deal.hand, deal.wilds)
    is_first = seat is not None and not seat.has_drawn and not seat.lapses
    return is_first and held.jokers < FEW_JOKERS and not pure_there(held, deal.wilds)


def _wants(view: View, deal: TwentyOneView) -> bool:
    """Whether the open card makes a pure sequence more, or comes to lie in a meld beside as many."""
    top = deal.top
    if top is None or not view.allows(Draw(Source.OPEN)):
        return False
    if deal.laws.best_discard((*deal.hand, top))[1].declarable:
        return True
    return _progress(deal, (*deal.hand, top)) > _progress(deal, deal.hand)


def _progress(deal: TwentyOneView, hand: tuple[Card, ...]) -> tuple[int, int]:
    """How many pure sequences the cards make, and the points in melds with them."""
    held = read(hand, deal.wilds)
    return pure_there(held, deal.wilds), held.total - solver.nearest(hand, deal.wilds).raw


def _throw(deal: TwentyOneView) -> Action:
    """Declare, or throw the card outside melds that goes with the fewest others."""
    card, kept = deal.laws.best_discard(deal.hand)
    if kept.declarable:
        return Finish(card)
    laid = solver.nearest(deal.hand, deal.wilds)
    loose = [one for one in laid.deadwood if one not in deal.wilds.jokers]
    if not loose:
        return Discard(card)
    return Discard(min(loose, key=lambda one: (_links(one, without(deal.hand, (one,))), -one.points, one.index)))


def _links(card: Card, others: tuple[Card, ...]) -> int:
    """How near the card is to a meld with others: of its suit first, since those can be pure."""
    twins = TWIN * others.count(card)
    return twins + sum(nearness(card, other) * (1 + (card.suit is other.suit)) for other in others)
