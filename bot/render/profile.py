"""A player's profile: their counts, and the course of their rating."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.languages.sentence import Sentence, say, say_in, say_many
from bot.render.drawing import fonts
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas, disc
from bot.render.drawing.fonts import Box
from bot.render.drawing.names import alt_name, shown
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.phrases import limited
from bot.render.standings import rated
from bot.text import standings

_TITLE = 70
_TILE, _GAP = 108, 10
_ACROSS = 4
"""Number of tiles in a row."""
_CHART, _NO_CHART = 300, 74
"""Height of the chart, with a rating and without."""
_RADIUS = 16
_NUMBER, _SMALL = 40, 28
_OVERSAMPLE = 4
_LINE, _DOT = 5, 9
"""Thickness of the chart's line; radius of its dots."""
_LEAST_SPAN = 40.0
"""The least span of ratings from the bottom of the chart to its top, so that small changes look flat."""


_UNNAMED = Sentence("A player")


@dataclass(frozen=True, slots=True)
class Profile:
    """The content of a player's picture."""

    name: str
    matches: int
    won: int
    league: int  # league points, in sixtieths
    best_streak: int
    deals: int
    deals_won: int
    games: int  # number of known games; the points of several do not add up
    average: float | None  # points per deal; None for no game, or for several
    drops: int
    wrong: int  # number of wrong declarations
    ratings: tuple[float, ...]  # ratings after each of the last matches, the oldest first
    streak: int | None = None  # matches won in a row up to now, against computers; None if it is about people

    @property
    def numbers(self) -> tuple[tuple[str, str], ...]:
        """Return the number and the caption of each tile."""
        points = (standings.average(self.average), say_in("a heading", "Points a deal"))
        league = (standings.league(self.league), say_in("a heading", "League points"))
        return (
            (str(self.matches), say_in("a heading", "Matches")),
            (str(self.won), say_in("a heading", "Won")),
            league if self.streak is None else (str(self.streak), say_in("a heading", "Streak now")),
            (str(self.best_streak), say_in("a heading", "Best streak")),
            points if self.games < 2 else (str(self.games), say_in("a heading", "Games")),
            (f"{self.deals_won}/{self.deals}", say_in("a heading", "Deals won")),
            (str(self.drops), say_in("a heading", "Drops")),
            (str(self.wrong), say_in("a heading", "Wrong shows")),
        )


