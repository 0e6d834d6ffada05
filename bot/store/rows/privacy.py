"""All that is kept of a person, and how they are taken out of it."""

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, fields
from datetime import datetime

from bot.rummy.ids import PlayerId, TableId
from bot.store.rows.chips import LedgerLine
from bot.store.rows.daily import DailyResult, DailyShare
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.matches import MatchRow, ResultRow, Standing
from bot.store.rows.outbox import MessageRef
from bot.store.rows.review import LearnedRow
from bot.store.rows.settings import PlayerSettings
from bot.store.rows.solo import SoloRow
from bot.store.rows.subjects import EntropyLine
from bot.store.rows.tables import TableStatus


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
    blocked_at: datetime | None = None  # since when the host has not served them; None: it does

    @property
    def can_be_erased(self) -> bool:
        """Return whether any of it would go if they were erased: a block stays."""
        stays = ("player", "blocked_at")
        return any(getattr(self, field.name) for field in fields(self) if field.name not in stays)


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
    is_blocked: bool = False  # whether the host does not serve the person, which stays noted
    sits_at: tuple[str, ...] = ()  # open tables and tournaments: nothing was done
    disputed: tuple[str, ...] = ()  # tables whose dispute waits for an answer: nothing was done
