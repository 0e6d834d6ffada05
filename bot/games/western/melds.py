"""Melds on the table of the western game: how cards make melds, which cards can be added, which joker can be taken."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from bot.games.western.codes import WesternRefusal
from bot.games.western.rules import WesternRules
from bot.rummy.cards import CARDS, JOKER, Card, Rank, Seat, Suit
from bot.rummy.errors import RefusalCode

MIN_MELD = 3
MAX_SET = 4
HIGHEST = 14
"""The place of an ace after the king."""

SUITS = (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)
"""The suits in the order that this game shows them (003 L7)."""


class Shape(StrEnum):
    """The kind of a meld."""

    SEQUENCE = "sequence"
    SET = "set"


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table."""

    owner: Seat
    """The seat that placed it."""
    cards: tuple[Card, ...]
    """The cards: a sequence from low to high; a set in the order of suits, its jokers last."""
    low: int
    """The place of a sequence's first card, 1 for an ace before a two; 0 for a set."""

    @property
    def shape(self) -> Shape:
        """Return whether it is a sequence or a set."""
        return Shape.SEQUENCE if self.low else Shape.SET

    @property
    def high(self) -> int:
        """Return the place of a sequence's last card, 14 for an ace after the king."""
        return self.low + len(self.cards) - 1

    @property
    def jokers(self) -> int:
        """Return how many jokers lie in it."""
        return self.cards.count(JOKER)

    @property
    def stands_for(self) -> tuple[tuple[Card, ...], ...]:
        """Return the cards that each card stands for: itself, or for a joker in a set any of the missing suits."""
        if self.low:
            return tuple((self.at(place),) for place in range(self.low, self.high + 1))
        missing = tuple(Card(_rank(self.cards), suit) for suit in SUITS if suit not in {c.suit for c in self.cards})
        return tuple(missing if card == JOKER else (card,) for card in self.cards)

    def at(self, place: int) -> Card:
        """Return the card that belongs to a place of this sequence, from 1, the low ace, to 14, the high one."""
        return card_at(next(card.suit for card in self.cards if card.suit is not None), place)

    @property
    def points(self) -> int:
        """Return the points of the cards on the table; a joker counts as the card it stands for.

        An ace counts 11, before a two 1 (F2).
        """
        if self.low:
            return sum(map(place_points, range(self.low, self.high + 1)))
        return len(self.cards) * place_points(HIGHEST if _rank(self.cards) is Rank.ACE else _rank(self.cards))

    def joker_for(self, card: Card) -> int | None:
        """Return the index of a joker in the meld that stands for that card; None: there is none."""
        places = enumerate(zip(self.cards, self.stands_for, strict=True))
        return next((i for i, (own, stands) in places if own == JOKER and card in stands and card != JOKER), None)


def card_at(suit: Suit, place: int) -> Card:
    """Return the card of a suit at a place from 1, the low ace, to 14, the high one."""
    return CARDS[13 * suit + (place - 1) % 13]


def place_points(place: int) -> int:
    """Return the points of a card at that place of a sequence."""
    return 11 if place == HIGHEST else min(place, 10)


def hand_points(cards: Iterable[Card], own: WesternRules) -> int:
    """Return the points of cards left in hand (F2, F12)."""
    return sum(card_points(card, own) for card in cards)


