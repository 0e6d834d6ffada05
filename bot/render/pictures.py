"""What a game draws, and says in place of its pictures; what all games draw asks it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.faces.face import face_of
from bot.languages.sentence import Sentence
from bot.render.drawing.fan import Fan, Look, Rows
from bot.render.drawing.marks import Mark
from bot.render.drawing.names import Names
from bot.render.drawing.theme import Theme
from bot.rummy.cards import Card
from bot.rummy.deal_view import DealView, SeatView
from bot.rummy.outcome import EndingCode, Outcome, ShownHand
from bot.rummy.rules import Rules
from bot.rummy.view import View


@dataclass(frozen=True, slots=True)
class Phrase:
    """A few words, and what is left of them where there is little room."""

    words: str
    short: str | None = None
    """None: all of them; empty: nothing."""

    @property
    def shortened(self) -> str:
        """Return the words where there is little room."""
        return self.words if self.short is None else self.short


@dataclass(frozen=True, slots=True)
class BoardParts:
    """What a board shows of a deal besides its decks, its turn and its seats."""

    under: Card | None = None
    """A card that lies open under the closed deck."""
    heading: str = ""
    """A line beside the decks."""
    chip: str = ""
    """A rank on a chip after the heading."""
    melds: Rows = ()
    """What lies on the table, in rows; drawn below the seats."""
    look: Look | None = None
    """How the melds are drawn; None: there are none."""


@dataclass(frozen=True, slots=True)
class Headline:
    """How a deal ended, in a few words."""

    told: Sentence
    """`{who}` stands for the winners; of a void deal, which nobody has won, it names none."""
    why: Sentence | None = None
    """What is said after it where there is room."""


class Pictures(ABC):
    """Draws what only one game has. No picture for all to see names a card that lies hidden."""

    endings: ClassVar[Mapping[EndingCode, Headline]] = {}
    """For each of the game's own endings, and for those of all games that it says in its own way."""

    face_up: ClassVar[Mapping[str, Mark]] = {}
    """How the cards are marked that lie open all through a deal besides the open deck, by the word of each."""

    @abstractmethod
    def draw_hand(self, view: View, theme: Theme, *, help: bool) -> bytes:
        """Return the hand of the view's seat as a PNG; `help`: whether it may show what the solver would do."""

    @abstractmethod
    def hand_words(self, deal: DealView, *, help: bool) -> Iterable[str]:
        """Return the own hand in words, a part for each thing to know; for its owner alone."""

    def example(self) -> tuple[bytes, str] | None:
        """Return a finished hand for newcomers as a PNG, and in words; None if the help shows none."""
        return None

    @abstractmethod
    def board(self, deal: DealView, names: Names, theme: Theme) -> BoardParts:
        """Return what a board shows of this deal."""

    def board_words(self, deal: DealView) -> str:
        """Return what a board shows of this deal, in words."""
        return ""

    def seat_status(self, seat: SeatView, deal: DealView) -> Iterable[Phrase]:
        """Return how a seat that is in the deal stands; nothing: as in any game."""
        return ()

    def seat_words(self, seat: SeatView, deal: DealView) -> tuple[str, str]:
        """Return what else to say of a seat: before how it stands, and after all else."""
        return ("", "")

    @abstractmethod
    def shown_fans(self, hand: ShownHand) -> Sequence[Fan]:
        """Return a hand laid open."""

    def shown_valued(self, hand: ShownHand) -> frozenset[Card]:
        """Return the cards of a hand laid open that bear a mark of value."""
        return frozenset()

    @abstractmethod
    def shown_note(self, hand: ShownHand, outcome: Outcome, rules: Rules) -> str:
        """Return why a hand laid open costs what it costs."""

    @abstractmethod
    def shown_words(self, hand: ShownHand, outcome: Outcome, rules: Rules, charged: str) -> str:
        """Return a hand laid open in words; `charged` is what it cost."""

    def show_words(self, outcome: Outcome) -> str:
        """Return what else to say of a show."""
        return ""


def pictures_of(rules: Rules) -> Pictures:
    """Return what draws the game of a rule set; the first call imports it."""
    pictures = face_of(rules).pictures
    assert isinstance(pictures, Pictures)
    return pictures
