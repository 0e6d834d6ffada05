"""The computer players, built on the exact helpers. Each level is a function from the view of a seat to an action.

A level that does not exist here is played by the highest one below it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.twentyone import solver
from bot.games.twentyone.search.distance import missing
from bot.games.twentyone.search.hands import read
from bot.games.twentyone.search.search import pure_there
from bot.games.twentyone.search.suits import MOST_PURE
from bot.games.twentyone.view import TwentyOneView, twentyone_deal
from bot.rummy.actions import Action, Discard, Draw, Drop, Source
from bot.rummy.cards import Card, nearness
from bot.rummy.deal_view import Phase, without
from bot.rummy.view import View

FEW_JOKERS = 2
"""The number of jokers from which a hand without a pure sequence is played; with fewer, it is dropped first."""


@dataclass(frozen=True, slots=True)
class Links:
    """Points that two cards count because they may become a meld."""

    neighbours: int
    gap: int
    """The value of two cards with one card missing between them."""
    rank: int
    """The value of two cards of one rank and different suits, which can only make a set."""
    twins: int
    """The value of two copies of one card; three are a pure sequence."""

    def of(self, card: Card, other: Card) -> int:
        """Return how much two cards go together."""
        if card == other:
            return self.twins
        near = nearness(card, other)
        if not near:
            return 0
        if card.rank is other.rank:
            return self.rank
        return self.neighbours if near > 1 else self.gap


@dataclass(frozen=True, slots=True)
class TwentyOneStyle:
    """The choices by which one level differs from another."""

    drops: Callable[[TwentyOneView], bool]
    """Whether a hand is worth no more than a first drop."""
    wants: Callable[[TwentyOneView, Card], bool]
    """Whether to draw the open card, if the hand cannot be declared with it."""
    burden: Callable[[TwentyOneView, Card], tuple[int, int, int]]
    """The order of cards outside melds: the least is thrown."""


def _play(view: View, style: TwentyOneStyle) -> Action:
    deal = twentyone_deal(view.deal)
    match deal.phase:
        case Phase.DRAW:
            return _draw(view, deal, style)
        case Phase.DISCARD:
            return _throw(deal, style)
        case Phase.DECLARE:
            return Declare(deal.laws.best(deal.hand).groups)
    best = deal.laws.fewest(deal.hand).groups
    return Show() if deal.groups == best else Group(best)


def _draw(view: View, deal: TwentyOneView, style: TwentyOneStyle) -> Action:
    if view.allows(Drop()) and style.drops(deal):
        return Drop()
    top = deal.top
    if top is None or not view.allows(Draw(Source.OPEN)):
        return Draw(Source.CLOSED)
    declares = deal.laws.best_discard((*deal.hand, top))[1].declarable
    return Draw(Source.OPEN if declares or style.wants(deal, top) else Source.CLOSED)


def _throw(deal: TwentyOneView, style: TwentyOneStyle) -> Action:
    """Declare, or throw a card outside melds; throw a joker only if all of them are jokers."""
    card, kept = deal.laws.best_discard(deal.hand)
    if kept.declarable:
        return Finish(card)
    laid = solver.nearest(deal.hand, deal.wilds)
    loose = [one for one in laid.deadwood if one not in deal.wilds.jokers]
    return Discard(min(loose, key=lambda one: style.burden(deal, one)) if loose else card)


# -- dropping ---------------------------------------------------------------------------------------


def _is_poor(deal: TwentyOneView) -> bool:
    seat = deal.seats[deal.seat] if deal.seat is not None else None
    held = read(deal.hand, deal.wilds)
    is_first = seat is not None and not seat.has_drawn and not seat.lapses
    return is_first and held.jokers < FEW_JOKERS and not pure_there(held, deal.wilds)


def _never(*_: object) -> bool:
    return False


# -- drawing ----------------------------------------------------------------------------------------


def _fits(deal: TwentyOneView, top: Card) -> bool:
    """Return whether the open card adds a pure sequence, or lies in a meld without costing one."""
    return _progress(deal, (*deal.hand, top)) > _progress(deal, deal.hand)


def _nears(deal: TwentyOneView, top: Card) -> bool:
    """Return whether the open card brings three pure sequences nearer, or lies in a meld once they are there."""
    if missing((*deal.hand, top)) < missing(deal.hand):
        return True
    now = _progress(deal, deal.hand)
    return now[0] == MOST_PURE and _progress(deal, (*deal.hand, top)) > now


def _progress(deal: TwentyOneView, hand: tuple[Card, ...]) -> tuple[int, int]:
    """Return how many pure sequences the cards make, and the points in melds with them."""
    held = read(hand, deal.wilds)
    return pure_there(held, deal.wilds), held.total - solver.nearest(hand, deal.wilds).raw


# -- throwing ---------------------------------------------------------------------------------------

CLOSE = Links(neighbours=2, gap=0, rank=2, twins=2)
PURE_FIRST = Links(neighbours=4, gap=2, rank=2, twins=3)
PURE = Links(neighbours=4, gap=3, rank=1, twins=2)


def _linked(links: Links, dearest: int) -> Callable[[TwentyOneView, Card], tuple[int, int, int]]:
    """Return an order in which the card that goes least with the others is first.

    Among equal ones, the first is the card with the most points (`dearest` 1) or the fewest (-1).
    """

    def burden(deal: TwentyOneView, card: Card) -> tuple[int, int, int]:
        return _links(deal, card, links), -dearest * card.points, card.index

    return burden


def _links(deal: TwentyOneView, card: Card, links: Links) -> int:
    return sum(links.of(card, other) for other in without(deal.hand, (card,)))


# -- the levels -------------------------------------------------------------------------------------

BEGINNER = TwentyOneStyle(_never, _never, _linked(CLOSE, -1))
GREEDY = TwentyOneStyle(_is_poor, _fits, _linked(PURE_FIRST, 1))
PURE_MINDED = TwentyOneStyle(_is_poor, _nears, _linked(PURE, 1))


def level_1(view: View) -> Action:
    """Play like a beginner: draw only from the closed deck, hold on to pairs and high cards, and never drop."""
    return _play(view, BEGINNER)


def level_2(view: View) -> Action:
    """Keep pure sequences first, then melds; take each open card that makes one; drop poor hands."""
    return _play(view, GREEDY)


def level_3(view: View) -> Action:
    """Count exactly toward three pure sequences; before they are there, take no open card for another meld."""
    return _play(view, PURE_MINDED)


LEVELS = (level_1, level_2, level_3)
