"""The values of this game's rule sets, and the points of its cards."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from bot.rummy.cards import Card
from bot.rummy.rules import Rules
from bot.rummy.toml import Between

HAND_SIZE = 5


@dataclass(frozen=True, slots=True)
class ToyRules:
    """The TOML table `[toy]`."""

    out_points: Annotated[int, Between(1, 100)]
    """Points for going out."""
    pair_points: Annotated[int, Between(0, 100)]
    """Points for each pair of the others."""
    goals: Annotated[tuple[int, ...], Between(1, 1000)]
    """Points at which a match may end."""


def own(rules: Rules) -> ToyRules:
    """Return the values of a rule set of this game."""
    assert isinstance(rules.own, ToyRules)
    return rules.own


def pairs(cards: Iterable[Card]) -> int:
    """Return how many pairs a hand holds; three of a kind count as one."""
    return sum(count // 2 for count in Counter(card.rank for card in cards).values())


def is_three(cards: tuple[Card, ...]) -> bool:
    """Return whether these are three of a kind."""
    return len(cards) == 3 and len({card.rank for card in cards}) == 1


def threes(cards: Iterable[Card]) -> list[tuple[Card, ...]]:
    """Return three cards of each rank of which the hand holds three."""
    hand = sorted(cards, key=lambda card: card.sort_key)
    kinds = ([card for card in hand if card.rank is rank] for rank in dict.fromkeys(card.rank for card in hand))
    return [tuple(kind[:3]) for kind in kinds if len(kind) > 2]
