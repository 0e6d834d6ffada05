"""Finished matches, and the counts over them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from bot.codes import MatchExit
from bot.rummy.cards import Seat
from bot.rummy.ids import DisplayName, PlayerId, TableId, called


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A finished match."""

    table: TableId
    guild: int | None
    season: int  # 0 if none was running
    format: str  # `points`, `pool_101`, `deals_3`, …
    rules_id: str
    stake: int  # as agreed, in hundredths
    deals: int  # number of deals played
    seats: int
    counted: bool  # whether it counts in standings and ratings: a match of a server, among people alone
    private: bool
    finished_at: datetime
    voided_at: datetime | None = None  # when the staff made it void; it has not counted since


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """The finished matches that are wanted: of a server, or of a player or a format there."""

    guild: int | None  # None for direct messages
    player: PlayerId | None = None
    format: str | None = None
    viewer: PlayerId | None = None  # the person who asks: they see matches of private tables only if they played there
    other: PlayerId | None = None  # someone who sat there too; void matches are then left out


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of one seat in a finished match."""

    table: TableId
    seat: Seat
    player: PlayerId | None  # None for a computer
    name: str  # name at the table
    place: int  # 1 is the best
    sharing: int  # number of seats that share the place, this one included
    total: int  # points at the end; in the format deals the stack
    deals: int  # number of deals in which the seat was dealt in
    deals_won: int
    points: int  # points over all deals, as a cost: below 0 in a game whose points are good
    drops: int
    wrong: int  # number of wrong declarations
    chips: int = 0  # winnings less payments, in hundredths
    league: int = 0  # league points, in sixtieths
    rating: float | None = None  # rating over all formats, right after the match; None if unrated
    level: int | None = None  # level of a computer; None for a person, or for a computer from before there were levels
    coached: bool | None = None  # whether this player asked the coach; None if there was no coach then
    handle: str | None = None  # handle at the table; None if not known
    exit: MatchExit | None = None  # None for a computer, or in a match from before it was kept

    @property
    def called(self) -> DisplayName:
        return DisplayName(self.name) if self.player is None else called(self.player, self.name, self.handle)


@dataclass(frozen=True, slots=True)
class RulesTally:
    """The totals of a player's matches by one rule set."""

    rules_id: str
    matches: int
    won: int
    deals: int
    points: int  # as in results


@dataclass(frozen=True, slots=True)
class Standing:
    """The counts of a player over matches of a server."""

    guild: int
    season: int  # 0 for all seasons
    format: str  # empty for all formats
    player: PlayerId
    name: str = ""
    matches: int = 0
    won: int = 0
    deals: int = 0
    deals_won: int = 0
    points: int = 0  # as in results, over all games together
    drops: int = 0
    wrong: int = 0
    streak: int = 0  # number of matches won in a row, up to now
    best_streak: int = 0
    chips: int = 0  # hundredths
    league: int = 0  # sixtieths
    mu: float = 25.0  # openskill's two numbers
    sigma: float = 25.0 / 3
    handle: str | None = None  # handle at the last match; None if not known

    @property
    def called(self) -> DisplayName:
        return called(self.player, self.name, self.handle)


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server."""

    guild: int
    number: int  # 1, 2, 3, …
    name: str
    started_at: datetime
    closed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class StandingFunctions:
    """The way in which matches count in standings: pure functions from the service."""

    award: Callable[[tuple[ResultRow, ...], str], tuple[ResultRow, ...]]
    """Returns the results of a match with their league points, under `ServerSettings.league_points`."""
    count: Callable[[tuple[ResultRow, ...], tuple[Standing, ...]], tuple[Standing, ...]]
    """Returns the players' standings in one scope after a match, one for each result, given those before."""
    rating: Callable[[Standing], float]
    """Returns the displayed rating for a standing's two numbers of skill."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that a change ends.

    The store sets the match's season, and the league points and ratings of its results. Of two matches of one server
    the one stored later has finished later: if clocks disagree, the store moves `finished_at` on.
    """

    match: MatchRow
    results: tuple[ResultRow, ...]  # by seat
    counting: StandingFunctions | None = field(
        default=None, compare=False, repr=False
    )  # needed to store a match that counts
    in_a_row: int = field(default=0, compare=False)  # matches that its only winner has won in a row, this one included


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The result of counting all matches again."""

    matches: int
    standings: int
    corrected: int  # number of ratings of results that were wrong
