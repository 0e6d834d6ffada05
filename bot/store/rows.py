"""What goes into the store and comes out of it: frozen values, times always in UTC."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar, Generic, Self, TypeVar

from bot.rummy.cards import Seat
from bot.rummy.errors import Statement
from bot.rummy.ids import Called, PlayerId, TableId, TournamentId, called

Id = TypeVar("Id", bound=str)
"""`TableId` or `TournamentId`: whose row, deadline or message it is."""


class TableStatus(StrEnum):
    """The life of a table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    VOID = "void"
    CLOSED = "closed"  # a lobby that never started

    @property
    def is_open(self) -> bool:
        return self in (TableStatus.LOBBY, TableStatus.PLAYING)

    @property
    def is_over(self) -> bool:
        """Whether a match was started here and has ended: its seed is public now."""
        return self in OVER


OVER = frozenset({TableStatus.FINISHED, TableStatus.VOID})


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table but for its journal; the defaults are those of one that was never committed.

    `id`, `guild`, `private`, `rules_id`, `rules`, `seed`, `commitment`, `opened_at` and `tournament` are written
    once, with the first version.
    `channel` and `thread` are not game state: after the first version they change by `TableRepository.set_channel`
    alone, which makes a version of its own; a commit leaves them as they are in the database. `entropy_sha256`
    changes by `PrivacyRepository.erase` alone.
    """

    id: TableId
    guild: int | None
    channel: int
    host: PlayerId
    private: bool
    rules_id: str
    rules: str  # text of the rule set as it was; empty: the record was pruned
    pace: str
    seed: bytes = field(repr=False)  # secret until the match is over, as a hand is
    commitment: str
    opened_at: datetime
    changed_at: datetime
    status: TableStatus = TableStatus.LOBBY
    version: int = 0  # 1 for the first commit
    step: int = 0
    thread: int | None = None
    lobby: str = ""  # JSON: seats and settings; the service's own
    digest: str = ""  # of the replayed state
    entropy_sha256: str | None = None  # of the lines of entropy, where those were changed by an erasure
    tournament: TournamentId | None = None  # whose table it is
    preview: str | None = field(default=None, repr=False)  # secret, as a hand is; the service's own

    @property
    def is_pruned(self) -> bool:
        """Whether its moves are no longer kept."""
        return not self.rules


class TournamentStatus(StrEnum):
    """The life of a tournament."""

    SIGN_UP = "sign_up"
    CHECK_IN = "check_in"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Whether it is still to be played, or being played."""
        return not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens: its seed is public now."""
        return self in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)

    @property
    def is_before(self) -> bool:
        """Whether it has not begun."""
        return self in (TournamentStatus.SIGN_UP, TournamentStatus.CHECK_IN)


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament; the defaults are those of one that was never committed.

    `id`, `guild`, `host`, `rules_id`, `rules`, `seed`, `commitment`, `created_at` and `series` are written once, with
    the first version; `entropy_sha256` changes by `PrivacyRepository.erase` alone.
    """

    id: TournamentId
    guild: int
    channel: int  # where it is announced, and where its tables open
    name: str
    host: PlayerId  # who announced it
    rules_id: str
    rules: str  # text of the rule set as it was, with the times of its pace
    seed: bytes = field(repr=False)  # secret until it is over
    commitment: str
    created_at: datetime
    changed_at: datetime
    status: TournamentStatus = TournamentStatus.SIGN_UP
    version: int = 0  # 1 for the first commit
    plan: str = ""  # JSON; the service's own
    state: str = ""  # JSON; the service's own
    entropy_sha256: str | None = None  # of the lines of entropy, where those were changed by an erasure
    series: TournamentId | None = None  # the pattern of the series that announced it


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """Tournaments that announce themselves again and again, each at its time; once it is ended there is no such row.

    The code of the next one is chosen beforehand: whatever fails and however many processes try, it is announced once.
    """

    id: TournamentId  # of the pattern, which says how they are played
    guild: int
    rhythm: str  # the service's own
    next: TournamentId  # the code that the next one gets
    start_at: datetime  # when the next one starts
    due: datetime  # when it is announced
    version: int = 1


