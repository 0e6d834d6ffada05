"""The moves that only the Indian game has, and their text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from bot.rummy.actions import Move, Word
from bot.rummy.cards import Card, Groups, group_texts, parse_groups


@dataclass(frozen=True, slots=True)
class Finish(Move):
    """Put a card in the finish slot; a declaration must follow."""

    ends_wait: ClassVar[bool] = True

    card: Card

    def __str__(self) -> str:
        return f"finish {self.card}"


@dataclass(frozen=True, slots=True)
class Declare(Move):
    """Claim to be out with these groups; they are judged as they are."""

    ends_wait: ClassVar[bool] = True

    groups: Groups

    def __str__(self) -> str:
        return f"declare {group_texts(self.groups)}".rstrip()


@dataclass(frozen=True, slots=True)
class Group(Move):
    """Save the seat's groups in place of those saved before. No other seat sees them."""

    is_stepless: ClassVar[bool] = True

    groups: Groups

    def __str__(self) -> str:
        return f"group {group_texts(self.groups)}".rstrip()


class Show(Word, Move):
    """End the show of a loser: the saved groups count."""

    word = "show"


WORDS: Mapping[str, Move] = {str(Show()): Show()}

PARSERS: Mapping[str, Callable[[str], Move]] = {
    "finish": lambda rest: Finish(Card.parse(rest)),
    "declare": lambda rest: Declare(parse_groups(rest)),
    "group": lambda rest: Group(parse_groups(rest)),
}
"""The parsers of moves, by first word."""
