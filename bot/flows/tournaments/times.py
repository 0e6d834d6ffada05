"""Moments as people type them: `in 30 min`, `20:30`, `tomorrow 20:30 +5:30`, `2026-12-31 20:30`."""

import re
from datetime import UTC, datetime, timedelta, timezone

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_SPAN = re.compile(r"(\d{1,5})\s*(m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])")
_ZONE = r"(?:\s*(?:utc|gmt|z)?\s*(?P<sign>[+-])(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?|\s*(?:utc|gmt|z))?"
_CLOCK = re.compile(r"(?:(?P<day>today|tomorrow)\s+)?(?P<hour>\d{1,2}):(?P<minute>\d{2})" + _ZONE)
_DATE = re.compile(
    r"(?P<date>\d{4}-\d{2}-\d{2})[ t](?P<hour>\d{1,2}):(?P<minute>\d{2})(?::\d{2}(?:\.\d{1,6})?)?" + _ZONE
)
_STAMP = re.compile(r"<t:(\d{1,11})(?::[a-z])?>")
_LONGEST = 80
"""Characters."""


def parse_time(typed: str, now: datetime) -> datetime | None:
    """The moment that was typed, in UTC; `now` in UTC too. None: it is none.

    A time without a date is the next such time. Without an offset, times are UTC.
    """
    words = " ".join(typed[:_LONGEST].lower().split())
    try:
        return _span(words, now) or _stamp(words) or _clock(words, now) or _date(words)
    except (ValueError, OverflowError):
        return None


def _span(words: str, now: datetime) -> datetime | None:
    """`in 30 min`, `1 h 30 m`."""
    spans = words.removeprefix("in ")
    found = _SPAN.findall(spans)
    if not found or _SPAN.sub("", spans).replace("and", "").replace(",", "").strip():
        return None
    return now + sum((timedelta(**{_UNITS[unit[0]]: int(number)}) for number, unit in found), timedelta())


def _stamp(words: str) -> datetime | None:
    """What Discord shows as a time, pasted."""
    found = _STAMP.fullmatch(words)
    return datetime.fromtimestamp(int(found[1]), UTC) if found else None


def _clock(words: str, now: datetime) -> datetime | None:
    found = _CLOCK.fullmatch(words)
    if found is None:
        return None
    here = now.astimezone(_zone(found))
    moment = here.replace(hour=int(found["hour"]), minute=int(found["minute"]), second=0, microsecond=0)
    later = found["day"] == "tomorrow" or (found["day"] is None and moment <= here)
    return (moment + timedelta(days=later)).astimezone(UTC)


def _date(words: str) -> datetime | None:
    found = _DATE.fullmatch(words)
    if found is None:
        return None
    day = datetime.fromisoformat(found["date"])
    return day.replace(hour=int(found["hour"]), minute=int(found["minute"]), tzinfo=_zone(found)).astimezone(UTC)


def _zone(found: re.Match[str]) -> timezone:
    """The offset that was typed.

    Raises:
        ValueError: there is no such offset.
    """
    if found["sign"] is None:
        return UTC
    offset = timedelta(hours=int(found["hours"]), minutes=int(found["minutes"] or 0))
    return timezone(offset if found["sign"] == "+" else -offset)
