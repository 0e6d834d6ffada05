"""Deadlines of a table, derived from its state."""

import asyncio
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.codes import Pace
from bot.rummy.actions import Action, UseBank
from bot.rummy.cards import Seat
from bot.rummy.deal import Deal
from bot.rummy.deal_view import Phase
from bot.rummy.ids import TableId
from bot.rummy.table import Table
from bot.rummy.view import About, Stage
from bot.service.paces import BREAK, PAUSES, SLOW_BREAK, reminds
from bot.service.tables.state import TableState
from bot.store.rows.alarms import Alarm, AlarmKind

ROUND_SECONDS = 1.5
"""The longest that one person waits for all computers between two turns."""
ACTION_SECONDS = 0.6
"""The time before each action of a computer that several people follow."""
VOTE_SECONDS = 60
BREAK_VOTE_SECONDS = 120
LOBBY_IDLE = timedelta(minutes=30)
QUICK_WAIT = timedelta(seconds=45)
"""The time for which a lobby of quick play waits for people."""
PLACE_WAIT = timedelta(days=3)
"""The time for which a table that has lost its place waits for another."""
ARCHIVE_CHECK = timedelta(hours=1)
"""The time after a match at which its thread may be archived at the earliest."""
TABLE_IDLE = timedelta(days=7)
"""The time without an action after which a table without a clock is closed."""

_NEVER = datetime.max.replace(tzinfo=UTC)


class Nearest:
    """The nearest known deadline. A sleeper that waits for it wakes when an earlier one is set."""

    def __init__(self) -> None:
        self._due = _NEVER
        self._woken = asyncio.Event()

    def read_again(self) -> None:
        """Forget the deadline before it is read again: one set meanwhile may come earlier."""
        self._due = _NEVER
        self._woken.clear()

    async def wait(self, due: datetime | None, seconds: float) -> None:
        """Wait for that long at most. `due` is the nearest deadline that was read, None if there was none."""
        self._due = due or _NEVER
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()

    def note(self, alarms: Iterable[Alarm[Any]]) -> None:
        """Take in new deadlines, and wake the sleeper if one of them comes earlier."""
        if any(alarm.due < self._due for alarm in alarms):
            self.wake()

    def wake(self) -> None:
        """Wake the sleeper: deadlines may have changed in any way."""
        self._woken.set()


Timing = Callable[[TableState, Table, datetime], tuple[Alarm[TableId], ...]]
"""Returns the alarms of a table after a change, as `alarms_after` does."""


def alarms_after(state: TableState, after: Table, now: datetime) -> tuple[Alarm[TableId], ...]:
    """Return all alarms of a table after a change; `state` is the one before it."""
    if after.is_over:
        return alarms_of_thread(state, now)
    id, before, known = state.id, state.table, {alarm.kind: alarm for alarm in state.alarms}
    if state.lobby.waits_for_place:
        return (known.get(AlarmKind.IDLE) or Alarm(now + PLACE_WAIT, id, AlarmKind.IDLE, after.step),)
    if after.awaits_round and after.round is not None:
        due = datetime.fromtimestamp(after.round.time, UTC)
        return (known.get(AlarmKind.BEACON) or Alarm(due, id, AlarmKind.BEACON, after.step),)
    if after.stage not in (Stage.PLAYING, Stage.BETWEEN) or after.deal is None:
        return ()
    same_clock = before is not None and _clock(before) == _clock(after)
    alarms = list(_kept(known, after.step, now) if same_clock else _fresh(id, state.pace, after, after.deal, now))
    alarms = list(_rested(state, after, alarms, now, same_clock=same_clock))
    if computer := _computer(id, after, known.get(AlarmKind.COMPUTER), now):
        alarms.append(computer)
    if not after.rules.turns.has_clock:
        # Sorting a hand or looking at groups is no move.
        same_step = before is not None and before.step == after.step
        idle = known.get(AlarmKind.IDLE) if same_step else None
        alarms.append(idle or Alarm(now + TABLE_IDLE, id, AlarmKind.IDLE, after.step))
    if after.vote is not None:
        same_vote = before is not None and before.vote is not None and before.vote.about is after.vote.about
        running = known.get(AlarmKind.VOTE) if same_vote else None
        alarms.append(running or _vote(id, after, after.vote.about, now))
    return tuple(alarms)


