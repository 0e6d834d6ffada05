"""The moves that only gin has, and their text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from bot.rummy.actions import Move, Word
from bot.rummy.cards import Card


class Pass(Word, Move):
    """Leave the first open card to the other player (H4)."""

    ends_wait: ClassVar[bool] = True

    word = "pass"


@dataclass(frozen=True, slots=True)
class Knock(Move):
    """Throw a card face down, and show the other ten (H6)."""

    ends_wait: ClassVar[bool] = True

    card: Card

    def __str__(self) -> str:
        return f"knock {self.card}"


class BigGin(Word, Move):
    """Show all eleven cards in melds, with no discard (H8)."""

    ends_wait: ClassVar[bool] = True

    word = "big-gin"


WORDS: Mapping[str, Move] = {str(Pass()): Pass(), str(BigGin()): BigGin()}

PARSERS: Mapping[str, Callable[[str], Move]] = {"knock": lambda rest: Knock(Card.parse(rest))}
"""The parsers of moves, by first word."""
