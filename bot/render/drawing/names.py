"""Names as they can be drawn: whatever people call themselves becomes one line, in their own script."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from bot.languages.sentence import isolated, say
from bot.render.drawing.scripts import clusters, plain
from bot.rummy.cards import Seat
from bot.rummy.ids import DisplayName, one_line

Names = Mapping[Seat, str]
"""What everybody is called, by seat."""

MAX_LENGTH = 40
"""Letters looked at; a picture clips earlier."""


def drawable(text: str) -> str:
    """The text without what no font can draw, on one line."""
    return "".join(clusters(plain(text[: 8 * MAX_LENGTH]))[:MAX_LENGTH])


def _letters(text: str) -> int:
    return sum(char.isalnum() for char in unicodedata.normalize("NFKC", text))


@lru_cache(2048)
def shown(name: str, instead: str) -> str:
    """Return a name for a picture.

    Where too little of it can be drawn, the person's handle, and `instead` without one.
    """
    handle = name.handle if isinstance(name, DisplayName) else ""
    return next(filter(None, map(_drawn, (name, handle))), instead)


def _drawn(name: str) -> str:
    """Return a name as a picture draws it; empty where too little of it can be drawn."""
    name = name[: 8 * MAX_LENGTH]
    drawn = drawable(name)
    return "" if not _letters(drawn) or 2 * _letters(drawn) < _letters(name[:MAX_LENGTH]) else drawn


def alt_name(name: str, instead: str) -> str:
    """Return a name for alt text: any script, but one line without control characters.

    `instead` where nothing is left.
    """
    return isolated(one_line(name[:MAX_LENGTH]) or instead)


def numbered(number: int) -> str:
    """Return who has no name that can be shown."""
    return say("Player {number}", number=number)


def label(names: Names, seat: Seat) -> str:
    """Return the seat's name for a picture; `Player 3` where too little of it can be drawn."""
    return shown(names.get(seat, ""), numbered(seat + 1))


def spoken(names: Names, seat: Seat) -> str:
    """Return the seat's name for alt text."""
    return alt_name(names.get(seat, ""), numbered(seat + 1))
