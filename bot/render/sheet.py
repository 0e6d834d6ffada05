"""The score sheet: the cost or gain of each seat in every deal, totals, and eliminations."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.languages.sentence import Sentence, say, say_in, sentence_in
from bot.render.drawing import fonts
from bot.render.drawing.canvas import MARGIN, TITLE_ROOM, WIDTH, Canvas
from bot.render.drawing.names import Names, label
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.phrases import named_title
from bot.render.scores import (
    Exit,
    bonus_title,
    change,
    deal_change,
    exit_of,
    gains,
    heading,
    rejoins,
    seat_note,
    signed,
    standings,
    verdict,
)
from bot.rummy.cards import Seat
from bot.rummy.match.match import Match
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import View
from bot.text.words import OUT

_TITLE, _SUBTITLE, _HEAD = 70, 40, 44
_LOW, _TALL = 74, 108
"""Heights of a row without and with notes."""
_GAP = 10
_LEGEND = 40
"""Height of a line of the legend."""
_RADIUS = 16
_PAD = 22
"""The space between the edge of a row and its content."""
_NAME, _NUMBER, _TOTAL, _SMALL = 36, 36, 40, 28
_APART = 30
"""The space between two columns."""
_NAME_ROOM = 210
"""The least width of names beside the columns of deals."""
_MOST_DEALS = 9
"""The most columns of deals, however narrow; earlier deals are added up in one."""
# Translators: the letters on a score sheet stand beside points, and a legend explains them; no two are the same
_LETTERS = {
    SeatStatus.DROPPED: sentence_in("a letter on a score sheet", "D"),
    SeatStatus.LAPSED: sentence_in("a letter on a score sheet", "M"),
    SeatStatus.LEFT: sentence_in("a letter on a score sheet", "L"),
    SeatStatus.WRONG: sentence_in("a letter on a score sheet", "W"),
}
"""The letters for dropped, missed turns, left and declared wrongly."""
_BACK = sentence_in("a letter on a score sheet", "R")
"""The letter for rejoined."""
_REJOINED = Sentence("rejoined at this total")
_NOT_IN = "–"
_EXITS = {
    Exit.LEFT: sentence_in("a player", "left"),
    Exit.ELIMINATED: sentence_in("a player", "out"),
    Exit.MAY_REJOIN: sentence_in("a player", "may rejoin"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """The effect of one deal, or of several, on a seat."""

    number: str
    mark: str = ""
    """A letter after the number: how the seat left the deal."""
    note: str = ""
    """The text below the number: the points after a rejoin, or counts of a sum."""


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A deal, or several added up, by seat."""

    head: str
    cells: tuple[Cell, ...]

    @property
    def tail(self) -> int:
        """Return the width of the marks."""
        return max((fonts.width(cell.mark, Cut.BOLD, _SMALL) + 5 for cell in self.cells if cell.mark), default=0)

    @property
    def width(self) -> int:
        """Return the width of the widest cell."""
        numbers = max(fonts.width(cell.number, Cut.BOOK, _NUMBER) for cell in self.cells)
        notes = max(fonts.width(cell.note, Cut.BOLD, _SMALL) for cell in self.cells)
        return max(numbers + self.tail, notes, fonts.width(self.head, Cut.BOOK, _SMALL))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The content of a sheet, with the right edges of its columns."""

    view: View
    names: Names
    columns: tuple[SheetColumn, ...]
    rights: tuple[int, ...]
    """Right edges of the columns of deals."""
    totals: tuple[str, ...]
    notes: tuple[str, ...]
    """The notes below the names."""

    @property
    def names_end(self) -> int:
        """Return how far right a name may reach."""
        lefts = [right - column.width for right, column in zip(self.rights, self.columns, strict=True)]
        return (lefts or [_totals_left(self.view.match, self.totals)])[0] - _APART

    @property
    def row(self) -> int:
        """Return the height of every row."""
        noted = any(self.notes) or any(cell.note for column in self.columns for cell in column.cells)
        return _TALL if noted else _LOW


def draw_sheet(view: View, names: Names, line: str = "") -> bytes:
    """Return the score sheet of the finished deals as a PNG. `line` stands below the winners of a match."""
    sheet = lay_out(view, names)
    legend = _legend(sheet.columns)
    top = _TITLE + (_SUBTITLE if view.match.winners else 0)
    body = top + _HEAD
    below = body + view.match.seats * (sheet.row + _GAP)
    canvas = Canvas.panel(below + len(legend) * _LEGEND + 10)
    _title(canvas, view, names, line)
    _heads(canvas, top + 26, sheet)
    for i, seat in enumerate(view.match.ranked):
        _row(canvas, body + i * (sheet.row + _GAP), seat, sheet)
    for i, line in enumerate(legend):
        canvas.note((MARGIN + 4, below + 26 + i * _LEGEND), line, _SMALL)
    return canvas.png()


# -- what is told -----------------------------------------------------------------------------------


def lay_out(view: View, names: Names) -> Sheet:
    """Return the sheet with everything in its column, none wider than its room."""
    totals = tuple(map(signed, view.totals))
    exits = (exit_of(view, Seat(i)) for i in range(view.match.seats))
    notes = tuple(_EXITS[exit]() if exit else seat_note(view, Seat(i)) for i, exit in enumerate(exits))
    end = _totals_left(view.match, totals) - _APART
    bonuses = _bonuses(view)
    room = end - MARGIN - _PAD - _NAME_ROOM - sum(column.width + _APART for column in bonuses)
    columns = (*_columns(view.match, room), *bonuses)
    rights = [end - sum(column.width + _APART for column in columns[i + 1 :]) for i in range(len(columns))]
    return Sheet(view, names, columns, tuple(rights), totals, notes)


def _totals_left(match: Match, totals: Iterable[str]) -> int:
    numbers = max(fonts.width(total, Cut.BOLD, _TOTAL) for total in totals)
    return WIDTH - MARGIN - _PAD - max(numbers, fonts.width(_totals_head(match), Cut.BOOK, _SMALL))


def _totals_head(match: Match) -> str:
    return say_in("a heading", "Stack") if match.has_stacks else say_in("a heading", "Total")


def _bonuses(view: View) -> tuple[SheetColumn, ...]:
    """Return the bonuses at the end of the match, a column for each."""
    return tuple(
        SheetColumn(bonus_title(view, bonus), tuple(Cell(signed(points)) for points in bonus.points))
        for bonus in view.match.bonuses
    )


def _columns(match: Match, room: int) -> tuple[SheetColumn, ...]:
    """Return the last deals for which there is room, with the earlier ones in one column."""
    deals = [_deal(match, number, gained) for number, gained in enumerate(gains(match), start=1)]
    early = max(0, len(deals) - _MOST_DEALS)
    while True:
        columns = (_early(match, early), *deals[early:]) if early else tuple(deals)
        if sum(column.width + _APART for column in columns) <= room or early >= len(deals):
            return columns
        early = max(2, early + 1)


def _deal(match: Match, number: int, gained: Sequence[int]) -> SheetColumn:
    outcome, back = match.outcomes[number - 1], _came_back(match, number, number)
    numbers = (deal_change(match, outcome, Seat(i), gain) or _NOT_IN for i, gain in enumerate(gained))
    marks = (str(_LETTERS.get(status, "")) for status in outcome.statuses)
    notes = (back.get(Seat(i), "") for i in range(match.seats))
    head = say("Deal {number}", number=number) if len(match.outcomes) == 1 else str(number)
    return SheetColumn(head, tuple(map(Cell, numbers, marks, notes)))


def _early(match: Match, last: int) -> SheetColumn:
    """Return the first deals added up, with counts of how each seat left them."""
    back = _came_back(match, 1, last)
    numbers = (change(match, total) for total in standings(match)[last - 1])
    notes = (f"{_counted(match, Seat(i), last)} {back.get(Seat(i), '')}".strip() for i in range(match.seats))
    return SheetColumn(f"1–{last}", tuple(Cell(number, note=note) for number, note in zip(numbers, notes, strict=True)))


def _counted(match: Match, seat: Seat, last: int) -> str:
    """Return `2D W`."""
    ways = Counter(outcome.statuses[seat] for outcome in match.outcomes[:last])
    return " ".join(f"{ways[way] if ways[way] > 1 else ''}{letter()}" for way, letter in _LETTERS.items() if ways[way])


def _came_back(match: Match, first: int, last: int) -> dict[Seat, str]:
    """Return the points after each seat's last rejoin in these deals, by seat."""
    return {rejoin.seat: f"{_BACK()}{rejoin.total}" for rejoin in rejoins(match, first, last)}


