"""The deal of the day: days, results, and results shown to servers. All days are those of UTC."""

from dataclasses import dataclass
from datetime import date, datetime

from bot.rummy.ids import PlayerId


def daily_place(day: date) -> str:
    """Return the `SoloRow.place` where people play the deal of that day."""
    return f"daily-{day}"


@dataclass(frozen=True, slots=True)
class DailyDay:
    """A day whose deal a person has begun, and the rules of that deal as they were then."""

    day: date
    rules_id: str
    rules: str  # text of the rule set


@dataclass(frozen=True, slots=True)
class DailyResult:
    """How a person's try at the deal of a day has ended."""

    day: date
    player: PlayerId
    points: int
    turns: int
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class DailyShare:
    """That a person has shown their result to a server, and as whom."""

    day: date
    guild: int
    player: PlayerId
    name: str
    shared_at: datetime


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A result that was shown to a server."""

    player: PlayerId
    name: str
    points: int
    turns: int
