"""The toss: who sits and plays first."""

from collections.abc import Sequence

from bot.rummy.cards import Card, Rank, Suit

_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""Which suit goes first among cards of one rank."""


def toss_order(cards: Sequence[Card]) -> tuple[int, ...]:
    """Places in `cards` from the highest card to the lowest; the last is the dealer (002 L4-6).

    Ace is high, then king to two; equal ranks go by suit: ♠ ♥ ♦ ♣. Cards of one pack without printed
    jokers, so no two are equal.

    Raises:
        ValueError: a printed joker is among the cards.
    """
    return tuple(sorted(range(len(cards)), key=lambda place: _order(cards[place])))


def _order(card: Card) -> tuple[int, int]:
    """Return a key that is lower for the card that goes first."""
    if card.suit is None:
        raise ValueError("the toss is drawn from a pack without printed jokers")
    high = 14 if card.rank is Rank.ACE else int(card.rank)
    return (-high, _SUITS.index(card.suit))
