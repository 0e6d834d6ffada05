"""What a screen is made of: text, pictures, controls and forms as plain values, for any front end."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import ClassVar, Self

from bot.rummy.ids import TableId

MAX_TEXT = 3900
"""Characters in all texts of a screen; Discord takes 4000."""
MAX_CHOICES = 25
"""Choices that Discord shows in a menu, or while a person types."""
MAX_ID = 100
"""Characters that Discord allows in the id of a control."""


class Accent(IntEnum):
    """The stripe beside a screen, as an RGB colour."""

    GREEN = 0x3BA55D
    """Your turn; something to do."""
    BLURPLE = 0x5865F2
    """The game goes on."""
    GREY = 0x6D7480
    """Waiting, or nothing left to do."""
    GOLD = 0xE0A526
    """The deal or match is over and has a winner."""
    RED = 0xD83C3E
    """Think twice."""


class Style(Enum):
    """What pressing a button amounts to."""

    PLAIN = "plain"
    PRIMARY = "primary"
    """The usual next step."""
    SUCCESS = "success"
    """Takes part or goes on."""
    DANGER = "danger"
    """Cannot be taken back, or costs something."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG picture, and what it says in words."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to download, and what it is in words."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A line between two parts."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button."""

    label: str
    id: str
    style: Style = Style.PLAIN
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """Buttons side by side, at most five."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a menu; `chosen` marks the one that holds now."""

    label: str
    value: str
    about: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A list of which 1 to `most` choices can be made; without `hint` the chosen one is shown."""

    id: str
    hint: str | None
    choices: tuple[Choice, ...]
    most: int = 1


Part = str | Picture | Attachment | Divider | Row | Menu


@dataclass(frozen=True, slots=True)
class Screen:
    """All that is shown at once, from top to bottom; without an accent it has no frame."""

    accent: Accent | None
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A text field of a form."""

    id: str
    label: str
    about: str
    value: str
    hint: str
    most: int
    """Characters."""


@dataclass(frozen=True, slots=True)
class Form:
    """A typed form: fields, and a text below them."""

    id: str
    title: str
    fields: tuple[Field, ...]
    text: str = ""


def screen(accent: Accent | None, *parts: Part | None) -> Screen:
    """A screen of the parts that are there, its texts cut to `MAX_TEXT` characters in all."""
    room = MAX_TEXT
    shown: list[Part] = []
    for part in parts:
        if isinstance(part, str):
            part = part.strip()
            part = part if len(part) <= max(1, room) else part[: max(1, room) - 1] + "…"
            room -= len(part)
        if part:
            shown.append(part)
    return Screen(accent, tuple(shown))


def row(*buttons: Button | None) -> Row | None:
    """A row of the buttons that are there; None: there are none."""
    present = tuple(button for button in buttons if button is not None)
    return Row(present) if present else None


def menu(id: object, hint: str | None, choices: Iterable[Choice], *, most: int = 1) -> Menu | None:
    """A menu with that id; None: there is nothing to choose."""
    offered = tuple(choices)
    return Menu(str(id), hint, offered, min(most, len(offered))) if offered else None


# -- the ids of controls ----------------------------------------------------------------------------


class ControlId:
    """What a control carries, as text both ways."""

    __slots__ = ()
    PATTERN: ClassVar[str]

    def _text(self) -> str:
        raise NotImplementedError

    @classmethod
    def _read(cls, match: re.Match[str]) -> Self:
        raise NotImplementedError

    def __str__(self) -> str:
        """The id as text.

        Raises:
            ValueError: `parse` would not read it back.
        """
        text = self._text()
        if self._match(text) is None:
            raise ValueError(f"no custom id: {text!r}")
        return text

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """What the text of an id says; None: it has another form."""
        match = cls._match(text)
        return None if match is None else cls._read(match)

    @classmethod
    def _match(cls, text: str) -> re.Match[str] | None:
        return re.fullmatch(cls.PATTERN, text) if len(text) <= MAX_ID else None


@dataclass(frozen=True, slots=True)
class TableControlId(ControlId):
    """The id of a control of a table: which table, as of which step, and what using it says."""

    table: TableId
    step: int
    text: str
    """The text of an action, as records have it, or a request and what it is about: `draw closed`, `ask-leave`."""
    is_own: bool = False
    """Whether it stands on a screen that its player alone sees, such as the hand."""

    PATTERN: ClassVar[str] = (
        r"rummy:(?P<kind>[cy]):(?P<table>[a-z0-9]{6}):(?P<step>0|[1-9][0-9]{0,5})"
        r":(?P<text>[A-Za-z0-9-]+(?: [A-Za-z0-9-]+)*)"
    )

    def _text(self) -> str:
        return f"rummy:{'y' if self.is_own else 'c'}:{self.table}:{self.step}:{self.text}"

    @property
    def word(self) -> str:
        """The first word of the text."""
        return self.text.partition(" ")[0]

    @property
    def args(self) -> tuple[str, ...]:
        """The words after the first."""
        return tuple(self.text.split(" ")[1:])

    @classmethod
    def _read(cls, match: re.Match[str]) -> Self:
        return cls(TableId(match["table"]), int(match["step"]), match["text"], match["kind"] == "y")
