"""What a running bot is connected to, and what waits in it, at one moment."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.store.repositories.census import Census


@dataclass(frozen=True, slots=True)
class ShardState:
    """A shard that a process serves."""

    id: int
    is_up: bool
    heartbeat_seconds: float | None
    """How long Discord took to answer the last heartbeat; None: it has answered none."""
    answers: bool = True
    """Whether this process answers for it; else another does, and this one only stands by."""


@dataclass(frozen=True)
class BotProbe:
    """What can be asked of a running bot."""

    shards: Callable[[], tuple[ShardState, ...]]
    """Those that this process serves; empty before it has logged in."""
    servers: Callable[[], int]
    queues: Mapping[str, Callable[[], int]]
    """How many wait in each queue, by its name."""
    beat_age: Callable[[], float | None]
    """Seconds since this process last wrote to the database that it is there; None: it has not yet."""
    census: Callable[[], Awaitable[Census]]
    """May raise a StoreError."""
    is_spare: Callable[[], bool] = bool
    """Whether it has no shard because other processes have them all."""
    lacks: Callable[[], Iterable[str]] = tuple
    """What else keeps it from answering people, one word each, such as `draining`."""
