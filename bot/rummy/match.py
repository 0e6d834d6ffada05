"""Deals into a match: here points rummy, one deal.

A match knows outcomes and points, not which game its deals are.
"""

from dataclasses import dataclass, replace

from bot.rummy.cards import Seat
from bot.rummy.rules import DropRules, Format, Rules
from bot.rummy.view import Ending, Outcome


@dataclass(frozen=True, slots=True)
class Match:
    """The deals played so far, and what they mean together."""

    format: Format
    seats: int
    outcomes: tuple[Outcome, ...] = ()

    def after(self, outcome: Outcome) -> "Match":
        """The match with one more finished deal."""
        return replace(self, outcomes=(*self.outcomes, outcome))

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by seat."""
        return tuple(sum(outcome.points[seat] for outcome in self.outcomes) for seat in range(self.seats))

    @property
    def is_over(self) -> bool:
        """Whether no further deal follows: a points match is one deal, dealt again after a tie (4.7)."""
        return bool(self.outcomes) and self.outcomes[-1].ending is not Ending.TIE

    @property
    def winner(self) -> Seat | None:
        """Who won; None while the match runs."""
        return self.outcomes[-1].winner if self.is_over else None

    def drops(self, rules: Rules) -> DropRules | None:
        """What a drop costs in this format; None: it has none."""
        return rules.points
