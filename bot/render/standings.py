"""A page of the standings: the places of players, and the numbers behind them."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.languages.formats import with_commas
from bot.languages.sentence import Sentence, say, sentence_in
from bot.render.drawing.canvas import MARGIN, TITLE_ROOM, WIDTH
from bot.render.drawing.names import alt_name, numbered, shown
from bot.render.drawing.scripts import Cut
from bot.render.phrases import limited
from bot.render.placings import SMALL, Column, PlaceLine, draw_lines
from bot.render.scores import signed
from bot.text import standings

_LEGEND = 46
# Translators: the heads of narrow columns: about eight letters have room, six in the place of "Rating"
_COLUMNS = (
    (sentence_in("a heading", "Played"), 430, Cut.BOOK),
    (sentence_in("a heading", "Won"), 552, Cut.BOOK),
    (sentence_in("a heading", "League"), 702, Cut.BOLD),
    (sentence_in("a heading", "Deals"), 822, Cut.BOOK),
    (sentence_in("a heading", "Rating"), WIDTH - MARGIN - 18, Cut.BOOK),
)
"""Headings, right edges and letters."""
_STANDINGS = Sentence("Standings")
_NAMES_END = 342
_LEAGUE_DIGITS = 7
"""The most characters of league points; longer numbers lose their fractions."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """The line of one player."""

    place: int
    name: str
    matches: int
    won: int
    league: int  # league points, in sixtieths
    deals: int
    deals_won: int
    rating: float
    mine: bool = False  # whether it is the reader's own

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the numbers of the columns."""
        league = standings.league(self.league)
        league = league if len(league) <= _LEAGUE_DIGITS else str(self.league // 60)
        deals = standings.deals_won(self.deals_won, self.deals)
        return str(self.matches), str(self.won), league, deals, rated(self.rating)


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The content of a picture of the standings; at least one line."""

    title: str
    lines: tuple[StandingLine, ...]


def rated(rating: float) -> str:
    """Return a rating as it is displayed."""
    return signed(round(rating))


# -- the picture ------------------------------------------------------------------------------------


def draw_standings(page: StandingsPage) -> bytes:
    """Return the page as a PNG; the reader's own line has a golden rim."""
    lines = [PlaceLine(line.place, line.name, line.numbers, line.mine, line.mine) for line in page.lines]
    columns = [Column(head(), right, cut) for head, right, cut in _COLUMNS]
    canvas = draw_lines(shown(page.title, _STANDINGS()), lines, columns, _LEGEND, _NAMES_END)
    base = canvas.image.height - _LEGEND + 28
    canvas.note((MARGIN + 4, base), say("Deals: how many of them were won"), SMALL, room=TITLE_ROOM)
    return canvas.png()


# -- its words --------------------------------------------------------------------------------------


def alt_standings(page: StandingsPage) -> str:
    """Return the page in words."""
    lines = standing_words(page, (alt_name(line.name, numbered(line.place)) for line in page.lines))
    return limited([alt_name(page.title, _STANDINGS()), *lines])


def standing_words(page: StandingsPage, names: Iterable[str]) -> list[str]:
    """Return a line for each player; the caller prepares the names."""
    return [f"{line.place}: {name}, {_words(line)}" for line, name in zip(page.lines, names, strict=True)]


def _words(line: StandingLine) -> str:
    told = (
        standings.league_points(line.league),
        say("{won} of {matches} won", won=line.won, matches=line.matches),
        say("{percent} of deals won", percent=standings.deals_won(line.deals_won, line.deals)),
        say("rating {rating}", rating=rated(line.rating)),
    )
    return with_commas(told)
