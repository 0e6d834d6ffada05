"""A hand as one number: how many copies of each card it holds.

Every suit has sixteen hexadecimal digits, one for each *place*, and the four suits lie side by side. Places 1 to 12 are
two to king, and an ace stands at place 13. A low ace stands at place 0. Places 14 and 15 stay empty, so that no
sequence reaches into the next suit. A *unit* is one copy of a card: a one in its place. Laying a group is
subtraction. Cards of the wild rank are not in the number, as they are jokers.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import NamedTuple

from bot.rummy.cards import CARDS, Card, Rank

DIGIT = 4
"""Bits for the copies of one card."""
SUIT = 16 * DIGIT
"""Bits for one suit."""
SUITS = (0, 1, 2, 3)
ONE_SUIT = (1 << SUIT) - 1
WHOLE = (1 << 4 * SUIT) - 1
ONES = WHOLE // 15
"""One copy of every card."""

ACE = 13 * DIGIT
"""Bits from a low ace up to a high one."""
HIGH_ACE = 1 << ACE
LOW_PLACES = 0x11110
"""The places of cards that can share a run of five with a low ace."""
LOW_ACES = ONES // (ONE_SUIT // 15)
"""The low ace of every suit."""

MOST_COPIES = 15
"""The most copies that a digit can count."""
MOST_CARDS = 25
"""The most cards of a hand; their points fit into a byte."""

POINTS = (10, *(min(place + 1, 10) for place in range(1, 14)))
"""The points of a card by its place."""

_JOKERS = 4 * SUIT
_TOTAL = _JOKERS + 8
_OWN = _TOTAL + 12


class Hand(NamedTuple):
    """A hand as the search reads it."""

    cards: int
    """The cards that are no jokers."""
    jokers: int
    """The number of printed and wild jokers."""
    total: int
    """Points of all cards."""
    own: int
    """The places, a unit each, where a wild card of the hand may stand for itself in a pure sequence."""
    ends: int
    """A unit for every card of the hand, and for every ace that could be low."""
    runs: int
    """The places where a pure sequence of three could start."""


def read(hand: Iterable[Card], wild: Rank | None, natural_pure: bool) -> Hand:
    """Return the hand as numbers.

    Args:
        hand: at most `MOST_CARDS` cards, none more than `MOST_COPIES` times.
        wild: the rank whose cards are jokers.
        natural_pure: whether a wild card in its own place leaves a sequence pure.
    """
    # One sum counts everything: cards, jokers, points, wild cards by suit.
    count = sum(map(_codes(wild).__getitem__, map(_index, hand)))
    own = count >> _OWN
    places = _own_places(wild, own) if own and natural_pure and wild else 0
    return _hand(count & WHOLE, count >> _JOKERS & 0xFF, count >> _TOTAL & 0xFFF, places)


def without(hand: Hand, card: Card) -> Hand:
    """Return the hand without a card that is no joker."""
    return _hand(hand.cards - unit(card), hand.jokers, hand.total - card.points, hand.own)


def _hand(cards: int, jokers: int, total: int, own: int) -> Hand:
    ends = with_low_aces(present(cards))
    there = ends | own
    return Hand(cards, jokers, total, own, ends, there & there >> DIGIT & there >> 2 * DIGIT)


_index = attrgetter("index")


@cache
def _codes(wild: Rank | None) -> tuple[int, ...]:
    """Return the number that each card adds to the sum, by index."""
    joker = 1 << _JOKERS
    codes = [joker]
    for card in CARDS:
        if card.rank is wild:
            codes.append(joker + (1 << _OWN + DIGIT * (card.suit or 0)))
        else:
            codes.append(unit(card) + (card.points << _TOTAL))
    return tuple(codes)


@cache
def _own_places(wild: Rank, own: int) -> int:
    """Return the places of the wild rank in the suits whose wild card the hand holds.

    `own` counts those, a digit a suit.
    """
    places = 1 << DIGIT * (wild - 1) | (HIGH_ACE if wild is Rank.ACE else 0)
    return sum(places << SUIT * suit for suit in SUITS if own >> DIGIT * suit & 0xF)


def unit(card: Card) -> int:
    """Return one copy of a card that is no printed joker."""
    assert card.suit is not None
    place = 13 if card.rank is Rank.ACE else card.rank - 1
    return 1 << SUIT * card.suit + DIGIT * place


def present(cards: int) -> int:
    """Return a unit for every card of which there is at least one, in a hand or in a suit."""
    pairs = cards | cards >> 1
    return (pairs | pairs >> 2) & ONES


def with_low_aces(units: int) -> int:
    """Return the units with each ace at both its places."""
    return units | units >> ACE & LOW_ACES


def suit_of(cards: int, suit: int) -> int:
    """Return the digits of one suit."""
    return cards >> SUIT * suit & ONE_SUIT


def places(units: int) -> Iterator[int]:
    """Yield the place of each card, counted on from suit to suit, lowest first; a card is repeated for each copy."""
    while units:
        place = (units & -units).bit_length() - 1 >> 2
        yield place
        units -= 1 << DIGIT * place


def lowest(suit: int) -> int:
    """Return one copy of the lowest card; aces are high."""
    return 1 << ((suit & -suit).bit_length() - 1 & -DIGIT)
