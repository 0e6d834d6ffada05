"""Cards, packs and the text of a card.

Copies of a card from several packs are equal: a hand is a multiset of cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import NewType

from bot.rummy.errors import CardTextError

Seat = NewType("Seat", int)
"""A place at a table: 0 to 5, clockwise."""


class Suit(IntEnum):
    """The four suits, in the order hands are sorted."""

    CLUBS = 0
    DIAMONDS = 1
    SPADES = 2
    HEARTS = 3

    @property
    def letter(self) -> str:
        return "CDSH"[self]

    @property
    def symbol(self) -> str:
        return "♣♦♠♥"[self]


class Rank(IntEnum):
    """Ace to king; `JOKER` is the rank of a printed joker."""

    JOKER = 0
    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """Return the letter of the rank: one of `A23456789TJQK`, or `JK` for a printed joker."""
        return "JK" if self is Rank.JOKER else "A23456789TJQK"[self - 1]


@dataclass(frozen=True, slots=True)
class Card:
    """One card. A printed joker has no suit: `JOKER` is the only such card.

    >>> ten = Card.parse("10♥")
    >>> str(ten), ten.points, ten == Card(Rank.TEN, Suit.HEARTS)
    ('TH', 10, True)
    """

    rank: Rank
    suit: Suit | None
    index: int = field(init=False, compare=False, repr=False)
    """0 for the printed joker, else 1 + 13 × suit + (rank − 1): 1 to 52."""
    _text: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if (self.suit is None) != (self.rank is Rank.JOKER):
            raise ValueError("a printed joker has no suit, every other card has one")
        index = 0 if self.suit is None else 13 * self.suit + self.rank
        object.__setattr__(self, "index", index)
        text = self.rank.letter if self.suit is None else self.rank.letter + self.suit.letter
        object.__setattr__(self, "_text", text)

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self._text

    @property
    def is_printed_joker(self) -> bool:
        return self.suit is None

    @property
    def points(self) -> int:
        """Return the points of the card when it is no wild joker: A K Q J 10 (000 L22, 001 L173)."""
        return min(int(self.rank), 10) if self.rank is not Rank.ACE else 10

    @property
    def sort_key(self) -> tuple[int, int]:
        """Return the sort key: suit, then rank, printed jokers last."""
        return (4 if self.suit is None else self.suit, self.rank)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Return the card that `text` names: `7S`, `10♥`, `qd`, `JK`, `JK2`, `PJ`, `Joker`, `7♥ (wild)`.

        Raises:
            CardTextError: `text` names no card.
        """
        card = _BY_TEXT.get(text.upper()) or _BY_TEXT.get(_bare(text))
        if card is None:
            raise CardTextError(text)
        return card


JOKER = Card(Rank.JOKER, None)
"""A printed joker; all of them are equal."""

CARDS: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank if rank)
"""The 52 cards of a pack without printed jokers, by index."""


@cache
def nearness(card: Card, other: Card) -> int:
    """Return how near two cards are to a meld: 2 for neighbours in a suit or two suits of a rank, 1 for a gap of
    one.
    """
    if card == other or card.suit is None or other.suit is None:
        return 0
    if card.rank is other.rank:
        return 2
    if card.suit is not other.suit:
        return 0
    apart = min(abs(one - two) for one in _places(card) for two in _places(other))
    return {1: 2, 2: 1}.get(apart, 0)


def _places(card: Card) -> tuple[int, ...]:
    """Return the places of the card in a run: an ace also stands above the king."""
    return (1, 14) if card.rank is Rank.ACE else (int(card.rank),)


_WILD = "(WILD)"
"""Follows the name of a card whose rank is wild."""


def _bare(text: str) -> str:
    """Return the text in capitals, without spaces and without marks that only describe how a card looks."""
    return "".join(text.upper().split()).replace("\ufe0f", "").removesuffix(_WILD)


_SUIT_SIGNS = {Suit.CLUBS: "C♣♧", Suit.DIAMONDS: "D♦♢", Suit.SPADES: "S♠♤", Suit.HEARTS: "H♥♡"}


def _texts(card: Card) -> list[str]:
    """Return all names of a card, in capitals."""
    if card.suit is None:
        return ["JK", "PJ", "JOKER", *(f"JK{number}" for number in range(1, 10))]
    ranks = ["T", "10"] if card.rank is Rank.TEN else [card.rank.letter]
    return [rank + sign for rank in ranks for sign in _SUIT_SIGNS[card.suit]]


_BY_TEXT = {text: card for card in (*CARDS, JOKER) for text in _texts(card)}


def in_suit_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards by suit, then by rank."""
    return tuple(sorted(cards, key=lambda card: card.sort_key))


Wild = Rank | frozenset[Card] | None
"""The cards that are jokers besides the printed ones: a whole rank, or these very cards."""


def is_wild(card: Card, wild: Wild) -> bool:
    """Return whether `wild` makes the card a joker."""
    return card in wild if isinstance(wild, frozenset) else card.suit is not None and card.rank is wild


def is_joker(card: Card, wild: Wild) -> bool:
    """Return whether the card may stand for another one; printed jokers may too."""
    return card.suit is None or is_wild(card, wild)


def packs(count: int, printed_jokers: int) -> tuple[Card, ...]:
    """Return `count` packs of 52 cards, each with `printed_jokers` printed jokers, unshuffled."""
    return (CARDS + (JOKER,) * printed_jokers) * count


def card_texts(cards: Iterable[Card]) -> str:
    """Return cards as text, separated by spaces: `2H 3H JK`."""
    return " ".join(map(str, cards))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return cards separated by white space or commas.

    Raises:
        CardTextError: a word names no card.
    """
    return tuple(Card.parse(word) for word in text.replace(",", " ").split() if word.upper() != _WILD)


Groups = tuple[tuple[Card, ...], ...]
"""A hand, or a part of one, laid into groups."""


def group_texts(groups: Iterable[Iterable[Card]]) -> str:
    """Return groups as text: `2H 3H 4H | 5C 6C QD`."""
    return " | ".join(card_texts(group) for group in groups)


def parse_groups(text: str) -> Groups:
    """Return groups separated by `|`; empty ones are skipped.

    >>> [card_texts(group) for group in parse_groups("2H 3H 4H | 5C 5D JK")]
    ['2H 3H 4H', '5C 5D JK']

    Raises:
        CardTextError: a word names no card.
    """
    return tuple(group for part in text.split("|") if (group := parse_cards(part)))
