"""Judges and solvers of hands, for the command line."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Protocol

from bot.rummy.cards import Card, Groups, Rank
from bot.rummy.outcome import EndingCode

CutCard = Rank | Card | None
"""The cut card, or only its rank if the suit does not matter. None if nothing is wild."""


class Judged(Protocol):
    """The worth of a declaration, and the kind of each of its groups."""

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
    """Valid melds that spare their cards; empty if none do."""
    deadwood: tuple[Card, ...]
    raw: int
    """Points before cap and minimum."""
    declarable: bool
    """Whether all cards lie in groups that would be a valid declaration."""


@dataclass(frozen=True, slots=True)
class Knocked:
    """The result of a knock."""

    knocker: Arrangement
    opponent: Arrangement
    """The opponent's hand without the cards laid off."""
    laid_off: tuple[Card, ...]
    """The cards that the opponent laid off on the knocker's melds."""
    knocker_wins: bool
    points: int
    """The points of the winner."""
    ending: EndingCode


class Judge(ABC):
    """Solves hands under one rule set. Subclasses judge shown hands."""

    hand_size: int
    has_wild: ClassVar[bool] = True
    """Whether a hand depends on a cut card."""
    needs_suit: ClassVar[bool] = False
    """Whether it also depends on that card's suit, so that a rank alone is not enough."""

    def surplus(self, cards: Iterable[Card]) -> Card | None:
        """Return a card that these hands hold more often than the packs do.

        Return None if there is none, or this game does not count.
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
        """Return the points that a loser pays for these raw points, with cap and minimum."""

    @abstractmethod
    def kind(self, group: tuple[Card, ...], wild: CutCard) -> str:
        """Return the kind of a group."""


class DeclarationJudge(Judge):
    """The judge of a game in which a player declares groups and all others show theirs."""

    @abstractmethod
    def declaration(self, groups: Groups, wild: CutCard) -> Judged:
        """Return whether the groups are a valid declaration, and the kind of each."""

    @abstractmethod
    def loser_points(self, groups: Groups, wild: CutCard) -> int:
        """Return the points that a loser with these groups pays."""


class KnockJudge(Judge):
    """The judge of a game in which a player knocks and the other one lays off."""

    needs_open: bool
    """Whether a knock depends on the first open card."""

    @abstractmethod
    def knock_limit(self, first_open: Card | None) -> int:
        """Return the most points of deadwood with which a player may knock."""

    @abstractmethod
    def knock(self, knocker: tuple[Card, ...], opponent: tuple[Card, ...], first_open: Card | None) -> Knocked:
        """Return the result of a knock with at most that much deadwood.

        If the knocker holds one card more than a hand, all its cards lie in melds.
        """
