"""What judges and solves hands for the command line."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Protocol

from bot.rummy.cards import Card, Groups, Rank
from bot.rummy.outcome import EndingCode

CutCard = Rank | Card | None
"""What was cut: the card, or where its suit does not matter the rank that is wild; None: nothing is wild."""


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


@dataclass(frozen=True, slots=True)
class Knocked:
    """What a knock comes to."""

    knocker: Arrangement
    opponent: Arrangement
    """Without what was laid off."""
    laid_off: tuple[Card, ...]
    """By the opponent, on the melds of the knocker."""
    knocker_wins: bool
    points: int
    """What the winner gets."""
    ending: EndingCode


class Judge(ABC):
    """Solves hands under one rule set; how it judges those that are shown, its kind says."""

    hand_size: int
    has_wild: ClassVar[bool] = True
    """Whether a hand depends on a card that was cut."""
    needs_suit: ClassVar[bool] = False
    """Whether it depends on the suit of that card too, so that a rank alone does not say what is wild."""

    def surplus(self, cards: Iterable[Card]) -> Card | None:
        """Return a card that these hands hold more often than it is there.

        Return None if nothing is wrong, or nobody counts.
        """
        return None

    @abstractmethod
    def best(self, cards: tuple[Card, ...], wild: CutCard) -> Arrangement:
        """Return the best arrangement of a hand."""

    @abstractmethod
    def best_discard(self, cards: tuple[Card, ...], wild: CutCard) -> tuple[Card, Arrangement]:
        """Return the best discard of a hand that has drawn, and the best arrangement of the rest."""

    @abstractmethod
    def charge(self, raw: int) -> int:
        """Return what a loser pays for so many points, with cap and minimum."""

    @abstractmethod
    def kind(self, group: tuple[Card, ...], wild: CutCard) -> str:
        """Return what a group counts as."""


class DeclarationJudge(Judge):
    """Of a game in which a player declares groups, and all others show theirs."""

    @abstractmethod
    def declaration(self, groups: Groups, wild: CutCard) -> Judged:
        """Return whether the groups are a valid declaration, and the kind of each."""

    @abstractmethod
    def loser_points(self, groups: Groups, wild: CutCard) -> int:
        """Return what a loser pays who shows these groups."""


class KnockJudge(Judge):
    """Of a game in which a player knocks, and the other one lays off."""

    needs_open: bool
    """Whether a knock depends on the first open card."""

    @abstractmethod
    def knock_limit(self, first_open: Card | None) -> int:
        """Return the most points of deadwood with which one may knock."""

    @abstractmethod
    def knock(self, knocker: tuple[Card, ...], opponent: tuple[Card, ...], first_open: Card | None) -> Knocked:
        """Return what a knock with at most so many points comes to.

        A card more than a hand: all of them lie in melds.
        """
