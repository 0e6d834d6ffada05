"""The rule values of the western game, with melds on the table (003)."""

from dataclasses import dataclass
from typing import Annotated

from bot.rummy.rules import Rules
from bot.rummy.toml import Between

HAND_SIZE = 13


@dataclass(frozen=True, slots=True)
class WesternRules:
    """The values that only the western game has: the TOML table `[romme]`."""

    jokers: Annotated[int, Between(0, 12)]
    """Jokers in all, however many packs there are (003 L7)."""
    joker_points: Annotated[int, Between(0, 100)]
    """Points of a joker left in hand (F2)."""
    ace_points: Annotated[int, Between(1, 100)]
    """Points of an ace left in hand (F2)."""
    first_meld: Annotated[int, Between(0, 100)]
    """The fewest points that a player's first melds must have in one turn; 0: any (F4)."""
    adjacent_jokers: bool
    """Whether jokers may lie side by side in a sequence (F8)."""
    more_jokers: bool
    """Whether a meld may hold more jokers than other cards (against 003 L49-51)."""
    rummy_bonus: Annotated[int, Between(0, 1000)]
    """Points taken off the total of a player who places all cards in one turn, none before (003 L62)."""
    best_of: Annotated[tuple[int, ...], Between(2, 99)]
    """The numbers of deals that a match of several may have."""
    limits: Annotated[tuple[int, ...], Between(10, 10_000)]
    """Points at which a match may end."""


def own(rules: Rules) -> WesternRules:
    """Return the western values of a rule set of this game."""
    assert isinstance(rules.own, WesternRules)
    return rules.own
