"""The toss: who sits and plays first."""

from collections.abc import Sequence

from bot.rummy.cards import Card, Rank, Suit

_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The order of suits among cards of one rank."""


def toss_order(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the places in `cards` from the highest card to the lowest; the last is the dealer (002 L4-6).

    Ace is high, then king to two; equal ranks go by suit: ♠ ♥ ♦ ♣. The cards are of one pack without printed jokers, so
    no two are equal.

    Raises:
        ValueError: a printed joker is among the cards.
    """
    return tuple(sorted(range(len(cards)), key=lambda place: _order(cards[place])))


def _order(card: Card) -> tuple[int, int]:
    """Return a sort key; the card that goes first has the lowest."""
    if card.suit is None:
        raise ValueError("the toss is drawn from a pack without printed jokers")
    high = 14 if card.rank is Rank.ACE else int(card.rank)
    return (-high, _SUITS.index(card.suit))