def _rested(
    state: TableState, after: Table, clocks: list[Alarm[TableId]], now: datetime, *, same_clock: bool
) -> Iterator[Alarm[TableId]]:
    """Yield these clocks, moved by a break, and the end of the break while it runs. A turn has no less time by it.

    `same_clock`: the clocks were running before.
    """
    was, rests, known = state.table is not None and state.table.resting is not None, after.resting is not None, None
    if was:
        known = state.alarm(AlarmKind.BREAK)
    length = SLOW_BREAK if state.pace is Pace.SLOW else BREAK
    due = known.due if known is not None else now + length
    left = max(due - now, timedelta())
    moved = timedelta()
    if rests and not (was and same_clock):
        moved = left
    elif was and not rests and same_clock:
        moved = -left
    for alarm in clocks:
        yield replace(alarm, due=alarm.due + moved) if alarm.kind in (AlarmKind.TURN, AlarmKind.REMIND) else alarm
    if rests:
        yield Alarm(due, state.id, AlarmKind.BREAK, after.step)


def alarms_of_thread(state: TableState, now: datetime) -> tuple[Alarm[TableId], ...]:
    """Return the alarm of a finished match whose thread is to be archived; none without a thread."""
    alarm = Alarm(now + ARCHIVE_CHECK, state.id, AlarmKind.ARCHIVE)
    return () if state.row.thread is None else (alarm,)


def waits_since(state: TableState) -> datetime | None:
    """Return the time at which a match began to wait for a place. Return None if it does not wait."""
    idle = state.alarm(AlarmKind.IDLE)
    return idle.due - PLACE_WAIT if idle is not None and state.waits and state.table is not None else None


def brought_back(state: TableState, now: datetime, timing: Timing) -> tuple[Alarm[TableId], ...]:
    """Return the alarms of a table or lobby, none later than if its state had begun just now."""
    before = replace(state, table=None, alarms=())
    fresh = timing(before, state.table, now) if state.table else (Alarm(now + LOBBY_IDLE, state.id, AlarmKind.IDLE),)
    latest = {alarm.kind: alarm.due for alarm in fresh}
    return tuple(replace(alarm, due=min(alarm.due, latest.get(alarm.kind, alarm.due))) for alarm in state.alarms)


def alarms_of_computers(state: TableState, after: Table, now: datetime) -> tuple[Alarm[TableId], ...]:
    """Return the alarms of a table without a clock: computers play, and people take the time they want."""
    return tuple(alarm for alarm in alarms_after(state, after, now) if alarm.kind is AlarmKind.COMPUTER)


def _vote(id: TableId, table: Table, about: About, now: datetime) -> Alarm[TableId]:
    """Return the deadline of a vote.

    A vote on ending is short; one on sharing takes its time, at the pace of the table.
    """
    seconds = BREAK_VOTE_SECONDS if about is About.BREAK else VOTE_SECONDS
    if about is About.SPLIT:
        seconds = max(VOTE_SECONDS, table.rules.turns.declare_seconds)
    return Alarm(now + timedelta(seconds=seconds), id, AlarmKind.VOTE, table.step)


def vote_goes_on(alarms: Iterable[Alarm[TableId]], now: datetime) -> datetime:
    """Return when a vote that silence may decide is looked at again: after the turn or pause that runs."""
    clocks = (alarm.due for alarm in alarms if alarm.kind in (AlarmKind.TURN, AlarmKind.PAUSE))
    return max([now, *clocks]) + timedelta(seconds=VOTE_SECONDS)


def _clock(table: Table) -> tuple[object, ...]:
    """Return a key for the running clock: drawing and discarding share one.

    A declaration, the show and rejoining each have their own.
    """
    deal = table.deal
    if table.stage is Stage.BETWEEN:
        return (len(table.match.outcomes), bool(table.offers), table.is_splitting)
    phase = deal and ("turn" if deal.phase in (Phase.DRAW, Phase.DISCARD) else deal.phase)
    return (len(table.match.outcomes), deal and deal.turns, phase)


