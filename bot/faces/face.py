"""The questions a game must answer so that people can play it: words, rules, pictures, controls.

A face loads without its pictures; their module is imported when the first picture is drawn.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.faces.controls import CoachAnswer, Command, Request, Scene
from bot.faces.zones import Zones, decks
from bot.languages.sentence import Sentence, say_in
from bot.layout import Button, Menu, Row, Screen
from bot.rummy.actions import Action
from bot.rummy.cards import Card, Groups, Seat, in_suit_order
from bot.rummy.deal_view import DealView, Event, EventCode
from bot.rummy.errors import RefusalCode
from bot.rummy.game import StepName
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, Terms
from bot.rummy.outcome import BonusCode, EndingCode
from bot.rummy.rules import Rules
from bot.rummy.view import View

Sections = tuple[tuple[str, str], ...]
"""Pairs of a title and the text under it."""


@dataclass(frozen=True, slots=True)
class HelpTopic:
    """A text of `/rummy help`."""

    title: Sentence
    text: Callable[[], str]
    """Returns the text; a `Sentence` will do."""


@dataclass(frozen=True, slots=True)
class GoingOut:
    """The sentences of a review about the end of a deal, in the words of a game; `{card}` stands for a card."""

    now: Sentence
    """Going out was possible."""
    open: Sentence
    """It was possible with the open card."""
    throwing: Sentence
    """It was possible by throwing that card."""
    threw: Sentence
    """The card that was thrown instead."""


@dataclass(frozen=True, slots=True)
class WaitingFor:
    """The sentences for what a deal waits for, in the words of a game; `{who}` stands for the players it waits for."""

    board: Sentence
    """`{who} to draw a card.`, below the board."""
    hand: Sentence
    """`Waiting for {who} to draw a card.`, above the hand of another player."""
    turn: Sentence
    """`to draw`, below the name of the player whose turn it is."""


class LessonWords(ABC):
    """The sentences of a game's lesson; steps are named as in its `Lesson`."""

    titles: ClassVar[Mapping[StepName, Sentence]]
    """The subject of each step, in a few words."""
    opening: ClassVar[Sentence]
    """The aim of the game, said before the first step."""
    counted: ClassVar[Sentence] = Sentence("**What the others pay**")
    """The heading above the ending."""

    @abstractmethod
    def task(self, step: StepName, scene: Scene) -> str:
        """Return the task of the person; controls are named by their labels."""

    @abstractmethod
    def done(self, step: StepName, scene: Scene) -> str:
        """Return the praise for a step that was done; `scene` is the table then."""

    @abstractmethod
    def tried(self, step: StepName, refusal: RefusalCode | None, after: Scene | None) -> str:
        """Return the explanation of a wrong move that the step asks for.

        Either the rules refuse it, or `after` is the table as it would be then.
        """

    @abstractmethod
    def unasked(self, step: StepName, actions: Sequence[Action], before: Scene, after: Scene) -> str:
        """Return the explanation of a move that the step does not ask for; it is not played."""

    def aside(self, step: StepName, screen: Screen) -> str:
        """Return the note above a screen that the game shows in place of the hand; empty: none."""
        return ""

    @abstractmethod
    def ending(self, scene: Scene) -> str:
        """Return how many points the deal cost the others, or brought the person, and why."""


