"""The player's own hand, visible only to them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from bot.languages.sentence import Reader, reader
from bot.render.drawing import fan, fonts
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.fan import Fan, FanLook, layout
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import CLOSE, HAND, LARGE
from bot.render.drawing.theme import PLAIN, Theme
from bot.render.phrases import begun, fitted
from bot.render.pictures import Phrase, pictures_of
from bot.rummy.cards import Wild
from bot.rummy.view import View


def draw_hand(view: View, theme: Theme = PLAIN, *, help: bool = True) -> bytes:
    """Return the hand of the view's seat as a PNG; `help`: whether it may show the solver's melds.

    Raises:
        ValueError: the view is the public one, or nothing is dealt.
    """
    if view.deal is None or view.deal.seat is None:
        raise ValueError("a hand is drawn for the seat that holds it")
    return pictures_of(view.rules).draw_hand(view, theme, help=help)


HEADER = 72
"""Height of the line above the cards."""
MOST_ROWS = 3
"""Rows of cards of the usual size; where a hand would take more, it is drawn with smaller cards to fit a phone."""
_NUMBER = 52
"""Font size of a number that is larger than the rest."""
KEPT = 1_024
"""Number of cached pictures of hands, some 18 KiB each: moves of others change the words below a hand, not the hand.

At a table for two, three new ones are drawn before the same hand is shown again, so those of 300 tables fit.
"""


def hand_look(wild: Wild, theme: Theme, *, large: bool) -> FanLook:
    """Return the look of the cards in a player's own hand."""
    return (
        FanLook(LARGE, wild, theme, band=54, letters=38) if large else FanLook(HAND, wild, theme, band=46, letters=32)
    )


def header_letters(theme: Theme) -> tuple[int, int]:
    """Return the font size of the line above the cards, and its base line."""
    letters = 42 if theme.large else 36
    return letters, (HEADER + fonts.cap_height(Cut.BOLD, letters)) // 2


def draw_status(canvas: Canvas, status: Sequence[Phrase], theme: Theme, right: int) -> bool:
    """Write above the cards, up to `right`, how the player's seat left the deal. Return whether it has left."""
    letters, base = header_letters(theme)
    left = MARGIN + 4
    told = begun(fitted(status, Cut.BOLD, letters, right - left))
    canvas.text((left, base), told, letters, Colour.ACCENT, Colour.PANEL, room=right - left)
    return bool(told)


class Header(Protocol):
    """The line above the cards of a player's own hand, as a value: equal ones look the same."""

    def __hash__(self) -> int: ...

    def draw(self, canvas: Canvas) -> None:
        """Draw the line."""


@dataclass(frozen=True, slots=True)
class NotedHeader:
    """The hand's count on the left, and the possible action on the right."""

    theme: Theme
    status: tuple[Phrase, ...]
    """The way in which the seat left the deal, in place of count and action; empty if it is still in."""
    counts: str
    note: str
    is_urgent: bool
    """Whether the note stands out."""
    number: int | None = None
    """A larger number before the hand's count."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the line."""
        letters, base = header_letters(self.theme)
        left, right = MARGIN + 4, WIDTH - MARGIN - 4
        if draw_status(canvas, self.status, self.theme, right):
            return
        cut, foot = Cut.BOLD, base
        if self.number is not None:
            cut, foot = Cut.BOOK, (HEADER + fonts.cap_height(Cut.BOLD, _NUMBER)) // 2
            left += canvas.text((left, foot), str(self.number), _NUMBER, Colour.TEXT, Colour.PANEL) + 14
        left += canvas.text((left, foot), self.counts, letters, Colour.TEXT, Colour.PANEL, cut=cut) + letters
        ink, room = Colour.ACCENT if self.is_urgent else Colour.MUTED, right - left
        canvas.text((right, base), self.note, letters, ink, Colour.PANEL, cut=Cut.BOOK, align="right", room=room)


def draw_fans(fans: tuple[Fan, ...], look: FanLook, header: Header) -> bytes:
    """Return a player's own hand as a PNG: the header, then the fans."""
    return drawn_fans(fans, look, header, reader())


@lru_cache(KEPT)
def drawn_fans(fans: tuple[Fan, ...], look: FanLook, header: Header, reader: Reader) -> bytes:
    """Return the PNG. It is drawn for that `reader`, so that each language and look has its own entry in the cache."""
    rows = layout(fans, look)
    if len(rows) > MOST_ROWS and not look.theme.large:
        look = replace(look, size=CLOSE)
        rows = layout(fans, look)
    canvas = Canvas.panel(HEADER + fan.height(rows, look) + MARGIN)
    header.draw(canvas)
    fan.draw(canvas, HEADER, rows, look)
    return canvas.png()
