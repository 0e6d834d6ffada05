"""A table or tournament as a whole, and its changes."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Generic, TypeVar

from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.store.rows import Id
from bot.store.rows.alarms import Alarm
from bot.store.rows.company import Waiter
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.ledger import Movement
from bot.store.rows.matches import Finished
from bot.store.rows.outbox import OutboxMessage
from bot.store.rows.tables import TableRow
from bot.store.rows.tournaments import TournamentRow

SubjectRow = TypeVar("SubjectRow", bound=TableRow | TournamentRow)


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One event at a table."""

    seq: int  # 0, 1, 2, … without a gap
    actor: str
    action: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EntropyLine:
    """One act of a person that the shuffle depends on."""

    seq: int  # 0, 1, 2, … without a gap
    kind: str  # join, word, leave, remove, computer, rematch, start
    user: int
    interaction: int  # 0 if the clock did it
    word: str | None = None  # the person's word, as the line ends in version 2 of the shuffle


class QuotaKind(StrEnum):
    """Things that may be open only a limited number of times at once."""

    LOBBIES = "lobbies"
    """The lobbies of a host."""
    RUNNING = "running"
    """The running tables of a person, without those of tournaments."""
    ALONE = "alone"
    """The running tables at which a person plays against computers only."""
    TABLES = "tables"
    """The tables of a server, lobbies included, without those of tournaments."""
    TOURNAMENTS = "tournaments"
    """The tournaments of a server."""


@dataclass(frozen=True, slots=True)
class Quota:
    """The most that may be open at once, the one that is being changed included."""

    kind: QuotaKind
    of: int  # id of the person or the server
    most: int


@dataclass(frozen=True, slots=True)
class Effects(Generic[Id]):
    """The effects of a change besides the new row and its deadlines."""

    journal: tuple[JournalLine, ...] = ()  # appended
    entropy: tuple[EntropyLine, ...] = ()  # appended
    outbox: tuple[OutboxMessage[Id], ...] = ()  # added; one that exists already stays as it is
    people: frozenset[PlayerId] | None = None  # the people who sit or play here; None leaves them unchanged
    movements: tuple[Movement, ...] = ()
    finished: Finished | None = None
    dispute: DisputeLine | None = None  # appended; an event that makes the match void also marks it so
    waiter: Waiter | None = None  # waits for company from now on
    seated: frozenset[PlayerId] = frozenset()  # people who sit down, and so wait for company no longer
    met: frozenset[PlayerId] = frozenset()  # of these, people who wait; the change is refused if one does no longer
    quotas: tuple[Quota, ...] = ()  # the change is refused if one of them is used up


@dataclass(frozen=True, slots=True)
class Change(Generic[Id, SubjectRow]):
    """Everything that one action changes, committed or refused as a whole.

    It builds on the version before that of its row; version 1 opens the table or creates the tournament.
    """

    row: SubjectRow  # the row after the change
    effects: Effects[Id] = field(default_factory=Effects)
    alarms: tuple[Alarm[Id], ...] | None = None  # all alarms after the change; None leaves them unchanged

    def __post_init__(self) -> None:
        ended = self.effects.finished
        if ended is not None and ended.match.counted and not (ended.counting and ended.match.guild):
            raise ValueError(f"match {self.row.id} counts, but where or how is not said")

    @property
    def expected(self) -> int:
        """Return the version on which this builds; 0 if there is none yet."""
        return self.row.version - 1


@dataclass(frozen=True, slots=True)
class Stored(Generic[Id, SubjectRow]):
    """A table or tournament as it is stored, read at one moment."""

    row: SubjectRow
    journal: tuple[JournalLine, ...]  # lines of a table
    entropy: tuple[EntropyLine, ...]
    alarms: tuple[Alarm[Id], ...]
    disputes: tuple[DisputeLine, ...] = ()  # lines of a table


StoredTable = Stored[TableId, TableRow]


StoredTournament = Stored[TournamentId, TournamentRow]
