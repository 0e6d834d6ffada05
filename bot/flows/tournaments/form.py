"""The text that staff type for a new tournament, read into the fields of a plan."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.codes import Day, Problem
from bot.flows.tournaments.times import NUMBERS, parse_time
from bot.rummy.rules import Rules
from bot.screens.base import date_and_time
from bot.service.errors import ServiceError
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.rhythm import MOST_HOURS, Hourly, Rhythm, Weekly
from bot.text import tournaments
from bot.text.refusals import UserError

USUAL_SEATS, USUAL_MATCHES, USUAL_MOST = 4, 3, 64

LONGEST_RHYTHM = 80  # characters
FILLING = frozenset({"every", "each", "on", "and", "from"})
_TO = re.compile(r" ?[-–] ?| (?:to|through|until|till) ")
_HOURS = re.compile(r"(?:([0-9]{1,3}) ?)?(?:h|hrs?|hours?|hourly)")
DAY_SETS: Mapping[str, frozenset[Day]] = {
    **dict.fromkeys(("daily", "day", "days"), frozenset(Day)),
    **dict.fromkeys(("weekday", "weekdays"), frozenset(tournaments.WORKING_DAYS)),
    **dict.fromkeys(("weekend", "weekends"), frozenset(tournaments.WEEKEND)),
}

ReadPlan = Callable[[Mapping[str, Rules], datetime], TournamentPlan]
"""Reads the typed text into a plan, with these rule sets and the present time in the server's zone.

The service checks whether the plan can be played. It may raise ServiceError (no such rules, format, entry or prizes)
and UserError (the text is no time).
"""


def typed_time(typed: str, now: datetime) -> datetime:
    """Return the moment that was typed. `now` is in the zone of the typed times.

    Raises:
        UserError: it is none, or could be several.
    """
    moment = parse_time(typed, now)
    if moment is None:
        raise UserError(tournaments.bad_moment(typed, str(now.tzinfo)))
    return moment


def clock_note(typed: str, now: datetime) -> str:
    """Return the note on a typed time that comes twice or is skipped, because clocks change; empty for any other."""
    taken, other = (parse_time(typed, now, fold=fold) for fold in (0, 1))
    # Clocks change by less than a day. Of two days, the text means the next.
    if taken is None or other is None or taken == other or abs(taken - other) >= timedelta(days=1):
        return ""
    return tournaments.clock_changes(typed, date_and_time(taken), is_skipped=other < taken)


def rhythm_note(rhythm: Rhythm, first: datetime, start: datetime) -> str:
    """Return the same note on a start of a series; `first` is one of all its starts."""
    if not isinstance(rhythm, Weekly):
        return ""
    local, clock = (moment.astimezone(ZoneInfo(rhythm.zone)) for moment in (start, first))
    return clock_note(f"{local:%Y-%m-%d} {clock:%H:%M}", local - timedelta(days=1))


def typed_rhythm(typed: str, zone: str) -> Rhythm:
    """Return the rhythm that was typed or chosen: `every 6 hours`, `daily`, `mon wed fri`, `mon-fri`, by that zone's
    clock.

    Raises:
        UserError: the text is no rhythm.
    """
    plain = _TO.sub("-", " ".join(typed[:LONGEST_RHYTHM].lower().replace(",", " ").split()))
    words = [NUMBERS.get(word, word) for word in plain.split() if word not in FILLING]
    if (found := _HOURS.fullmatch(" ".join(words))) and 1 <= (hours := int(found[1] or 1)) <= MOST_HOURS:
        return Hourly(hours)
    days = [_days(word) for word in words]
    if not days or not all(days):
        raise UserError(tournaments.bad_rhythm(typed))
    return Weekly(frozenset().union(*days), zone)


def _days(word: str) -> frozenset[Day]:
    """Return the days that a word names; an empty set if it names none."""
    if word in DAY_SETS:
        return DAY_SETS[word]
    if "-" in word:
        return _from_to(*map(_called, word.split("-", 1)))
    return _called(word)


def _from_to(first: frozenset[Day], last: frozenset[Day]) -> frozenset[Day]:
    """Return the days from one to another, perhaps over the end of a week; an empty set if either is not one day."""
    if len(first) != 1 or len(last) != 1:
        return frozenset()
    (begin,), (end,) = first, last
    week = list(Day)
    week = week[week.index(begin) :] + week[: week.index(begin)]
    return frozenset(week[: week.index(end) + 1])


def _called(word: str) -> frozenset[Day]:
    """Return the days whose names begin with the word, in English or in the language of the person."""
    names = tournaments.DAYS
    called = {day: (f"{names[day].text}s".lower(), names[day]().lower()) for day in Day}
    return frozenset(day for day in Day if len(word) > 1 and any(name.startswith(word) for name in called[day]))


def typed_prizes(typed: str) -> tuple[int, ...]:
    """Return the percentages by place: `50 30 20`, `50, 30, 20`, `50% 30% 20%`.

    Raises:
        ServiceError: the text is none of these.
    """
    words = typed.replace(",", " ").replace("%", " ").split()
    if not words or not all(word.isascii() and word.isdecimal() and len(word) <= 3 for word in words):
        raise ServiceError(Problem.BAD_PRIZES)
    return tuple(map(int, words))
