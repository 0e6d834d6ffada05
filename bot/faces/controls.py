"""What a face builds controls from, and what it answers to the requests that they carry."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from bot.languages.sentence import Sentence
from bot.layout import Button, Choice, Component, ControlId, Form, Menu, Screen, Style, menu
from bot.rummy.actions import Action
from bot.rummy.cards import Card, Seat
from bot.rummy.errors import CardTextError, IllegalAction, Refusal
from bot.rummy.view import View

MAX_TYPED = 400
"""Characters of cards or groups that are typed."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as a face shows it to one of its players."""

    control_id: Callable[[int, str], ControlId]
    """The id of a control that the player alone sees, from the step it belongs to and what it says."""
    view: View
    """Of that player."""
    last_deal: View | None
    """What everybody could see when the deal before the running one was over."""
    names: Mapping[Seat, str]
    """What everybody is called, by seat."""
    called: Mapping[Seat, str]
    """The same, escaped for a message."""
    help: bool
    """Whether the solver may help here."""
    deadline: str
    """When the running turn is over, ready for a message; empty where no clock runs."""
    hand: Callable[[View], Component]
    """The hand of a view as the player likes it: a picture or words."""
    coach: bool = False
    """Whether the player may ask the coach here in their turn."""

    @property
    def thrower(self) -> str:
        """Return who threw the open card, as a message calls them; empty: it was turned up, or there is none."""
        deal = self.view.deal
        seat = deal.open[-1].seat if deal is not None and deal.open else None
        return self.called[seat] if seat is not None else ""

    def button(self, text: str, label: str, style: Style = Style.PLAIN, *, disabled: bool = False) -> Button:
        """Return a button that carries an action or a request, as of the step that the view shows."""
        return Button(label, self.control(text), style, disabled)

    def menu(self, text: str, hint: str, choices: Iterable[Choice], *, most: int = 1) -> Menu | None:
        """Return a menu: using it says `text` and then the values chosen. None: there is nothing to choose."""
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
    """Chosen in a menu."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """Typed in a form, or given to a command, by field."""
    is_current: bool = True
    """Whether the control was shown as of the present step; a typed command always is."""


@dataclass(frozen=True, slots=True)
class Act:
    """These actions are to be played, all or none; then the hand is shown."""

    actions: tuple[Action, ...]
    note: str | None = None
    """Stands above the hand; None: what the face says of the actions."""
    then: str = ""
    """A request that is answered next in the place of the hand."""


@dataclass(frozen=True, slots=True)
class ShowScreen:
    """A screen is to be shown; `is_hand`: it holds the player's whole hand as it stands."""

    screen: Screen
    is_hand: bool = False
    preview: tuple[Action, ...] = ()
    """What it shows, as the player could play it now: if the time of this turn runs out, the clock plays that."""


@dataclass(frozen=True, slots=True)
class ShowHand:
    """The hand is to be shown, with a note above it."""

    note: str | None = None


@dataclass(frozen=True, slots=True)
class Fill:
    """A form is to be filled in."""

    form: Form


Reply = Act | ShowScreen | ShowHand | Fill
Request = Callable[[Scene, Asked], Reply]
"""Answers a request; may raise IllegalAction, CardTextError or UserError."""


# -- commands ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parameter:
    """A word of a command that a player types."""

    name: Sentence
    """Its English text is the key of what was typed."""
    about: Sentence
    most: int
    """Characters."""
    is_needed: bool = False
    complete: Callable[[Scene], Iterable[tuple[str, str]]] | None = None
    """What to offer while it is typed: label and value each."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command that only one game has; `answer` gets what was typed in `Asked.typed`."""

    name: Sentence
    about: Sentence
    answer: Request
    parameters: tuple[Parameter, ...] = ()


# -- cards in menus ---------------------------------------------------------------------------------


def card_values(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return a value for each card, no two alike: `7S`, `7S#2`."""
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
