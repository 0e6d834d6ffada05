"""The interface of a game's pictures and their words; the pictures of all games use it."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.faces.face import face_of
from bot.languages.sentence import Sentence
from bot.render.drawing import fan
from bot.render.drawing.canvas import MARGIN, Canvas
from bot.render.drawing.fan import Fan, FanLook, Rows
from bot.render.drawing.marks import Mark
from bot.render.drawing.names import Names
from bot.render.drawing.theme import Theme
from bot.rummy.cards import Card, Seat
from bot.rummy.deal_view import DealView, SeatView
from bot.rummy.outcome import EndingCode, Outcome, ShownHand
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.words import points


@dataclass(frozen=True, slots=True)
class Phrase:
    """A few words, with a shorter form."""

    words: str
    short: str | None = None
    """A shorter form of the words; None: the whole words, empty: nothing."""

    @property
    def shortened(self) -> str:
        """Return the short form."""
        return self.words if self.short is None else self.short


@dataclass(frozen=True, slots=True)
class BoardParts:
    """The parts of a board that differ by game; decks, turn and seats are the same in all."""

    under: Card | None = None
    """A face-up card under the closed deck."""
    heading: str = ""
    """A line beside the decks."""
    chip: str = ""
    """A rank on a chip after the heading."""


@dataclass(frozen=True, slots=True)
class Melds:
    """Cards laid on the table, in rows."""

    rows: Rows
    look: FanLook

    @property
    def height(self) -> int:
        """Return the height of all rows."""
        return fan.height(self.rows, self.look)

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw the rows from `top` downwards."""
        fan.draw(canvas, top, self.rows, self.look)


@dataclass(frozen=True, slots=True)
class Headline:
    """The ending of a deal, in a few words."""

    told: Sentence
    """The title; `{who}` stands for the winners, and is missing for a void deal, which nobody has won."""
    why: Sentence | None = None
    """The reason, added if there is room."""


class Pictures(ABC):
    """Draws the pictures of one game. A public picture never names a hidden card."""

    endings: ClassVar[Mapping[EndingCode, Headline]] = {}
    """The headlines of the game's own endings, and of shared endings that it words in its own way."""

    face_up: ClassVar[Mapping[str, Mark]] = {}
    """The marks of cards that lie open all through a deal, by their words; the open deck is not among them."""

    @abstractmethod
    def draw_hand(self, view: View, theme: Theme, *, help: bool) -> bytes:
        """Return the hand of the view's seat as a PNG; `help`: whether it may show the solver's advice."""

    @abstractmethod
    def hand_words(self, deal: DealView, *, help: bool) -> Iterable[str]:
        """Return the player's own hand in words, one part for each fact; only for that player."""

    def example(self) -> tuple[bytes, str] | None:
        """Return a finished hand for newcomers, as a PNG and in words. Return None if the help shows none."""
        return None

    @abstractmethod
    def board(self, deal: DealView) -> BoardParts:
        """Return the board's content for this deal."""

    def melds(
        self, deal: DealView, owners: Collection[Seat], names: Names, theme: Theme, *, margin: int = MARGIN
    ) -> Melds | None:
        """Return the melds of these seats on the table. Return None if there are none."""
        return None

    def board_words(self, deal: DealView) -> str:
        """Return the board's content for this deal, in words."""
        return ""

    def seat_status(self, seat: SeatView, deal: DealView) -> Iterable[Phrase]:
        """Return the state of a seat that is in the deal; empty for the usual one."""
        return ()

    def seat_words(self, seat: SeatView, deal: DealView) -> tuple[str, str]:
        """Return further words about a seat: before its state, and after everything else."""
        return ("", "")

    @abstractmethod
    def shown_fans(self, hand: ShownHand) -> Sequence[Fan]:
        """Return the fans of a hand laid open."""

    def worth(self, hand: ShownHand) -> str:
        """Return what a hand is worth while its deal runs."""
        return points(hand.points)

    def shown_valued(self, hand: ShownHand) -> frozenset[Card]:
        """Return the cards of a hand laid open that have a mark of value."""
        return frozenset()

    @abstractmethod
    def shown_note(self, hand: ShownHand, outcome: Outcome, rules: Rules) -> str:
        """Return the reason for the cost of a hand laid open."""

    @abstractmethod
    def shown_words(self, hand: ShownHand, outcome: Outcome, rules: Rules, charged: str) -> str:
        """Return a hand laid open in words; `charged` is its cost."""

    def show_words(self, outcome: Outcome) -> str:
        """Return further words about a show."""
        return ""


def pictures_of(rules: Rules) -> Pictures:
    """Return the pictures of a rule set's game; the first call imports them."""
    pictures = face_of(rules).pictures
    assert isinstance(pictures, Pictures)
    return pictures
