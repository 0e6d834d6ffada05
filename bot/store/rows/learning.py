"""Deals that people play alone, and what reviews have found. All days are those of UTC."""

from dataclasses import dataclass, field
from datetime import date, datetime

from bot.rummy.ids import PlayerId, TableId


@dataclass(frozen=True, slots=True)
class LearnedRow:
    """What a review found of one person in a finished match, in figures alone."""

    player: PlayerId
    table: TableId
    at: datetime  # when the match was over
    deals: int
    declared: int  # deals that the person ended as the winner
    turns: int  # the person's own, in those deals
    discards: int
    lost: float  # win chances that the discards have lost, added up
    missed: int  # chances to go out
    wrong: int  # declarations
    drops: int
    bad_drops: int  # of hands worth playing


@dataclass(frozen=True, slots=True)
class SoloRow:
    """A deal that a person plays alone."""

    player: PlayerId
    place: str  # where they play it, such as a lesson or the deal of a day; the service's own
    journal: str = field(repr=False)  # a line for each entry, as records have them; the service's own
    changed_at: datetime
    version: int  # 1 for the first


def daily_place(day: date) -> str:
    """The `SoloRow.place` where people play the deal of that day."""
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
