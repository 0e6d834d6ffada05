"""A finished knock-out as a tree: the champion, the final, and below each table those from which its players came."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageDraw

from bot.render.bracket import BoxLine, Grid, TableBox, box_words, draw_box, draw_line
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.names import alt_name, numbered, shown
from bot.render.drawing.palette import Colour
from bot.render.drawing.portraits import Portrait, PortraitLook, hue_of
from bot.render.drawing.scripts import Cut
from bot.render.phrases import TOURNAMENT, limited

TREE_OF = 64
"""The most players of a tree."""
_ACROSS = 4
"""The most tables side by side."""
_TITLE, _CHAMPION, _GAP = 74, 236, 12
_APART = 40
"""The space between two rows of tables, which the lines cross."""
_LINE = 4
"""Thickness of the lines."""
_RADIUS = 14
_INDENT, _STEP = 16, 10
"""The indent of a table below its winner's next one, and the space above it."""
_PORTRAIT = 60
_CROWN = 96
_SMALL = Grid(4, 24, 34)
"""The sizes of a table that stands below the rows."""


@dataclass(frozen=True, slots=True)
class BracketTree:
    """The content of the picture."""

    title: str
    root: TableBox
    """The table that decided the tournament."""
    third: TableBox | None = None
    """The match for third place."""
    portrait: Portrait | None = None
    """The portrait of the champion; None: their initials."""

    @property
    def champion(self) -> BoxLine:
        """Return the winner, the first of the last table."""
        return self.root.lines[0]


def _rows(root: TableBox) -> list[tuple[TableBox, ...]]:
    """Return the root, and the rows below it that have room side by side."""
    rows: list[tuple[TableBox, ...]] = [(root,)]
    while below := tuple(table for box in rows[-1] for table in box.feeders):
        if len(below) > _ACROSS:
            break
        rows.append(below)
    return rows


def _grid(tables: int) -> Grid:
    return {1: Grid(2, 36, 52), 2: Grid(2, 32, 47), 3: Grid(3, 28, 42)}.get(tables, Grid(4, 25, 37))


