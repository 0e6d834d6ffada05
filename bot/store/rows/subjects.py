"""A table or tournament as a whole, and what changes it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Generic, TypeVar

from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.store.rows import Id
from bot.store.rows.alarms import Alarm
from bot.store.rows.chips import Movement
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.matches import Finished
from bot.store.rows.outbox import OutboxMessage
from bot.store.rows.tables import TableRow
from bot.store.rows.tournaments import TournamentRow

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
        """Return the version this builds on; 0: there is none yet."""
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
