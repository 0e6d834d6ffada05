"""Questions with numbered answers: controls of a screen, choices of a menu and fields of a form."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from bot.faces.controls import without_copy
from bot.flows.answer import Press
from bot.layout import Button, Form, FormMenu, Menu, Row, Screen, SoloControlId, TableControlId
from bot.rummy.cards import Card
from bot.rummy.errors import CardTextError, Refusal
from bot.rummy.ids import folded
from bot.screens.ids import QuickId
from bot.terminal.console import Console
from bot.text import buttons as buttons_text
from bot.text import refusals, terminal

WORDS: Mapping[str, str] = {"closed": "draw closed", "open": "draw open", "best": "best"}
"""The words that can be typed in place of a number, with the texts of their controls."""
DISCARD = "discard"
HAND, REFRESH = "hand", "refresh"
"""Requests of controls. The first leads back and has the number 0; the second changes nothing here."""


class WrongLineError(Exception):
    """A line that answers no question. The message says what to type."""


@dataclass(frozen=True)
class Question:
    """The controls of a screen, numbered from 1. The number 0 leads back to the hand, or from the hand to the table."""

    controls: tuple[Button | Menu, ...]
    back: Button

    @classmethod
    def of(cls, screen: Screen, table: Button) -> Self | None:
        """Return the question of a screen; None if it has no controls. *table* is the way back if it has none."""
        controls = [_led(control, table) for control in _controls(screen) if _request(control) != REFRESH]
        back = [control for control in controls if isinstance(control, Button) and _request(control) == HAND]
        asked = tuple(control for control in controls if _request(control) != HAND)
        return cls(asked, back[0] if back else table) if controls else None

    def show(self, console: Console) -> None:
        """Print the controls, one a line."""
        for number, control in enumerate(self.controls, start=1):
            is_off = isinstance(control, Button) and control.disabled
            label = _label(control)
            console.say(f"{number}. {terminal.not_now(label) if is_off else label}")
        console.say(f"0. {self.back.label}")

    def chosen(self, line: str) -> tuple[Button | Menu, str]:
        """Return the control whose number is first in the line, and the rest of the line.

        A card is thrown; a word such as `closed` or `best`, or the label of a control, stands for that control.

        Raises:
            WrongLineError: there is no such control, or it cannot be used now.
        """
        if (worded := self._worded(line)) is not None:
            line = worded
        number, *rest = _words(line) or [""]
        offered = {str(i): control for i, control in enumerate((self.back, *self.controls))}
        control = offered.get(number)
        if control is None or (rest and isinstance(control, Button)):
            raise WrongLineError(terminal.type_one(len(self.controls)))
        if isinstance(control, Button) and control.disabled:
            raise WrongLineError(refusals.REFUSALS[Refusal.NOT_NOW]())
        return control, " ".join(rest)

    def _worded(self, line: str) -> str | None:
        """Return the numbers for a word or a card that was typed; None if it is neither."""
        word = folded(line)
        if not word or word.isdecimal():
            return None
        said = WORDS.get(word, f"discard {_card(line)}")
        for number, control in enumerate(self.controls, start=1):
            if word == folded(_label(control)) or said == _said(control):
                return str(number)
            if isinstance(control, Menu) and _request(control) == DISCARD:
                for place, choice in enumerate(control.choices, start=1):
                    if _card(without_copy(choice.value)) == _card(line) is not None:
                        return f"{number} {place}"
        return None

    def in_brief(self, console: Console) -> None:
        """Print the controls with their numbers in one line."""
        named = [f"{number} {_label(control)}" for number, control in enumerate(self.controls, start=1)]
        line = " · ".join([*named, f"0 {self.back.label}", terminal.ALL()])
        console.say(f"-# {line}")


def _card(text: str) -> Card | None:
    try:
        return Card.parse(text)
    except CardTextError:
        return None


def _said(control: Button | Menu) -> str:
    """Return the text of a control of a table or a lesson; empty if it is none."""
    id = TableControlId.parse(control.id) or SoloControlId.parse(control.id)
    return id.text if id is not None else ""


def _controls(screen: Screen) -> Iterator[Button | Menu]:
    for part in screen.parts:
        match part:
            case Row(buttons):
                yield from buttons
            case Menu():
                yield part


def _led(control: Button | Menu, table: Button) -> Button | Menu:
    """Return the control. One that starts a match at once leads to the table instead."""
    is_quick = isinstance(control, Button) and QuickId.parse(control.id) is not None
    return replace(control, id=table.id) if is_quick else control


def _request(control: Button | Menu) -> str:
    id = TableControlId.parse(control.id) or SoloControlId.parse(control.id)
    return id.word if id is not None else ""


def _label(control: Button | Menu) -> str:
    label = control.label if isinstance(control, Button) else control.hint or ""
    has_words = any(char.isalnum() for char in label)
    return label if has_words else terminal.MORE()


def _words(line: str) -> list[str]:
    return line.replace(",", " ").split()


# -- menus and forms --------------------------------------------------------------------------------


def show_menu(menu: Menu, console: Console) -> None:
    """Print the choices, one a line."""
    for number, choice in enumerate(menu.choices, start=1):
        console.say(f"{number}. {choice.label}{f' · {choice.about}' if choice.about else ''}")
    console.say(f"0. {buttons_text.BACK()}")
    if menu.most > 1:
        console.say(terminal.type_some(len(menu.choices)))


def picked(menu: Menu, line: str) -> Press | None:
    """Return a press with the choices whose numbers are in the line; None if the person goes back.

    Raises:
        WrongLineError: they do not exist, or are too many.
    """
    numbers = list(dict.fromkeys(_words(line)))
    offered = {str(i): choice.value for i, choice in enumerate(menu.choices, start=1)}
    if numbers == ["0"]:
        return None
    if not 0 < len(numbers) <= menu.most or any(number not in offered for number in numbers):
        most = len(menu.choices)
        raise WrongLineError(terminal.type_some(most) if menu.most > 1 else terminal.type_one(most))
    return Press(menu.id, tuple(offered[number] for number in numbers))


def filled(form: Form, console: Console) -> Press | None:
    """Return a press with the form as the person fills it in; None if they go back or change nothing.

    Raises:
        InputEndedError: no line is left.
    """
    console.show((f"**{form.title}**", form.text))
    typed: dict[str, str] = {}
    for field in form.fields:
        if isinstance(field, FormMenu):
            chosen = _chosen(field, console, lists=field is form.fields[0])
            if chosen is None:
                return None
            typed[field.id] = chosen
            continue
        console.say(terminal.field(field.label, field.about, field.value, field.hint))
        while len(line := console.read()) > field.most:
            console.say(terminal.too_long(field.most))
        if line == "0":
            return None
        typed[field.id] = line or field.value
    return Press(form.id, typed=typed) if any(typed[field.id] != field.value for field in form.fields) else None


def _chosen(menu: FormMenu, console: Console, *, lists: bool) -> str | None:
    """Return what is chosen in a menu of a form: the choices by number, or those of before; None if the person goes
    back.

    `lists`: whether to print the choices first.
    """
    for number, choice in enumerate(menu.choices if lists else (), start=1):
        console.say(f"{number}. {choice.label}")
    now = " ".join(choice.label for choice in menu.choices if choice.chosen)
    console.say(terminal.field(menu.label, menu.about, now, ""))
    offered = {str(number): choice.value for number, choice in enumerate(menu.choices, start=1)}
    while True:
        numbers = _words(console.read())
        if numbers == ["0"]:
            return None
        if all(number in offered for number in numbers):
            return " ".join(offered[number] for number in numbers) or menu.value
        console.say(terminal.type_some(len(offered)))
