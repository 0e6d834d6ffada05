"""The parts of a screen: text, pictures, controls and forms as plain values, for any front end."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum, IntEnum
from functools import cache
from typing import Annotated, Any, ClassVar, Self, cast, get_args, get_type_hints

from bot.rummy.ids import TableId

MAX_TEXT = 3900
"""The most characters in all texts of a screen; Discord takes 4000."""
MAX_CHOICES = 25
"""The most choices that Discord shows in a menu, or while a person types."""
IN_A_ROW = 5
"""The most buttons that Discord takes in a row."""
MAX_ID = 100
"""The most characters that Discord allows in the id of a control."""


class Accent(IntEnum):
    """The stripe beside a screen, as an RGB colour."""

    GREEN = 0x3BA55D
    """It is your turn, or there is something to do."""
    BLURPLE = 0x5865F2
    """The game goes on."""
    GREY = 0x6D7480
    """Waiting, or nothing left to do."""
    GOLD = 0xE0A526
    """The deal or match is over and has a winner."""
    RED = 0xD83C3E
    """A warning."""


class Style(Enum):
    """The effect of pressing a button."""

    PLAIN = "plain"
    PRIMARY = "primary"
    """The usual next step."""
    SUCCESS = "success"
    """Take part or go on."""
    DANGER = "danger"
    """Something that cannot be taken back, or that costs something."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, and its content in words: a PNG, or a GIF if it moves."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to download, and its content in words."""

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
    """A line of a menu; `chosen` marks the present choice."""

    label: str
    value: str
    about: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A list from which 1 to `most` choices can be made; without a `hint`, the chosen one is shown."""

    id: str
    hint: str | None
    choices: tuple[Choice, ...]
    most: int = 1


@dataclass(frozen=True, slots=True)
class ChannelMenu:
    """A list of the text channels of the server, from which one is chosen. Its value is the id of the channel."""

    id: str
    hint: str


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address in the reader's browser."""

    label: str
    address: str


Component = str | Picture | Attachment | Divider | Row | Menu | ChannelMenu | Link


