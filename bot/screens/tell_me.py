"""The form of a person who wants to be told of new tables, and the message that tells them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.faces.face import Face, face_of
from bot.layout import Accent, Button, Choice, ControlId, Screen, Style, menu, one_of, row, screen
from bot.rummy.ids import PlayerId
from bot.rummy.rules import GameRules
from bot.screens.base import button
from bot.service.tables.state import TableState
from bot.store.rows.tellings import Listener
from bot.text import buttons, tell_me

ANY, NEVER = "any", "never"
"""The values of menus that stand for all games, and for no quiet hours."""


class TellWord(StrEnum):
    """What a control of the form does."""

    SHOW = "show"
    START = "start"
    STOP = "stop"
    GAME = "game"
    FROM = "from"
    UNTIL = "until"


@dataclass(frozen=True, slots=True)
class TellId(ControlId):
    """A control of the form; a menu adds the value that was chosen."""

    PREFIX: ClassVar[str] = "rummy:i"

    word: Annotated[TellWord, one_of(TellWord)]


def tell_button() -> Button:
    """Return the button that leads to the form."""
    return Button(tell_me.TELL_ME(), str(TellId(TellWord.SHOW)))


def form(listener: Listener | None, games: Iterable[GameRules], zone: str, note: str | None = None) -> Screen:
    """Return the form: which game, in which hours, or no longer."""
    if listener is None:
        start = row(Button(tell_me.START(), str(TellId(TellWord.START)), Style.SUCCESS))
        return screen(Accent.GREY, note, tell_me.TITLE(), tell_me.NOT_TOLD(), tell_me.ABOUT(), start)
    named = [(game.face.title(), game.id) for game in games if isinstance(game.face, Face)]
    any_game = Choice(tell_me.ANY_GAME(), ANY, chosen=listener.game is None)
    begins, ends = listener.quiet_from, listener.quiet_until
    never = Choice(tell_me.ALWAYS(), NEVER, chosen=begins is None)
    return screen(
        Accent.GREEN,
        note,
        tell_me.TITLE(),
        tell_me.TOLD(),
        tell_me.ABOUT(),
        menu(
            TellId(TellWord.GAME),
            tell_me.GAME(),
            [any_game, *(Choice(title, id, chosen=id == listener.game) for title, id in named)],
        ),
        menu(TellId(TellWord.FROM), tell_me.QUIET_FROM(), [never, *_hours(begins)]),
        menu(TellId(TellWord.UNTIL), tell_me.QUIET_UNTIL(), _hours(ends)) if begins is not None else None,
        tell_me.zone(zone) if begins is not None else None,
        row(Button(tell_me.STOP(), str(TellId(TellWord.STOP)))),
    )


def _hours(chosen: int | None) -> list[Choice]:
    return [Choice(f"{hour:02}:00", str(hour), chosen=hour == chosen) for hour in range(24)]


def telling(state: TableState, people: Sequence[PlayerId], role: int | None) -> Screen:
    """Return the message that a table is open, for these people or for a role."""
    called = [f"<@&{role}>"] if role is not None else [f"<@{person}>" for person in people]
    join = button(state, "join", buttons.JOIN(), Style.SUCCESS)
    stop = Button(tell_me.STOP(), str(TellId(TellWord.STOP))) if role is None else None
    return screen(Accent.GREEN, tell_me.opened(called, face_of(state.rules).title()), row(join, stop))
