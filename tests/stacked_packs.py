"""Packs in an order that a test wants, through the dice of the service."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from bot.rummy.cards import Card, parse_cards
from bot.rummy.deal_view import without
from bot.service.shuffle import Dice

T = TypeVar("T")


def stack_packs(patch: pytest.MonkeyPatch, *deals: Sequence[str], as_joined: bool = False) -> None:
    """Deal these hands in the order of play, with the last text on top of the other cards.

    Deals after these are like the last one. With `as_joined`, players take their seats as they joined.
    """
    shuffled = Dice.shuffled

    def stacked(dice: Dice, purpose: str, deal: int, items: Sequence[T]) -> list[T]:
        if as_joined and purpose == "toss":
            return [*items][::-1]
        if purpose != "packs":
            return shuffled(dice, purpose, deal, items)
        *hands, top = map(parse_cards, deals[min(deal, len(deals)) - 1])
        first = [*(card for cards in zip(*hands, strict=True) for card in cards), *top]
        order: list[T] = [*first, *without([card for card in items if isinstance(card, Card)], first)]  # type: ignore[list-item]
        return order

    patch.setattr(Dice, "shuffled", stacked)
