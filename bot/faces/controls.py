"""The values from which a face builds controls, and its answers to the requests that they carry."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from bot.languages.sentence import Sentence
from bot.layout import Button, Choice, Component, ControlId, Form, Menu, Screen, Style, menu
from bot.rummy.actions import Action
from bot.rummy.cards import Card, Seat
from bot.rummy.errors import CardTextError, IllegalAction, Refusal
from bot.rummy.review import Reviewed
from bot.rummy.view import View

AGAIN = "again"
"""Follows a request for a form that is to open as it was filled in before."""
MAX_TYPED = 400
"""The most characters of typed cards or groups."""


@dataclass(frozen=True, slots=True)
class CoachAnswer:
    """The coach's advice to a player in their turn."""

    line: str
    """The move to make, in one line."""
    why: tuple[str, ...] = ()
    """The consequences of the move, and the other choices."""
    throw: Card | None = None
    """The card to throw now; None: the advice is to do something else."""
    is_full: bool = False
    """Whether the player wants to read the reasons."""

    @property
    def has_more(self) -> bool:
        """Return whether there are reasons that the player does not see."""
        return bool(self.why) and not self.is_full

    @property
    def text(self) -> str:
        """Return what the player reads."""
        why = [f"-# {line}" for line in self.why] if self.is_full else []
        return "\n".join([self.line, *why])


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as a face shows it to one of its players."""

    control_id: Callable[[int, str], ControlId]
    """Makes the id of a control that the player alone sees, from the step it belongs to and its text."""
    view: View
    """The view of that player."""
    last_deal: View | None
    """The public view when the deal before the running one was over."""
    names: Mapping[Seat, str]
    """The display name of each seat."""
    called: Mapping[Seat, str]
    """The display names, escaped for a message."""
    help: bool
    """Whether the solver may help here."""
    deadline: str
    """The end of the running turn, ready for a message; empty if no clock runs."""
    hand: Callable[[View], Component]
    """Shows the hand of a view as the player likes it: as a picture or in words."""
    in_words: bool = False
    """Whether that is in words."""
    card_buttons: bool = False
    """Whether the player likes a button for each card that they could throw."""
    moves_cards: bool = False
    """Whether the player moves the cards themselves, to zones. The screen has no second control for that."""
    is_lesson: bool = False
    """Whether a person learns the game here, one group after another."""
    coach: bool = False
    """Whether the player may ask the coach here in their turn."""
    advice: CoachAnswer | None = None
    """The coach's advice, while the player looks at it."""
    gravest: Reviewed | None = None
    """The player's gravest mistake in a match that is over, as far as it is certain and known."""

    @property
    def thrower(self) -> str:
        """Return who threw the open card, by display name; empty if the card was turned up or there is none."""
        deal = self.view.deal
        seat = deal.open[-1].seat if deal is not None and deal.open else None
        return self.called[seat] if seat is not None else ""

    def button(self, text: str, label: str, style: Style = Style.PLAIN, *, disabled: bool = False) -> Button:
        """Return a button that carries an action or a request, for the step that the view shows."""
        return Button(label, self.control(text), style, disabled)

    def menu(self, text: str, hint: str, choices: Iterable[Choice], *, most: int = 1) -> Menu | None:
        """Return a menu that sends `text` and then the chosen values; None if there is nothing to choose."""
        return menu(self.control(text), hint, choices, most=most)

    def control(self, text: str) -> str:
        """Return the id of a control on a screen that the player alone sees."""
        return str(self.control_id(self.view.step, text))


# -- requests ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of a player."""

    args: tuple[str, ...] = ()
    """The words after its name."""
    values: tuple[str, ...] = ()
    """The values chosen in a menu."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """The texts typed in a form, or given to a command, by field."""
    is_current: bool = True
    """Whether the control belongs to the present step; a typed command always does."""


@dataclass(frozen=True, slots=True)
class Act:
    """A reply: play these actions, all or none, then show the hand."""

    actions: tuple[Action, ...]
    note: str | None = None
    """The note above the hand; None: the sentence of the face for the actions."""
    then: str = ""
    """A request to answer next, instead of showing the hand."""


@dataclass(frozen=True, slots=True)
class ShowScreen:
    """A reply: show a screen; `is_hand`: it holds the player's whole hand as it is."""

    screen: Screen
    is_hand: bool = False
    preview: tuple[Action, ...] = ()
    """The actions that the screen shows; if the time of this turn runs out, the clock plays them."""


@dataclass(frozen=True, slots=True)
class ShowHand:
    """A reply: show the hand, with a note above it."""

    note: str | None = None


@dataclass(frozen=True, slots=True)
class Fill:
    """A reply: ask the player to fill in a form."""

    form: Form


@dataclass(frozen=True, slots=True)
class FillAgain:
    """A reply: explain why a form cannot be taken, and offer to open it again as it was filled in.

    A form cannot answer a form.
    """

    note: str
    request: str
    """The request that opens the form; `again` follows it."""
    typed: Mapping[str, str]


Reply = Act | ShowScreen | ShowHand | Fill | FillAgain
Request = Callable[[Scene, Asked], Reply]
"""Answers a request; may raise IllegalAction, CardTextError or UserError."""


# -- commands ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parameter:
    """A word of a command that a player types."""

    name: Sentence
    """The name; its English text is the key in `Asked.typed`."""
    about: Sentence
    most: int
    """The most characters."""
    is_needed: bool = False
    complete: Callable[[Scene], Iterable[tuple[str, str]]] | None = None
    """Returns suggestions while the player types: pairs of label and value."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command that only one game has; `answer` gets the typed values in `Asked.typed`."""

    name: Sentence
    about: Sentence
    answer: Request
    parameters: tuple[Parameter, ...] = ()


# -- cards in menus ---------------------------------------------------------------------------------


def card_values(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return a different value for each card, also for equal ones: `7S`, `7S#2`."""
    seen: Counter[Card] = Counter()
    values = []
    for card in cards:
        seen[card] += 1
        values.append(str(card) if seen[card] == 1 else f"{card}#{seen[card]}")
    return tuple(values)


def without_copy(value: str) -> str:
    """Return the value without the number of the copy: `7S` of `7S#2`."""
    return re.sub("#[2-9]$", "", value)


def card_of_value(value: str) -> Card:
    """Return the card that a value names.

    Raises:
        IllegalAction: it names none.
    """
    try:
        return Card.parse(without_copy(value))
    except CardTextError:
        raise IllegalAction(Refusal.NOT_IN_HAND) from None