def _kept(known: dict[AlarmKind, Alarm[TableId]], step: int, now: datetime) -> Iterator[Alarm[TableId]]:
    """Yield the clocks that run on, without a reminder that has been given."""
    for kind in (AlarmKind.TURN, AlarmKind.PAUSE):
        if running := known.get(kind):
            yield replace(running, step=step)
    if (remind := known.get(AlarmKind.REMIND)) and remind.due > now:
        yield replace(remind, step=step)


def _fresh(id: TableId, pace: Pace, table: Table, deal: Deal, now: datetime) -> Iterator[Alarm[TableId]]:
    turns = table.rules.turns
    if table.stage is Stage.BETWEEN:
        yield from _pause(id, pace, table, now)
        return
    if not turns.has_clock:
        return
    if deal.phase is Phase.SHOW:
        due = now + timedelta(seconds=turns.declare_seconds)
        yield Alarm(due, id, AlarmKind.TURN, table.step)
        return
    if table.players[deal.turn].is_computer:
        return
    seconds = turns.declare_seconds if deal.phase is Phase.DECLARE else turns.turn_seconds
    due = now + timedelta(seconds=seconds + deal.hands[deal.turn].bank)
    yield Alarm(due, id, AlarmKind.TURN, table.step, deal.turn)
    if reminds(pace) and deal.phase is not Phase.DECLARE:
        half = now + timedelta(seconds=seconds / 2)
        yield Alarm(half, id, AlarmKind.REMIND, table.step, deal.turn)


def _pause(id: TableId, pace: Pace, table: Table, now: datetime) -> Iterator[Alarm[TableId]]:
    """Yield the deadline for the next deal, except while the last players vote on sharing the pool.

    Without a clock nobody hurries one person; several do not wait for ever for one who is gone.
    """
    has_clock = table.rules.turns.has_clock
    if not table.is_splitting and (has_clock or len(table.persons) > 1):
        seconds = table.rules.turns.declare_seconds if table.offers and has_clock else PAUSES[pace]
        yield Alarm(now + timedelta(seconds=seconds), id, AlarmKind.PAUSE, table.step)


def _computer(id: TableId, table: Table, old: Alarm[TableId] | None, now: datetime) -> Alarm[TableId] | None:
    """Return the alarm for the next computer: at a speed that people can follow, or at once if nobody follows."""
    seat = table.computer
    if seat is None:
        return None
    if table.is_left_to_computers or table.stage is Stage.BETWEEN:
        return Alarm(now, id, AlarmKind.COMPUTER, table.step, seat)
    if old is not None and (old.step, old.seat) == (table.step, seat) and old.due > now:
        return old
    seconds = ACTION_SECONDS
    if len(table.persons) == 1:
        seconds = ROUND_SECONDS / sum(player.is_computer for player in table.players)
    return Alarm(now + timedelta(seconds=seconds), id, AlarmKind.COMPUTER, table.step, seat)


def computers_play_on(before: Table, after: Table) -> bool:
    """Return whether computers play their next action in the same change: the whole turn for one person, and all turns
    if nobody follows.
    """
    return after.is_left_to_computers or (len(after.persons) == 1 and _clock(before) == _clock(after))


def turn_ends(alarm: Alarm[TableId], bank: int) -> datetime:
    """Return when the turn's own time ends and its extra time begins. The alarm comes at the end of both."""
    return alarm.due - timedelta(seconds=bank)


def bank_used(
    table: Table, seat: Seat, action: Action, alarms: tuple[Alarm[TableId], ...], now: datetime
) -> UseBank | None:
    """Return the extra time that this move took. Return None if it was in time."""
    alarm = next((a for a in alarms if a.kind is AlarmKind.TURN and a.seat == seat), None)
    if alarm is None or table.deal is None or not action.ends_wait:
        return None
    bank = table.deal.hands[seat].bank
    over = math.ceil((now - turn_ends(alarm, bank)).total_seconds())
    used = min(bank, over)
    return UseBank(used) if used > 0 else None
