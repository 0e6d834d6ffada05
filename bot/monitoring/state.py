"""The state of a running bot: its shards, its queues and its database."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.store.repositories.census import Census


@dataclass(frozen=True, slots=True)
class ShardState:
    """A shard that a process serves."""

    id: int
    is_up: bool
    heartbeat_seconds: float | None
    """Seconds that Discord took to answer the last heartbeat; None if it has answered none."""
    answers: bool
    """Whether this process answers for the shard. If not, another does, and this one stands by."""


@dataclass(frozen=True)
class BotProbe:
    """Functions that return the state of a running bot."""

    shards: Callable[[], tuple[ShardState, ...]]
    """The shards that this process serves; none before it has logged in."""
    servers: Callable[[], int]
    queues: Mapping[str, Callable[[], int]]
    """The lengths of the queues, by name."""
    beat_age: Callable[[], float | None]
    """Seconds since this process last wrote its beat to the database; None before the first."""
    copy_age: Callable[[], float | None]
    """The age of the newest copy of the database in seconds; None where no folder of copies is set."""
    census: Callable[[], Awaitable[Census]]
    """A count of the database, which may raise StoreError."""
    is_spare: Callable[[], bool]
    """Whether the process has no shard because others have them all."""
    lacks: Callable[[], Iterable[str]]
    """Other reasons why it does not answer people, one word each, such as `draining`."""
