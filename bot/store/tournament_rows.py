"""Tournaments as they go into the store and come out of it: frozen values, times always in UTC."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.rummy.ids import PlayerId, TournamentId
from bot.store.rows import EntropyLine, Movement


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
    """A tournament.

    `id`, `guild`, `host`, `rules_id`, `rules`, `seed`, `commitment` and `created_at` are written once, with the first
    version; `entropy_sha256` only when a person has their data erased.
    """

    id: TournamentId
    guild: int
    channel: int  # where it is announced, and where its tables open
    name: str
    status: TournamentStatus
    version: int  # 1 for the first commit
    host: PlayerId  # who announced it
    rules_id: str
    rules: str  # text of the rule set as it was, with the times of its pace
    plan: str  # JSON; the service's own
    state: str  # JSON; the service's own
    seed: bytes = field(repr=False)  # secret until it is over
    commitment: str
    created_at: datetime
    changed_at: datetime
    entropy_sha256: str | None = None  # of the lines of entropy, where those were changed by an erasure


class TournamentAlarmKind(StrEnum):
    """What a deadline of a tournament is for."""

    SIGN_UP = "sign_up"
    """Sign-up ends."""
    CHECK_IN = "check_in"
    """Check-in opens."""
    REMIND = "remind"
    """It starts soon."""
    START = "start"
    ROUND = "round"
    """The time of a round is over."""


@dataclass(frozen=True, slots=True)
class TournamentAlarm:
    """A deadline of a tournament, which has at most one of a kind."""

    due: datetime
    tournament: TournamentId
    kind: TournamentAlarmKind
    round: int = 0  # whose deadline it is; 0 before the start


@dataclass(frozen=True, slots=True)
class TournamentOutboxMessage:
    """A message about a tournament that must appear exactly once; tournament, kind and number name it."""

    tournament: TournamentId
    kind: str  # check_in, remind, round, result, cancelled, …
    number: int  # of the round, else 0
    channel: int | None
    created_at: datetime
    sent_at: datetime | None = None  # when last tried
    process: str | None = None  # who tried
    done: bool = False
    message: int | None = None


@dataclass(frozen=True, slots=True)
class TournamentMessage:
    """Where a live message of a tournament stands, or its scheduled event. There is at most one of a kind."""

    tournament: TournamentId
    kind: str  # card, bracket, event, …
    channel: int
    message: int
    posted_at: datetime


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """All that changes a tournament at once, committed or refused as a whole."""

    row: TournamentRow  # as it is afterwards
    expected: int  # the version this builds on; 0 creates it
    entropy: tuple[EntropyLine, ...] = ()  # appended
    alarms: tuple[TournamentAlarm, ...] | None = None  # all of the tournament's; None leaves them
    postings: tuple[TournamentOutboxMessage, ...] = ()  # added; one that is there already stays as it is
    entrants: frozenset[PlayerId] | None = None  # who is in it; None leaves them
    movements: tuple[Movement, ...] = ()

    def __post_init__(self) -> None:
        if self.row.version != self.expected + 1:
            raise ValueError(f"version {self.row.version} does not follow {self.expected}")


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament as stored, all of one moment."""

    row: TournamentRow
    entropy: tuple[EntropyLine, ...]
    alarms: tuple[TournamentAlarm, ...]