SubjectRow = TypeVar("SubjectRow", bound=TableRow | TournamentRow)


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One thing that happened at a table."""

    seq: int  # 0, 1, 2, … without a gap
    actor: str
    action: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EntropyLine:
    """One thing a person did that the shuffle depends on."""

    seq: int  # 0, 1, 2, … without a gap
    kind: str  # join, leave, remove, computer, rematch, start
    user: int
    interaction: int  # 0: the clock did it


class AlarmKind(StrEnum):
    """What a deadline is for."""

    TURN = "turn"
    REMIND = "remind"
    """Half a turn is over; or a tournament starts soon."""
    COMPUTER = "computer"
    VOTE = "vote"
    IDLE = "idle"
    PAUSE = "pause"
    """Between two deals: time to rejoin, to share the pool, or simply to breathe."""
    SIGN_UP = "sign_up"
    """Sign-up for a tournament ends."""
    CHECK_IN = "check_in"
    """Check-in opens."""
    START = "start"
    """A tournament begins; or a table that was opened to play at once."""
    ROUND = "round"
    """The time of a round is over."""
    SERIES = "series"
    """The next tournament of a series is announced."""


@dataclass(frozen=True, slots=True)
class Alarm(Generic[Id]):
    """A deadline. A table or tournament has at most one of a kind."""

    due: datetime
    of: Id
    kind: AlarmKind
    step: int = 0  # of the table; or the round of the tournament, 0 before its start
    seat: Seat | None = None


class OutboxKind(StrEnum):
    """What a table must post exactly once, in the order in which it appears."""

    START = "start"
    SHOW = "show"
    SHEET = "sheet"
    """Show and sheet are those of version 0.1, which told a deal in two messages."""
    DEAL = "deal"
    """A deal that did not end the match."""
    RESULT = "result"
    """The result; its number is that of the deal that ended the match and is told with it, 0 where none did."""
    DISPUTE = "dispute"
    """Tells the staff of a dispute; the number of such a message, and of the next three, is that of the event."""
    ANSWER = "answer"
    """Tells all who played what the staff have answered."""
    VOID = "void"
    """Tells them that the match is void."""
    REPORT = "report"
    """Tells the staff of a report."""
    RECORD = "record"
    """Brings the staff the record of a match that was reported while it ran."""
    BACK = "back"
    """Tells a table of a gap; the number of such a message is the gap's end in unix seconds."""


@dataclass(frozen=True, slots=True)
class OutboxMessage(Generic[Id]):
    """A message that must appear exactly once; the table or tournament, kind and number name it."""

    of: Id
    kind: str  # of a table an `OutboxKind`
    number: int  # of the deal or the round, else 0
    channel: int | None
    created_at: datetime
    sent_at: datetime | None = None  # when last tried
    process: str | None = None  # which process tried
    done: bool = False
    message: int | None = None


@dataclass(frozen=True, slots=True)
class MessageRef(Generic[Id]):
    """Where a live message of a table or tournament stands, or its scheduled event. There is at most one of a kind."""

    of: Id
    kind: str  # card, board, ping, remind, event, …
    channel: int
    message: int
    posted_at: datetime


