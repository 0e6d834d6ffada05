"""What a game must show so that people can play it: words, rules, pictures, controls.

A face loads without its pictures; what draws is imported when the first picture is asked for.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping

from bot.rummy.deal_view import Event
from bot.rummy.errors import RefusalCode
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.outcome import EndingCode
from bot.rummy.rules import Rules

Sections = tuple[tuple[str, str], ...]
"""Titles, and what stands under each."""


class Face(ABC):
    """What a game shows; it holds no state."""

    refusals: Mapping[RefusalCode, str] = {}
    """A sentence for each of the game's own refusals."""
    endings: Mapping[EndingCode, str] = {}
    """How a deal ended, a sentence for each of the game's own endings; `{who}` is the winner."""

    @property
    @abstractmethod
    def pictures(self) -> object:
        """What draws the game, a `bot.render.pictures.Pictures`; it is imported when it is first asked for."""

    # -- words --------------------------------------------------------------------------------------

    @abstractmethod
    def event(self, event: Event, name: str, rules: Rules) -> str:
        """One line for something everybody saw that only this game has; `name` did it."""

    def event_for_you(self, event: Event, rules: Rules) -> str | None:
        """One line for what the clock did in a player's place, said to that player; None: as in any game."""
        return None

    def format_title(self, format: Format) -> str | None:
        """What a format is called in this game; None: as in any game."""
        return None

    def times(self, rules: Rules) -> Iterator[str]:
        """Further times of the clock, besides those of a turn."""
        return iter(())

    @abstractmethod
    def help_line(self, *, help: bool) -> str:
        """Whether the solver helps at a table."""

    # -- rules --------------------------------------------------------------------------------------

    @abstractmethod
    def facts(self, rules: Rules) -> Mapping[str, str]:
        """Everything a rule set settles, by its label."""

    @abstractmethod
    def short(self, rules: Rules, terms: Terms | None) -> str:
        """A rule set in two lines; in that format, else in the first that it plays."""

    @abstractmethod
    def full(self, rules: Rules, terms: Terms | None) -> Sections:
        """A rule set in full, all but the formats; for one table, or for all that can be played."""

    def no_drop(self, rules: Rules) -> str:
        """Said in formats without a drop; empty: nothing needs to be said."""
        return ""


def face_of(rules: Rules) -> Face:
    """What shows the game of a rule set; only games that are shown reach people."""
    assert isinstance(rules.game.face, Face)
    return rules.game.face
