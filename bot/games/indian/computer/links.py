"""Which cards go together: how near two cards are to a meld."""

from collections.abc import Iterable
from functools import cache

from bot.rummy.cards import Card, Rank

_HIGH_ACE = 14


def links(card: Card, others: Iterable[Card]) -> int:
    """How well a card goes with others: 2 for a neighbour or another suit of its rank, 1 for a gap of one."""
    return sum([_link(card, other) for other in others])


@cache
def _link(card: Card, other: Card) -> int:
    if card == other or card.suit is None or other.suit is None:
        return 0
    if card.rank is other.rank:
        return 2
    if card.suit is not other.suit:
        return 0
    apart = min(abs(one - two) for one in _places(card) for two in _places(other))
    return {1: 2, 2: 1}.get(apart, 0)


def _places(card: Card) -> tuple[int, ...]:
    return (1, _HIGH_ACE) if card.rank is Rank.ACE else (int(card.rank),)
