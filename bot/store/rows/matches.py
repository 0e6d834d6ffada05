"""Finished matches, and what is counted over them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from bot.rummy.cards import Seat
from bot.rummy.ids import DisplayName, PlayerId, TableId, called


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A finished match."""

    table: TableId
    guild: int | None
    season: int  # 0 where none was running
    format: str  # `points`, `pool_101`, `deals_3`, …
    rules_id: str
    stake: int  # as agreed, in hundredths
    deals: int  # played
    seats: int
    counted: bool  # in standings and ratings: a match of a server, among people alone
    private: bool
    finished_at: datetime
    voided_at: datetime | None = None  # when the staff made it void; it does not count since


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which finished matches are wanted: of a server, or of a player or a format there."""

    guild: int | None  # None: those in direct messages
    player: PlayerId | None = None
    format: str | None = None
    viewer: PlayerId | None = None  # who asks: matches of private tables only where they played


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How one seat fared in a finished match."""

    table: TableId
    seat: Seat
    player: PlayerId | None  # None: a computer
    name: str  # as at the table
    place: int  # 1 is the best
    sharing: int  # how many share that place, this seat included
    total: int  # points at the end; in the format deals the stack
    deals: int  # dealt in
    deals_won: int
    points: int  # in all deals, as a cost: those of a game whose points are good are below 0
    drops: int
    wrong: int  # declarations
    chips: int = 0  # won less paid, in hundredths
    league: int = 0  # league points, in sixtieths
    rating: float | None = None  # over all formats, right after; None: unrated
    level: int | None = None  # of a computer; None: a person, or a computer from before there were levels
    coached: bool | None = None  # whether this player asked the coach; None: it is from before there was one
    handle: str | None = None  # as at the table; None: not known

    @property
    def called(self) -> DisplayName:
        return DisplayName(self.name) if self.player is None else called(self.player, self.name, self.handle)


@dataclass(frozen=True, slots=True)
class RulesTally:
    """What the matches of a player by one rule set come to."""

    rules_id: str
    matches: int
    won: int
    deals: int
    points: int  # as in results


@dataclass(frozen=True, slots=True)
class Standing:
    """What is counted of a player over matches of a server."""

    guild: int
    season: int  # 0: over all
    format: str  # empty: all
    player: PlayerId
    name: str = ""
    matches: int = 0
    won: int = 0
    deals: int = 0
    deals_won: int = 0
    points: int = 0  # as in results, of all games together
    drops: int = 0
    wrong: int = 0
    streak: int = 0  # matches won in a row, up to now
    best_streak: int = 0
    chips: int = 0  # hundredths
    league: int = 0  # sixtieths
    mu: float = 25.0  # openskill's two numbers
    sigma: float = 25.0 / 3
    handle: str | None = None  # as at the last match; None: not known

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
class Counting:
    """How matches count in standings: pure functions, which the service hands over."""

    award: Callable[[tuple[ResultRow, ...], str], tuple[ResultRow, ...]]
    """The results of a match with their league points, under `ServerSettings.league_points`."""
    count: Callable[[tuple[ResultRow, ...], tuple[Standing, ...]], tuple[Standing, ...]]
    """The players' standings in one scope after a match; one for each result, as are those before."""
    rating: Callable[[Standing], float]
    """A standing's two numbers of skill as the one that is shown."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that a change brings to its end.

    The store sets the match's season, and the league points and ratings of its results. Of two matches of one
    server the one stored later has finished later: where clocks disagree, the store moves `finished_at` on.
    """

    match: MatchRow
    results: tuple[ResultRow, ...]  # by seat
    counting: Counting | None = field(default=None, compare=False, repr=False)  # needed to store a counted one


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What counting all matches again came to."""

    matches: int
    standings: int
    corrected: int  # ratings of results that were not what they should be