class HandDelivery(StrEnum):
    """How a player gets their hand."""

    EPHEMERAL = "ephemeral"
    DM = "dm"


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a player prefers; the defaults hold where nothing is stored."""

    player: PlayerId
    delivery: HandDelivery = HandDelivery.EPHEMERAL
    four_colour: bool = False
    large: bool = False
    text_only: bool = False
    reviewed: bool | None = None  # whether matches are reviewed for their profile unasked; None: they never said
    remind_hours: int | None = None  # of play after which they are told how long they have played; None: never
    paused_until: datetime | None = None  # they have chosen to sit down nowhere before
    language: str | None = None  # by its code, such as `de`; None: that of their Discord
    locale: str | None = None  # the language in which their Discord was seen last; None: English, or none of ours


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


# --- the deal of the day; all days are those of UTC


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


# --- chips: play money, in hundredths


class AccountKind(StrEnum):
    """Which kinds of owners may hold chips in a server."""

    PLAYER = "player"
    ESCROW = "escrow"
    """The stakes of a running table."""
    PRIZES = "prizes"
    """The entries of an open tournament."""
    HOUSE = "house"
    """The rake."""
    MINT = "mint"
    """Where all chips come from: the one account below zero."""


@dataclass(frozen=True, slots=True)
class Account:
    """Holds chips. Each server has its own."""

    kind: AccountKind
    guild: int
    owner: str = ""  # a player's id, an escrow's table, a tournament, else empty

    def __str__(self) -> str:
        return str(self.named)

    @property
    def named(self) -> Statement:
        """Whose it is."""
        if not self.owner:
            return Statement("{kind} of server {server}", kind=self.kind, server=self.guild)
        return Statement("{kind} {owner} of server {server}", kind=self.kind, owner=self.owner, server=self.guild)

    @classmethod
    def player(cls, guild: int, player: PlayerId) -> Self:
        """What a person has in a server."""
        return cls(AccountKind.PLAYER, guild, str(player))

    @classmethod
    def escrow(cls, guild: int, table: TableId) -> Self:
        """The stakes of a table."""
        return cls(AccountKind.ESCROW, guild, table)

    @classmethod
    def prizes(cls, guild: int, tournament: TournamentId) -> Self:
        """The entries of a tournament."""
        return cls(AccountKind.PRIZES, guild, tournament)

    @classmethod
    def house(cls, guild: int) -> Self:
        """Where the rake of a server goes."""
        return cls(AccountKind.HOUSE, guild)

    @classmethod
    def mint(cls, guild: int) -> Self:
        """Where all chips of a server come from."""
        return cls(AccountKind.MINT, guild)


class Cause(StrEnum):
    """What moved chips."""

    START = "start"
    DAILY = "daily"
    STAKE = "stake"
    REJOIN = "rejoin"
    SETTLE = "settle"
    REFUND = "refund"
    ENTRY = "entry"
    PRIZE = "prize"
    ENTRY_BACK = "entry_back"
    VOID = "void"
    """The stakes and winnings of a match that the staff have made void go back."""
    PRIZE_BACK = "prize_back"
    """Prizes that went back as a tournament went on after its end: books of before say so."""


@dataclass(frozen=True, slots=True)
class Leg:
    """What one account gets in a movement; negative where it gives."""

    account: Account
    amount: int  # hundredths


@dataclass(frozen=True, slots=True)
class Movement:
    """Chips on their way, within one server: what is given is what is got."""

    ref: str  # names it once for all: `stake abc123`
    cause: Cause
    at: datetime
    legs: tuple[Leg, ...]
    covered: bool = False
    """Whether the mint gives what the other accounts lack for it."""

    @property
    def accounts(self) -> frozenset[Account]:
        """Those that it may change."""
        mint = {Account.mint(self.legs[0].account.guild)} if self.covered else set()
        return frozenset({leg.account for leg in self.legs} | mint)

    def __post_init__(self) -> None:
        if sum(leg.amount for leg in self.legs):
            raise ValueError(f"movement {self.ref} makes or loses chips")
        if len({leg.account.guild for leg in self.legs}) != 1:
            raise ValueError(f"movement {self.ref} does not stay in one server")


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """What a movement did to one account."""

    guild: int
    ref: str
    cause: Cause
    amount: int  # hundredths; negative where the account gave
    at: datetime
    table: TableId | None = None  # whose stakes it was about, where that was asked for


@dataclass(frozen=True, slots=True)
class ErasedChips:
    """What a person had in a server when their data was erased, kept for a while under a keyed hash of their id."""

    amount: int  # hundredths
    daily_at: datetime | None  # when the daily chips were last claimed


@dataclass(frozen=True, slots=True)
class Stream:
    """Chips that went from one person to another at the stake tables of a server, and hardly came back."""

    loser: str  # as called at their last such table
    winner: str
    tables: int  # at which both sat
    amount: int  # hundredths, less what came back


# --- finished matches, and what is counted over them


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
    def called(self) -> Called:
        return Called(self.name) if self.player is None else called(self.player, self.name, self.handle)


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
    def called(self) -> Called:
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
class ServerSettings:
    """What the staff of a server have chosen; the defaults hold where nothing is stored."""

    guild: int
    chips: bool = True
    rake_percent: int = 0
    league_points: str = ""  # points by place, `10 6 3 1`; empty: the usual n - p
    monthly: bool = False  # seasons begin by themselves with each month
    tournament_role: int | None = None  # its members run tournaments, as members who may manage events do
    zone: str | None = None  # in which people there type times, such as `Asia/Kolkata`; None: UTC
    dispute_channel: int | None = None  # where the staff read of disputes
    daily_channel: int | None = None  # where the deal of the day is posted each day
    news_channel: int | None = None  # where the host's announcements are posted
    language: str | None = None  # of public messages, by its code, such as `de`; None: that of the server in Discord
    locale: str | None = None  # the language in which the server was seen last; None: English, or none of ours


@dataclass(frozen=True, slots=True)
class Departure:
    """A server that has thrown the bot out."""

    guild: int
    left_at: datetime
    erasing: bool = False  # all that is kept of it is being erased


class BlockKind(StrEnum):
    """Whom a host does not serve."""

    SERVER = "server"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Block:
    """A server or a person that the host does not serve."""

    kind: BlockKind
    id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the host says to all servers."""

    number: int  # 1, 2, 3, …
    words: str
    at: datetime


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


