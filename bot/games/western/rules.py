"""The rule values of the western game, with melds on the table (003)."""

from dataclasses import dataclass
from typing import Annotated

from bot.rummy.rules import Rules
from bot.rummy.toml import Between

HAND_SIZE = 13


@dataclass(frozen=True, slots=True)
class WesternRules:
    """What only the western game has: the TOML table `[romme]`."""

    jokers: Annotated[int, Between(0, 12)]
    """Jokers in all, whatever the packs (003 L7)."""
    joker_points: Annotated[int, Between(0, 100)]
    """What a joker left in hand costs (F2)."""
    ace_points: Annotated[int, Between(1, 100)]
    """What an ace left in hand costs (F2)."""
    first_meld: Annotated[int, Between(0, 100)]
    """The fewest points of what a player places first, in one turn; 0: any (F4)."""
    adjacent_jokers: bool
    """Jokers may lie side by side in a sequence (F8)."""
    more_jokers: bool
    """A meld may hold more jokers than other cards (against 003 L49-51)."""
    rummy_bonus: Annotated[int, Between(0, 1000)]
    """Comes off the points of a player who places all cards in one turn, nothing before (003 L62)."""
    best_of: Annotated[tuple[int, ...], Between(2, 99)]
    """How many deals a match of several may have."""
    limits: Annotated[tuple[int, ...], Between(10, 10_000)]
    """Points at which a match may end."""


def own(rules: Rules) -> WesternRules:
    """Return the western values of a rule set of this game."""
    assert isinstance(rules.own, WesternRules)
    return rules.own
