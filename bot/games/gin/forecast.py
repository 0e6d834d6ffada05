"""Forecasts of a hand: the signs by which the networks judge, in the order in which they were fitted."""

from typing import NamedTuple

from bot.games.gin import melds
from bot.games.gin.chances import Chances, each, partners, revealed, unseen
from bot.games.gin.melds import Cards
from bot.games.gin.view import GinView
from bot.games.gin.weights import Expectation, weights
from bot.rummy.cards import Card
from bot.rummy.deal_view import EventKind

_DEAREST = 3
"""The loose cards that are thought away, one after another."""
_LOW = 5
"""Deadwood of a knock that is rarely undercut."""
_NO_DISCARD = 10
"""The points that stand for a discard that the other player has not made yet."""


class CardChoice(NamedTuple):
    """A card to throw or to knock with, and what can be expected then."""

    outlook: Expectation
    card: Card
    wanted: float = 0.0
    """The chance that the other player can lay the card into a meld."""


class Coming(NamedTuple):
    """The use of the next card of the closed deck, and of those after it, for ten cards."""

    knock: float
    """The chance that the seat can knock with the next card."""
    low: float
    """The chance of a knock that is rarely undercut."""
    gin: float
    deadwood: float
    """The deadwood after the best discard, on average."""
    meld: float
    """The chance that the next card makes a meld of two loose cards."""
    near: float
    """The cards that make melds of two loose cards: how many are free, for each of both."""
    far: float
    """The pairs of cards that make a meld of a loose card: how many are free."""


class Forecast:
    """The forecasts of the moves that are open to a seat."""

    def __init__(self, deal: GinView) -> None:
        self._chances = Chances(unseen(deal), revealed(deal))
        self._limit = deal.knock_limit
        self._turn = sum(event.kind is EventKind.DISCARDED and event.seat == deal.seat for event in deal.events)

    def waiting(self, hand: Cards) -> Expectation:
        """Return the outlook of ten cards before a card of the closed deck."""
        return weights().waiting.outlook((*self._of_hand(hand), *self._of_deal(self._turn), 0, 0))

    def throw(self, hand: Cards, card: Card) -> CardChoice:
        """Return what can be expected of eleven cards after that discard."""
        bit = melds.bits((card,))
        wanted = self._chances.wanted(bit)
        signs = *self._of_hand(hand ^ bit), *self._of_deal(self._turn + 1), wanted, melds.points(bit) / 10
        return CardChoice(weights().thrown.outlook(signs), card, wanted)

    def throws(self, hand: Cards, taken: Card | None) -> list[CardChoice]:
        """Return the discards of eleven cards that leave no more deadwood in melds; all if there is but one.

        The card that was taken from the open deck may not be thrown.
        """
        allowed = _without(hand, taken)
        loose = hand & ~melds.melded(hand)
        left = melds.points(loose)
        found = allowed
        if (loose & allowed).bit_count() > 1:
            spare = melds.bits(card for card in melds.cards_of(allowed & ~loose) if _left(hand, card) <= left)
            found = allowed & loose | spare
        return [self.throw(hand, card) for card in melds.cards_of(found)]

    def knocks(self, hand: Cards, taken: Card | None) -> list[CardChoice]:
        """Return the knocks that leave the least deadwood of eleven cards; none if it is too much."""
        left = {card: _left(hand, card) for card in melds.cards_of(_without(hand, taken))}
        least = min(left.values())
        found = [card for card, points in left.items() if points == least <= self._limit]
        return [CardChoice(self._knocked(hand ^ melds.bits((card,))), card) for card in found]

    def coming(self, kept: Cards) -> Coming:
        """Return what may come to ten cards."""
        chances, held = self._chances, self._chances.held
        loose = kept & ~melds.melded(kept)
        left, rest = melds.points(loose), melds.after_discard(kept)
        fitting, useful = melds.fitting(kept), melds.fitting(loose)
        knock = low = gin = mean = meld = 0.0
        for bit, chance in chances.drawn.items():
            then = melds.after_discard(kept | bit) if bit & fitting else min(left, rest + melds.points(bit))
            knock += chance * (then <= self._limit)
            low += chance * (then <= _LOW)
            gin += chance * (not then)
            mean += chance * then
            meld += chance * bool(bit & useful)
        near = far = 0.0
        for bit in each(loose):
            for pair in partners(bit):
                free = [1 - held[other] for other in pair if other & chances.unseen]
                if len(free) == 2:
                    far += free[0] * free[1]
                elif free and sum(pair) & loose:
                    near += free[0]
        return Coming(knock, low, gin, mean, meld, near, far)

    # -- the signs ----------------------------------------------------------------------------------

    def _knocked(self, kept: Cards) -> Expectation:
        laid = melds.best_melds(kept)
        left = melds.points(kept & ~sum(laid))
        off = sum(self._chances.held.get(bit, 0) * melds.points(bit) for bit in each(melds.ends(laid)))
        return weights().knocked.outlook((*self._of_deal(self._turn + 1), left / 10, left == 0, off / 10))

    def _of_deal(self, turn: int) -> tuple[float, ...]:
        """Return the signs that do not depend on the hand: time, and what the other player has shown."""
        shown = self._chances.shown
        last = [*map(melds.card_points, reversed(shown.thrown[-3:])), *[_NO_DISCARD] * 3][:3]
        held = shown.held.bit_count()
        return (turn / 10, shown.taken / 4, held / 4, *(one / 10 for one in last), self._chances.points / 50)

    def _of_hand(self, kept: Cards) -> tuple[float, ...]:
        """Return the signs of ten cards: their deadwood, also without the dearest of them, and what may come."""
        loose = kept & ~melds.melded(kept)
        costs = sorted((melds.points(bit) for bit in each(loose)), reverse=True)
        left, come = sum(costs), self.coming(kept)
        return (
            *(left / 50, min(left, 20) / 20, left <= self._limit, len(costs) / 10),
            *((left - sum(costs[:count])) / 50 for count in range(1, _DEAREST + 1)),
            *(come.knock, come.low, come.gin, come.deadwood / 50, 2 * come.meld, come.near / 20, come.far / 40),
        )


def _without(hand: Cards, taken: Card | None) -> Cards:
    return hand if taken is None else hand & ~melds.bits((taken,))


def _left(hand: Cards, card: Card) -> int:
    """Return the deadwood that a hand has without the card."""
    return melds.deadwood(hand ^ melds.bits((card,)))
