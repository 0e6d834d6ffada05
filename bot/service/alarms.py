"""Deadlines: one loop that sleeps until the nearest, and fires those that are due."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import structlog

from bot.error_fields import error_fields
from bot.rummy.ids import TableId, TournamentId
from bot.service.beats import SLOW, Beats
from bot.service.errors import CorruptError
from bot.service.sleeper import Sleeper
from bot.service.tables.alarms import TableAlarms
from bot.service.tables.deadlines import Nearest
from bot.service.tournaments.series import Series
from bot.service.tournaments.service import Tournaments
from bot.store.rows.alarms import ALL_SHARDS, Alarm, Shards
from bot.store.store import Store

LONGEST_SLEEP = 5.0  # seconds
RETRY_SECONDS = 5.0
CORRUPT_SECONDS = 300.0
UNSURE_SECONDS = 0.5
"""The time to wait for a look at the leases."""
SWEEP = timedelta(minutes=1)
"""The time between two comparisons of tournaments with their tables. After a crash, nothing else notices faults."""

log = structlog.get_logger()

AnyAlarm = Alarm[TableId] | Alarm[TournamentId]
A = TypeVar("A", Alarm[TableId], Alarm[TournamentId])


class Alarms:
    """Fires due alarms while this process is connected."""

    def __init__(
        self,
        store: Store,
        tables: TableAlarms,
        tournaments: Tournaments,
        series: Series,
        beats: Beats,
        nearest: Nearest,
        clock: Callable[[], datetime],
        rest: Sleeper,
    ) -> None:
        self._store = store
        self._tables = tables
        self._tournaments = tournaments
        self._series = series
        self._beats = beats
        self._nearest = nearest
        self._clock = clock
        self._rest = rest
        self._failing: dict[AnyAlarm, datetime] = {}
        """The times at which failed alarms are tried again."""
        self._swept = datetime.min.replace(tzinfo=UTC)

    async def run(self) -> None:
        """Fire alarms as they fall due, for ever."""
        while True:
            await self._beats.some_shard()
            if not self._beats.is_sure:
                await self._rest(asyncio.sleep(UNSURE_SECONDS))
                continue
            try:
                await self._beats.keep_up()
                due = await self._next_due()
                if self._is_due(due) and not self._beats.is_late:
                    await self._fire_all(self._beats.up)
                    due = await self._next_due()
                await self._sweep()
                pause = self._pause(due)
            except Exception as error:
                log.error("alarms failed", **error_fields(error))
                due, pause = None, RETRY_SECONDS
            await self._rest(self._nearest.wait(due, pause))

    async def _sweep(self) -> None:
        """Reconcile the tournaments now and then, and forget erased data that was kept long enough."""
        now = self._clock()
        if abs(now - self._swept) >= SWEEP:
            self._swept = now
            await self._tournaments.sweep()
            await self._store.ledger.forget_erased(now)
            await self._store.privacy.forget_reporters(now)

    async def _next_due(self) -> datetime | None:
        """Return when the nearest alarm is due. An earlier one that is set after this read wakes `Nearest`."""
        self._nearest.read_again()
        return await self._store.alarms.next_due(self._beats.up)

    def _is_due(self, due: datetime | None) -> bool:
        return due is not None and due <= self._clock()

    def _pause(self, due: datetime | None) -> float:
        """Return the seconds until the nearest alarm."""
        wait = (due - self._clock()).total_seconds() if due else LONGEST_SLEEP
        # An alarm that is already due and still there has failed, so there is no hurry.
        return min(LONGEST_SLEEP, wait) if wait > 0 else RETRY_SECONDS / 10

    async def fire_due(self, shards: Shards = ALL_SHARDS) -> int:
        """Fire everything on these shards that is due now, and return the number of alarms."""
        if not self._is_due(await self._store.alarms.next_due(shards)):
            return 0
        return await self._fire_all(shards)

    async def _fire_all(self, shards: Shards) -> int:
        now = self._clock()
        tables = await self._store.tables.due(now, shards=shards)
        tournaments = await self._store.tournaments.due(now, shards=shards)
        series = await self._store.series.due(now, shards=shards)
        if self._clock() - now > SLOW or not self._beats.is_sure:
            return 0  # it took so long that deadlines may have to move first
        firing = [
            *(self._guarded(alarm, self._tables.fire) for alarm in tables if self._may_fire(alarm, now)),
            *(self._guarded(alarm, self._tournaments.fire) for alarm in tournaments if self._may_fire(alarm, now)),
            *(self._guarded(alarm, self._series.fire) for alarm in series if self._may_fire(alarm, now)),
        ]
        await asyncio.gather(*firing)
        return len(firing)

    def _may_fire(self, alarm: AnyAlarm, now: datetime) -> bool:
        """Return whether an alarm has not failed just now."""
        return self._failing.get(alarm, now) <= now

    async def _guarded(self, alarm: A, fire: Callable[[A], Awaitable[None]]) -> None:
        """Fire one alarm. One that fails is tried again later and never stops the others."""
        try:
            await fire(alarm)
            self._failing.pop(alarm, None)
        except Exception as error:
            log.error("alarm failed", of=alarm.of, kind=alarm.kind, **error_fields(error))
            # Another version may be able to replay the journal, so the deadline stays.
            wait = CORRUPT_SECONDS if isinstance(error, CorruptError) else RETRY_SECONDS
            self._failing[alarm] = self._clock() + timedelta(seconds=wait)
