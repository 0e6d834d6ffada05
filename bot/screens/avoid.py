"""The list of the people whom a person avoids, and the question before they sit down with one."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.layout import MAX_CHOICES, Accent, Button, Choice, ControlId, Screen, Style, menu, one_of, screen
from bot.rummy.ids import PlayerId
from bot.screens.base import button, question
from bot.screens.ids import PlayerOrNobody
from bot.service.tables.state import TableState
from bot.store.rows.avoided import Avoided
from bot.text import avoid, buttons, refusals
from bot.text.words import clipped


class AvoidWord(StrEnum):
    """What a control of the list does."""

    LIST = "list"
    ADD = "add"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class AvoidId(ControlId):
    """A control of the list of people whom one avoids. A menu adds the one that was chosen."""

    PREFIX: ClassVar[str] = "rummy:j"

    player: PlayerOrNobody
    """The person to add; None: nobody."""
    word: Annotated[AvoidWord, one_of(AvoidWord)]


def list_button() -> Button:
    """Return the button that shows the list."""
    return Button(avoid.LIST(), str(AvoidId(None, AvoidWord.LIST)))


def add_button(player: PlayerId) -> Button:
    """Return the button that puts a person on the list."""
    return Button(avoid.AVOID(), str(AvoidId(player, AvoidWord.ADD)))


def avoided(found: Sequence[Avoided], note: str | None = None) -> Screen:
    """Return a person's list, the newest first. The menu has as many as there is room for; the command has all."""
    told = avoid.avoided(f"<@{one.other}>" for one in found) if found else avoid.NOBODY()
    choices = (
        Choice(clipped(one.name, 100) or refusals.UNNAMED_MEMBER(), str(one.other)) for one in found[:MAX_CHOICES]
    )
    removing = menu(AvoidId(None, AvoidWord.REMOVE), avoid.REMOVE(), choices)
    return screen(Accent.GREY, note, told, avoid.EXPLAINED(), removing)


def ask_join(state: TableState, people: Sequence[PlayerId]) -> Screen:
    """Return the question before a person sits down with people of their list."""
    back = button(state, "table", buttons.BACK())
    named = (f"<@{person}>" for person in people)
    return question(avoid.ask_join(named), back, button(state, "join-anyway", avoid.SIT_DOWN(), Style.DANGER))