def draw_profile(profile: Profile) -> bytes:
    """Return the profile as a PNG."""
    rows = -(-len(profile.numbers) // _ACROSS)
    chart = _TITLE + rows * (_TILE + _GAP)
    bottom = chart + (_CHART if profile.ratings else _NO_CHART)
    canvas = Canvas.panel(bottom + MARGIN)
    canvas.title(shown(profile.name, _UNNAMED()))
    for i, (number, caption) in enumerate(profile.numbers):
        _tile(canvas, i, number, caption)
    _chart(canvas, (MARGIN, chart, WIDTH - MARGIN, bottom), profile)
    return canvas.png()


def _tile(canvas: Canvas, place: int, number: str, caption: str) -> None:
    across = (WIDTH - 2 * MARGIN - (_ACROSS - 1) * _GAP) // _ACROSS
    left = MARGIN + place % _ACROSS * (across + _GAP)
    top = _TITLE + place // _ACROSS * (_TILE + _GAP)
    canvas.tile((left, top, left + across, top + _TILE), _RADIUS)
    middle, room = left + across // 2, across - 16
    canvas.text((middle, top + 52), number, _NUMBER, Colour.TEXT, Colour.TILE, align="middle", room=room)
    canvas.text((middle, top + 90), caption, _SMALL, Colour.MUTED, Colour.TILE, cut=Cut.BOOK, align="middle", room=room)


# -- the chart --------------------------------------------------------------------------------------


def _chart(canvas: Canvas, box: Box, profile: Profile) -> None:
    left, top, right, bottom = box
    ratings = profile.ratings
    canvas.tile(box, _RADIUS)
    canvas.text((left + 20, top + 46), chart_title(profile), _SMALL + 4, Colour.TEXT, Colour.TILE)
    if not ratings:
        return
    low, high = _span(ratings)
    labels = [rated(high), rated(low)]
    room = max(fonts.width(label, Cut.BOOK, _SMALL) for label in labels)
    plot = (left + room + 40, top + 86, right - 30, bottom - 36)
    for label, y in zip(labels, (plot[1], plot[3]), strict=True):
        canvas.box((plot[0], y - 1, plot[2], y + 1), Colour.EDGE, Colour.TILE)
        canvas.text((plot[0] - 16, y + 10), label, _SMALL, Colour.MUTED, Colour.TILE, cut=Cut.BOOK, align="right")
    _curve(canvas, plot, _points(plot, ratings, low, high))


def chart_title(profile: Profile) -> str:
    """Return the title of the chart."""
    ratings = profile.ratings
    if not ratings:
        return say("Not rated yet") if profile.streak is None else say("Against computers nothing is rated")
    now = rated(ratings[-1])
    if len(ratings) == 1:
        return say("Rating {rating}, after one match", rating=now)
    return say_many(
        len(ratings),
        "Rating {rating}, over the last {number} match",
        "Rating {rating}, over the last {number} matches",
        rating=now,
    )


def _span(ratings: Sequence[float]) -> tuple[float, float]:
    """Return the ratings at the bottom and the top of the chart."""
    low, high = min(ratings), max(ratings)
    spare = max(0.0, _LEAST_SPAN - (high - low)) / 2
    return low - spare, high + spare


def _points(plot: Box, ratings: Sequence[float], low: float, high: float) -> list[tuple[float, float]]:
    """Return the place of each rating in the picture; a single one in the middle."""
    left, top, right, bottom = plot
    step = (right - left) / (len(ratings) - 1) if len(ratings) > 1 else 0.0
    start = left if len(ratings) > 1 else (left + right) / 2
    scale = (bottom - top) / (high - low)
    return [(start + i * step, bottom - (rating - low) * scale) for i, rating in enumerate(ratings)]


def _curve(canvas: Canvas, plot: Box, points: Sequence[tuple[float, float]]) -> None:
    """Draw a line through the points, with a dot at its end."""
    left, top = plot[0] - _DOT, plot[1] - _DOT
    wide, high = plot[2] - plot[0] + 2 * _DOT, plot[3] - plot[1] + 2 * _DOT
    image = Image.new("L", (wide * _OVERSAMPLE, high * _OVERSAMPLE))
    path = [((x - left) * _OVERSAMPLE, (y - top) * _OVERSAMPLE) for x, y in points]
    ImageDraw.Draw(image).line(path, fill=255, width=_LINE * _OVERSAMPLE, joint="curve")
    canvas.stamp(image.reduce(_OVERSAMPLE), (left, top), Colour.ACCENT, Colour.TILE)
    x, y = points[-1]
    canvas.stamp(disc(_DOT), (round(x) - _DOT, round(y) - _DOT), Colour.ACCENT, Colour.TILE)


# -- its words --------------------------------------------------------------------------------------


def alt_profile(profile: Profile) -> str:
    """Return the profile in words."""
    return limited([alt_name(profile.name, _UNNAMED()), *profile_words(profile)])


def profile_words(profile: Profile) -> list[str]:
    """Return the numbers and the rating, a line for each."""
    numbers = [f"{caption}: {number}" for number, caption in profile.numbers]
    return [*numbers, _chart_words(profile)]


def _chart_words(profile: Profile) -> str:
    ratings = profile.ratings
    if len(ratings) < 2:
        return chart_title(profile)
    return say(
        "{chart}: from {first}, lowest {lowest}, highest {highest}",
        chart=chart_title(profile),
        first=rated(ratings[0]),
        lowest=rated(min(ratings)),
        highest=rated(max(ratings)),
    )