@dataclass(frozen=True, slots=True)
class _Column:
    """Tables below each other, each indented below the one that its winner went to."""

    left: int
    right: int
    tables: tuple[TableBox, ...]

    @property
    def height(self) -> int:
        """Return the height of all tables."""
        return sum(map(_tall, self.tables))

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw the tables from `top` downwards."""
        _draw_below(canvas, self.left, self.right, top, self.tables)


def _tall(box: TableBox) -> int:
    """Return the height of a table and all below it."""
    return _STEP + _own(box) + sum(map(_tall, box.feeders))


def _own(box: TableBox) -> int:
    return _SMALL.row * (len(box.lines) + bool(box.note)) + _GAP


def _draw_below(canvas: Canvas, left: int, right: int, top: int, tables: Sequence[TableBox]) -> None:
    """Draw tables below the one whose left edge is there, with the lines that lead to it."""
    began, inner = top, left + _INDENT
    for box in tables:
        top += _STEP
        middle = top + _own(box) // 2
        canvas.box((left, middle - _LINE // 2, inner, middle + _LINE // 2), Colour.EDGE, Colour.PANEL)
        canvas.box((left, began, left + _LINE, middle + _LINE // 2), Colour.EDGE, Colour.PANEL)
        _small(canvas, (inner, top, right, top + _own(box)), box)
        _draw_below(canvas, inner, right, top + _own(box), box.feeders)
        top += _tall(box) - _STEP


def _small(canvas: Canvas, box: tuple[int, int, int, int], table: TableBox) -> None:
    left, top, right, _ = box
    canvas.tile(box, _RADIUS // 2)
    for i, line in enumerate(table.lines):
        draw_line(canvas, (left, top + _SMALL.row * (i + 1) - 4), right, line, i, _SMALL.letters, signed=False)
    if table.note:
        base = top + _SMALL.row * (len(table.lines) + 1) - 4
        canvas.note((right - _GAP, base), table.note, 20, Colour.TILE, align="right", room=right - left - 2 * _GAP)


def _columns(row: Sequence[TableBox]) -> list[_Column]:
    """Return what stands below the last row: the tables of each one's players below it, or those of the only one side
    by side.
    """
    groups = [box.feeders for box in row]
    if len(row) == 1:
        groups = [row[0].feeders[start::3] for start in range(3)]
    count = len(groups)
    wide = (WIDTH - 2 * MARGIN - (count - 1) * _GAP) // count
    lefts = [MARGIN + i * (wide + _GAP) for i in range(count)]
    return [_Column(left, left + wide, group) for left, group in zip(lefts, groups, strict=True)]


def draw_tree(tree: BracketTree) -> bytes:
    """Return the tree as a PNG."""
    rows = _rows(tree.root)
    talls = [_grid(len(row)).box_height(max(len(box.lines) for box in row)) for row in rows]
    columns = _columns(rows[-1])
    below = max(column.height for column in columns)
    third = _grid(2).box_height(len(tree.third.lines)) + _APART if tree.third else 0
    height = _TITLE + _CHAMPION + sum(talls) + _APART * (len(rows) - 1) + below + third + MARGIN
    canvas = Canvas.panel(height)
    canvas.title(shown(tree.title, TOURNAMENT()), base=52)
    _champion(canvas, tree)
    top, before = _TITLE + _CHAMPION, 0
    places: list[tuple[TableBox, int]] = []
    for row, tall in zip(rows, talls, strict=True):
        middles = _middles(len(row))
        _lines(canvas, before, top, places, dict(zip(map(id, row), middles, strict=True)))
        grid = _grid(len(row))
        for box, middle in zip(row, middles, strict=True):
            draw_box(canvas, (middle - grid.box // 2, top), box, max(len(box.lines) for box in row), grid)
        places = list(zip(row, middles, strict=True))
        before, top = top + tall, top + tall + _APART
    for column in columns:
        column.draw(canvas, before)
    if tree.third:
        grid = _grid(2)
        at = ((WIDTH - grid.box) // 2, before + below + _APART)
        draw_box(canvas, at, tree.third, len(tree.third.lines), grid)
    return canvas.png()


def _middles(count: int) -> list[int]:
    """Return the middles of that many tables side by side."""
    grid = _grid(count)
    across = count * grid.box + (count - 1) * _GAP
    return [(WIDTH - across) // 2 + grid.box // 2 + i * (grid.box + _GAP) for i in range(count)]


def _lines(
    canvas: Canvas, bottom: int, top: int, above: Sequence[tuple[TableBox, int]], middles: dict[int, int]
) -> None:
    """Draw the lines from the tables above, which end at `bottom`, to those of the next row, which begin at `top`."""
    half = (bottom + top) // 2
    for box, middle in above:
        ends = [middles[id(table)] for table in box.feeders]
        if not ends:
            continue
        for x, y, to in ((middle, bottom, half), *((end, half, top) for end in ends)):
            canvas.box((x - _LINE // 2, y, x + _LINE // 2, to), Colour.EDGE, Colour.PANEL)
        left, right = min(middle, *ends) - _LINE // 2, max(middle, *ends) + _LINE // 2
        canvas.box((left, half - _LINE // 2, right, half + _LINE // 2), Colour.EDGE, Colour.PANEL)


def _champion(canvas: Canvas, tree: BracketTree) -> None:
    """Draw the champion under a crown."""
    name, middle = shown(tree.champion.name, numbered(1)), WIDTH // 2
    crown = _crown(_CROWN)
    centre = (middle, _TITLE + crown.height + _PORTRAIT - 10)
    PortraitLook(name, hue_of(name), tree.portrait).draw(canvas, centre, _PORTRAIT, Colour.ACCENT, Colour.PANEL)
    canvas.stamp(crown, (middle - _CROWN // 2, _TITLE), Colour.ACCENT, Colour.PANEL)
    base = centre[1] + _PORTRAIT + 44
    room = WIDTH - 4 * MARGIN
    canvas.text((middle, base), name, 44, Colour.ACCENT, Colour.PANEL, cut=Cut.BOLD, align="middle", room=room)


@cache
def _crown(width: int) -> Image.Image:
    """Return the coverage of a crown with three points."""
    fine = width * 4
    points = ((0, 0.12), (0.27, 0.34), (0.5, 0), (0.73, 0.34), (1, 0.12), (0.9, 0.62), (0.1, 0.62))
    image = Image.new("L", (fine, fine * 5 // 8))
    ImageDraw.Draw(image).polygon([(round(x * (fine - 1)), round(y * fine)) for x, y in points], fill=255)
    return image.reduce(4)


def alt_tree(tree: BracketTree) -> str:
    """Return the tree in words."""
    return limited([alt_name(tree.title, TOURNAMENT()), *tree_words(tree)])


def tree_words(tree: BracketTree) -> list[str]:
    """Return a line for each table, the one that decided the tournament first."""
    return [box_words(box) for box in (*_whole(tree.root), *((tree.third,) if tree.third else ()))]


def _whole(root: TableBox) -> Iterator[TableBox]:
    """Yield the tables of a tree, row by row."""
    row = [root]
    while row:
        yield from row
        row = [table for box in row for table in box.feeders]
