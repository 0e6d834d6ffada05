"""Deadlines: one loop that sleeps until the nearest and does what it is for."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import structlog

from bot.error_fields import error_fields
from bot.rummy.actions import DEALER, Action, Lapse, Next, UseBank
from bot.rummy.cards import Seat
from bot.rummy.deal_view import Phase
from bot.rummy.ids import TableId, TournamentId
from bot.service.errors import CorruptError
from bot.service.tables.lobby import Lobbies
from bot.service.tables.service import TableListener, Tables
from bot.service.tables.state import TableState
from bot.service.tournaments.series import Series
from bot.service.tournaments.service import Tournaments
from bot.store.repositories.alarms import AHEAD
from bot.store.rows.alarms import ALL_SHARDS, NO_GAP, Alarm, AlarmKind, Gap, Shards
from bot.store.store import Store

BEAT_SECONDS = 5
GAP = timedelta(seconds=10)
"""Silence of a process that runs on, after which its deadlines are moved."""
BETWEEN = timedelta(seconds=BEAT_SECONDS)
"""Silence of all processes before one is connected, after which deadlines are moved: shorter ones are between beats."""
SLOW = timedelta(seconds=5)
"""A database that takes longer may have kept people from acting."""
TOLD_OVER = timedelta(minutes=1)
"""Silence after which tables get a message."""
LONGEST_SLEEP = 5.0  # seconds
RETRY_SECONDS = 5.0
CORRUPT_SECONDS = 300.0
UNSURE_SECONDS = 0.5
"""How long to wait for a look at the leases."""
SWEEP = timedelta(minutes=1)
"""How often to reconcile tournaments with their tables; nothing else notices after a crash."""

log = structlog.get_logger()

AnyAlarm = Alarm[TableId] | Alarm[TournamentId]
A = TypeVar("A", Alarm[TableId], Alarm[TournamentId])

Sleeper = Callable[[Awaitable[None]], Awaitable[None]]
"""Waits for a pause. Tests that move the clock replace `real_sleep` to tell a pause from work."""


async def real_sleep(wait: Awaitable[None]) -> None:
    """Wait."""
    await wait


class Alarms:
    """Fires what is due while this process is connected."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        lobbies: Lobbies,
        tournaments: Tournaments,
        series: Series,
        announcer: TableListener,
        clock: Callable[[], datetime],
        process: str,
        rest: Sleeper = real_sleep,
    ) -> None:
        self._store = store
        self._tables = tables
        self._lobbies = lobbies
        self._tournaments = tournaments
        self._series = series
        self._announcer = announcer
        self._clock = clock
        self._process = process
        self._rest = rest
        self._up = Shards(frozenset())
        """The shards that this process is connected to."""
        self._risen = asyncio.Event()
        """Set for a moment when it is connected to one more."""
        self._failing: dict[AnyAlarm, datetime] = {}
        self._beaten = datetime.min.replace(tzinfo=UTC)
        """When this process last wrote that it is there."""
        self._is_slow = False
        """Whether it has written so since, but the database took its time: people may not have been able to act."""
        self._beating = asyncio.Lock()
        self._swept = self._beaten
        self.may_fire: Callable[[], bool] = lambda: True
        """Whether this process is sure that it answers for its shards."""
        self.on_moved: Callable[[Gap, Shards], None] = lambda *_: None
        """Called where people could not act for so long, although this process was connected all the time."""

    async def connected(self, shard: int = 0, count: int = 1) -> Gap:
        """Return the gateway of one of so many shards is connected: move its deadlines by the time no process was.

        Then its alarms may fire.
        """
        known = self._up.ids if self._up.count == count else frozenset()
        if shard in known:
            return NO_GAP
        if not known:
            self._beaten = self._clock()
        gap = await self._absorb(Shards(frozenset({shard}), count), longer_than=BETWEEN)
        known = self._up.ids if self._up.count == count else frozenset()
        self._up = Shards(known | {shard}, count)
        self._risen.set()
        self._risen.clear()
        return gap

    async def _absorb(
        self,
        shards: Shards,
        *,
        longer_than: timedelta = GAP,
        since: datetime | None = None,
        is_connected: bool = True,
    ) -> Gap:
        """Move the deadlines on these shards by the time in which no process was there; `since`: not after that."""
        gap = await self._store.alarms.absorb_gap(
            self._process,
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

    async def settled(self, guild: int | None = None) -> None:
        """Wait until the deadlines of that server are where they should be, or of direct messages.

        Before that a move might be charged for time down.
        """
        while not self._up.hold(guild):
            await self._risen.wait()

    async def caught_up(self, guild: int | None) -> None:
        """A person acts at a table of that server: deadlines move first, where they could not act until now.

        Either nobody is connected to its shard, or this process was frozen. In direct messages people reach the process
        of the first shard, wherever their table plays.
        """
        count = self._up.count
        if not self._up.hold(guild):
            if self._up.ids:
                await self._absorb(Shards(frozenset({Shards.number(guild, count)}), count), is_connected=False)
        elif self._is_late() and self.may_fire():
            await self._beat()

    def disconnected(self, shard: int = 0) -> None:
        """The gateway of that shard is gone: its alarms rest."""
        self._up = replace(self._up, ids=self._up.ids - {shard})

    @property
    def beaten_at(self) -> datetime | None:
        """Return when this process last wrote that it is there; None if it has not yet."""
        return self._beaten if self._beaten.year > 1 else None

    async def _some_shard(self) -> None:
        """Wait until this process is connected to a shard at least."""
        while not self._up.ids:
            await self._risen.wait()

    async def beat(self) -> None:
        """Write, again and again, to which shards this process is connected."""
        while True:
            await self._some_shard()
            try:
                if self.may_fire():  # else nobody can act here
                    await self._beat()
            except Exception as error:
                log.error("beat failed", **error_fields(error))
            await self._rest(asyncio.sleep(BEAT_SECONDS))

    async def _beat(self) -> None:
        """Write a beat.

        Where this process or its database stood still for a while, nobody could act, so deadlines move first.
        """
        async with self._beating:  # both loops see that it is late, but deadlines move once
            now = self._clock()
            if self._is_late():
                gap = await self._absorb(self._up, since=self._beaten if self._is_slow else None)
                if gap.seconds:
                    self.on_moved(gap, self._up)
            else:
                if self._is_set_back():
                    await self._tables.bring_back(self._up)
                await self._store.alarms.beat(self._process, now, self._up)
                self._is_slow = self._clock() - now > SLOW
                if self._is_slow:
                    return  # the next one counts from the one before
            self._beaten, self._is_slow = now, False

    def _is_late(self) -> bool:
        """Return whether the last beat was so long ago that people may not have been able to act."""
        return self._clock() - self._beaten > GAP

    def _is_set_back(self) -> bool:
        """Return whether the clock shows less than it did before."""
        return self._clock() < self._beaten - AHEAD

    async def run(self) -> None:
        """Fire alarms as they fall due, for ever."""
        while True:
            await self._some_shard()
            if not self.may_fire():
                await self._rest(asyncio.sleep(UNSURE_SECONDS))
                continue
            try:
                if self._is_late() or self._is_set_back():
                    await self._beat()
                due = await self._next_due()
                if self._is_due(due) and not self._is_late():
                    await self._fire_all(self._up)
                    due = await self._next_due()
                await self._sweep()
                pause = self._pause(due)
            except Exception as error:
                log.error("alarms failed", **error_fields(error))
                due, pause = None, RETRY_SECONDS
            await self._rest(self._tables.nearest.wait(due, pause))

    async def _sweep(self) -> None:
        """Look after the tournaments, and forget what was kept long enough, now and then."""
        now = self._clock()
        if abs(now - self._swept) >= SWEEP:
            self._swept = now
            await self._tournaments.sweep()
            await self._store.ledger.forget_erased(now)
            await self._store.privacy.forget_reporters(now)

    async def _next_due(self) -> datetime | None:
        """Return when the nearest alarm is due.

        From the moment of reading on, the tables tell of those that come before.
        """
        self._tables.nearest.read_again()
        return await self._store.alarms.next_due(self._up)

    def _is_due(self, due: datetime | None) -> bool:
        return due is not None and due <= self._clock()

    def _pause(self, due: datetime | None) -> float:
        """Seconds until the nearest alarm."""
        wait = (due - self._clock()).total_seconds() if due else LONGEST_SLEEP
        # What is due already and still there has failed: no hurry then.
        return min(LONGEST_SLEEP, wait) if wait > 0 else RETRY_SECONDS / 10

    async def fire_due(self, shards: Shards = ALL_SHARDS) -> int:
        """Fire everything on these shards that is due now; answers how many alarms."""
        if not self._is_due(await self._store.alarms.next_due(shards)):
            return 0
        return await self._fire_all(shards)

    async def _fire_all(self, shards: Shards) -> int:
        now = self._clock()
        tables = await self._store.tables.due(now, shards=shards)
        tournaments = await self._store.tournaments.due(now, shards=shards)
        series = await self._store.series.due(now, shards=shards)
        if self._clock() - now > SLOW or not self.may_fire():
            return 0  # it took so long that these may have to move first
        firing = [
            *(self._guarded(alarm, self.fire) for alarm in tables if self._may_fire(alarm, now)),
            *(self._guarded(alarm, self._tournaments.fire) for alarm in tournaments if self._may_fire(alarm, now)),
            *(self._guarded(alarm, self._series.fire) for alarm in series if self._may_fire(alarm, now)),
        ]
        await asyncio.gather(*firing)
        return len(firing)

    def _may_fire(self, alarm: AnyAlarm, now: datetime) -> bool:
        """Return whether it has not failed just now."""
        return self._failing.get(alarm, now) <= now

    async def _guarded(self, alarm: A, fire: Callable[[A], Awaitable[None]]) -> None:
        """Fire one alarm; one that fails is tried again later and never stops the others."""
        try:
            await fire(alarm)
            self._failing.pop(alarm, None)
        except Exception as error:
            log.error("alarm failed", of=alarm.of, kind=alarm.kind, **error_fields(error))
            # Another version may be able to replay what this one cannot: the deadline stays.
            wait = CORRUPT_SECONDS if isinstance(error, CorruptError) else RETRY_SECONDS
            self._failing[alarm] = self._clock() + timedelta(seconds=wait)

    async def fire(self, alarm: Alarm[TableId]) -> None:
        """Do what the alarm is for, then delete it; fired twice it does nothing more."""
        await self._tables.finish(alarm, self._fire)

    async def _fire(self, alarm: Alarm[TableId]) -> None:
        match alarm.kind:
            case AlarmKind.TURN:
                await self._tables.fire(alarm, lapses)
            case AlarmKind.COMPUTER:
                await self._tables.play_computers(alarm)
            case AlarmKind.PAUSE:
                await self._tables.fire(alarm, next_deal)
            case AlarmKind.VOTE:
                await self._tables.vote_over(alarm.of)
            case AlarmKind.IDLE:
                state = await self._tables.find(alarm.of)
                await (self._lobbies if state.is_lobby else self._tables).close_idle(alarm.of)
            case AlarmKind.START:
                await self._lobbies.quick_start.when_due(alarm.of)
            case AlarmKind.REMIND:
                # Deleted first: a reminder is better lost than sent twice.
                if await self._store.tables.delete_alarm(alarm) and alarm.seat is not None:
                    state = await self._tables.find(alarm.of)
                    if state.table is not None and state.table.step == alarm.step:
                        self._announcer.remind(state, alarm.seat)


def lapses(state: TableState, alarm: Alarm[TableId]) -> list[tuple[Seat, Action]]:
    """Return what the end of a turn, a declaration or a show brings about.

    What the player has looked at in this turn and could have played is played in the place of a lapse.
    """
    table, preview = state.table, state.preview
    if table is None or table.deal is None:
        return []
    awaited = table.deal.view(None).awaited
    if table.deal.phase is Phase.SHOW:
        return [(seat, Lapse()) for seat in awaited]
    seat = awaited[0]
    bank = table.deal.hands[seat].bank
    used: list[tuple[Seat, Action]] = [(seat, UseBank(bank))] if bank else []
    following = preview.actions if preview is not None and not preview.is_played else (Lapse(),)
    return [*used, *((seat, action) for action in following)]


def next_deal(state: TableState, alarm: Alarm[TableId]) -> list[tuple[Seat, Action]]:
    """Return what the end of a pause brings about."""
    return [(DEALER, Next())]
