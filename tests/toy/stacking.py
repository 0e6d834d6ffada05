"""Packs in an order that a test wants, through the dice of the service."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from bot.rummy.cards import Card, parse_cards
from bot.rummy.deal_view import without
from bot.service.shuffle import Dice
from tests.toy.rules import HAND_SIZE

T = TypeVar("T")

WINNING = ("7S 7H 2C 3C 4C", "9S 9H 5D 6D 8D", "2D 7D")
"""Two hands in the order of play, then the open card and what is drawn: the first player goes out at once, and the
other holds a pair."""


def stack_packs(patch: pytest.MonkeyPatch, *deals: Sequence[str]) -> None:
    """The packs are dealt like that; deals after these like the last one."""
    shuffled = Dice.shuffled

    def arranged(dice: Dice, purpose: str, deal: int, items: Sequence[T]) -> list[T]:
        if purpose != "packs":
            return shuffled(dice, purpose, deal, items)
        *hands, stack = map(parse_cards, deals[min(deal, len(deals)) - 1])
        first: list[Card] = [hand[place] for place in range(HAND_SIZE) for hand in hands]
        rest = without([item for item in items if isinstance(item, Card)], (*first, *stack))
        order: list[T] = [*first, *stack, *rest]  # type: ignore[list-item]
        return order

    patch.setattr(Dice, "shuffled", arranged)
