"""What a player could do now, the best first, and what follows from it.

The move that comes first is that of the strongest computer. The other moves stand beside it in the order of their
prospects.
"""

from dataclasses import dataclass

from bot.games.indian import computer, solver
from bot.games.indian.actions import Finish
from bot.games.indian.coaching.leaving import Leaving, leaving
from bot.games.indian.coaching.prospects import Prospect, Prospects
from bot.games.indian.declaration import Reason, judge
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Action, Discard, Draw, Drop, Source
from bot.rummy.cards import Card, Groups
from bot.rummy.deal_view import Phase, without
from bot.rummy.view import View

MOST_THROWS = 3
"""Cards to throw that are compared."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A card to throw, and what the hand has ahead of it without that card."""

    card: Card
    then: Prospect


@dataclass(frozen=True, slots=True)
class DrawAdvice:
    """Where to draw from, or whether to drop."""

    action: Draw | Drop
    now: Prospect
    unseen: int
    """Cards that the player has not seen."""
    top: Card | None
    """The open card; None: it cannot be drawn."""
    taken: Throw | None
    """The best throw after it was drawn; None: it cannot be drawn, or would be thrown again."""
    leaving: Leaving | None
    """What a drop costs; None: no drop is possible."""


@dataclass(frozen=True, slots=True)
class ThrowAdvice:
    """Which card to throw."""

    throws: tuple[Throw, ...]
    """The best first: two or three, if there are so many."""
    unseen: int


@dataclass(frozen=True, slots=True)
class FinishAdvice:
    """The hand can be declared."""

    card: Card
    """To finish with."""
    fault: Reason
    """What is wrong with the groups as they lie without that card; OK: they are valid."""


@dataclass(frozen=True, slots=True)
class SlotAdvice:
    """A card lies in the finish slot: a declaration must follow."""

    fault: Reason
    """What is wrong with the groups as they lie; OK: they are valid."""
    can_be_valid: bool
    """Whether there are valid groups of these cards."""
    cost: int
    """Points of a wrong declaration."""


Advice = DrawAdvice | ThrowAdvice | FinishAdvice | SlotAdvice


def advise(view: View) -> Advice:
    """What the seat whose view this is could do; it is that seat's turn."""
    deal = indian_deal(view.deal)
    match deal.phase:
        case Phase.DRAW:
            return _draw(view, deal)
        case Phase.DISCARD:
            return _throw(view, deal)
    best = solver.best(deal.hand, deal.wild, deal.rules)
    return SlotAdvice(_fault(deal, deal.groups), best.declarable, deal.rules.scoring.full_count)


def _draw(view: View, deal: IndianView) -> DrawAdvice:
    action, ahead = computer.level_4(view), Prospects(view, deal)
    assert isinstance(action, Draw | Drop)
    now = ahead.of(deal.hand)
    top = deal.top if view.allows(Draw(Source.OPEN)) else None
    taken = None if top is None else _taken(ahead, deal.hand, top)
    return DrawAdvice(action, now, ahead.unseen, top, taken, leaving(view, deal, now.missing))


def _taken(ahead: Prospects, hand: tuple[Card, ...], top: Card) -> Throw | None:
    card, then = ahead.throws((*hand, top))[0]
    return Throw(card, then) if card != top else None


def _throw(view: View, deal: IndianView) -> ThrowAdvice | FinishAdvice:
    action = computer.level_4(view)
    if isinstance(action, Finish):
        return _finish(deal, action.card)
    ahead = Prospects(view, deal)
    found = [Throw(*throw) for throw in ahead.throws(deal.hand)]
    first = [throw for throw in found if Discard(throw.card) == action] or [_thrown(ahead, deal, action)]
    others = [throw for throw in found if throw not in first]
    return ThrowAdvice((*first, *others)[:MOST_THROWS], ahead.unseen)


def _thrown(ahead: Prospects, deal: IndianView, action: Action) -> Throw:
    """What the computer throws, where that is a joker."""
    assert isinstance(action, Discard)
    return Throw(action.card, ahead.of(without(deal.hand, (action.card,))))


def _finish(deal: IndianView, card: Card) -> FinishAdvice:
    """The card to declare with: one without which the groups are valid as they lie, if there is such a card."""
    faults = {one: _fault(deal.throwing(one), deal.throwing(one).groups) for one in dict.fromkeys(deal.hand)}
    ready = next((one for one, fault in faults.items() if fault is Reason.OK), None)
    return FinishAdvice(card, faults[card]) if ready is None else FinishAdvice(ready, Reason.OK)


def _fault(deal: IndianView, groups: Groups) -> Reason:
    return judge(groups, deal.wild, deal.rules, deal.hand).reason
