"""What a game must show so that people can play it: words, rules, pictures, controls.

A face loads without its pictures; what draws is imported when the first picture is asked for.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.faces.controls import Command, Request, Scene
from bot.languages.sentence import Sentence, say_in
from bot.layout import Menu, Row, Screen
from bot.rummy.actions import Action
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView, Event, EventCode
from bot.rummy.errors import RefusalCode
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, Terms
from bot.rummy.outcome import BonusCode, EndingCode, ShownHand
from bot.rummy.rules import Rules
from bot.rummy.view import View

Sections = tuple[tuple[str, str], ...]
"""Titles, and what stands under each."""


@dataclass(frozen=True, slots=True)
class HelpTopic:
    """A text of `/rummy help`."""

    title: Sentence
    text: Callable[[], str]
    """Says it, such as a `Sentence`."""
    for_newcomers: bool = False
    """Whether people who name no topic see it."""


@dataclass(frozen=True, slots=True)
class GoingOut:
    """What a review says of the end of a deal, in the words of a game; `{card}` stands for a card."""

    now: Sentence
    """It was possible."""
    open: Sentence
    """With the open card it was."""
    throwing: Sentence
    """It was, with that card thrown."""
    threw: Sentence
    """The card was thrown."""


@dataclass(frozen=True, slots=True)
class WaitingFor:
    """What a deal waits for, in the words of a game; `{who}` stands for the players it waits for."""

    board: Sentence
    """`{who} to draw a card.`, below the board."""
    hand: Sentence
    """`Waiting for {who} to draw a card.`, above the hand of another player."""
    turn: Sentence
    """`to draw`, below the name of the player whose turn it is."""


class LessonWords(ABC):
    """What a game says to a person who learns it; steps are named as in its `Lesson`."""

    titles: ClassVar[Mapping[str, Sentence]]
    """What each step is about, in a few words."""
    opening: ClassVar[Sentence]
    """What the game is about, said before the first step."""
    counted: ClassVar[Sentence] = Sentence("**What the others pay**")
    """Above what the ending says."""

    @abstractmethod
    def task(self, step: str, scene: Scene) -> str:
        """Return what the person is to do; controls are named by their labels."""

    @abstractmethod
    def done(self, step: str, scene: Scene) -> str:
        """Return what to say to a person who has done it; `scene` is the table then."""

    @abstractmethod
    def tried(self, step: str, refusal: RefusalCode | None, after: Scene | None) -> str:
        """Return why what was to go wrong is wrong: the rules refuse it, or `after` is the table that it would
        lead to.
        """

    @abstractmethod
    def unasked(self, step: str, actions: Sequence[Action], before: Scene, after: Scene) -> str:
        """Return what it would do that a person did in the place of the step; it is not played."""

    def aside(self, step: str, screen: Screen) -> str:
        """Return what to say above a screen that the game shows in the place of the hand; empty: nothing."""
        return ""

    @abstractmethod
    def ending(self, scene: Scene) -> str:
        """Return what the deal has cost the others, or brought the person, and why."""


class Face(ABC):
    """What a game shows; it holds no state."""

    title: ClassVar[Sentence]
    """What people call the game, in a few words: `Rommé`."""
    refusals: ClassVar[Mapping[RefusalCode, Sentence]] = {}
    """A sentence for each of the game's own refusals."""
    endings: ClassVar[Mapping[EndingCode, Sentence]] = {}
    """How a deal ended, a sentence for each of the game's own endings, and for those of all games that it says in its
    own way; `{who}` is the winner."""

    @property
    @abstractmethod
    def pictures(self) -> object:
        """Return what draws the game, a `bot.render.pictures.Pictures`; it is imported when it is first asked for."""

    # -- words --------------------------------------------------------------------------------------

    aim: ClassVar[Sentence | None] = None
    """What the game is about, for people who have never played it; None: the help begins without it."""
    lesson: ClassVar[LessonWords | None] = None
    """What is said in the game's lesson; None: it has none."""
    help_topics: ClassVar[Mapping[str, HelpTopic]] = {}
    """How to play the game, by the id of each topic; no other game has one of the same id."""

    @abstractmethod
    def event(self, event: Event, name: str, rules: Rules) -> str:
        """Return one line for something everybody saw that only this game has; `name` did it."""

    def event_for_you(self, event: Event) -> str | None:
        """Return what the clock did in a player's place, said to that player; None: as in any game."""
        return None

    def preview_for_you(self, actions: Sequence[Action]) -> str:
        """Return the same where it has played what that player had looked at: these actions."""
        return say_in("the clock", "What you had looked at was played for you.")

    trait: ClassVar[Sentence | None] = None
    """What sets the game apart: said where it is compared with another one."""
    single: ClassVar[Sentence | None] = None
    """What a single deal is called in this game; None: as in any game."""

    def times(self, rules: Rules) -> str | None:
        """Return all times of the clock, where there are others than those of a turn; None if there are not."""
        return None

    @abstractmethod
    def help_line(self, *, help: bool) -> str:
        """Return whether the solver helps at a table."""

    going_out: ClassVar[GoingOut] = GoingOut(
        Sentence("You could go out."),
        Sentence("The open {card} would have let you go out at once."),
        Sentence("You could go out: throw {card}, and the deal was yours."),
        Sentence("You threw {card} and could go out."),
    )
    """What a review says of the end of a deal."""

    # -- rules --------------------------------------------------------------------------------------

    @abstractmethod
    def facts(self, rules: Rules) -> Mapping[str, str]:
        """Return everything a rule set settles, by its label."""

    @abstractmethod
    def short(self, rules: Rules, terms: Terms | None) -> str:
        """Return a rule set in two lines; in that format, else in the first that it plays."""

    @abstractmethod
    def full(self, rules: Rules, terms: Terms | None) -> Sections:
        """Return a rule set in full, all but the formats; for one table, or for all that can be played."""

    def winning(self, format: Format, numbers: Sequence[int], *, short: bool) -> str:
        """Return how a match of this format, of so many deals or points, is won; empty: as in any game."""
        return ""

    def no_drop(self, rules: Rules) -> str:
        """Return what to say about formats without a drop; empty: nothing."""
        return ""

    # -- the private hand ---------------------------------------------------------------------------

    requests: ClassVar[Mapping[str, Request]] = {}
    """What the game's controls may ask for besides actions, by name. No name is the first word of an action."""
    commands: ClassVar[tuple[Command, ...]] = ()
    """The commands that only this game has, and those that it takes from the game it builds on."""

    @abstractmethod
    def words(self, deal: DealView) -> str:
        """Return the own hand in words, for those who want no pictures."""

    @abstractmethod
    def task(self, scene: Scene) -> str:
        """Return what the table waits for this player to do, above the controls."""

    @abstractmethod
    def details(self, scene: Scene) -> str:
        """Return what else to know before the next move: decks, jokers, what lies on the table."""

    @abstractmethod
    def controls(self, scene: Scene) -> Iterable[Row | Menu | None]:
        """Return what a player who is in a running deal can do now."""

    @abstractmethod
    def notes(self, actions: Sequence[Action], scene: Scene) -> str | None:
        """Return what to tell a player who has just played these; `scene` is the table after them."""

    @property
    def coach(self) -> Callable[[View], str] | None:
        """Return what says to the player whose view it is what to do in their turn; None: this game has no coach.

        It may think for a tenth of a second, and is called in a thread of its own.
        """
        return None

    def fault(self, deal: DealView) -> str:
        """Return what the player did wrong in this deal; empty: nothing."""
        return ""

    @abstractmethod
    def leaving(self, deal: DealView) -> str:
        """Return what leaving the table costs in this deal."""

    # -- what all see -------------------------------------------------------------------------------

    def waiting(self, deal: DealView) -> WaitingFor | None:
        """Return what the deal waits for, where its phase does not say all; None if it does."""
        return None

    def board_line(self, deal: DealView, called: Mapping[Seat, str], *, in_words: bool) -> str:
        """Return what stands below a board; `in_words`: there is no picture above it."""
        return ""

    face_up: ClassVar[Mapping[str, Sentence]] = {}
    """What to say of each card that lies open all through a deal, by its word in `DealView.face_up`."""

    bonuses: ClassVar[Mapping[BonusCode, Sentence]] = {}
    """What each of the points is called that the game adds when a match is over: one word, as the head of a column."""

    def match_note(self, match: Match, seat: Seat) -> str:
        """Return what to say of a seat's deals so far, in a word or two: below its name on a score sheet.

        Empty: nothing.
        """
        return ""

    def shown_note(self, hand: ShownHand) -> str:
        """Return what to say behind the points of a hand laid open."""
        return ""

    lapse_events: ClassVar[frozenset[EventCode]] = frozenset()
    """The game's own events that may follow right upon a lapse, and are part of it then."""

    def is_missed_deadline(self, event: Event) -> bool:
        """Return whether an event of the game's own says that the time of a player ran out."""
        return False


def face_of(rules: Rules) -> Face:
    """Return what shows the game of a rule set; only games that are shown reach people."""
    assert isinstance(rules.game.face, Face)
    return rules.game.face
