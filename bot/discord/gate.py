"""The entrance of interactions: one process answers each, however many are connected to its shard."""

import asyncio
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

import discord
import structlog

from bot.discord.library import handle, in_brief
from bot.service.leases.leases import Leases, LeaseState
from bot.service.lru import LruDict
from bot.store.rows.alarms import Shards

KEPT_SECONDS = 2.5
"""The time for which a process that does not answer keeps interactions. Discord forgets them after 3 s."""
NAMED_SECONDS = 10.0
"""The time for which a holder remembers the interactions it took, for the process that it hands over to."""
LOOK_SECONDS = 1.0
"""The longest time of a look at the lease. After that time, another holder has answered, if there is one."""
EVENT = "INTERACTION_CREATE"

log = structlog.get_logger()

Payload = dict[str, Any]


class Gate:
    """The check before discord.py handles an interaction: whether this process is to answer it."""

    def __init__(self, client: discord.Client, leases: Leases) -> None:
        self._leases = leases
        self._pass_on = handle(client, EVENT, self._arrived)
        self._kept: deque[tuple[float, Payload]] = deque()
        self._taken: deque[tuple[float, int, int | None]] = deque()
        """Each interaction that was taken: the time, its id and its server."""
        self._served: LruDict[int, None] = LruDict()
        """The interactions that earlier holders took."""
        self.maybe_answered: LruDict[int, None] = LruDict()
        """The interactions that another process may have answered."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[bool] | None = None

    def _arrived(self, data: Payload) -> None:
        match self._leases.answering(_guild(data)):
            case LeaseState.ANSWERS:
                self._take(data)
            case LeaseState.UNSURE:
                task = asyncio.create_task(self._look_first(data), name="lease")
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            case LeaseState.NOT_HELD | LeaseState.HANDING_OVER:
                self._keep(data)  # another process answers it, or this one once it holds the lease again

    def _take(self, data: Payload) -> None:
        now, id = time.monotonic(), int(data["id"])
        if id in self._served:
            return
        while self._taken and now - self._taken[0][0] > NAMED_SECONDS:
            self._taken.popleft()
        self._taken.append((now, id, _guild(data)))
        pressed = data.get("message")
        if pressed is not None and pressed.get("flags", 0) & discord.MessageFlags.ephemeral.flag:
            in_brief(pressed)  # nothing reads the controls of a private message
        self._pass_on(data)

    def _keep(self, data: Payload) -> None:
        now = time.monotonic()
        self._kept.append((now, data))
        while now - self._kept[0][0] > KEPT_SECONDS:
            self._kept.popleft()

    async def _look_first(self, data: Payload) -> None:
        """Take the interaction if the lease is still held. If nobody can tell, answer late and change nothing."""
        loop = asyncio.get_running_loop()
        end = loop.time() + LOOK_SECONDS
        await asyncio.wait([self._look()], timeout=LOOK_SECONDS)
        match self._leases.answering(_guild(data)):
            case LeaseState.ANSWERS:
                self._take(data)
            case LeaseState.UNSURE:
                await asyncio.sleep(end - loop.time())
                self.maybe_answered[int(data["id"])] = None
                self._take(data)
            case LeaseState.NOT_HELD | LeaseState.HANDING_OVER:
                self._keep(data)

    def _look(self) -> asyncio.Task[bool]:
        """Return the running look at the leases, or begin one. One look serves all that wait."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._leases.look(), name="look")
        return self._looking

    def held(self, shard: int, served: frozenset[int]) -> None:
        """Take over a shard, including the interactions kept for it. *served*: what its holder before has taken."""
        for id in served:
            self._served[id] = None
        self.take_kept(shard)

    def take_kept(self, shard: int) -> None:
        """Take the interactions kept for a shard, unless Discord has forgotten them."""
        now, kept = time.monotonic(), self._kept
        self._kept = deque()
        for at, data in kept:
            if self._shard(_guild(data)) != shard:
                self._kept.append((at, data))
            elif now - at <= KEPT_SECONDS:
                self._take(data)

    def taken_of(self, shard: int) -> Iterator[int]:
        """Return the interactions of a shard that were taken a moment ago."""
        return (id for _, id, guild in self._taken if self._shard(guild) == shard)

    def _shard(self, guild: int | None) -> int:
        return Shards.number(guild, self._leases.count or 1)


def _guild(data: Payload) -> int | None:
    return int(data["guild_id"]) if data.get("guild_id") else None
