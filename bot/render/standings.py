"""A page of the standings: who stands where, and by what."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot import text
from bot.render import fonts
from bot.render.canvas import WIDTH, Canvas
from bot.render.fan import MARGIN
from bot.render.fonts import Cut
from bot.render.names import said, shown
from bot.render.palette import Colour
from bot.render.phrases import limited

_TITLE = 70
_HEAD = 46
_ROW = 62
_GAP = 8
_LEGEND = 46
_RADIUS = 14
_TEXT, _SMALL = 34, 28
_LEFT = MARGIN + 18
_COLUMNS = (("Played", 462), ("Won", 548), ("League", 702), ("Average", 820), ("Rating", WIDTH - MARGIN - 18))
"""What the columns of numbers are called, and their right edges."""
_NAME_ENDS = 366
_LEAGUE_DIGITS = 7
"""That many characters of league points have room; where there are more, fractions go."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """How one player stands."""

    place: int
    name: str
    matches: int
    won: int
    league: int  # points, in sixtieths
    deals: int
    points: int  # in all deals, less is better
    rating: float
    mine: bool = False  # whether it is the reader's own

    @property
    def numbers(self) -> tuple[str, ...]:
        """The columns of numbers."""
        league = text.standings.league(self.league)
        league = league if len(league) <= _LEAGUE_DIGITS else league.partition(".")[0]
        return str(self.matches), str(self.won), league, per_deal(self.points, self.deals), rated(self.rating)


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """What a picture of the standings shows; at least one line."""

    title: str
    lines: tuple[StandingLine, ...]


def per_deal(points: int, deals: int) -> str:
    """Points in a deal, on average; less is better."""
    return f"{points / deals:.1f}".replace("-", "−") if deals else "–"


def rated(rating: float) -> str:
    """A rating as it is shown."""
    return str(round(rating)).replace("-", "−")


# -- the picture ------------------------------------------------------------------------------------


def draw_standings(page: StandingsPage) -> bytes:
    """The page as a PNG."""
    body = len(page.lines) * (_ROW + _GAP)
    canvas = Canvas.panel(_TITLE + _HEAD + body + _LEGEND)
    room = WIDTH - 2 * MARGIN - 8
    canvas.text((MARGIN + 4, 48), shown(page.title, "Standings"), 36, Colour.TEXT, Colour.PANEL, room=room)
    _heads(canvas)
    name_left = _LEFT + max(_width(line.place) for line in page.lines) + 18
    for i, line in enumerate(page.lines):
        _row(canvas, _TITLE + _HEAD + i * (_ROW + _GAP), line, name_left)
    _small(canvas, (MARGIN + 4, _TITLE + _HEAD + body + 28), "Average: points in a deal, fewer are better")
    return canvas.png()


def _width(place: int) -> int:
    return fonts.width(str(place), Cut.BOLD, _TEXT)


def _heads(canvas: Canvas) -> None:
    for head, right in _COLUMNS:
        _small(canvas, (right, _TITLE + 28), head, align="right")


def _small(canvas: Canvas, at: tuple[int, int], words: str, align: str = "left") -> None:
    canvas.text(at, words, _SMALL, Colour.MUTED, Colour.PANEL, cut=Cut.BOOK, align=align)


def _row(canvas: Canvas, top: int, line: StandingLine, name_left: int) -> None:
    """One player; the reader's own line has a golden rim."""
    box = (MARGIN, top, WIDTH - MARGIN, top + _ROW)
    if line.mine:
        canvas.outlined(box, Colour.TILE, Colour.GOLD, Colour.PANEL, _RADIUS, 4)
    else:
        canvas.box(box, Colour.TILE, Colour.PANEL, _RADIUS)
    base = top + 43
    ink = Colour.GOLD if line.mine else Colour.TEXT
    canvas.text((name_left - 18, base), str(line.place), _TEXT, Colour.MUTED, Colour.TILE, align="right")
    name = shown(line.name, f"Player {line.place}")
    canvas.text((name_left, base), name, _TEXT, ink, Colour.TILE, room=_NAME_ENDS - name_left)
    for (head, right), number in zip(_COLUMNS, line.numbers, strict=True):
        cut = Cut.BOLD if head == "League" else Cut.BOOK
        canvas.text((right, base), number, _TEXT, ink, Colour.TILE, cut=cut, align="right")


# -- its words --------------------------------------------------------------------------------------


def alt_standings(page: StandingsPage) -> str:
    """The page in words."""
    lines = standing_words(page, (said(line.name, f"Player {line.place}") for line in page.lines))
    return limited([said(page.title, "Standings"), *lines])


def standing_words(page: StandingsPage, names: Iterable[str]) -> list[str]:
    """A line for each player, with names as whoever shows them spells them."""
    return [f"{line.place}: {name}, {_words(line)}" for line, name in zip(page.lines, names, strict=True)]


def _words(line: StandingLine) -> str:
    average = f"{per_deal(line.points, line.deals)} points a deal"
    won = f"{line.won} of {line.matches} won"
    return f"{text.standings.league_points(line.league)}, {won}, {average}, rating {rated(line.rating)}"
