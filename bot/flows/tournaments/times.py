"""Moments as people type them: `in 2 hours`, `tomorrow 8pm`, `friday 20:30`, `31 dec 20:30`, `20:30 +5:30`."""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo

from dateutil import parser

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_SPAN = re.compile(r"(\d{1,5}(?:\.\d)?)\s*(m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])")
_SPELT = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {"a": "1", "an": "1", **{word: str(number) for number, word in enumerate(_SPELT, start=1)}}
_ZONE = r"(?:\s*(?:utc|gmt|z)?\s*(?P<sign>[+-])(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?|\s*(?P<utc>utc|gmt|z))?"
_CLOCK = re.compile(
    r"(?<![\w.:+-])(?:(?P<hour>\d{1,2}):(?P<minute>\d{2})(?:\s*(?P<half>[ap])m)?"
    r"|(?P<hour12>\d{1,2})(?:\.(?P<minute12>\d{2}))?\s*(?P<half12>[ap])m)" + _ZONE + r"(?![\w:+-])"
)
_DOTTED = re.compile(r"(?<![a-z])([ap])\. ?m(?![a-z])")
_HOUR_OR_SPAN = re.compile(r"\d{1,2} ?h")
"""A text like `20h`, which means eight in the evening or a span of twenty hours."""
_ISO = re.compile(r"(\d{4}-\d{2}-\d{2})t(\d{1,2}:\d{2})(?::\d{2}(?:\.\d{1,6})?)?")
_STAMP = re.compile(r"<t:(\d{1,11})(?::[a-z])?>")
_DAY = re.compile(r"[a-z0-9 ./-]{1,30}")
_DAYS = {"today": 0, "tonight": 0, "tomorrow": 1, "tmrw": 1, "tmr": 1, "day after tomorrow": 2}
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = re.compile(r"(?P<next>next )?(mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday|s|rs|r)?")
_LONGEST = 80
"""The greatest number of characters."""


def parse_time(typed: str, now: datetime, *, fold: int = 0) -> datetime | None:
    """Return the moment that was typed, in UTC; None if it is none, or could be several.

    A time without a date is the next such time. Without an offset, times are those of the zone of `now`. `fold` is that
    of `datetime`, for a time that comes twice or is skipped because clocks change.
    """
    words = _DOTTED.sub(r"\1m", " ".join(typed[:_LONGEST].lower().replace(",", " ").split()))
    words = re.sub(r"\.(?= |$)", "", words)
    if _HOUR_OR_SPAN.fullmatch(words):
        return None
    try:
        return _span(words, now) or _stamp(words) or _clock(words, now, fold)
    except (ValueError, OverflowError):
        return None


def _span(words: str, now: datetime) -> datetime | None:
    """Return the moment after a span such as `in 30 min`, `1 h 30 m`, `in two hours`, `half an hour`."""
    plain = words.removeprefix("in ").replace("half an hour", "30 min")
    spans = " ".join(NUMBERS.get(word, word) for word in plain.split())
    found = _SPAN.findall(spans)
    if not found or _SPAN.sub("", spans).replace("and", "").strip():
        return None
    span = sum((timedelta(**{_UNITS[unit[0]]: float(number)}) for number, unit in found), timedelta())
    return now.astimezone(UTC) + span


def _stamp(words: str) -> datetime | None:
    """Return the moment of a time copied from Discord."""
    found = _STAMP.fullmatch(words)
    return datetime.fromtimestamp(int(found[1]), UTC) if found else None


def _clock(words: str, now: datetime, fold: int) -> datetime | None:
    """Return the moment of a time of day, alone or with a day before or behind it."""
    words = re.sub(r"\bnoon\b", "12:00", re.sub(r"\bmidnight\b", "0:00", _ISO.sub(r"\1 \2", words)))
    found = [*_CLOCK.finditer(words)]
    if len(found) != 1:
        return None
    (clock,) = found
    zone = _zone(clock) or now.tzinfo
    here, at = now.astimezone(zone), _time(clock).replace(fold=fold)
    day = " ".join(word for word in f"{words[: clock.start()]} {words[clock.end() :]}".split() if word not in _FILLERS)
    return _on_day(day, at, here)


_FILLERS = ("at", "on", "this", "coming", "the", "of")


def _on_day(day: str, at: time, here: datetime) -> datetime | None:
    """Return that time on the day that these words name, seen from `here`. Without words, return the next such time."""

    def on(one: date) -> datetime:
        return datetime.combine(one, at, here.tzinfo).astimezone(UTC)

    def first_of(*days: date) -> datetime | None:
        return next((moment for moment in map(on, days) if moment > here), None)

    today = here.date()
    if not day:
        return first_of(today, today + timedelta(days=1))
    if day in _DAYS:
        return on(today + timedelta(days=_DAYS[day]))
    if weekday := _WEEKDAY.fullmatch(day):
        ahead = (_WEEKDAYS.index(weekday[2]) - today.weekday()) % 7
        soonest = today + timedelta(days=ahead)
        week_later = soonest + timedelta(days=7)
        return on(week_later) if weekday["next"] and not ahead else first_of(soonest, week_later)
    this, following = _read(day, date(today.year, 1, 1)), _read(day, date(today.year + 1, 2, 2))
    if this is None or following is None or (this.month, this.day) != (following.month, following.day):
        return None  # it names no day, or no month
    return on(this) if this == following else first_of(this, following)


def _read(day: str, default: date) -> date | None:
    """Return a date, with missing parts from `default`; None if the text is none, or could be two."""
    if _DAY.fullmatch(day) is None:
        return None
    found = set()
    for day_first in (False, True):
        try:
            read = parser.parse(day, default=datetime.combine(default, time()), dayfirst=day_first)
        except (ValueError, OverflowError, TypeError, ArithmeticError):
            continue
        found.add(read if read.time() == time() and read.tzinfo is None else None)
    only = found.pop() if len(found) == 1 else None
    return None if only is None else only.date()


def _time(clock: re.Match[str]) -> time:
    """Return the time of day that was typed.

    Raises:
        ValueError: there is no such time.
    """
    hour, half = int(clock["hour"] or clock["hour12"]), clock["half"] or clock["half12"]
    if half:
        if not 1 <= hour <= 12:
            raise ValueError(hour)
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, int(clock["minute"] or clock["minute12"] or 0))


def _zone(clock: re.Match[str]) -> tzinfo | None:
    """Return the offset that was typed; None if none was.

    Raises:
        ValueError: there is no such offset.
    """
    if clock["sign"] is None:
        return UTC if clock["utc"] else None
    offset = timedelta(hours=int(clock["hours"]), minutes=int(clock["minutes"] or 0))
    return timezone(offset if clock["sign"] == "+" else -offset)
