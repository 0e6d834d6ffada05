"""Advice: the moves that a player could make now, the best first, and what follows from them.

The move that comes first is that of the strongest computer. The other moves stand beside it, in the order of their
exact figures.
"""

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum

from bot.games.indian.actions import Finish
from bot.games.indian.computer import level_4
from bot.games.indian.computer.chances import Outlook, Prospects
from bot.games.indian.computer.fewest_missing import turns_ahead
from bot.games.indian.distance import distance, search_of
from bot.games.indian.drop_costs import DropCost, leaving
from bot.games.indian.scoring import charge
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Discard, Draw, Drop, Source
from bot.rummy.cards import Card, is_joker
from bot.rummy.deal_view import Phase, without
from bot.rummy.view import View

MOST_THROWS = 3
"""The most discards that are compared."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A card to throw, and the worth of the hand without it."""

    card: Card
    then: Outlook
    pays: int
    """The exact points that the player pays if another player declares now."""
    ahead: float
    """About how many draws the next missing card takes, plus a share for the one after it."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """Return the order among discards; less is better."""
        return self.then.missing, -self.then.helping, self.pays


@dataclass(frozen=True, slots=True)
class DrawAdvice:
    """The deck to draw from, or a drop."""

    action: Draw | Drop
    now: Outlook
    top: Card | None
    """The open card; None: it cannot be drawn."""
    taken: Throw | None
    """The best discard after drawing the open card; None: it cannot be drawn, or is of no use."""
    leaving: DropCost | None
    """The cost of a drop; None if no drop is possible."""


@dataclass(frozen=True, slots=True)
class ThrowAdvice:
    """The cards to throw: the best first, at most three."""

    throws: tuple[Throw, ...]


@dataclass(frozen=True, slots=True)
class FinishAdvice:
    """The hand can be declared."""

    card: Card
    """The card to finish with."""
    fault: StrEnum | None
    """The fault of the groups as they lie without that card; None: they are valid."""


@dataclass(frozen=True, slots=True)
class SlotAdvice:
    """A card lies in the finish slot: a declaration must follow."""

    fault: StrEnum | None
    """The fault of the groups as they lie; None: they are valid."""
    can_be_valid: bool
    """Whether the cards can be laid in valid groups."""
    cost: int
    """Points of a wrong declaration."""


Advice = DrawAdvice | ThrowAdvice | FinishAdvice | SlotAdvice


def advise(view: View) -> Advice:
    """Return advice for the seat whose view this is; it must be that seat's turn."""
    deal = indian_deal(view.deal)
    match deal.phase:
        case Phase.DRAW:
            return _draw(view, deal)
        case Phase.DISCARD:
            return _throw(view, deal)
    return slot(deal)


def _draw(view: View, deal: IndianView) -> DrawAdvice:
    action, now = level_4(view), Prospects(view).of(deal.hand, draws=True)
    assert isinstance(action, Draw | Drop)
    top = deal.top if view.allows(Draw(Source.OPEN)) else None
    then = () if top is None else (*deal.hand, top)
    helps = top is not None and distance(then, deal.wild, deal.rules) < now.missing
    is_taken = helps or action == Draw(Source.OPEN)
    taken = _throws(view, deal, then) if is_taken else []
    if taken and not helps:
        # It is drawn for the points that it saves.
        taken.sort(key=lambda throw: (throw.then.missing, throw.pays))
    return DrawAdvice(action, now, top, taken[0] if taken else None, leaving(view, deal, now))


def _throw(view: View, deal: IndianView) -> ThrowAdvice | FinishAdvice:
    action = level_4(view)
    if isinstance(action, Finish):
        return finish(deal, action.card)
    assert isinstance(action, Discard)
    # The computer's card comes first; sorting keeps the order of equal ones.
    throws = sorted(_throws(view, deal, deal.hand, action.card), key=lambda throw: throw.card != action.card)
    return ThrowAdvice(tuple(throws[:MOST_THROWS]))


def _throws(view: View, deal: IndianView, hand: tuple[Card, ...], also: Card | None = None) -> list[Throw]:
    """Return the cards that may be thrown from fourteen, the best first.

    A joker is among them only if it is `also` to be thrown, or if all cards are jokers.
    """
    naturals = {card for card in hand if not is_joker(card, deal.wild) or card == also} or {*hand}
    prospects, found = Prospects(view), []
    for card in _worth_a_look(hand, naturals, deal) | {*filter(None, (also,))}:
        then = prospects.of(without(hand, (card,)), draws=False)
        ahead = turns_ahead(view, deal, without(hand, (card,)))
        found.append(Throw(card, then, charge(then.points, deal.rules), ahead))
    return sorted(found, key=lambda throw: (throw.rank, throw.card.index))


def _worth_a_look(hand: tuple[Card, ...], cards: Set[Card], deal: IndianView) -> set[Card]:
    """Return the cards without which the hand misses the fewest; add the next best until enough can be compared.

    It takes time to count which cards help, so only these are counted.
    """
    search = search_of(deal.wild, deal.rules)
    missing = {card: search.distance(search.read(without(hand, (card,)))) for card in cards}
    fewest = min(missing.values())
    order = sorted(cards, key=lambda card: (missing[card], -card.points, card.index))
    return {card for card in cards if missing[card] == fewest} | {*order[:MOST_THROWS]}


# -- declaring, also in a game that builds on this one ----------------------------------------------


def finish(deal: IndianView, card: Card) -> FinishAdvice:
    """Return the card to declare with: if there is one, a card without which the groups are valid as they lie."""
    faults = {one: _fault(deal.throwing(one)) for one in dict.fromkeys(deal.hand)}
    ready = next((one for one, fault in faults.items() if fault is None), card)
    return FinishAdvice(ready, faults[ready])


def slot(deal: IndianView) -> SlotAdvice:
    """Return advice for a card in the finish slot."""
    return SlotAdvice(_fault(deal), deal.laws.best(deal.hand).declarable, deal.rules.scoring.full_count)


def _fault(deal: IndianView) -> StrEnum | None:
    judged = deal.laws.judge(deal.groups, deal.hand)
    return None if judged.valid else judged.reason
