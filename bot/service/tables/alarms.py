"""The alarms of tables, and the actions that they play."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol

from bot.rummy.actions import (
    DEALER,
    Action,
    End,
    EndCause,
    EndWithout,
    Lapse,
    MissRound,
    Next,
    Resume,
    SignRound,
    UseBank,
)
from bot.rummy.beacon import BeaconRound
from bot.rummy.cards import Seat
from bot.rummy.deal_view import Phase
from bot.rummy.ids import TableId
from bot.service.beacon import ANSWER_SECONDS, Beacon
from bot.service.lru import LruDict
from bot.service.server_settings import ServerSettingsCache, archive_hours_of
from bot.service.tables.lobby import Lobbies
from bot.service.tables.preview import due_preview
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.store import Store


class Reminder(Protocol):
    """Reminds players of their turn. It is called after the commit and never waited for."""

    def remind(self, state: TableState, seat: Seat) -> None:
        """Remind a player that half their time is over."""


class Archiver(Protocol):
    """Archives the threads of finished matches."""

    async def archive(self, state: TableState) -> bool:
        """Archive the thread of a table. Return False if that may succeed later."""


class TableAlarmListener(Reminder, Archiver, Protocol):
    """Carries out in Discord what the alarms of tables ask for."""


MISSED_AFTER = 30.0
"""The seconds after which a table says that its round has not come."""
FIRST_WAITS = 600.0
"""The seconds for which a table waits for the round of its first deal."""
LATER_WAITS = 86_400.0
"""The seconds for which a match waits for the round of a later deal."""
ASKED_AGAIN = 1.0, 60.0
"""The shortest and the longest time after which a beacon is asked again, in seconds."""
ARCHIVE_AGAIN = timedelta(minutes=5)
"""The time after which a thread that could not be archived is tried again."""


class TableAlarms:
    """Fires the alarms of tables and lobbies."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        lobbies: Lobbies,
        servers: ServerSettingsCache,
        listener: TableAlarmListener,
        clock: Callable[[], datetime],
        beacon: Beacon | None,
    ) -> None:
        self._beacon = beacon
        self._asked: LruDict[int, float] = LruDict()
        """The times at which this process asked for each round first."""
        self._store = store
        self._tables = tables
        self._lobbies = lobbies
        self._servers = servers
        self._listener = listener
        self._clock = clock

    async def fire(self, alarm: Alarm[TableId]) -> None:
        """Carry out an alarm, then delete it. A second call does nothing more."""
        await self._tables.finish(alarm, self._fire)

    async def _fire(self, alarm: Alarm[TableId]) -> None:
        match alarm.kind:
            case AlarmKind.TURN:
                await self._tables.fire(alarm, lapses)
            case AlarmKind.COMPUTER:
                await self._tables.play_computers(alarm)
            case AlarmKind.PAUSE:
                await self._tables.fire(alarm, next_deal)
            case AlarmKind.BREAK:
                await self._tables.fire(alarm, break_over)
            case AlarmKind.VOTE:
                await self._tables.vote_over(alarm.of)
            case AlarmKind.IDLE:
                state = await self._tables.find(alarm.of)
                await (self._lobbies if state.is_lobby else self._tables).close_idle(alarm.of)
            case AlarmKind.START:
                await self._lobbies.quick_start.when_due(alarm.of)
            case AlarmKind.BEACON:
                await self._ask_beacon(alarm)
            case AlarmKind.ARCHIVE:
                await self._archive(alarm)
            case AlarmKind.REMIND:
                # Deleted first: a reminder is better lost than sent twice.
                if await self._store.tables.delete_alarm(alarm) and alarm.seat is not None:
                    state = await self._tables.find(alarm.of)
                    if state.table is not None and state.table.step == alarm.step:
                        self._listener.remind(state, alarm.seat)

    async def _ask_beacon(self, alarm: Alarm[TableId]) -> None:
        """Deal with the round that a table waits for, or ask again later. Nothing waits for the beacon itself."""
        state = await self._tables.find(alarm.of)
        table = state.table
        if table is None or table.round is None or not table.awaits_round:
            return
        awaited, now = table.round, self._clock().timestamp()
        since = self._asked.get(awaited.number, now)
        self._asked[awaited.number] = since
        late = now - awaited.time
        known = self._beacon is not None and self._beacon.chain == awaited.chain
        signature = self._beacon.signature(awaited.number) if self._beacon is not None and known else None
        action: Action | None = None
        if signature is not None:
            action = SignRound(signature)
        elif now - since >= ANSWER_SECONDS:
            action = _missing(awaited, late, state)
        if action is not None:
            await self._tables.play_round(alarm.of, awaited.number, action)
        if signature is None:
            shortest, longest = ASKED_AGAIN
            pause = min(longest, max(shortest, late / 4))
            pause = min([pause, *(due - late for due in (MISSED_AFTER, FIRST_WAITS, LATER_WAITS) if late < due)])
            pause = min(pause, ANSWER_SECONDS) if now - since < ANSWER_SECONDS else pause
            await self._store.tables.move_alarm(alarm, self._clock() + timedelta(seconds=pause))

    async def _archive(self, alarm: Alarm[TableId]) -> None:
        """Archive the thread of a match as long after its end as its server has chosen; or move the alarm to then."""
        state = await self._tables.find(alarm.of)
        row = state.row
        if row.thread is None or row.guild is None or not row.status.is_over:
            return
        hours = archive_hours_of(await self._servers.cached(row.guild))
        due = row.changed_at + timedelta(hours=hours)
        if not hours:
            return
        if due > self._clock():
            await self._store.tables.move_alarm(alarm, due)
        elif not await self._listener.archive(state):
            await self._store.tables.move_alarm(alarm, self._clock() + ARCHIVE_AGAIN)


def _missing(awaited: BeaconRound, late: float, state: TableState) -> Action | None:
    """Return what the dealer does while a round is missing, so many seconds after its time. Return None for nothing.

    A table of a tournament waits until its staff cancel it.
    """
    if state.row.tournament is None:
        if state.public.deal is None and late >= FIRST_WAITS:
            return End(EndCause.BEACON)
        if late >= LATER_WAITS:
            return EndWithout()
    return MissRound() if late >= MISSED_AFTER and not awaited.is_missing else None


def lapses(state: TableState, alarm: Alarm[TableId]) -> list[tuple[Seat, Action]]:
    """Return the actions at the end of a turn, a declaration or a show."""
    table = state.table
    if table is None or table.deal is None:
        return []
    awaited = table.deal.view(None).awaited
    if table.deal.phase is Phase.SHOW:
        return [(seat, Lapse()) for seat in awaited]
    seat = awaited[0]
    bank = table.deal.hands[seat].bank
    used: list[tuple[Seat, Action]] = [(seat, UseBank(bank))] if bank else []
    due = due_preview(table, state.preview)
    following = due.actions if due is not None else (Lapse(),)
    return [*used, *((seat, action) for action in following)]


def break_over(state: TableState, alarm: Alarm[TableId]) -> list[tuple[Seat, Action]]:
    """Return the action at the end of a break."""
    return [(DEALER, Resume())]


def next_deal(state: TableState, alarm: Alarm[TableId]) -> list[tuple[Seat, Action]]:
    """Return the action at the end of a pause."""
    return [(DEALER, Next())]
