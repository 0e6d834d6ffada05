"""The moves that only the western game has, and their text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.rummy.actions import Move, parse_count
from bot.rummy.cards import Card, card_texts, parse_cards


class Step(Move):
    """A move that a player may make between drawing and discarding."""

    __slots__ = ()

    ends_wait: ClassVar[bool] = True


class Side(StrEnum):
    """The end of a sequence to which a card goes that fits at both."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Place(Step):
    """Lay a meld on the table. In the order of a sequence, jokers stand for the cards they lie between."""

    cards: tuple[Card, ...]
    as_set: bool = False
    """Whether to lay the cards as a set, though they also make a sequence: one card with jokers, if a meld may have so
    many.
    """

    def __str__(self) -> str:
        return f"place {'set ' if self.as_set else ''}{card_texts(self.cards)}".rstrip()

    @classmethod
    def parse(cls, rest: str) -> "Place":
        """Return the value for a text; the inverse of `str`, without its first word."""
        word, _, cards = rest.partition(" ")
        return cls(parse_cards(cards), as_set=True) if word.lower() == "set" else cls(parse_cards(rest))


@dataclass(frozen=True, slots=True)
class LayOff(Step):
    """Add cards to a meld on the table. Melds are counted from 0."""

    meld: int
    cards: tuple[Card, ...]
    side: Side = Side.HIGH
    """The end to which jokers go that fit at both."""

    def __str__(self) -> str:
        low = "low " if self.side is Side.LOW else ""
        return f"lay-off {self.meld} {low}{card_texts(self.cards)}".rstrip()

    @classmethod
    def parse(cls, rest: str) -> "LayOff":
        """Return the value for a text; the inverse of `str`, without its first word."""
        meld, _, cards = rest.partition(" ")
        low = cards.split(" ", 1)[0] == Side.LOW
        side = Side.LOW if low else Side.HIGH
        return cls(parse_count(meld), parse_cards(cards.removeprefix(Side.LOW) if low else cards), side)


@dataclass(frozen=True, slots=True)
class Swap(Step):
    """Take a joker from a meld on the table for the card it stands for."""

    meld: int
    card: Card

    def __str__(self) -> str:
        return f"swap {self.meld} {self.card}"

    @classmethod
    def parse(cls, rest: str) -> "Swap":
        """Return the value for a text; the inverse of `str`, without its first word."""
        meld, _, card = rest.partition(" ")
        return cls(parse_count(meld), Card.parse(card))


@dataclass(frozen=True, slots=True)
class Undo(Step):
    """Take back the last step of the turn that showed nothing new: placing, laying off, swapping."""

    def __str__(self) -> str:
        return "undo"


WORDS: Mapping[str, Move] = {str(Undo()): Undo()}

PARSERS: Mapping[str, Callable[[str], Move]] = {
    "place": Place.parse,
    "lay-off": LayOff.parse,
    "swap": Swap.parse,
}
"""The parsers of moves, by first word."""