def card_points(card: Card, own: WesternRules) -> int:
    """Return the points of a card left in hand: a joker 20, an ace 11, the others as in a sequence (F2)."""
    if card == JOKER:
        return own.joker_points
    return own.ace_points if card.rank is Rank.ACE else min(int(card.rank), 10)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return a hand in the order of suits of this game, jokers last (F15)."""
    return tuple(sorted(cards, key=lambda card: (4 if card.suit is None else SUITS.index(card.suit), card.rank)))


# -- what cards make --------------------------------------------------------------------------------


def readings(cards: Sequence[Card], owner: Seat, own: WesternRules) -> tuple[Meld, ...]:
    """Return all melds that the cards make: the one as they lie comes first, then those with spare jokers at the high
    end.
    """
    melds = (meld for meld in _shapes(cards, owner) if refuse_jokers(meld, own) is None)
    return tuple(sorted(melds, key=lambda meld: meld.cards != tuple(cards)))


def laid(cards: Sequence[Card], owner: Seat, own: WesternRules, *, as_set: bool = False) -> Meld | RefusalCode:
    """Return the meld that the cards make, or why they make none; `as_set`: no sequence."""
    found = (meld for meld in readings(cards, owner, own) if not as_set or meld.shape is Shape.SET)
    melds = (meld for meld in _shapes(cards, owner) if not as_set or meld.shape is Shape.SET)
    return next(found, None) or _fault(melds, WesternRefusal.NO_MELD, own)


def extended(meld: Meld, cards: Sequence[Card], low: bool, own: WesternRules) -> Meld | RefusalCode:
    """Return the meld with cards added at its ends, or why they cannot be; `low`: spare jokers go to the low end."""
    grown = list(_grown(meld, cards, low))
    fit = (longer for longer in grown if refuse_jokers(longer, own) is None)
    return next(fit, None) or _fault(grown, WesternRefusal.DOES_NOT_FIT, own)


def swapped(meld: Meld, card: Card) -> Meld | RefusalCode:
    """Return the meld with that card in the place of a joker, or why not (F7)."""
    at = meld.joker_for(card)
    if at is None:
        return WesternRefusal.NO_JOKER_FOR_IT
    cards = (*meld.cards[:at], card, *meld.cards[at + 1 :])
    return replace(meld, cards=cards if meld.low else in_order(cards))


def refuse_jokers(meld: Meld, own: WesternRules) -> RefusalCode | None:
    """Return why the meld cannot hold its jokers, or not where they are (F8)."""
    if not own.more_jokers and 2 * meld.jokers > len(meld.cards):
        return WesternRefusal.TOO_MANY_JOKERS
    adjacent = meld.low and any(pair == (JOKER, JOKER) for pair in pairwise(meld.cards))
    return WesternRefusal.JOKERS_ADJACENT if adjacent and not own.adjacent_jokers else None


def _fault(melds: Iterable[Meld], otherwise: RefusalCode, own: WesternRules) -> RefusalCode:
    """Return why none of these melds is allowed; `otherwise` if there are none."""
    return next((fault for meld in melds if (fault := refuse_jokers(meld, own))), otherwise)


def _shapes(cards: Sequence[Card], owner: Seat) -> Iterator[Meld]:
    """Yield all sequences and sets of these cards, however many jokers."""
    if MIN_MELD <= len(cards) <= HIGHEST:
        naturals = [card for card in cards if card != JOKER]
        for low in _lows(naturals, len(cards)) if len({card.suit for card in naturals}) == 1 else ():
            if run := _sequence(naturals, low, len(cards)):
                yield Meld(owner, run, low)
        if naturals and _is_set(cards):
            yield Meld(owner, in_order(cards), 0)


def _lows(naturals: Sequence[Card], length: int) -> range:
    """Return the places where a sequence of that length with all these cards may begin, the highest first."""
    ranks = [int(card.rank) for card in naturals if card.rank is not Rank.ACE]
    highest = min([HIGHEST + 1 - length, *ranks])
    lowest = max([1, *[rank - length + 1 for rank in ranks]])
    return range(highest, lowest - 1, -1)


def _sequence(naturals: Sequence[Card], low: int, length: int) -> tuple[Card, ...] | None:
    """Return these cards of one suit and jokers from that place on; None if they do not fit."""
    run = [JOKER] * length
    for card in naturals:
        # Ace is low in A-2-3 and high in Q-K-A but joins no two ends: K-A-2 is no sequence (003 L42-44).
        places = (1, HIGHEST) if card.rank is Rank.ACE else (int(card.rank),)
        free = [place - low for place in places if 0 <= place - low < length and run[place - low] == JOKER]
        if not free:
            return None
        run[free[0]] = card
    return tuple(run)


def _is_set(cards: Sequence[Card]) -> bool:
    """Return whether they are three or four cards of one rank and different suits (003 L31)."""
    naturals = [card for card in cards if card != JOKER]
    suits = {card.suit for card in naturals}
    return len(cards) <= MAX_SET and len({card.rank for card in naturals}) == 1 and len(suits) == len(naturals)


def _grown(meld: Meld, cards: Sequence[Card], low: bool) -> Iterator[Meld]:
    """Yield all melds that adding the cards can make."""
    together = (*meld.cards, *cards)
    if not meld.low:
        if _is_set(together):
            yield replace(meld, cards=in_order(together))
        return
    below = range(len(cards), -1, -1) if low else range(len(cards) + 1)
    for count in below:
        if longer := _lengthened(meld, cards, count):
            yield longer


def _lengthened(meld: Meld, cards: Sequence[Card], below: int) -> Meld | None:
    """Return the sequence with all cards added, `below` of them at its low end; None if they do not fit."""
    low, high = meld.low - below, meld.high + len(cards) - below
    if low < 1 or high > HIGHEST:
        return None
    left = list(cards)
    run = list(meld.cards)
    for place in (*range(meld.low - 1, low - 1, -1), *range(meld.high + 1, high + 1)):
        # There are as many places as cards, so a card without a place leaves a place empty.
        card = meld.at(place) if meld.at(place) in left else JOKER
        if card not in left:
            return None
        left.remove(card)
        run.insert(0 if place < meld.low else len(run), card)
    return replace(meld, cards=tuple(run), low=low)


def _rank(cards: Iterable[Card]) -> Rank:
    return next(card.rank for card in cards if card != JOKER)
