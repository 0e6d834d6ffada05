"""A hand in the form that the search reads."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from bot.games.indian.search.digits import SUIT, SUITS, present, suit_of, unit, with_low_aces
from bot.games.twentyone.wild import Wilds
from bot.rummy.cards import CARDS, Card

EIGHT_JOKERS = EIGHT_DUBLEES = 8
"""The number of jokers, or of dublees, that is a declaration (T5)."""
SIX_DUBLEES = 6
"""The number of dublees that makes a loser's hand cheap (T6)."""


class HeldCards(NamedTuple):
    """A hand in numbers, in the form of the solver of the Indian game."""

    cards: int
    """The cards that are no jokers."""
    own: int
    """The jokers that can stand for themselves: all but the printed ones."""
    jokers: int
    printed: int
    total: int
    """Points of all cards."""

    @property
    def ends(self) -> int:
        """Return a unit for every card that is no joker, aces at both their places."""
        return with_low_aces(present(self.cards))

    def suit(self, cards: int, suit: int) -> int:
        """Return the digits of one suit: those cards, and the jokers that can stand for themselves."""
        return suit_of(cards | self.own, suit)


def read(cards: Iterable[Card], wild: Wilds) -> HeldCards:
    """Return the hand in numbers."""
    held = own = jokers = printed = total = 0
    for card in cards:
        if card not in wild.jokers:
            held += unit(card)
            total += card.points
            continue
        jokers += 1
        if card.suit is None:
            printed += 1
        else:
            own += unit(card)
    return HeldCards(held, own, jokers, printed, total)


@cache
def own_places(wild: Wilds) -> tuple[int, ...]:
    """Return, for each suit, the digits of the places where all cards are jokers."""
    digits = sum(15 * unit(card) for card in CARDS if card in wild.jokers)
    return tuple(digits >> SUIT * suit & (1 << SUIT) - 1 for suit in SUITS)


def copies(cards: Iterable[Card], number: int) -> tuple[tuple[Card, ...], ...]:
    """Return as many groups of `number` identical cards as there can be: dublees or tunnelas."""
    counts = Counter(cards)
    found = sorted(counts, key=lambda card: card.index)
    return tuple((card,) * number for card in found for _ in range(counts[card] // number))
