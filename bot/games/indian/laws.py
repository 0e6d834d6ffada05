"""The laws of one deal: how its cut card and its rules judge and lay hands.

A game that builds on this one has laws of its own. Deal, view and face ask the laws and know no other rules of a game.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from bot.games.indian import declaration, scoring, show, solver
from bot.games.indian.declaration import Judgement
from bot.games.indian.melds import MeldKind, kind_of
from bot.games.indian.rules import HAND_SIZE, own
from bot.rummy.cards import Card, Groups, Rank
from bot.rummy.judge import Arrangement, Judged
from bot.rummy.rules import Rules

# Each screen of a hand asks several times, and the hand has often stayed the same since the one before.
_best_discard, _propose = lru_cache(1024)(solver.best_discard), lru_cache(1024)(solver.propose)


class Laws(ABC):
    """The questions of a deal about its hands and their groups."""

    @property
    @abstractmethod
    def hand_size(self) -> int:
        """Return how many cards a player holds."""

    @property
    @abstractmethod
    def arranges(self) -> bool:
        """Return whether the solver lays the hands of losers."""

    @property
    def deal_show(self) -> bool:
        """Return whether a loser who had no turn pays half (E9)."""
        return False

    @abstractmethod
    def kind(self, group: Sequence[Card]) -> StrEnum:
        """Return the kind of a group."""

    @abstractmethod
    def judge(self, groups: Groups, hand: tuple[Card, ...]) -> Judged:
        """Return whether these groups of a hand are a valid declaration, judged as submitted."""

    @abstractmethod
    def best(self, hand: tuple[Card, ...]) -> Arrangement:
        """Return the best arrangement of a hand: a declaration if there is one, else the fewest points."""

    def fewest(self, hand: tuple[Card, ...]) -> Arrangement:
        """Return the arrangement with which a loser has the fewest points."""
        return self.best(hand)

    @abstractmethod
    def best_discard(self, hand: tuple[Card, ...]) -> tuple[Card, Arrangement]:
        """Return the card to throw from a hand that has drawn, and the best arrangement of the rest."""

    @abstractmethod
    def propose(self, hand: tuple[Card, ...]) -> Groups:
        """Return groups to offer a player, even if they save no points yet."""

    @abstractmethod
    def raw_points(self, groups: Groups, ungrouped: tuple[Card, ...]) -> int:
        """Return the points of a hand as grouped, before cap and minimum."""

    @abstractmethod
    def charge(self, raw: int, *, had_turn: bool = True) -> int:
        """Return the points that a loser pays for these raw points."""

    @abstractmethod
    def counting(self, groups: Groups, declared: Groups, hand: tuple[Card, ...], *, is_late: bool = False) -> Groups:
        """Return the groups that count for a loser (D7): as saved last, as they were at the declaration, or the
        best.
        """

    def loser_points(self, groups: Groups, ungrouped: tuple[Card, ...], *, had_turn: bool = True) -> int:
        """Return the points of a loser who shows these groups."""
        return self.charge(self.raw_points(groups, ungrouped), had_turn=had_turn)


@dataclass(frozen=True, slots=True)
class IndianLaws(Laws):
    """The laws of the Indian game: a wild rank, thirteen cards, two sequences."""

    wild: Rank | None
    rules: Rules

    @property
    def hand_size(self) -> int:
        """Return thirteen."""
        return HAND_SIZE

    @property
    def arranges(self) -> bool:
        """Return whether the solver arranges hands: at a table with help, if the rule set has it."""
        return own(self.rules).scoring.auto_arrange_losers

    @property
    def deal_show(self) -> bool:
        """Return whether the rule set lets a loser who had no turn pay half."""
        return own(self.rules).scoring.deal_show

    def kind(self, group: Sequence[Card]) -> MeldKind:
        """Return whether the group is a sequence, a set or no meld."""
        return kind_of(group, self.wild, self.rules)

    def judge(self, groups: Groups, hand: tuple[Card, ...]) -> Judgement:
        """Return whether the groups are a valid declaration (D1, D4)."""
        return declaration.judge(groups, self.wild, self.rules, hand)

    def best(self, hand: tuple[Card, ...]) -> Arrangement:
        """Return the arrangement with the fewest points."""
        return solver.best(hand, self.wild, self.rules)

    def best_discard(self, hand: tuple[Card, ...]) -> tuple[Card, Arrangement]:
        """Return the card to throw from fourteen."""
        return _best_discard(hand, self.wild, self.rules)

    def propose(self, hand: tuple[Card, ...]) -> Groups:
        """Return the best groups; if none would save points yet, the melds there are, with a pure sequence first."""
        return _propose(hand, self.wild, self.rules, pure_first=True)

    def raw_points(self, groups: Groups, ungrouped: tuple[Card, ...]) -> int:
        """Return the points of a hand as grouped (E4 to E6)."""
        return scoring.raw_points(groups, ungrouped, self.wild, self.rules)

    def charge(self, raw: int, *, had_turn: bool = True) -> int:
        """Return the points with cap and minimum, halved in a Deal Show (E7 to E9)."""
        return scoring.charge(raw, self.rules, deal_show=not had_turn)

    def counting(self, groups: Groups, declared: Groups, hand: tuple[Card, ...], *, is_late: bool = False) -> Groups:
        """Return the cheapest groups at hand (D7)."""
        return show.counting(groups, declared, hand, self.wild, self.rules, is_late=is_late)