@dataclass(frozen=True, slots=True)
class Screen:
    """A whole screen, from top to bottom; without an accent it has no frame.

    >>> hello = screen(Accent.GREEN, "Your turn. ", None)
    >>> hello.accent, hello.parts
    (<Accent.GREEN: 3908957>, ('Your turn.',))
    """

    accent: Accent | None
    parts: tuple[Component, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A text field of a form."""

    id: str
    label: str
    about: str
    value: str
    hint: str
    most: int
    """The most characters."""


@dataclass(frozen=True, slots=True)
class FormMenu:
    """A menu of a form, in which any number of choices can be made. Its value is the chosen ones, with spaces between
    them.
    """

    id: str
    label: str
    about: str
    choices: tuple[Choice, ...]

    @property
    def value(self) -> str:
        """Return what is chosen when the form opens."""
        return " ".join(choice.value for choice in self.choices if choice.chosen)


@dataclass(frozen=True, slots=True)
class Form:
    """A form: fields and menus, five at most with the text below them."""

    id: str
    title: str
    fields: tuple[Field | FormMenu, ...]
    text: str = ""


def screen(accent: Accent | None, *parts: Component | None) -> Screen:
    """Return a screen of the parts that are not None, its texts cut to `MAX_TEXT` characters in all."""
    room = MAX_TEXT
    shown: list[Component] = []
    for part in parts:
        if isinstance(part, str):
            part = part.strip()
            part = part if len(part) <= max(1, room) else part[: max(1, room) - 1] + "…"
            room -= len(part)
        if part:
            shown.append(part)
    return Screen(accent, tuple(shown))


def row(*buttons: Button | None) -> Row | None:
    """Return a row of the buttons that are not None; None if there are none."""
    present = tuple(button for button in buttons if button is not None)
    return Row(present) if present else None


def rows(buttons: Iterable[Button]) -> Iterator[Row]:
    """Yield the buttons in rows, as many in each as Discord takes."""
    left = tuple(buttons)
    for first in range(0, len(left), IN_A_ROW):
        yield Row(left[first : first + IN_A_ROW])


def menu(id: object, hint: str | None, choices: Iterable[Choice], *, most: int = 1) -> Menu | None:
    """Return a menu with that id; None if there is nothing to choose."""
    offered = tuple(choices)
    return Menu(str(id), hint, offered, min(most, len(offered))) if offered else None


# -- the ids of controls ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """The text form of one field of an id: a pattern, and the conversion of the value both ways."""

    pattern: str
    read: Callable[[str], Any]
    """Makes the value from a text that fits the pattern; may raise ValueError."""
    write: Callable[[Any], str] = str


def one_of(kind: type[Enum]) -> Part:
    """Return the part for a member of an enum of texts."""
    return Part("|".join(str(member.value) for member in kind), kind)


def flag(yes: str, no: str) -> Part:
    """Return the part for a bool, written as one of two words."""
    return Part(f"{yes}|{no}", lambda word: word == yes, lambda value: yes if value else no)


class ControlId:
    """The data in the id of a control, as text both ways: a prefix, then each field after a colon.

    Subclasses are dataclasses whose fields are annotated with their `Part`.
    """

    __slots__ = ()
    PREFIX: ClassVar[str]
    ORDER: ClassVar[tuple[str, ...]] = ()
    """The fields in the order of the text; empty: as they are declared."""

    @classmethod
    @cache
    def _parts(cls) -> tuple[re.Pattern[str], Mapping[str, Part]]:
        hints = get_type_hints(cls, include_extras=True)
        parts = {name: get_args(hints[name])[1] for name in cls.ORDER or [f.name for f in fields(cast(Any, cls))]}
        return re.compile(":".join([cls.PREFIX, *(f"({part.pattern})" for part in parts.values())])), parts

    def __str__(self) -> str:
        """Return the id as text.

        Raises:
            ValueError: a field does not fit its pattern, or the text is too long.
        """
        pattern, parts = self._parts()
        text = ":".join([self.PREFIX, *(part.write(getattr(self, name)) for name, part in parts.items())])
        if len(text) > MAX_ID or not pattern.fullmatch(text):
            raise ValueError(f"no custom id: {text!r}")
        return text

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the id for a text; None if the text has another form."""
        pattern, parts = cls._parts()
        match = pattern.fullmatch(text) if len(text) <= MAX_ID else None
        if match is None:
            return None
        try:
            words = zip(parts.items(), match.groups(), strict=True)
            return cls(**{name: part.read(word) for (name, part), word in words})
        except ValueError:
            return None


class SpokenId(ControlId):
    """The id of a control with a text: an action as records have it, or a request with its arguments."""

    __slots__ = ()
    text: str
    """The text, such as `draw closed` or `ask-leave`."""

    @property
    def word(self) -> str:
        """Return the first word of the text."""
        return self.text.partition(" ")[0]

    @property
    def args(self) -> tuple[str, ...]:
        """Return the words after the first."""
        return tuple(self.text.split(" ")[1:])


_SAID = Part("[A-Za-z0-9-]+(?: [A-Za-z0-9-]+)*", str)
_STEP = Part("0|[1-9][0-9]{0,5}", int)


@dataclass(frozen=True, slots=True)
class TableControlId(SpokenId):
    """The id of a control of a table: the table, the step it belongs to, and its text.

    >>> id = TableControlId(TableId("abc234"), 7, "discard 7S")
    >>> str(id), TableControlId.parse("rummy:c:abc234:7:discard 7S") == id
    ('rummy:c:abc234:7:discard 7S', True)
    """

    PREFIX: ClassVar[str] = "rummy"
    ORDER: ClassVar[tuple[str, ...]] = ("is_own", "table", "step", "text")

    table: Annotated[TableId, Part("[a-z0-9]{6}", TableId)]
    step: Annotated[int, _STEP]
    text: Annotated[str, _SAID]
    is_own: Annotated[bool, flag("y", "c")] = False
    """Whether it stands on a screen that its player alone sees, such as the hand."""


@dataclass(frozen=True, slots=True)
class SoloControlId(SpokenId):
    """The id of a control of a deal that one person plays alone: the place, the step it belongs to, and its text.

    It names no player: it is about the deal of the person who uses it.
    """

    PREFIX: ClassVar[str] = "rummy:s"

    place: Annotated[str, Part("[a-z]{1,12}-[a-z0-9-]{1,20}", str)]
    """A name such as `lesson-indian`."""
    step: Annotated[int, _STEP]
    text: Annotated[str, _SAID]
