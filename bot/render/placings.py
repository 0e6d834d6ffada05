"""Places of a tournament: the points table of a league, and the final table with its prizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.languages.formats import with_commas
from bot.render.drawing import fonts
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.names import alt_name, numbered, shown
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.phrases import TOURNAMENT, limited

PLACES_A_PAGE = 16
SMALL = 28
_TITLE, _HEAD, _ROW, _GAP = 70, 46, 62, 8
_RADIUS = 14
_TEXT = 34
_LEFT, _RIGHT = MARGIN + 18, WIDTH - MARGIN - 18
_COLUMN = 150
_LAST_COLUMN = 190
"""The width of the last column: prizes are wider than counts."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of numbers."""

    head: str
    right: int
    """Its right edge."""
    cut: Cut = Cut.BOOK


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """The line of one player."""

    place: int
    name: str
    numbers: tuple[str, ...]  # one for each heading
    first: bool = False  # whether it is shown in gold
    framed: bool = False


@dataclass(frozen=True, slots=True)
class PlacesPage:
    """The content of a picture of places; at least one line."""

    title: str
    heads: tuple[str, ...]
    lines: tuple[PlaceLine, ...]


def draw_places(page: PlacesPage) -> bytes:
    """Return the page as a PNG."""
    columns = list(map(Column, page.heads, _edges(len(page.heads))))
    return draw_lines(shown(page.title, TOURNAMENT()), page.lines, columns, _GAP).png()


def _edges(columns: int) -> list[int]:
    """Return the right edges of the columns of numbers."""
    widths = [_LAST_COLUMN, *(_COLUMN for _ in range(columns - 1))]
    return [_RIGHT - sum(widths[: columns - 1 - i]) for i in range(columns)]


def draw_lines(
    title: str, lines: Sequence[PlaceLine], columns: Sequence[Column], below: int, names_end: int | None = None
) -> Canvas:
    """Draw players under a title, with room `below` them. `names_end` is the right limit of names, None for the
    numbers.
    """
    canvas = Canvas.panel(_TITLE + _HEAD + len(lines) * (_ROW + _GAP) + below)
    canvas.title(title)
    for column, room in zip(columns, _rooms(columns), strict=True):
        canvas.note((column.right, _TITLE + 28), column.head, SMALL, align="right", room=room)
    name_left = _LEFT + max(fonts.width(str(line.place), Cut.BOLD, _TEXT) for line in lines) + 18
    for i, line in enumerate(lines):
        _row(canvas, _TITLE + _HEAD + i * (_ROW + _GAP), line, columns, name_left, names_end)
    return canvas


def _rooms(columns: Sequence[Column]) -> list[int]:
    """Return the widest size of each heading: it reaches to the one before it."""
    rights = [columns[0].right - _COLUMN, *(column.right for column in columns)] if columns else []
    return [right - before - 14 for before, right in pairwise(rights)]


def _row(
    canvas: Canvas, top: int, line: PlaceLine, columns: Sequence[Column], name_left: int, names_end: int | None
) -> None:
    canvas.tile((MARGIN, top, WIDTH - MARGIN, top + _ROW), _RADIUS, framed=line.framed)
    base, ink = top + 43, Colour.ACCENT if line.first else Colour.TEXT
    canvas.text((name_left - 18, base), str(line.place), _TEXT, Colour.MUTED, Colour.TILE, align="right")
    ends = _RIGHT
    for column, number in reversed(list(zip(columns, line.numbers, strict=True))):
        at = (column.right, base)
        ends = column.right - canvas.text(at, number, _TEXT, ink, Colour.TILE, cut=column.cut, align="right")
    room = (names_end or ends - 24) - name_left
    canvas.name((name_left, base), shown(line.name, numbered(line.place)), _TEXT, ink, Colour.TILE, room=room)


def alt_places(page: PlacesPage) -> str:
    """Return the page in words."""
    return limited([alt_name(page.title, TOURNAMENT()), *place_words(page)])


def place_words(page: PlacesPage) -> list[str]:
    """Return a line for each player."""
    return [_words(page, line) for line in page.lines]


def _words(page: PlacesPage, line: PlaceLine) -> str:
    told = (f"{head} {number}" for head, number in zip(page.heads, line.numbers, strict=True) if number)
    return f"{line.place}: {with_commas((alt_name(line.name, numbered(line.place)), *told))}"
