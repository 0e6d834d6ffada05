"""Computer players that want to declare soon: the fewest missing cards first, then whatever brings the next one.

A player that counts cards also looks at the points of a lost deal. They matter most before it has its two sequences,
because all its cards count until then.
"""

from math import log
from typing import NamedTuple

from bot.games.indian import solver
from bot.games.indian.actions import Finish
from bot.games.indian.computer import greedy
from bot.games.indian.computer.chances import Prospects
from bot.games.indian.computer.drops import drops
from bot.games.indian.computer.unseen import unseen
from bot.games.indian.distance import Distances, Near, search_of
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Action, Discard, Draw, Drop, Source
from bot.rummy.cards import JOKER, Card, is_joker, nearness
from bot.rummy.deal_view import Phase, without
from bot.rummy.judge import Arrangement
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import View


def choose(view: View, *, counts_cards: bool) -> Action:
    """Return the next action of the seat whose view this is; the deal must wait for it.

    Args:
        view: what the seat may know.
        counts_cards: whether it counts the unseen cards that would help.
    """
    deal = indian_deal(view.deal)
    if deal.phase not in (Phase.DRAW, Phase.DISCARD):
        return greedy.choose(view)
    mind = _Mind(view, deal, counts_cards)
    return mind.draw() if deal.phase is Phase.DRAW else mind.throw()


LATER = 0.7
"""The weight of the missing card after the next one, beside the next one."""
POINT = 0.03
"""The additional time, as a share, that the next missing cards may take to save one point, against one other player.

With more players, a deal that is won brings more, so a point of a lost deal counts less beside it.
"""
WORTH_TAKING = 15
"""Points that the open card must save to be drawn if it brings the hand no nearer to a declaration."""


class _Kept(NamedTuple):
    """A hand after a discard, among those that miss the fewest cards; the least is the best."""

    cost: float
    """The cost in draws for the next missing cards, and in points; 0 if the player does not count cards."""
    points: int
    links: int
    """The nearness of the thrown card to melds with the others."""
    place: int
    """The index of the card thrown."""
    card: Card


def turns_ahead(view: View, deal: IndianView, hand: tuple[Card, ...]) -> float:
    """Return about how many draws the next missing card of that hand takes, plus a share for the one after it."""
    near = search_of(deal.wild, deal.rules).read(hand)
    return _Mind(view, deal, counts_cards=True)._turns(near, search_of(deal.wild, deal.rules).distance(near))


class _Mind:
    """One decision of one seat."""

    def __init__(self, view: View, deal: IndianView, counts_cards: bool) -> None:
        self._view = view
        self._deal = deal
        self._search: Distances = search_of(deal.wild, deal.rules)
        self._counts_cards = counts_cards
        self._unseen = unseen(view, deal) if counts_cards else ()
        self._left = max(1, sum(self._unseen))
        self._others = max(1, sum(seat.status is SeatStatus.IN for seat in deal.seats) - 1)

    def draw(self) -> Action:
        """Drop, or draw: the open card only if it brings the hand nearer to a declaration, or saves many points."""
        deal, view, search = self._deal, self._view, self._search
        near = search.read(deal.hand)
        missing = search.distance(near)
        if view.allows(Drop()) and drops(view, deal, Prospects(view).of(deal.hand, draws=True)):
            return Drop()
        if not missing or deal.top is None or not view.allows(Draw(Source.OPEN)):
            return Draw(Source.CLOSED)
        # That more cards would help afterwards is no reason to take it: a closed card can do that as well.
        helps = search.within(search.plus(near, deal.top), missing - 1)
        takes = helps or (self._counts_cards and self._is_worth_taking(deal.top, missing))
        return Draw(Source.OPEN if takes else Source.CLOSED)

    def _is_worth_taking(self, top: Card, missing: int) -> bool:
        """Return whether a hand with the open card costs many points less and misses no more cards."""
        deal, search = self._deal, self._search
        whole = (*deal.hand, top)
        most = self._points(solver.best(deal.hand, deal.wild, deal.rules)) - WORTH_TAKING
        if self._points(solver.best_discard(whole, deal.wild, deal.rules)[1]) > most:
            return False
        rests = [without(whole, (card,)) for card in {*deal.hand} if not is_joker(card, deal.wild)]
        near = [rest for rest in rests if search.within(search.read(rest), missing)]
        return any(self._points(solver.best(rest, deal.wild, deal.rules)) <= most for rest in near)

    def throw(self) -> Action:
        """Declare if possible, else throw the card without which the hand is nearest to a declaration."""
        deal = self._deal
        near = self._search.read(deal.hand)
        if self._search.within(near, 0):
            card, kept = solver.best_discard(deal.hand, deal.wild, deal.rules)
            if kept.declarable:
                return Finish(card)
        return Discard(self._worst(deal.hand))

    def _worst(self, hand: tuple[Card, ...]) -> Card:
        """Return the card to throw from fourteen; a joker only if no other card can be thrown."""
        wild, search = self._deal.wild, self._search
        missing = search.distance(search.read(hand))
        found: dict[Card, Near] = {}
        for card in sorted(set(hand), key=lambda card: card.index):
            near = search.read(without(hand, (card,)))
            if search.within(near, missing):
                found[card] = near
        naturals = {card: near for card, near in found.items() if not is_joker(card, wild)} or found
        return min([self._kept(hand, card, near, missing) for card, near in naturals.items()]).card

    def _kept(self, hand: tuple[Card, ...], card: Card, near: Near, missing: int) -> _Kept:
        rest = without(hand, (card,))
        laid = solver.best(rest, self._deal.wild, self._deal.rules)
        links = sum([nearness(card, other) for other in rest])
        turns = self._turns(near, missing)
        cost = log(turns) + POINT / self._others * self._points(laid) if turns else 0
        return _Kept(cost, laid.raw, links, card.index, card)

    def _points(self, laid: Arrangement) -> int:
        """Return the cost of a lost deal with that hand."""
        return min(laid.raw, self._deal.rules.scoring.full_count)

    def _turns(self, near: Near, missing: int) -> float:
        """Return about how many draws the next missing card takes, plus a share of the draws for the one after it.

        The second is counted as if the next card were a joker: a hand that stays open for many cards is worth more.
        """
        if not self._unseen or not missing:
            return 0
        turns = self._draws(near, missing)
        if missing == 1:
            return turns
        with_joker = self._search.plus(near, JOKER)
        opens = self._search.within(with_joker, missing - 1)
        return turns + LATER * (self._draws(with_joker, missing - 1) if opens else turns)

    def _draws(self, near: Near, missing: int) -> float:
        """Return how many draws it takes on average until a helpful card comes."""
        unseen = self._unseen
        helpful = sum([unseen[index] for index in self._search.helpful(near, missing)])
        return self._left / (helpful or 0.5)
