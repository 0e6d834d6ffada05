"""The rounds of a tournament as boxes of tables, the newest round on top: a bracket, or one round with live totals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from bot.languages.formats import with_commas
from bot.languages.sentence import sentence_in
from bot.render.drawing import fonts
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.names import alt_name, numbered, shown
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.phrases import TOURNAMENT, limited
from bot.text import refusals, tournaments

HIGHEST = 2800
"""The most pixels of a page: 64 players in pairs fit, from the first round to the final."""
_TITLE = 74
_BAND = 48
_GAP = 12
_PAD = 12
_RADIUS = 14
_FINE = 18
"""The smallest letters of a name where many tables stand on one page."""
_COUNT_ROOM = 8


class BracketMark(Enum):
    """The state of a player at a table."""

    PLAYING = auto()
    ADVANCED = auto()
    OUT = auto()
    CHAMPION = auto()


_SIGNS = {BracketMark.ADVANCED: "→", BracketMark.CHAMPION: "★"}
"""The sign before a name."""
_WORDS = {
    BracketMark.ADVANCED: sentence_in("a player", "goes on"),
    BracketMark.OUT: sentence_in("a player", "out"),
    BracketMark.CHAMPION: sentence_in("a player", "champion"),
}


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A player at a table."""

    name: str
    total: str = ""
    mark: BracketMark = BracketMark.PLAYING


@dataclass(frozen=True, slots=True)
class TableBox:
    """A table of a round."""

    title: str
    lines: tuple[BoxLine, ...]
    note: str = ""
    """The progress of the table, or the cause that decided it."""
    feeders: tuple["TableBox", ...] = ()
    """The tables from which its players came, if each sent one."""


