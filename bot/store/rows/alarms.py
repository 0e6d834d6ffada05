"""Deadlines, their shards, and the time in which nobody could act."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Generic

from bot.rummy.cards import Seat
from bot.rummy.ids import TableId
from bot.store.rows import Id


class AlarmKind(StrEnum):
    """The purpose of a deadline."""

    TURN = "turn"
    REMIND = "remind"
    """Half a turn is over; or a tournament starts soon."""
    COMPUTER = "computer"
    VOTE = "vote"
    IDLE = "idle"
    PAUSE = "pause"
    """The time between two deals: to rejoin, to share the pool, or simply to rest."""
    BREAK = "break"
    """A break in a deal ends."""
    SIGN_UP = "sign_up"
    """Sign-up for a tournament ends."""
    CHECK_IN = "check_in"
    """Check-in opens."""
    START = "start"
    """A tournament begins, or a table of quick play."""
    ROUND = "round"
    """The time of a round is over."""
    BEACON = "beacon"
    """The round of a beacon comes, or is asked for again."""
    ARCHIVE = "archive"
    """The thread of a finished match may be archived."""
    SERIES = "series"
    """The next tournament of a series is announced."""


@dataclass(frozen=True, slots=True)
class Alarm(Generic[Id]):
    """A deadline. A table or tournament has at most one of a kind."""

    due: datetime
    of: Id
    kind: AlarmKind
    step: int = 0  # step of the table, or round of the tournament, 0 before its start
    seat: Seat | None = None


@dataclass(frozen=True)
class Shards:
    """Some of the shards among which Discord divides all servers."""

    SERVERS: ClassVar[int] = 1 << 22
    """Ids of servers that differ by less than this lie on one shard."""

    ids: frozenset[int] = frozenset({0})
    count: int = 1
    """Number of shards in all."""

    @property
    def are_all(self) -> bool:
        return len(self.ids) == self.count

    def hold(self, guild: int | None) -> bool:
        """Return whether a server lies on one of these shards. None stands for direct messages, which the first shard
        gets.
        """
        return self.number(guild, self.count) in self.ids

    @classmethod
    def number(cls, guild: int | None, count: int) -> int:
        """Return the number of a server's shard, given the number of shards."""
        return (guild or 0) // cls.SERVERS % count


ALL_SHARDS = Shards()


@dataclass(frozen=True, slots=True)
class Gap:
    """Time in which no process was connected to a shard."""

    seconds: float
    tables: tuple[TableId, ...]  # the tables that got a message of kind `OutboxKind.BACK`
    was_ahead: bool = field(default=False, compare=False)  # a beat lay in the future: a clock was ahead, or set back


NO_GAP = Gap(0.0, ())
