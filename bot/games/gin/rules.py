"""The rule values of gin (H6 to H16)."""

from dataclasses import dataclass
from typing import Annotated

from bot.rummy.cards import Card, Rank, Suit
from bot.rummy.rules import Rules
from bot.rummy.toml import Between

HAND_SIZE = 10
PLAYERS = 2
LEFT_IN_DECK = 2
"""The number of cards left in the closed deck at which a deal is void (H11)."""


@dataclass(frozen=True, slots=True)
class GinRules:
    """The values that only gin has: the TOML table `[gin]`."""

    knock_max: Annotated[int, Between(0, 100)]
    """The most deadwood of a knock; 0: gin only (H6)."""
    gin_bonus: Annotated[int, Between(0, 1000)]
    undercut_bonus: Annotated[int, Between(0, 1000)]
    big_gin_bonus: Annotated[int, Between(0, 1000)]
    """Points for big gin; 0: there is no big gin (H8)."""
    open_card_limits: bool
    """Whether the first open card limits the deadwood of a knock to its points; an ace allows none (H16)."""
    spade_doubles: bool
    """Whether a spade as the first open card doubles the points of the deal (H16)."""
    game_bonus: Annotated[int, Between(0, 1000)]
    """Points for the winner of a match (H13)."""
    box_bonus: Annotated[int, Between(0, 1000)]
    """Points for each deal won, at the end of a match (H13)."""
    shutout_doubles: bool
    """Whether the winner's total counts double if the other player has won no deal (H13)."""
    limits: Annotated[tuple[int, ...], Between(10, 10_000)]
    """Points at which a match may end."""

    def knock_limit(self, first_open: Card) -> int:
        """Return the most deadwood of a knock in a deal that began with this open card."""
        if not self.open_card_limits:
            return self.knock_max
        return 0 if first_open.rank is Rank.ACE else min(int(first_open.rank), 10)

    def factor(self, first_open: Card) -> int:
        """Return the factor of a deal that began with this open card."""
        return 2 if self.spade_doubles and first_open.suit is Suit.SPADES else 1


def own(rules: Rules) -> GinRules:
    """Return the values of gin in a rule set of this game."""
    assert isinstance(rules.own, GinRules)
    return rules.own