@dataclass(frozen=True, slots=True)
class RoundBand:
    """A round; at least one table."""

    title: str
    tables: tuple[TableBox, ...]
    byes: tuple[str, ...] = ()  # names


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The content of one picture; at least one round."""

    title: str
    bands: tuple[RoundBand, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """The sizes in a picture: the fewer tables, the larger."""

    columns: int
    letters: int
    row: int

    @property
    def box(self) -> int:
        """Return the width of a box."""
        return (WIDTH - 2 * MARGIN - (self.columns - 1) * _GAP) // self.columns

    def box_height(self, lines: int) -> int:
        return self.row * (1 + lines) + _PAD

    def rows(self, band: RoundBand) -> Iterator[tuple[TableBox, ...]]:
        """Yield the boxes of a band in rows, those side by side together."""
        for first in range(0, len(band.tables), self.columns):
            yield band.tables[first : first + self.columns]

    def band_height(self, band: RoundBand) -> int:
        head = _BAND + (self.row if band.byes else 0)
        return head + sum(self.box_height(_most(row)) + _GAP for row in self.rows(band))


def _most(boxes: Sequence[TableBox]) -> int:
    return max(len(box.lines) for box in boxes)


def _grid(bands: Sequence[RoundBand]) -> Grid:
    most = max(len(band.tables) for band in bands)
    if most <= 4:
        return Grid(2, 32, 48)
    return Grid(3, 28, 42) if most <= 9 else Grid(4, 25, 37)


# -- pages ------------------------------------------------------------------------------------------


def bracket_pages(title: str, bands: Sequence[RoundBand]) -> tuple[BracketPage, ...]:
    """Return the rounds on as few pages as are readable; a long round continues on the next page."""
    grid = _grid(bands)
    pages: list[list[RoundBand]] = []
    room = 0
    for piece in (piece for band in bands for piece in _pieces(band, grid)):
        height = grid.band_height(piece)
        if not pages or height > room:
            pages.append([])
            room = HIGHEST - _TITLE
        pages[-1].append(piece)
        room -= height
    if len(pages) == 1:
        return (BracketPage(title, tuple(bands)),)
    heads = (f"{title} · {number}/{len(pages)}" for number in range(1, len(pages) + 1))
    return tuple(BracketPage(head, tuple(page)) for head, page in zip(heads, pages, strict=True))


def _pieces(band: RoundBand, grid: Grid) -> Iterator[RoundBand]:
    """Yield the band in parts that each fit on a page."""
    height = grid.box_height(_most(band.tables)) + _GAP
    rows = max(1, (HIGHEST - _TITLE - _BAND - grid.row) // height)
    step = rows * grid.columns
    for first in range(0, len(band.tables), step):
        yield replace(band, tables=band.tables[first : first + step], byes=() if first else band.byes)


# -- the picture ------------------------------------------------------------------------------------


def draw_bracket(page: BracketPage) -> bytes:
    """Return the page as a PNG."""
    grid = _grid(page.bands)
    canvas = Canvas.panel(_TITLE + sum(map(grid.band_height, page.bands)) + _GAP)
    canvas.title(shown(page.title, TOURNAMENT()), base=52)
    top = _TITLE
    for band in page.bands:
        _band(canvas, top, band, grid)
        top += grid.band_height(band)
    return canvas.png()


def _band(canvas: Canvas, top: int, band: RoundBand, grid: Grid) -> None:
    """Draw a round: its name, players without a table, and its boxes, each row centred."""
    canvas.text((MARGIN + 4, top + 33), band.title, 30, Colour.ACCENT, Colour.PANEL)
    top += _BAND
    if band.byes:
        words = tournaments.byes(shown(name, refusals.UNNAMED_MEMBER()) for name in band.byes)
        room, base = WIDTH - 2 * MARGIN - 8, top + grid.row - 16
        canvas.text((MARGIN + 4, base), words, 26, Colour.MUTED, Colour.PANEL, cut=Cut.BOOK, room=room)
        top += grid.row
    for row in grid.rows(band):
        across = len(row) * grid.box + (len(row) - 1) * _GAP
        left = (WIDTH - across) // 2
        for i, box in enumerate(row):
            draw_box(canvas, (left + i * (grid.box + _GAP), top), box, _most(row), grid)
        top += grid.box_height(_most(row)) + _GAP


def draw_box(canvas: Canvas, at: tuple[int, int], box: TableBox, lines: int, grid: Grid) -> None:
    """Draw a table with room for so many lines: its title, its note and its players."""
    left, top = at
    right = left + grid.box
    canvas.tile((left, top, right, top + grid.box_height(lines)), _RADIUS)
    small, base = grid.letters - 3, top + grid.row - 8
    took = canvas.text((left + _PAD, base), box.title, small, Colour.MUTED, Colour.TILE, cut=Cut.BOOK)
    room = grid.box - 2 * _PAD - took - small
    if box.note and room > 2 * small:
        note = fonts.fit(box.note, Cut.BOOK, small, room)
        canvas.note((right - _PAD, base), note, small, Colour.TILE, align="right")
    for i, line in enumerate(box.lines):
        draw_line(canvas, (left, top + grid.row * (i + 2) - 8), right, line, i, grid.letters)


def draw_line(
    canvas: Canvas, at: tuple[int, int], right: int, line: BoxLine, i: int, size: int, *, signed: bool = True
) -> None:
    """Draw a player between two edges: the sign of their state unless there is no room for it, the name, the total."""
    left, base = at
    ink = {BracketMark.OUT: Colour.MUTED, BracketMark.CHAMPION: Colour.ACCENT}.get(line.mark, Colour.TEXT)
    sign = Colour.ACCENT if line.mark in (BracketMark.CHAMPION, BracketMark.ADVANCED) else ink
    if signed:
        canvas.text((left + _PAD, base), _SIGNS.get(line.mark, ""), size, sign, Colour.TILE)
    total = fonts.width(line.total, Cut.BOLD, size)
    canvas.text((right - _PAD, base), line.total, size, ink, Colour.TILE, align="right")
    start = left + _PAD + (size + 2) * signed
    room = right - start - _PAD - total - (_COUNT_ROOM if line.total else 0)
    cut = Cut.BOOK if line.mark is BracketMark.OUT else Cut.BOLD
    name = shown(line.name, numbered(i + 1))
    if size < fonts.LEAST:  # one looks closer at these letters: they may get smaller still if that saves the name
        size = next((one for one in range(size, _FINE - 1, -1) if fonts.width(name, cut, one) <= room), size)
    canvas.text((start, base), name, size, ink, Colour.TILE, cut=cut, room=room)


# -- its words --------------------------------------------------------------------------------------


def alt_bracket(page: BracketPage) -> str:
    """Return the page in words."""
    return limited([alt_name(page.title, TOURNAMENT()), *bracket_words(page)])


def bracket_words(page: BracketPage) -> list[str]:
    """Return a line for each table, after the name of its round."""
    return [line for band in page.bands for line in _band_words(band)]


def _band_words(band: RoundBand) -> Iterator[str]:
    yield from (f"{band.title}, {box_words(box)}" for box in band.tables)
    if band.byes:
        yield tournaments.byes_of(band.title, (alt_name(name, refusals.UNNAMED_MEMBER()) for name in band.byes))


def box_words(box: TableBox) -> str:
    """Return a table with its players."""
    note = f" ({box.note})" if box.note else ""
    return f"{box.title}{note}: {with_commas(_line_words(line, i) for i, line in enumerate(box.lines))}"


def _line_words(line: BoxLine, i: int) -> str:
    parts = (alt_name(line.name, numbered(i + 1)), line.total, str(_WORDS.get(line.mark, "")))
    return " ".join(filter(None, parts))
