"""Names for pictures: any name becomes one line, in its own script."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from bot.languages.sentence import isolated, say
from bot.render.drawing.scripts import clusters, plain
from bot.rummy.cards import Seat
from bot.rummy.ids import DisplayName, one_line
from bot.text.words import clipped

Names = Mapping[Seat, str]
"""The names of all players, by seat."""

MAX_LENGTH = 40
"""The most letters of a name; a picture clips it earlier."""


def drawable(text: str) -> str:
    """Return the text on one line, without characters that no font can draw."""
    letters = clusters(plain(text[: 8 * MAX_LENGTH]))
    return "".join(letters if len(letters) <= MAX_LENGTH else [*letters[: MAX_LENGTH - 1], "…"])


def _letters(text: str) -> int:
    return sum(char.isalnum() for char in unicodedata.normalize("NFKC", text))


@lru_cache(2048)
def shown(name: str, instead: str) -> str:
    """Return a name for a picture.

    If too little of it can be drawn, return the person's handle, or `instead` if there is none.
    """
    handle = name.handle if isinstance(name, DisplayName) else ""
    return next(filter(None, map(_drawn, (name, handle))), instead)


def _drawn(name: str) -> str:
    """Return a name as a picture draws it; empty if too little of it can be drawn."""
    name = name[: 8 * MAX_LENGTH]
    drawn = drawable(name)
    return "" if not _letters(drawn) or 2 * _letters(drawn) < _letters(name[:MAX_LENGTH]) else drawn


def alt_name(name: str, instead: str) -> str:
    """Return a name for alt text: any script, but one line without control characters.

    Return `instead` if nothing is left.
    """
    return isolated(clipped(one_line(name), MAX_LENGTH) or instead)


def numbered(number: int) -> str:
    """Return the name of a player without a name that can be shown."""
    return say("Player {number}", number=number)


def label(names: Names, seat: Seat) -> str:
    """Return the seat's name for a picture, or `Player 3` if too little of it can be drawn."""
    return shown(names.get(seat, ""), numbered(seat + 1))


def spoken(names: Names, seat: Seat) -> str:
    """Return the seat's name for alt text."""
    return alt_name(names.get(seat, ""), numbered(seat + 1))
