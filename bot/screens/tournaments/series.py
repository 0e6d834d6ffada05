"""Repeated tournaments: their rhythm, the form to choose it, and the way to end them."""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never
from zoneinfo import ZoneInfo

from bot.codes import Day
from bot.languages.sentence import Sentence
from bot.layout import Accent, Button, Choice, Screen, Style, menu, row, screen
from bot.screens.base import date_and_time, question, relative
from bot.screens.tournaments.brackets import title
from bot.screens.tournaments.ids import (
    SeriesId,
    SeriesWord,
    TournamentButton,
    TournamentButtonId,
    TournamentsId,
    TournamentsWord,
)
from bot.service.tournaments.rhythm import Hourly, Weekly
from bot.service.tournaments.series import OneSeries
from bot.service.tournaments.state import TournamentState
from bot.text import buttons, tournaments, words

HOURS_OFFERED = (1, 2, 3, 4, 6, 8, 12, 24, 48)
NAME_LENGTH = 40
"""Characters of a name in a menu."""


def how_often(one: OneSeries) -> str:
    """Return the rhythm: `every 6 hours`, `every day at 20:30 (Asia/Kolkata)`."""
    rhythm = one.rhythm
    match rhythm:
        case Hourly(hours):
            return tournaments.every_hours(hours)
        case Weekly(days, zone):
            named = [day for day in Day if day in days]
            return tournaments.on_days_at(named, clock_of(one.first, zone), zone)
    assert_never(rhythm)


def clock_of(moment: datetime, zone: str) -> str:
    """Return the local time of a zone at that moment: `20:30`."""
    return f"{moment.astimezone(ZoneInfo(zone)):%H:%M}"


def repeats(one: OneSeries) -> str:
    """Return the sentence that a tournament is repeated."""
    return tournaments.repeats(title(one.pattern), how_often(one), relative(one.row.start_at))


def repeated(one: OneSeries) -> str:
    """Return the answer after a tournament was repeated."""
    starts, opens = date_and_time(one.row.start_at), relative(one.row.due)
    return tournaments.repeated(title(one.pattern), how_often(one), starts, opens)


def all_series(found: Sequence[OneSeries]) -> Screen:
    """Return the series of a server, for its staff, with each one's rhythm and a menu to end one."""
    lines = [
        tournaments.series_line(
            title(one.pattern), one.row.id, how_often(one), date_and_time(one.row.start_at), relative(one.row.due)
        )
        for one in found
    ]
    ends = (Choice(words.clipped(one.pattern.plan.name, NAME_LENGTH), one.row.id, how_often(one)) for one in found)
    return screen(
        Accent.BLURPLE,
        tournaments.SERIES_HEAD(),
        "\n".join(lines) or tournaments.NO_SERIES(),
        menu(TournamentsId(TournamentsWord.PICK_SERIES), tournaments.END_HINT(), ends),
        row(all_button()),
    )


def ask_end_series(one: OneSeries) -> Screen:
    """Return the question whether to end a series."""
    end = Button(tournaments.END_SERIES(), str(SeriesId(one.row.id, SeriesWord.END)), Style.DANGER)
    return question(tournaments.ask_end_series(title(one.pattern), how_often(one)), series_button(buttons.BACK), end)


def ask_how_often(state: TournamentState, zone: str) -> Screen:
    """Return the form for the rhythm of a tournament; times on days of the week are in that zone."""
    hours = (Choice(tournaments.every_hours_choice(n), f"{n}h") for n in HOURS_OFFERED)
    days = (Choice(tournaments.DAYS[day](), day) for day in Day)
    return screen(
        Accent.BLURPLE,
        tournaments.ask_how_often(title(state), clock_of(state.plan.start_at, zone), zone),
        menu(SeriesId(state.id, SeriesWord.HOURS), tournaments.HOURS_HINT(), hours),
        menu(SeriesId(state.id, SeriesWord.DAYS), tournaments.DAYS_HINT(), days, most=len(Day)),
        row(Button(buttons.BACK(), str(TournamentButtonId(state.id, TournamentButton.SHOW)))),
    )


def series_button(label: Sentence = tournaments.SERIES) -> Button:
    """Return the button to the series of the server."""
    return Button(label(), str(TournamentsId(TournamentsWord.SERIES)))


def all_button() -> Button:
    return Button(tournaments.ALL(), str(TournamentsId(TournamentsWord.LIST)))
