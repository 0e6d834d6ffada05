"""What goes into the store and comes out of it: frozen values, times always in UTC."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId


class Status(StrEnum):
    """The life of a table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    VOID = "void"
    CLOSED = "closed"  # a lobby that never started

    @property
    def is_open(self) -> bool:
        return self in OPEN

    @property
    def is_over(self) -> bool:
        """Whether a match was started here and has ended: its seed is public now."""
        return self in OVER


OPEN = frozenset({Status.LOBBY, Status.PLAYING})
OVER = frozenset({Status.FINISHED, Status.VOID})


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table but for its journal.

    `id`, `guild`, `private`, `rules_id`, `rules`, `pace`, `seed`, `commitment` and `opened_at` are written once,
    with the first version.
    `channel` and `thread` are not game state: after the first version they change by
    `Store.set_place` alone, which makes a version of its own; a commit leaves them as they are in the database.
    """

    id: TableId
    status: Status
    version: int  # 1 for the first commit
    step: int
    guild: int | None
    channel: int
    thread: int | None
    host: PlayerId
    private: bool
    rules_id: str
    rules: str  # text of the rule set as it was
    pace: str
    lobby: str  # JSON: seats and settings; the service's own
    digest: str  # of the replayed state
    seed: bytes = field(repr=False)  # secret until the match is over, as a hand is
    commitment: str
    opened_at: datetime
    changed_at: datetime


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
    interaction: int


class AlarmKind(StrEnum):
    """What a deadline is for."""

    TURN = "turn"
    REMIND = "remind"
    COMPUTER = "computer"
    VOTE = "vote"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Alarm:
    """A deadline. A table has at most one of a kind."""

    due: datetime
    table: TableId
    kind: AlarmKind
    step: int
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Posting:
    """A message that must appear exactly once; table, kind and deal name it."""

    table: TableId
    kind: str  # start, show, sheet, result, back, …
    deal: int
    channel: int | None
    created_at: datetime
    sent_at: datetime | None = None  # when last tried
    process: str | None = None  # who tried
    done: bool = False
    message: int | None = None


BACK = "back"
"""The kind of posting that tells a table of a gap; its deal is the gap's end in unix seconds."""


@dataclass(frozen=True, slots=True)
class MessageRef:
    """Where a live message of a table stands. A table has at most one of a kind."""

    table: TableId
    kind: str  # card, board, ping, remind, …
    channel: int
    message: int
    posted_at: datetime


class Delivery(StrEnum):
    """How a player gets their hand."""

    EPHEMERAL = "ephemeral"
    DM = "dm"


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a player prefers; the defaults hold where nothing is stored."""

    player: PlayerId
    delivery: Delivery = Delivery.EPHEMERAL
    four_colour: bool = False
    large: bool = False
    text_only: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """All that one action changes, committed or refused as a whole."""

    row: TableRow  # as it is afterwards
    expected: int  # the version this builds on; 0 opens the table
    journal: tuple[JournalLine, ...] = ()  # appended
    entropy: tuple[EntropyLine, ...] = ()  # appended
    alarms: tuple[Alarm, ...] | None = None  # all of the table's; None leaves them
    postings: tuple[Posting, ...] = ()  # added; one that is there already stays as it is
    players: frozenset[PlayerId] | None = None  # who sits here; None leaves them

    def __post_init__(self) -> None:
        if self.row.version != self.expected + 1:
            raise ValueError(f"version {self.row.version} does not follow {self.expected}")


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as stored, all of one moment."""

    row: TableRow
    journal: tuple[JournalLine, ...]
    entropy: tuple[EntropyLine, ...]
    alarms: tuple[Alarm, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """Time in which no process was connected."""

    seconds: float
    tables: tuple[TableId, ...]  # for which a posting of kind `BACK` was added


NO_GAP = Gap(0.0, ())