def _legend(columns: Sequence[SheetColumn]) -> list[str]:
    """Return the meaning of the letters, in lines that fit."""
    cells = [cell for column in columns for cell in column.cells]
    used = "".join(cell.mark + cell.note for cell in cells)
    words = [f"{letter()} {OUT[status]()}" for status, letter in _LETTERS.items() if letter() in used]
    words += [f"{_BACK()} {_REJOINED()}"] if _BACK() in used else []
    words += [f"{_NOT_IN} {OUT[SeatStatus.ABSENT]()}"] if any(cell.number == _NOT_IN for cell in cells) else []
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]}   {word}" if lines else word
        fits = fonts.width(longer, Cut.BOOK, _SMALL) <= WIDTH - 2 * MARGIN - 8
        lines = [*lines[:-1], longer] if fits else [*lines, word]
    return lines


# -- how it is drawn --------------------------------------------------------------------------------


def _title(canvas: Canvas, view: View, names: Names, line: str) -> None:
    """Draw the progress of the match, or its winners."""
    called = [label(names, seat) for seat in view.match.winners]
    if called:
        canvas.title(named_title(called, lambda called: verdict(view.match, called)))
        below = " · ".join(filter(None, (heading(view), line)))
        canvas.note((MARGIN + 4, 48 + _SUBTITLE), below, _SMALL, room=TITLE_ROOM)
    else:
        canvas.title(heading(view))