# --- disputes about finished matches, and reports of tables


class DisputeEvent(StrEnum):
    """What happens in the dispute about a match, or when a table is reported."""

    RAISED = "raised"
    """A player disputes the result."""
    ANSWERED = "answered"
    VOIDED = "voided"
    """The staff have made the match void."""
    REPORTED = "reported"
    """A player or a spectator reports the table to the staff, at any time."""
    CLOSED = "closed"
    """The staff have dealt with all reports until then."""


ASKS = frozenset({DisputeEvent.RAISED, DisputeEvent.REPORTED})
"""The events after which the staff have something to do."""


@dataclass(frozen=True, slots=True)
class DisputeLine:
    """Such an event. Nobody can change it; erasing puts a number in the place of a person."""

    seq: int  # 0, 1, 2, … without a gap
    event: DisputeEvent
    actor: PlayerId
    words: str  # empty where their author had their data erased
    at: datetime


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What counting all matches again came to."""

    matches: int
    standings: int
    corrected: int  # ratings of results that were not what they should be


class QuotaKind(StrEnum):
    """What may be open only so many times at once."""

    LOBBIES = "lobbies"
    """The lobbies of a host."""
    RUNNING = "running"
    """The running tables of a person, those of tournaments apart."""
    ALONE = "alone"
    """Those of them at which only computers play besides."""
    TABLES = "tables"
    """The tables of a server, lobbies included, those of tournaments apart."""
    TOURNAMENTS = "tournaments"
    """The tournaments of a server."""


@dataclass(frozen=True, slots=True)
class Quota:
    """How many may be open at once, the one that is being changed included."""

    kind: QuotaKind
    of: int  # the person, or the server
    most: int


@dataclass(frozen=True, slots=True)
class Effects(Generic[Id]):
    """What a change brings about beside the new row and its deadlines."""

    journal: tuple[JournalLine, ...] = ()  # appended
    entropy: tuple[EntropyLine, ...] = ()  # appended
    outbox: tuple[OutboxMessage[Id], ...] = ()  # added; one that is there already stays as it is
    people: frozenset[PlayerId] | None = None  # those who sit or play here; None leaves them
    movements: tuple[Movement, ...] = ()
    finished: Finished | None = None
    dispute: DisputeLine | None = None  # appended; one that makes the match void marks it so
    quotas: tuple[Quota, ...] = ()  # refuse the change where one of them is used up already


@dataclass(frozen=True, slots=True)
class Change(Generic[Id, SubjectRow]):
    """All that one action changes, committed or refused as a whole.

    It builds on the version before that of its row; version 1 opens the table or creates the tournament.
    """

    row: SubjectRow  # as it is afterwards
    effects: Effects[Id] = field(default_factory=Effects)
    alarms: tuple[Alarm[Id], ...] | None = None  # all there are then; None leaves them

    def __post_init__(self) -> None:
        ended = self.effects.finished
        if ended is not None and ended.match.counted and not (ended.counting and ended.match.guild):
            raise ValueError(f"match {self.row.id} counts, but where or how is not said")

    @property
    def expected(self) -> int:
        """The version this builds on; 0: there is none yet."""
        return self.row.version - 1


@dataclass(frozen=True, slots=True)
class Stored(Generic[Id, SubjectRow]):
    """A table or tournament as stored, all of one moment."""

    row: SubjectRow
    journal: tuple[JournalLine, ...]  # of a table
    entropy: tuple[EntropyLine, ...]
    alarms: tuple[Alarm[Id], ...]
    disputes: tuple[DisputeLine, ...] = ()  # of a table


StoredTable = Stored[TableId, TableRow]
StoredTournament = Stored[TournamentId, TournamentRow]


@dataclass(frozen=True)
class Shards:
    """Some of the shards among which Discord divides all servers."""

    SERVERS: ClassVar[int] = 1 << 22
    """Ids of servers that differ in less than this lie on one shard."""

    ids: frozenset[int] = frozenset({0})
    count: int = 1
    """How many there are in all."""

    @property
    def are_all(self) -> bool:
        return len(self.ids) == self.count

    def hold(self, guild: int | None) -> bool:
        """Whether a server lies on one of them; None: direct messages, which the first shard gets."""
        return self.number(guild, self.count) in self.ids

    @classmethod
    def number(cls, guild: int | None, count: int) -> int:
        """The shard of a server, of so many."""
        return (guild or 0) // cls.SERVERS % count


ALL_SHARDS = Shards()


@dataclass(frozen=True, slots=True)
class Gap:
    """Time in which no process was connected to a shard."""

    seconds: float
    tables: tuple[TableId, ...]  # which got a message of kind `OutboxKind.BACK`
    was_ahead: bool = field(default=False, compare=False)  # a beat lay in the future: a clock was ahead, or set back


NO_GAP = Gap(0.0, ())


# --- processes, and which of them answers for which shard


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """A process at this database. It counts its beats; where the count stands still, it is dead."""

    name: str
    beat: int = 0
    shares: bool = False  # whether it shares out all shards with others
    leaves: bool = False  # whether it ends, and takes nothing more


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to answer for a shard: one process has it at a time."""

    shard: int
    shards: int  # how many there are in all
    holder: str | None = None  # the process that answers
    heir: str | None = None  # the one that is to answer next: connected and silent until then
    is_heir_ready: bool = False  # whether it is connected
    served: str = ""  # ids of the interactions that the last holder took just before it handed the shard over


