"""What a seat can reckon about cards that it has not seen: which the other player holds, and which come next."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from bot.games.gin import melds
from bot.games.gin.codes import GinEventKind
from bot.games.gin.melds import Cards
from bot.games.gin.rules import HAND_SIZE
from bot.games.gin.view import GinView
from bot.games.gin.weights import logistic, weights
from bot.rummy.cards import CARDS, Card
from bot.rummy.deal_view import EventKind

_ALL = melds.bits(CARDS)
_LATE = 7
"""Discards of the other player after which a card tells no more by its rank."""
_STEPS = 4
"""Steps of Newton's method that bring the chances of all cards to the number of cards held."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """The cards and choices that the other player has shown."""

    thrown: tuple[Card, ...]
    """Their discards, the oldest first."""
    refused: Cards
    """Open cards that they left."""
    held: Cards
    """Cards that they took from the open deck and have not thrown."""
    taken: int
    """The number of times that they took the open card."""


def revealed(deal: GinView) -> Revealed:
    """Return what the other player has shown in the deal."""
    pile = [deal.first_open]
    thrown: list[Card] = []
    refused, held, taken = 0, 0, 0
    for event in deal.events:
        by_other = event.seat != deal.seat
        match event.kind:
            case EventKind.DREW_OPEN:
                top = melds.bits((pile.pop(),))
                held, taken = (held | top, taken + 1) if by_other else (held, taken)
            case EventKind.DREW_CLOSED | GinEventKind.PASSED if by_other and pile:
                refused |= melds.bits(pile[-1:])
            case EventKind.DISCARDED if event.card is not None:
                pile.append(event.card)
                if by_other:
                    thrown.append(event.card)
                    held &= ~melds.bits(pile[-1:])
    return Revealed(tuple(thrown), refused, held, taken)


def unseen(deal: GinView) -> Cards:
    """Return the cards that have never lain open and are not in the own hand."""
    told = melds.bits(event.card for event in deal.events if event.card is not None)
    return _ALL & ~(told | melds.bits(one.card for one in deal.open) | melds.bits(deal.hand))


def each(cards: Cards) -> Iterator[Cards]:
    """Yield the cards one by one."""
    while cards:
        low = cards & -cards
        cards ^= low
        yield low


@cache
def partners(bit: Cards) -> tuple[tuple[Cards, Cards], ...]:
    """Return the pairs of cards with which a card makes a meld of three."""
    (card,) = melds.cards_of(bit)
    others = [one for one in CARDS if one != card and (one.rank is card.rank or one.suit is card.suit)]
    close = [one for one in others if abs(one.rank - card.rank) < 3]
    pairs = (pair for pair in combinations(close, 2) if melds.best((card, *pair)).declarable)
    return tuple((melds.bits(pair[:1]), melds.bits(pair[1:])) for pair in pairs)


@cache
def _around(bit: Cards) -> tuple[Cards, Cards, Cards]:
    """Return the cards beside a card in its suit, those two ranks away, and the others of its rank."""
    return (bit << 1 | bit >> 1) & _ALL, (bit << 2 | bit >> 2) & _ALL, melds.ends((bit,))


class Chances:
    """The chances of the cards that a seat has not seen."""

    def __init__(self, unseen: Cards, shown: Revealed) -> None:
        self.unseen = unseen
        self.shown = shown
        signs = {bit: self._sign(bit) for bit in each(self.unseen)}
        shift, wanted = 0.0, HAND_SIZE - self.shown.held.bit_count()
        for _ in range(_STEPS):
            found = [logistic(sign + shift) for sign in signs.values()]
            shift += (wanted - sum(found)) / max(0.3, sum(one * (1 - one) for one in found))
        self.held = {bit: logistic(sign + shift) for bit, sign in signs.items()}
        """The chance of each card that the other player holds it; 1 for those it took."""
        left = sum(1 - chance for chance in self.held.values()) or 1.0
        self.drawn = {bit: (1 - chance) / left for bit, chance in self.held.items()}
        """The chance of each unseen card to be the next of the closed deck."""
        self.points = sum(chance * melds.points(bit) for bit, chance in self.held.items())
        """The points of the cards in the other hand that are not known, on average."""
        self.held |= dict.fromkeys(each(self.shown.held), 1.0)

    def _sign(self, bit: Cards) -> float:
        """Return the logarithm of the odds that the other player holds the card, but for a common shift."""
        seen = self.shown
        count = min(len(seen.thrown), _LATE)
        thrown = melds.bits(seen.thrown)
        possible = self.unseen | seen.held
        live = sum(bool(one & possible and two & possible) for one, two in partners(bit))
        signs = [
            (cards & group).bit_count()
            for group in (thrown, seen.refused & ~thrown, seen.held)
            for cards in _around(bit)
        ]
        rank = (bit.bit_length() - 1) % 16
        worth = zip(weights().signs, (*signs, live / 3, live * count / 20), strict=True)
        return weights().ranks[rank][count] + sum(weight * sign for weight, sign in worth)

    def wanted(self, bit: Cards) -> float:
        """Return the chance that a card makes a meld with cards of the other hand."""
        missed = 1.0
        for one, two in partners(bit):
            missed *= 1 - self.held.get(one, 0.0) * self.held.get(two, 0.0)
        return 1 - missed
