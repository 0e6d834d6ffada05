"""The deal of the day: days, results, and results shared with servers. All days are in UTC."""

from dataclasses import dataclass
from datetime import date, datetime

from bot.rummy.ids import PlayerId


def daily_place(day: date) -> str:
    """Return the `SoloRow.place` of the deal of that day."""
    return f"daily-{day}"


@dataclass(frozen=True, slots=True)
class DailyDay:
    """A day whose deal was begun by a player, with its rules as they were then."""

    day: date
    rules_id: str
    rules: str  # text of the rule set
    round: str | None = None
    """The round of a beacon that the cards are mixed with, as a line of entropy. Empty: it did not come. None: there is
    no beacon.
    """


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The result of a person's try at the deal of a day."""

    day: date
    player: PlayerId
    points: int
    turns: int
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class DailyShare:
    """The record that a person has shared their result with a server, and under which name."""

    day: date
    guild: int
    player: PlayerId
    name: str
    shared_at: datetime


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A result that was shared with a server."""

    player: PlayerId
    name: str
    points: int
    turns: int
