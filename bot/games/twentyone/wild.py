"""The jokers of a deal, and the cards with a value (T2)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from bot.rummy.cards import CARDS, JOKER, Card, Rank, Suit


@dataclass(frozen=True, slots=True)
class Wilds:
    """The jokers and value cards that one cut card makes."""

    cut: Card
    """The cut joker: the very card that was cut, or the ace of spades for a printed joker."""
    upper: Card
    """The next higher card of its suit."""
    lower: Card
    """The next lower card of its suit."""
    jokers: frozenset[Card]
    """All cards that may stand for others."""

    @property
    def rank(self) -> Rank:
        """Return the rank whose cards are all jokers."""
        return self.cut.rank

    @property
    def values(self) -> tuple[Card, Card, Card]:
        """Return the value cards, lowest first: the three of a marriage."""
        return (self.lower, self.cut, self.upper)

    def points(self, cards: Iterable[Card]) -> int:
        """Return the points that those cards cost a loser; jokers of all kinds cost nothing (T6)."""
        return sum(card.points for card in cards if card not in self.jokers)


@cache
def wild_of(cut: Card) -> Wilds:
    """Return the jokers and value cards for that cut card.

    The king's upper joker is the ace, the ace's lower joker the king.
    """
    joker = Card(Rank.ACE, Suit.SPADES) if cut == JOKER else cut
    upper, lower = (Card(Rank(1 + (joker.rank - 1 + step) % 13), joker.suit) for step in (1, -1))
    jokers = {card for card in CARDS if card.rank is joker.rank}
    return Wilds(joker, upper, lower, frozenset((*jokers, upper, lower, JOKER)))
