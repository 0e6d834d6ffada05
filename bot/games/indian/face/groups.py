"""What a face says of groups: this game's, and that of a game that builds on it."""

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
    """What a hand as grouped is worth, in points."""

    counts: int
    """What would be charged: without the sequences the rules ask for, melds spare nothing."""
    lack: str = ""
    """Which sequence is missing, where that makes the hand count more."""


class GroupingFace(Face):
    """Shows hands in groups."""

    kinds: ClassVar[Mapping[StrEnum, tuple[str, Sentence]]]
    """A sign and a name for each kind of group."""
    reasons: ClassVar[Mapping[StrEnum, Sentence]]
    """Why a declaration is wrong, a sentence for each reason."""

    @abstractmethod
    def worth(self, deal: IndianView) -> Worth:
        """Return the own hand's points as it is grouped, before any halving."""

    @abstractmethod
    def jokers_line(self, deal: IndianView) -> str:
        """Return what is a joker in this deal."""

    @abstractmethod
    def invalid(self, group: str) -> str:
        """Says of a group that it is no meld."""

    @abstractmethod
    def missing(self, found: Sequence[StrEnum]) -> list[str]:
        """Return what a declaration with groups of those kinds lacks, a sentence each."""


def grouping(deal: IndianView) -> GroupingFace:
    """Return the face of the game that a deal is of."""
    face = face_of(deal.rules)
    assert isinstance(face, GroupingFace)
    return face
