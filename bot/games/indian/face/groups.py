"""The words for groups that a face must have: in this game, and in games that build on it."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.faces.face import Face, face_of
from bot.games.indian.view import IndianView
from bot.languages.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a hand as grouped, in points."""

    counts: int
    """The points that would be charged: melds save nothing until the required sequences are there."""
    lack: str = ""
    """The missing sequence, if the hand counts more because of it."""


class GroupingFace(Face):
    """A face that shows hands in groups."""

    kinds: ClassVar[Mapping[StrEnum, tuple[str, Sentence]]]
    """A sign and a name for each kind of group."""
    pure: ClassVar[frozenset[StrEnum]]
    """The kinds of groups that count as a pure sequence."""
    reasons: ClassVar[Mapping[StrEnum, Sentence]]
    """The sentence for each reason why a declaration is wrong."""

    @abstractmethod
    def worth(self, deal: IndianView) -> Worth:
        """Return the points of the own hand as it is grouped, before any halving."""

    @abstractmethod
    def jokers_line(self, deal: IndianView) -> str:
        """Return which cards are jokers in this deal."""

    @abstractmethod
    def invalid(self, group: str) -> str:
        """Return the sentence for a group that is no meld."""

    @abstractmethod
    def missing(self, found: Sequence[StrEnum]) -> list[str]:
        """Return what a declaration with groups of those kinds lacks, a sentence each."""


def grouping(deal: IndianView) -> GroupingFace:
    """Return the face of the game to which a deal belongs."""
    face = face_of(deal.rules)
    assert isinstance(face, GroupingFace)
    return face