def _heads(canvas: Canvas, base: int, sheet: Sheet) -> None:
    for column, right in zip(sheet.columns, sheet.rights, strict=True):
        canvas.note((right - column.tail, base), column.head, _SMALL, align="right")
    canvas.note((WIDTH - MARGIN - _PAD, base), _totals_head(sheet.view.match), _SMALL, align="right")
    if len(sheet.view.outcomes) > 1:
        canvas.note((MARGIN + _PAD, base), say_in("a heading", "Deal"), _SMALL)


def _row(canvas: Canvas, top: int, seat: Seat, sheet: Sheet) -> None:
    """Draw one seat: its name, its deals, its total."""
    match = sheet.view.match
    box = (MARGIN, top, WIDTH - MARGIN, top + sheet.row)
    won, out = seat in match.winners, match.out[seat] is not None
    canvas.tile(box, _RADIUS, framed=won)
    base = top + 50
    ink = Colour.ACCENT if won else Colour.MUTED if out else Colour.TEXT
    left, right = MARGIN + _PAD, WIDTH - MARGIN - _PAD
    name = label(sheet.names, seat)
    took_two = canvas.name((left, base), name, _NAME, ink, Colour.TILE, room=sheet.names_end - left)
    canvas.note((left, base + (46 if took_two else 40)), sheet.notes[seat], _SMALL, Colour.TILE)
    for column, edge in zip(sheet.columns, sheet.rights, strict=True):
        _cell(canvas, edge, base, column.cells[seat], column.tail, Colour.MUTED if out else Colour.TEXT)
    canvas.text((right, base), sheet.totals[seat], _TOTAL, ink, Colour.TILE, align="right")


def _cell(canvas: Canvas, right: int, base: int, cell: Cell, tail: int, ink: Colour) -> None:
    """Draw the number, the letter after it, and the text below."""
    edge = right - tail
    canvas.text((edge, base), cell.number, _NUMBER, ink, Colour.TILE, cut=Cut.BOOK, align="right")
    canvas.text((edge + 5, base), cell.mark, _SMALL, Colour.ALERT, Colour.TILE)
    canvas.text((right, base + 40), cell.note, _SMALL, Colour.ALERT, Colour.TILE, align="right")