class Face(ABC):
    """The appearance of a game; it holds no state."""

    title: ClassVar[Sentence]
    """The name of the game, in a few words: `Rommé`."""
    refusals: ClassVar[Mapping[RefusalCode, Sentence]] = {}
    """A sentence for each of the game's own refusals."""
    endings: ClassVar[Mapping[EndingCode, Sentence]] = {}
    """The end of a deal: a sentence for each of the game's own endings, and for common endings that it words
    differently. `{who}` is the winner.
    """

    @property
    @abstractmethod
    def pictures(self) -> object:
        """Return the pictures of the game, a `bot.render.pictures.Pictures`; they are imported when first asked for."""

    # -- words --------------------------------------------------------------------------------------

    aim: ClassVar[Sentence | None] = None
    """The aim of the game, for people who have never played it; None: the help begins without it."""
    lesson: ClassVar[LessonWords | None] = None
    """The words of the game's lesson; None: it has no lesson."""
    help_topics: ClassVar[Mapping[str, HelpTopic]] = {}
    """Help about the game, by the id of each topic; no other game has a topic of the same id."""

    @abstractmethod
    def event(self, event: Event, name: str, rules: Rules) -> str:
        """Return one line for an event of this game alone that everybody saw; `name` is the player's."""

    def event_for_you(self, event: Event) -> str | None:
        """Return what the clock did in a player's place, as a sentence to that player.

        None: the sentence that all games share.
        """
        return None

    def preview_for_you(self, actions: Sequence[Action]) -> str:
        """Return the sentence to a player for whom the clock played the actions that they had looked at."""
        return say_in("the clock", "The move you had checked was played for you.")

    trait: ClassVar[Sentence | None] = None
    """The difference from other games, for comparisons."""
    single: ClassVar[Sentence | None] = None
    """The name of a single deal in this game; None: as in any game."""
    brief: ClassVar[Sentence | None] = None
    """The name of the game before a format; None: its formats name it themselves, such as Pool 101."""

    def times(self, rules: Rules) -> str | None:
        """Return all times of the clock if there are others than that of a turn; else None."""
        return None

    @abstractmethod
    def no_help(self) -> str:
        """Return the line of a table at which the solver does not help."""

    going_out: ClassVar[GoingOut] = GoingOut(
        Sentence("You could go out."),
        Sentence("The open {card} would have let you go out at once."),
        Sentence("You could go out: throw {card}, and the deal was yours."),
        Sentence("You threw {card} and could go out."),
    )
    """The words of a review about the end of a deal."""

    # -- rules --------------------------------------------------------------------------------------

    @abstractmethod
    def facts(self, rules: Rules) -> Mapping[str, str]:
        """Return all values of a rule set, by label."""

    @abstractmethod
    def short(self, rules: Rules, terms: Terms | None) -> str:
        """Return a rule set in two lines, for that format or else for the first that it plays."""

    @abstractmethod
    def full(self, rules: Rules, terms: Terms | None) -> Sections:
        """Return a rule set in full, all but the formats, for one table or for all that can be played."""

    def winning(self, format: Format, numbers: Sequence[int], *, short: bool) -> str:
        """Return how a match of this format is won, with that many deals or points; empty: as in any game."""
        return ""

    def no_drop(self, rules: Rules) -> str:
        """Return the note about formats without a drop; empty: none."""
        return ""

    # -- the private hand ---------------------------------------------------------------------------

    requests: ClassVar[Mapping[str, Request]] = {}
    """The answers to requests of the game's controls, by name. No name is the first word of an action."""
    commands: ClassVar[tuple[Command, ...]] = ()
    """The commands that only this game has, and those that it takes from the game it builds on."""

    def arranged(self, view: View) -> View:
        """Return the view of a player as a table with help shows it: with the hand laid as well as can be, as long as
        the player has not laid it otherwise. Nothing is recorded.
        """
        return view

    def zones(self, view: View) -> Zones:
        """Return the own hand and the table of a running deal as plain data."""
        assert view.deal is not None
        return Zones((), in_suit_order(view.deal.hand), tuple(decks(view)))

    def grouped(self, view: View, groups: Groups) -> View:
        """Return the view with the hand in these groups, which are not saved. A game without saved groups keeps it as
        it is.

        Raises:
            IllegalAction: the hand cannot be laid so.
        """
        return view

    @abstractmethod
    def words(self, deal: DealView) -> str:
        """Return the own hand in words, for players who want no pictures."""

    @abstractmethod
    def task(self, scene: Scene) -> str:
        """Return what the table waits for this player to do; it stands above the controls."""

    @abstractmethod
    def details(self, scene: Scene) -> str:
        """Return further notes for the next move: decks, jokers, cards on the table."""

    @abstractmethod
    def controls(self, scene: Scene) -> Iterable[Row | Menu | None]:
        """Return the controls of a player who is in a running deal."""

    def more(self, scene: Scene) -> Iterable[Button | None]:
        """Return the buttons of this game that are rarely needed: they stand behind ⋯."""
        return ()

    def throw_question(self, deal: DealView, card: Card) -> str:
        """Return the question to a player who is about to throw that card by a button; empty: it is thrown at once.

        All games ask before a joker is thrown.
        """
        return ""

    @abstractmethod
    def notes(self, actions: Sequence[Action], scene: Scene) -> str | None:
        """Return the reply to a player who has just played these actions; `scene` is the table after them."""

    @property
    def coach(self) -> Callable[[View], CoachAnswer] | None:
        """Return the function that advises the player whose view it gets, in their turn; None: this game has no coach.

        It may think for a tenth of a second, and is called in a thread of its own.
        """
        return None

    def fault(self, deal: DealView) -> str:
        """Return the player's mistake in this deal; empty: there is none."""
        return ""

    @abstractmethod
    def leaving(self, deal: DealView) -> str:
        """Return the cost of leaving the table in this deal."""

    # -- what all see -------------------------------------------------------------------------------

    def waiting(self, deal: DealView) -> WaitingFor | None:
        """Return the sentences for what the deal waits for; None if those for its phase are enough."""
        return None

    def board_line(self, deal: DealView, called: Mapping[Seat, str], *, in_words: bool) -> str:
        """Return the line below a board; `in_words`: there is no picture above it."""
        return ""

    face_up: ClassVar[Mapping[str, Sentence]] = {}
    """The sentence for each card that lies open all through a deal, by its word in `DealView.face_up`."""

    bonuses: ClassVar[Mapping[BonusCode, Sentence]] = {}
    """The name of each kind of points that the game adds at the end of a match: one word, as the head of a column."""

    def match_note(self, match: Match, seat: Seat) -> str:
        """Return a word or two about a seat's deals so far, for the line below its name on a score sheet; empty:
        none.
        """
        return ""

    lapse_events: ClassVar[frozenset[EventCode]] = frozenset()
    """Events of this game alone that may follow right after a lapse and belong to it."""

    def is_missed_deadline(self, event: Event) -> bool:
        """Return whether an event of this game alone says that the time of a player ran out."""
        return False


def face_of(rules: Rules) -> Face:
    """Return the face of the game of a rule set. Every game that people can play has one."""
    assert isinstance(rules.game.face, Face)
    return rules.game.face
