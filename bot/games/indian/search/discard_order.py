"""The order in which a player would throw cards: those with the most points first, jokers last."""

from collections.abc import Iterable, Iterator
from functools import cache

from bot.rummy.cards import CARDS, JOKER, Card, Rank, is_joker

DEAREST = 10
"""The most points of a card."""


def dearest(cards: Iterable[Card], wild: Rank | None) -> tuple[int, Card]:
    """Return the first card of `dearest_first`, with its points."""
    order = _order(wild)
    return _placed(min([order[card.index] for card in cards]))


def dearest_first(cards: Iterable[Card], wild: Rank | None) -> Iterator[tuple[int, Card]]:
    """Yield the points of each different card and the card: most points first, then in the order of `CARDS`."""
    order = _order(wild)
    return map(_placed, sorted({order[card.index] for card in cards}))


@cache
def _order(wild: Rank | None) -> tuple[int, ...]:
    """Return a number for each card, by index: the smaller, the sooner a player throws the card."""
    points = [0 if is_joker(card, wild) else card.points for card in (JOKER, *CARDS)]
    return tuple([(DEAREST - worth) * _PLACES + index for index, worth in enumerate(points)])


_PLACES = 64


def _placed(number: int) -> tuple[int, Card]:
    """Return the points and the card that a number in that order stands for."""
    index = number % _PLACES
    return DEAREST - number // _PLACES, CARDS[index - 1] if index else JOKER
