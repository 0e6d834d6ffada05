"""The move that only this game has, and its text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from bot.rummy.actions import Move
from bot.rummy.cards import Card, card_texts, parse_cards


@dataclass(frozen=True, slots=True)
class Out(Move):
    """Lay three of a kind open; the deal is over."""

    ends_wait: ClassVar[bool] = True

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"out {card_texts(self.cards)}".rstrip()


PARSERS: Mapping[str, Callable[[str], Move]] = {"out": lambda rest: Out(parse_cards(rest))}
