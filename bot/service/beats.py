"""The beats of a process. Deadlines are moved by the time in which people could not act."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Protocol

import structlog

from bot.error_fields import error_fields
from bot.service.processes import Processes
from bot.service.sleeper import Sleeper
from bot.service.tables.service import Tables
from bot.service.tournaments.service import Tournaments
from bot.store.repositories.alarms import AHEAD
from bot.store.rows.alarms import NO_GAP, Gap, Shards
from bot.store.store import Store

BEAT_SECONDS = 5
GAP = timedelta(seconds=10)
"""The shortest silence of a running process after which its deadlines are moved."""
BETWEEN = timedelta(seconds=BEAT_SECONDS)
"""The shortest silence before a process connects after which deadlines are moved: shorter ones are between beats."""
SLOW = timedelta(seconds=5)
"""A database that takes longer may have kept people from acting."""
TOLD_OVER = timedelta(minutes=1)
"""The shortest silence after which tables get a message."""

log = structlog.get_logger()


class GapListener(Protocol):
    """Learns of time in which people could not act although this process was connected."""

    def catch_up(self, gap: Gap, shards: Shards) -> None:
        """Show on these shards everything that was not shown because of that gap, and the new deadlines."""


class Beats:
    """The beats of this process. A beat names the shards to which it is connected."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        tournaments: Tournaments,
        processes: Processes,
        listener: GapListener,
        clock: Callable[[], datetime],
        rest: Sleeper,
    ) -> None:
        self._store = store
        self._tables = tables
        self._tournaments = tournaments
        self._processes = processes
        self._listener = listener
        self._clock = clock
        self._rest = rest
        self.up = Shards(frozenset())
        """The shards that this process is connected to."""
        self._risen = asyncio.Event()
        """Set for a moment when the process connects to one more shard."""
        self._beaten = datetime.min.replace(tzinfo=UTC)
        self._is_slow = False
        """Whether the database was slow to take the beat after `_beaten`. Then people may not have been able to act."""
        self._beating = asyncio.Lock()

    # -- being connected ----------------------------------------------------------------------------

    async def connected(self, shard: int = 0, count: int = 1) -> Gap:
        """Move the deadlines of a shard, one of `count`, by the time in which no process was connected to it.

        Its alarms may fire from then on.
        """
        known = self.up.ids if self.up.count == count else frozenset()
        if shard in known:
            return NO_GAP
        if not known:
            self._beaten = self._clock()
        gap = await self._absorb(Shards(frozenset({shard}), count), longer_than=BETWEEN)
        known = self.up.ids if self.up.count == count else frozenset()
        self.up = Shards(known | {shard}, count)
        self._risen.set()
        self._risen.clear()
        return gap

    def disconnected(self, shard: int = 0) -> None:
        """Stop the alarms of a shard whose gateway is gone."""
        self.up = replace(self.up, ids=self.up.ids - {shard})

    async def some_shard(self) -> None:
        """Wait until this process is connected to at least one shard."""
        while not self.up.ids:
            await self._risen.wait()

    async def settled(self, guild: int | None = None) -> None:
        """Wait until the deadlines of a server are right. None stands for direct messages.

        Before that a move might be charged for time in which nobody was connected.

        Raises:
            StoreError: nobody can tell whether this process may change anything there.
        """
        self._processes.check(guild)
        while not self.up.hold(guild):
            await self._risen.wait()

    async def before_act(self, guild: int | None) -> None:
        """Move deadlines before a person acts at a table of that server, if people could not act there until now.

        Either nobody is connected to its shard, or this process was frozen. In direct messages people reach the process
        of the first shard, wherever their table plays.
        """
        count = self.up.count
        if not self.up.hold(guild):
            if self.up.ids:
                await self._absorb(Shards(frozenset({Shards.number(guild, count)}), count), is_connected=False)
        elif self.is_late and self.is_sure:
            await self.beat()

    # -- beating ------------------------------------------------------------------------------------

    @property
    def age(self) -> float | None:
        """Return the seconds since this process's last beat. Return None if it has not beaten yet."""
        return (self._clock() - self._beaten).total_seconds() if self._beaten.year > 1 else None

    @property
    def is_sure(self) -> bool:
        """Return whether this process surely answers for the shards that it is connected to."""
        return self._processes.is_sure

    @property
    def is_late(self) -> bool:
        """Return whether the last beat was so long ago that people may not have been able to act."""
        return self._clock() - self._beaten > GAP

    @property
    def _is_set_back(self) -> bool:
        """Return whether the clock shows less than it did before."""
        return self._clock() < self._beaten - AHEAD

    async def run(self) -> None:
        """Beat again and again."""
        while True:
            await self.some_shard()
            try:
                if self.is_sure:  # else nobody can act here
                    await self.beat()
            except Exception as error:
                log.error("beat failed", **error_fields(error))
            await self._rest(asyncio.sleep(BEAT_SECONDS))

    async def keep_up(self) -> None:
        """Beat at once if the last beat was long ago, or the clock was set back since."""
        if self.is_late or self._is_set_back:
            await self.beat()

    async def beat(self) -> None:
        """Write the shards to which this process is connected.

        If this process or its database stood still for a while, nobody could act, so deadlines move first.
        """
        async with self._beating:  # both loops may see that it is late, but deadlines must move only once
            now = self._clock()
            if self.is_late:
                gap = await self._absorb(self.up, since=self._beaten if self._is_slow else None)
                if gap.seconds:
                    self._listener.catch_up(gap, self.up)
            else:
                if self._is_set_back:
                    await self._tables.bring_back(self.up)
                await self._store.alarms.beat(self._processes.name, now, self.up)
                self._is_slow = self._clock() - now > SLOW
                if self._is_slow:
                    return  # the next beat counts from the one before
            self._beaten, self._is_slow = now, False

    async def _absorb(
        self,
        shards: Shards,
        *,
        longer_than: timedelta = GAP,
        since: datetime | None = None,
        is_connected: bool = True,
    ) -> Gap:
        """Move the deadlines on these shards by the time in which no process was there, but not by time after
        `since`.
        """
        gap = await self._store.alarms.absorb_gap(
            self._processes.name,
            self._clock(),
            longer_than=longer_than,
            told_over=TOLD_OVER,
            shards=shards,
            since=since,
            is_connected=is_connected,
        )
        if gap.seconds:
            log.info("deadlines moved", seconds=round(gap.seconds), tables=len(gap.tables))
            self._tables.forget()
            self._tournaments.forget()
        if gap.was_ahead:
            await self._tables.bring_back(shards)
        return gap
