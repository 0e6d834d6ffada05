"""Places of a tournament: the points table of a league, and the final table with its prizes."""

from dataclasses import dataclass

from bot.render import fonts
from bot.render.canvas import WIDTH, Canvas
from bot.render.fan import MARGIN
from bot.render.fonts import Cut
from bot.render.names import said, shown
from bot.render.palette import Colour
from bot.render.phrases import limited

PLACES_A_PAGE = 16
_TITLE, _HEAD, _ROW, _GAP = 70, 46, 62, 8
_RADIUS = 14
_TEXT, _SMALL = 34, 28
_LEFT, _RIGHT = MARGIN + 18, WIDTH - MARGIN - 18
_COLUMN = 150
_LAST_COLUMN = 190
"""Prizes are wider than counts."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """How one player stands."""

    place: int
    name: str
    numbers: tuple[str, ...]  # one for each head
    first: bool = False  # whether to be shown in gold


@dataclass(frozen=True, slots=True)
class PlacesPage:
    """What a picture of places shows; at least one line."""

    title: str
    heads: tuple[str, ...]
    lines: tuple[PlaceLine, ...]


def draw_places(page: PlacesPage) -> bytes:
    """The page as a PNG."""
    canvas = Canvas.panel(_TITLE + _HEAD + len(page.lines) * (_ROW + _GAP) + _GAP)
    room = WIDTH - 2 * MARGIN - 8
    canvas.text((MARGIN + 4, 48), shown(page.title, "Tournament"), 36, Colour.TEXT, Colour.PANEL, room=room)
    edges = _edges(len(page.heads))
    for head, right in zip(page.heads, edges, strict=True):
        canvas.text((right, _TITLE + 28), head, _SMALL, Colour.MUTED, Colour.PANEL, cut=Cut.BOOK, align="right")
    name_left = _LEFT + max(fonts.width(str(line.place), Cut.BOLD, _TEXT) for line in page.lines) + 18
    for i, line in enumerate(page.lines):
        _row(canvas, _TITLE + _HEAD + i * (_ROW + _GAP), line, name_left, edges)
    return canvas.png()


def _edges(columns: int) -> list[int]:
    """The right edges of the columns of numbers."""
    widths = [_LAST_COLUMN, *(_COLUMN for _ in range(columns - 1))]
    return [_RIGHT - sum(widths[: columns - 1 - i]) for i in range(columns)]


def _row(canvas: Canvas, top: int, line: PlaceLine, name_left: int, edges: list[int]) -> None:
    canvas.box((MARGIN, top, WIDTH - MARGIN, top + _ROW), Colour.TILE, Colour.PANEL, _RADIUS)
    base, ink = top + 43, Colour.GOLD if line.first else Colour.TEXT
    canvas.text((name_left - 18, base), str(line.place), _TEXT, Colour.MUTED, Colour.TILE, align="right")
    ends = _RIGHT
    for right, number in reversed(list(zip(edges, line.numbers, strict=True))):
        ends = right - canvas.text((right, base), number, _TEXT, ink, Colour.TILE, cut=Cut.BOOK, align="right")
    name = shown(line.name, f"Player {line.place}")
    canvas.text((name_left, base), name, _TEXT, ink, Colour.TILE, room=ends - 24 - name_left)


def alt_places(page: PlacesPage) -> str:
    """The page in words."""
    return limited([said(page.title, "Tournament"), *place_words(page)])


def place_words(page: PlacesPage) -> list[str]:
    """A line for each player."""
    return [_words(page, line) for line in page.lines]


def _words(page: PlacesPage, line: PlaceLine) -> str:
    told = (f"{head.lower()} {number}" for head, number in zip(page.heads, line.numbers, strict=True) if number)
    return f"{line.place}: {', '.join((said(line.name, f'Player {line.place}'), *told))}"
