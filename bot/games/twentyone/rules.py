"""The rule values of twenty-one-card rummy (T1 to T10)."""

from dataclasses import dataclass
from typing import Annotated

from bot.rummy.rules import Rules
from bot.rummy.toml import Between

HAND_SIZE = 21
DEAL_SHOW_LEAST = 2
"""The least points of a loser who had no turn."""


@dataclass(frozen=True, slots=True)
class TwentyOneRules:
    """The values that only this game has: the TOML table `[twentyone]`."""

    drops: bool
    """Whether a player may drop; otherwise lapsing out and leaving cost the full count (T7)."""
    first_drop: Annotated[int, Between(0, 1000)]
    middle_drop: Annotated[int, Between(0, 1000)]
    six_dublees: Annotated[int, Between(0, 1000)]
    """The points of a loser who shows six dublees; 0: these save nothing (T6)."""
    value_points: bool
    """Whether players settle for their value cards (T8)."""
    value_of_kind: Annotated[tuple[int, ...], Between(0, 1000, length=3)]
    """Value points of one, two and three value cards of a kind."""
    value_of_marriages: Annotated[tuple[int, ...], Between(0, 1000, length=3)]
    """Value points of one, two and three marriages."""
    deal_show: bool = False
    """Half the points for a loser who had no turn before the declaration (T10). Rules without this key have none."""
    help_losers: bool = True
    """Whether the solver lays the hands of losers; false at a table without help."""


def own(rules: Rules) -> TwentyOneRules:
    """Return the values of this game in a rule set of it."""
    assert isinstance(rules.own, TwentyOneRules)
    return rules.own
