"""The rhythm of a series: every few hours, or on days of the week at one local time."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.codes import Day
from bot.rummy.errors import ParseError

MOST_HOURS = 7 * 24


@dataclass(frozen=True, slots=True)
class Hourly:
    """Starts a fixed number of hours apart, whatever clocks show."""

    hours: int

    def __str__(self) -> str:
        return f"{self.hours}h"

    @property
    def shortest(self) -> timedelta:
        """Return the least time between two starts."""
        return timedelta(hours=self.hours)

    def after(self, moment: datetime, first: datetime) -> datetime:
        """Return the next start later than a moment; `first` is one of all starts. In UTC."""
        return first + ((moment - first) // self.shortest + 1) * self.shortest


@dataclass(frozen=True, slots=True)
class Weekly:
    """Starts on these days of the week, at the same local time of a zone."""

    days: frozenset[Day]
    zone: str = "UTC"

    def __str__(self) -> str:
        return f"{','.join(day for day in Day if day in self.days)} {self.zone}"

    @property
    def shortest(self) -> timedelta:
        """Return the least time between two starts: a day on which clocks are put forward."""
        return timedelta(hours=23)

    def after(self, moment: datetime, first: datetime) -> datetime:
        """Return the next start later than a moment; `first` is one of all starts. In UTC."""
        zone = ZoneInfo(self.zone)
        # Each date gives one moment. If the time comes twice that night, take the first. If clocks skip it, it comes as
        # much later as they were put forward.
        clock, date = first.astimezone(zone).time().replace(fold=0), moment.astimezone(zone).date()
        wanted = [place for place, day in enumerate(Day) if day in self.days]
        dates = (date + timedelta(days) for days in range(-1, 15))
        starts = (datetime.combine(day, clock, zone).astimezone(UTC) for day in dates if day.weekday() in wanted)
        return next(start for start in starts if start > moment)


Rhythm = Hourly | Weekly


def parse_rhythm(text: str) -> Rhythm:
    """Return the value for a text; the inverse of `str`.

    Raises:
        ParseError: the text is no rhythm.
    """
    days, _, zone = text.partition(" ")
    try:
        if not zone and days.endswith("h") and 1 <= (hours := int(days[:-1])) <= MOST_HOURS:
            return Hourly(hours)
        return Weekly(frozenset(map(Day, days.split(","))), ZoneInfo(zone).key)
    except (ValueError, LookupError, OSError) as error:
        raise ParseError(f"no rhythm: {text[:40]!r}") from error
