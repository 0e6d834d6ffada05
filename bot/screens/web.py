"""The way into the page in a browser, and the button that leads there."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.layout import IN_A_ROW, Accent, Button, ControlId, Link, Row, Screen, one_of, row, screen
from bot.screens.base import button, relative
from bot.service.tables.state import TableState
from bot.store.rows.web import WebSession
from bot.text import web

MOST_LISTED = 10
"""The browsers that are listed, of those in which a person has opened the page."""


class WebWord(StrEnum):
    """The purpose of a control about the page in a browser."""

    OPEN = "open"
    END = "end"


@dataclass(frozen=True, slots=True)
class WebId(ControlId):
    """A button that asks for a way into the page in a browser, or ends all sessions of it."""

    PREFIX: ClassVar[str] = "rummy:b"

    word: Annotated[WebWord, one_of(WebWord)]


def with_page(shown: Screen) -> Screen:
    """Return the screen with a button that leads to the page in a browser, in its last row if there is room."""
    asks = Button(web.PLAY(), str(WebId(WebWord.OPEN)))
    *parts, last = shown.parts
    if isinstance(last, Row) and len(last.buttons) < IN_A_ROW:
        return Screen(shown.accent, (*parts, Row((asks, *last.buttons))))
    return Screen(shown.accent, (*shown.parts, Row((asks,))))


def in_browser(state: TableState) -> Screen:
    """Return the message in place of a hand that its owner plays on a page in a browser."""
    return screen(Accent.GREY, web.ELSEWHERE(), row(button(state, "hand", web.SHOW_HERE(), own=True)))


def way_in(address: str) -> Screen:
    """Return the link that opens the page for the person who asked."""
    return screen(Accent.GREEN, web.READY(), Link(web.OPEN(), address), _end())


def signed_in(sessions: Sequence[WebSession]) -> tuple[str | None, Row | None]:
    """Return the lines of the browsers used last, and the button that ends all of them."""
    if not sessions:
        return None, None
    latest = sorted(sessions, key=lambda one: one.used_at, reverse=True)[:MOST_LISTED]
    lines = (web.signed_in(one.channel, relative(one.opened_at), relative(one.used_at)) for one in latest)
    return "\n".join([web.SIGNED_IN(), *lines]), _end()


def _end() -> Row | None:
    return row(Button(web.END(), str(WebId(WebWord.END))))
