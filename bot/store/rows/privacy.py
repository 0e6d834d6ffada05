"""The data of a person, and its erasure."""

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, fields
from datetime import datetime

from bot.codes import TableStatus
from bot.rummy.ids import PlayerId, TableId
from bot.store.rows.avoided import Avoided
from bot.store.rows.company import Waiter
from bot.store.rows.daily import DailyResult, DailyShare
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.ledger import LedgerLine
from bot.store.rows.matches import MatchRow, ResultRow, Standing
from bot.store.rows.outbox import MessageRef
from bot.store.rows.practice import PracticeRow
from bot.store.rows.review import ReviewRow
from bot.store.rows.settings import PlayerSettings
from bot.store.rows.solo import SoloRow
from bot.store.rows.subjects import EntropyLine
from bot.store.rows.tellings import Listener
from bot.store.rows.web import WebSession


@dataclass(frozen=True, slots=True)
class PersonalTable:
    """A table that names a person, with their part in it."""

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
    result: ResultRow | None  # the person's own
    entropy: tuple[EntropyLine, ...]  # the person's own
    moves: int | None  # number of the person's own; None if the match was not finished or its moves were deleted


@dataclass(frozen=True, slots=True)
class PersonalTournament:
    """A tournament that names a person."""

    id: str
    guild: int
    name: str
    status: str
    host: PlayerId
    state: str  # JSON; only the service reads it
    created_at: datetime
    _: KW_ONLY
    entropy: tuple[EntropyLine, ...]  # the person's own


@dataclass(frozen=True, slots=True)
class PersonalData:
    """All data of a person, on all servers."""

    player: PlayerId
    settings: PlayerSettings | None
    tables: tuple[PersonalTable, ...]  # the oldest first; a few may not name them after all
    tournaments: tuple[PersonalTournament, ...]  # the oldest first; a few may not name them after all
    standings: tuple[Standing, ...]
    balances: tuple[tuple[int, int], ...]  # server and hundredths
    ledger: tuple[LedgerLine, ...]  # the oldest first
    messages: tuple[MessageRef[TableId], ...]
    disputes: tuple[tuple[TableId, DisputeLine], ...]  # the person's own events, the oldest first
    solos: tuple[SoloRow, ...]  # by place
    daily: tuple[DailyResult, ...]  # by day
    shared: tuple[DailyShare, ...]  # by day and server
    reviews: tuple[ReviewRow, ...]  # the oldest first
    avoided: tuple[Avoided, ...] = ()  # the newest first
    browsers: tuple[WebSession, ...] = ()  # the oldest first
    told: tuple[Listener, ...] = ()  # by server
    practice: tuple[PracticeRow, ...] = ()  # by puzzle
    waits: tuple[Waiter, ...] = ()  # by server
    unreadable: tuple[str, ...] = ()  # codes of tables and tournaments that name the person and cannot be read
    blocked_at: datetime | None = None  # since when the host has blocked them; None if they are not blocked

    @property
    def can_be_erased(self) -> bool:
        """Return whether an erasure would delete any of it: a block stays."""
        stays = ("player", "blocked_at")
        return any(getattr(self, field.name) for field in fields(self) if field.name not in stays)


@dataclass(frozen=True, slots=True)
class ErasureFunctions:
    """Pure functions from the service that remove a person from texts that only the service can read."""

    name: str
    """The name of a number that replaces a person."""
    lobby: Callable[[str, PlayerId, PlayerId], str]
    """Returns `TableRow.lobby` with the second id in place of the first; empty if it cannot be read."""
    state: Callable[[str, PlayerId, PlayerId], str]
    """Returns `TournamentRow.state` in the same way."""
    entropy: Callable[[Sequence[EntropyLine], bytes | None], tuple[str, bytes | None]]
    """Returns the digest of all entropy of a table or tournament with that veil, and the value in place of the veil."""


@dataclass(frozen=True, slots=True)
class Erased:
    """The result of an erasure."""

    number: PlayerId | None = None  # the number that replaces the person; None if they were named nowhere
    something: bool = False  # whether anything was renamed or deleted
    is_blocked: bool = False  # whether the host has blocked the person; the block stays
    sits_at: tuple[str, ...] = ()  # open tables and tournaments, because of which nothing was done
    disputed: tuple[str, ...] = ()  # tables whose dispute waits for an answer, because of which nothing was done