@dataclass(frozen=True, slots=True)
class Roster:
    """All processes at this database by their names, and all leases by their shards."""

    processes: Mapping[str, ProcessRow] = field(default_factory=dict)
    leases: Mapping[int, Lease] = field(default_factory=dict)


# --- people


@dataclass(frozen=True, slots=True)
class PersonalTable:
    """A table that names a person, and what it holds of them."""

    id: TableId
    status: TableStatus
    guild: int | None
    channel: int
    host: PlayerId
    private: bool
    rules_id: str
    lobby: str
    opened_at: datetime
    changed_at: datetime
    _: KW_ONLY
    match: MatchRow | None
    result: ResultRow | None  # their own
    entropy: tuple[EntropyLine, ...]  # their own
    moves: int | None  # their own; None: the match was not finished, or its moves are no longer kept


@dataclass(frozen=True, slots=True)
class PersonalTournament:
    """A tournament that names a person."""

    id: str
    guild: int
    name: str
    status: str
    host: PlayerId
    state: str  # JSON; the service's own
    created_at: datetime
    _: KW_ONLY
    entropy: tuple[EntropyLine, ...]  # their own


@dataclass(frozen=True, slots=True)
class PersonalData:
    """All that is kept of a person, on all servers."""

    player: PlayerId
    settings: PlayerSettings | None
    tables: tuple[PersonalTable, ...]  # the oldest first; a few may not name them after all
    tournaments: tuple[PersonalTournament, ...]  # likewise
    standings: tuple[Standing, ...]
    balances: tuple[tuple[int, int], ...]  # server, and hundredths
    ledger: tuple[LedgerLine, ...]  # the oldest first
    messages: tuple[MessageRef[TableId], ...]
    disputes: tuple[tuple[TableId, DisputeLine], ...]  # their own events, the oldest first
    solos: tuple[SoloRow, ...]  # by place
    daily: tuple[DailyResult, ...]  # by day
    shared: tuple[DailyShare, ...]  # by day and server
    learned: tuple[LearnedRow, ...]  # the oldest first


@dataclass(frozen=True, slots=True)
class Erasing:
    """How a person is taken out of what only the service can read: pure functions, which it hands over."""

    name: str
    """What a number is called in place of a person."""
    lobby: Callable[[str, PlayerId, PlayerId], str]
    """`TableRow.lobby` with the second in place of the first."""
    state: Callable[[str, PlayerId, PlayerId], str]
    """`TournamentRow.state` likewise."""
    entropy: Callable[[Sequence[EntropyLine]], str]
    """The digest of all entropy of a table or tournament."""


@dataclass(frozen=True, slots=True)
class Erased:
    """What came of the wish to be forgotten."""

    number: PlayerId | None = None  # who stands in the person's place; None: they were named nowhere
    something: bool = False  # whether there was anything to rename or delete
    sits_at: tuple[str, ...] = ()  # open tables and tournaments: nothing was done
    disputed: tuple[str, ...] = ()  # tables whose dispute waits for an answer: nothing was done
