"""What judges and solves hands for the command line."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.rummy.cards import Card, Groups, Rank


class Judged(Protocol):
    """What a declaration is worth, and the kind of each of its groups."""

    @property
    def valid(self) -> bool: ...
    @property
    def reason(self) -> StrEnum: ...
    @property
    def kinds(self) -> Sequence[StrEnum]: ...


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid into groups."""

    groups: Groups
    """Valid melds that spare their cards; none where nothing does."""
    deadwood: tuple[Card, ...]
    raw: int
    """Points before cap and minimum."""
    declarable: bool
    """Whether all cards lie in groups that would be a valid declaration."""


class Judge(ABC):
    """Judges hands under one rule set."""

    hand_size: int

    @abstractmethod
    def wild_rank(self, cut: Card) -> Rank | None:
        """The rank whose cards are jokers where this card was cut."""

    @abstractmethod
    def declaration(self, groups: Groups, wild: Rank | None) -> Judged:
        """Whether the groups are a valid declaration, and the kind of each."""

    @abstractmethod
    def loser_points(self, groups: Groups, wild: Rank | None) -> int:
        """What a loser pays who shows these groups."""

    @abstractmethod
    def best(self, cards: tuple[Card, ...], wild: Rank | None) -> Arrangement:
        """The best arrangement of a hand."""

    @abstractmethod
    def best_discard(self, cards: tuple[Card, ...], wild: Rank | None) -> tuple[Card, Arrangement]:
        """The best discard of a hand that has drawn, and the best arrangement of the rest."""

    @abstractmethod
    def charge(self, raw: int) -> int:
        """What a loser pays for so many points, with cap and minimum."""

    @abstractmethod
    def kind(self, group: tuple[Card, ...], wild: Rank | None) -> str:
        """What a group counts as."""
