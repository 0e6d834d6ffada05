"""The laws of a deal: how hands are judged and laid in this game."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.indian.declaration import Judgement
from bot.games.indian.laws import Laws
from bot.games.twentyone import melds, solver
from bot.games.twentyone.melds import GroupKind
from bot.games.twentyone.rules import DEAL_SHOW_LEAST, HAND_SIZE, own
from bot.games.twentyone.wild import Wilds
from bot.rummy.cards import Card, Groups
from bot.rummy.deal_view import without
from bot.rummy.judge import Arrangement
from bot.rummy.rules import Rules


@dataclass(frozen=True, slots=True)
class TwentyOneLaws(Laws):
    """Twenty-one cards, three pure sequences, tunnelas and dublees."""

    wild: Wilds
    rules: Rules

    @property
    def hand_size(self) -> int:
        """Return twenty-one."""
        return HAND_SIZE

    @property
    def arranges(self) -> bool:
        """Return whether the solver arranges hands: at a table with help."""
        return own(self.rules).help_losers

    @property
    def deal_show(self) -> bool:
        """Return whether the rule set has it (T10)."""
        return own(self.rules).deal_show

    def kind(self, group: Sequence[Card]) -> GroupKind:
        """Return the best reading of the group (T3)."""
        return melds.kind_of(group, self.wild)

    def judge(self, groups: Groups, hand: tuple[Card, ...] | None) -> Judgement:
        """Return whether the groups are a valid declaration (T5)."""
        return melds.judge(groups, self.wild, hand)

    def best(self, hand: tuple[Card, ...]) -> Arrangement:
        """Return a declaration, else the arrangement with the fewest points."""
        return solver.best(hand, self.wild, own(self.rules))

    def fewest(self, hand: tuple[Card, ...]) -> Arrangement:
        """Return the arrangement with the fewest points of a loser (T6)."""
        return solver.fewest(hand, self.wild, own(self.rules))

    def best_discard(self, hand: tuple[Card, ...]) -> tuple[Card, Arrangement]:
        """Return the card to throw from 22."""
        return solver.best_discard(hand, self.wild, own(self.rules))

    def propose(self, hand: tuple[Card, ...]) -> Groups:
        """Return a declaration, else the best groups; without three pure sequences, all melds there are."""
        return solver.propose(hand, self.wild, own(self.rules))

    def raw_points(self, groups: Groups, ungrouped: tuple[Card, ...]) -> int:
        """Return the points of a hand as grouped (T6)."""
        return melds.raw_points(groups, ungrouped, self.wild, own(self.rules))

    def charge(self, raw: int, *, had_turn: bool = True) -> int:
        """Return no more than the full count, and in a Deal Show half of it, rounded up (T6, T10)."""
        capped = min(raw, self.rules.scoring.full_count)
        return capped if had_turn or not self.deal_show else max((capped + 1) // 2, DEAL_SHOW_LEAST)

    def counting(self, groups: Groups, declared: Groups, hand: tuple[Card, ...], *, is_late: bool = False) -> Groups:
        """Return the cheapest groups at hand (D7)."""
        other = self.fewest(hand).groups if self.arranges else declared
        return min((groups, other), key=lambda laid: self._counts(laid, hand))

    def _counts(self, groups: Groups, hand: tuple[Card, ...]) -> int:
        return self.raw_points(groups, without(hand, (card for group in groups for card in group)))
