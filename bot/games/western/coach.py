"""Advice for the western game: the move that the strongest computer would make, and exact figures."""

from dataclasses import dataclass, replace

from bot.games.western import placement
from bot.games.western.actions import Step
from bot.games.western.computer import burden, level_4
from bot.games.western.melds import hand_points
from bot.games.western.view import WesternView, western_deal
from bot.rummy.actions import Action, Draw, Source
from bot.rummy.cards import JOKER, Card, nearness
from bot.rummy.deal_view import Phase, without
from bot.rummy.view import View

MOST_CARDS = 3
"""The most discards that are compared."""


@dataclass(frozen=True, slots=True)
class DrawStep:
    """The deck to draw from."""

    action: Action
    top: Card | None
    """The open card; None: it cannot be drawn."""
    gain: int
    """The number of points more that could be put down with it."""
    goes_out: bool
    """Whether the whole hand could be put down with it."""


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """A card to throw at the end of the turn."""

    card: Card
    points: int
    """The points of the hand without it."""
    links: int
    """The number of other cards that combine with the discard."""


@dataclass(frozen=True, slots=True)
class PutDownStep:
    """The cards to put down, and the card to throw after them."""

    steps: tuple[Step, ...]
    points: int
    """The points by which the hand costs less after the steps."""
    goes_out: bool
    partings: tuple[DiscardChoice, ...]
    """The cards to throw, the best first."""


@dataclass(frozen=True, slots=True)
class TakeBackStep:
    """Steps must be taken back: no discard can end the turn from here."""


Counsel = DrawStep | PutDownStep | TakeBackStep


def counsel(view: View) -> Counsel:
    """Return advice for the seat whose view this is; it must be that seat's turn."""
    deal = western_deal(view.deal)
    if deal.phase is Phase.DRAW:
        return _drawing(view, deal)
    plan = placement.best(deal)
    if plan is None:
        return TakeBackStep()
    return PutDownStep(plan.steps, plan.points, plan.goes_out, _partings(deal, plan.left))


def _drawing(view: View, deal: WesternView) -> DrawStep:
    top = deal.top if deal.refusal(Draw(Source.OPEN)) is None else None
    if top is None:
        return DrawStep(level_4(view), None, 0, goes_out=False)
    now, then = placement.best(deal), placement.best(replace(deal, hand=(*deal.hand, top)))
    assert now is not None
    assert then is not None
    return DrawStep(level_4(view), top, then.points - now.points, then.goes_out)


def _partings(deal: WesternView, left: tuple[Card, ...]) -> tuple[DiscardChoice, ...]:
    """Return the cards left in hand that may be thrown, in the order of the computer.

    A joker is among them only if all cards are jokers.
    """
    naturals = {card for card in left if card != JOKER}
    order = sorted(naturals, key=lambda card: (burden(card, naturals, deal), card.index), reverse=True)
    return tuple(_parting(deal, left, card) for card in (order or [JOKER])[:MOST_CARDS])


def _parting(deal: WesternView, left: tuple[Card, ...], card: Card) -> DiscardChoice:
    rest = without(left, (card,))
    links = sum(nearness(card, other) > 0 for other in {*rest} if JOKER not in (card, other))
    return DiscardChoice(card, hand_points(rest, deal.own), links)
