"""The score sheet: points by seat and deal, and their totals."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.render.canvas import WIDTH, Canvas
from bot.render.fan import MARGIN
from bot.render.fonts import Cut
from bot.render.names import label
from bot.render.palette import Colour
from bot.render.theme import PLAIN, Theme
from bot.render.words import OUT
from bot.rummy.cards import Seat
from bot.rummy.outcome import Ending, Status
from bot.rummy.view import View

_TITLE = 70
_HEAD = 44
_ROW = 74
_GAP = 10
_RADIUS = 16
_NAME, _NUMBER, _SMALL = 36, 36, 28
_TOTAL = 150
"""Width of the column of totals."""
_MOST_DEALS = 5
"""Columns of deals; earlier ones are added up in one."""
_LETTERS = {Status.DROPPED: "D", Status.LAPSED: "T", Status.LEFT: "L", Status.WRONG: "W"}


@dataclass(frozen=True, slots=True)
class _Column:
    """Points of a deal, or of several, by seat."""

    head: str
    points: tuple[int, ...]
    marks: tuple[str, ...]
    """How a seat left the deal, as a letter; empty if it did not."""
    void: bool = False


def draw_sheet(view: View, names: Mapping[Seat, str], theme: Theme = PLAIN) -> bytes:
    """The score sheet of the finished deals as a PNG."""
    seats = len(view.players)
    columns = _columns(view)
    legend = _legend(columns)
    canvas = Canvas.panel(_TITLE + _HEAD + seats * (_ROW + _GAP) + (50 if legend else 10))
    title = f"{label(names, view.winner)} wins" if view.winner is not None else "Score sheet"
    room = WIDTH - 2 * MARGIN - 8
    canvas.text((MARGIN + 4, 48), title, _NAME, Colour.TEXT, Colour.PANEL, room=room)
    edges = _edges(len(columns))
    _heads(canvas, columns, edges)
    for i in range(seats):
        _row(canvas, _TITLE + _HEAD + i * (_ROW + _GAP), Seat(i), view, names, columns, edges)
    if legend:
        base = _TITLE + _HEAD + seats * (_ROW + _GAP) + 26
        canvas.text((MARGIN + 4, base), legend, _SMALL, Colour.MUTED, Colour.PANEL, cut=Cut.BOOK)
    return canvas.png()


def _columns(view: View) -> list[_Column]:
    seats = len(view.players)
    deals = [_column(view, number) for number in range(len(view.outcomes))]
    if len(deals) <= _MOST_DEALS:
        return deals
    early, late = deals[: 1 - _MOST_DEALS], deals[1 - _MOST_DEALS :]
    sums = tuple(sum(deal.points[seat] for deal in early if not deal.void) for seat in range(seats))
    return [_Column(f"1–{len(early)}", sums, ("",) * seats), *late]


def _column(view: View, number: int) -> _Column:
    outcome = view.outcomes[number]
    last = number == len(view.outcomes) - 1
    marks = [""] * len(outcome.points)
    if last and view.deal is not None and view.deal.outcome == outcome:
        marks = [_LETTERS.get(seat.status, "") for seat in view.deal.seats]
    void = outcome.ending is Ending.TIE
    return _Column(str(number + 1), outcome.points, tuple(marks), void)


def _legend(columns: list[_Column]) -> str:
    used = {mark for column in columns for mark in column.marks}
    words = [f"{letter} {OUT[status]}" for status, letter in _LETTERS.items() if letter in used]
    void = ["– void, dealt again"] if any(column.void for column in columns) else []
    return "   ".join(words + void)


def _edges(columns: int) -> list[int]:
    """Right edges of the columns' numbers, left to right; the total stands right of them."""
    last = WIDTH - MARGIN - 22 - _TOTAL
    across = min(110, 540 // max(1, columns))
    return [last - across * (columns - 1 - i) for i in range(columns)]


def _heads(canvas: Canvas, columns: list[_Column], edges: list[int]) -> None:
    base = _TITLE + 26
    for column, edge in zip(columns, edges, strict=True):
        head = f"Deal {column.head}" if len(columns) == 1 else column.head
        _small(canvas, edge, base, head)
    _small(canvas, WIDTH - MARGIN - 22, base, "Total")
    if len(columns) > 1:
        canvas.text((MARGIN + 22, base), "Deal", _SMALL, Colour.MUTED, Colour.PANEL, cut=Cut.BOOK)


def _small(canvas: Canvas, right: int, base: int, text: str) -> None:
    canvas.text((right, base), text, _SMALL, Colour.MUTED, Colour.PANEL, cut=Cut.BOOK, align="right")


def _row(
    canvas: Canvas,
    top: int,
    seat: Seat,
    view: View,
    names: Mapping[Seat, str],
    columns: list[_Column],
    edges: list[int],
) -> None:
    """One seat's points."""
    box = (MARGIN, top, WIDTH - MARGIN, top + _ROW)
    won = seat == view.winner
    if won:
        canvas.outlined(box, Colour.TILE, Colour.GOLD, Colour.PANEL, _RADIUS, 4)
    else:
        canvas.box(box, Colour.TILE, Colour.PANEL, _RADIUS)
    base = top + 50
    ink = Colour.GOLD if won else Colour.MUTED if seat in view.left else Colour.TEXT
    first = edges[0] - 90 if edges else WIDTH - MARGIN - _TOTAL
    left = MARGIN + 22
    canvas.text((left, base), label(names, seat), _NAME, ink, Colour.TILE, room=first - left)
    for column, edge in zip(columns, edges, strict=True):
        _cell(canvas, edge, base, column, seat)
    total = str(view.totals[seat])
    canvas.text((WIDTH - MARGIN - 22, base), total, 40, ink, Colour.TILE, align="right")


def _cell(canvas: Canvas, right: int, base: int, column: _Column, seat: Seat) -> None:
    """Points of a deal; a letter after them tells how the seat left it."""
    number = "–" if column.void else str(column.points[seat])
    canvas.text((right, base), number, _NUMBER, Colour.TEXT, Colour.TILE, cut=Cut.BOOK, align="right")
    if column.marks[seat]:
        canvas.text((right + 6, base), column.marks[seat], _SMALL, Colour.ALERT, Colour.TILE)
