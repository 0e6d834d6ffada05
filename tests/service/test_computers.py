"""Computers think while the event loop goes on: changes in the meantime, and the state after a restart."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bot.codes import TableStatus
from bot.rummy.actions import Action, Drop, Leave, Sort
from bot.rummy.game import choice
from bot.rummy.ids import TableId
from bot.rummy.view import View
from bot.service.tables.computers import Thinker
from bot.service.tables.service import MOVES_AT_ONCE
from bot.service.tables.state import TableState
from bot.store.rows.alarms import Alarm, AlarmKind
from tests.service.context import ASHA, BEN, CARA, Context, desk, whose
from tests.waiting import PATIENCE, until


class SlowChoice:
    """Decides as a computer does, but only once it may."""

    def __init__(self) -> None:
        self.may = threading.Event()
        self.views: list[View] = []

    def __call__(self, view: View) -> Action:
        self.views.append(view)
        assert self.may.wait(PATIENCE), "nobody let it think to the end"
        return choice(view)


@contextmanager
def slow() -> Iterator[SlowChoice]:
    """Yield a slow choice that never keeps its thread after the test."""
    choose = SlowChoice()
    try:
        yield choose
    finally:
        choose.may.set()


async def at_a_computer(d: Context, *, people: int = 2) -> tuple[TableState, Alarm[TableId]]:
    """Return a table at which a computer plays next, and its alarm."""
    table = await d.table(*(ASHA, BEN, CARA)[:people], computers=1)
    while (alarm := table.alarm(AlarmKind.COMPUTER)) is None:
        table = await d.move(table.id)
    d.now = alarm.due
    return table, alarm


async def test_the_loop_goes_on_while_a_computer_thinks() -> None:
    """The choice comes only after another table has played, which the loop would never reach if it waited."""
    with slow() as choose:
        async with desk(thinker=Thinker(choose)) as d:
            table, alarm = await at_a_computer(d)
            other = await d.table(BEN, CARA)
            thinking = asyncio.create_task(d.table_alarms.fire(alarm))
            await until(lambda: choose.views)
            moved = await d.move(other.id)
            assert moved.lines > other.lines
            assert (await d.tables.find(table.id)).lines == table.lines
            choose.may.set()
            await thinking
            assert (await d.tables.find(table.id)).lines > table.lines
            assert len(choose.views) == 1


async def test_a_thought_is_not_played_once_the_table_has_moved_on() -> None:
    with slow() as choose:
        async with desk(thinker=Thinker(choose)) as d:
            table, alarm = await at_a_computer(d)
            thinking = asyncio.create_task(d.table_alarms.fire(alarm))
            await until(lambda: choose.views)
            await d.tables.act(table.id, None, ASHA.id, Leave())
            left = await d.tables.act(table.id, None, BEN.id, Leave())
            choose.may.set()
            await thinking
            assert (await d.tables.find(table.id)).lines == left.lines


async def test_a_computer_thinks_again_where_only_something_small_has_changed() -> None:
    with slow() as choose:
        async with desk(thinker=Thinker(choose)) as d:
            table, alarm = await at_a_computer(d)
            thinking = asyncio.create_task(d.table_alarms.fire(alarm))
            await until(lambda: choose.views)
            sorted_ = await d.tables.act(table.id, None, ASHA.id, Sort())
            assert sorted_.public.step == table.public.step
            choose.may.set()
            await thinking
            after = await d.tables.find(table.id)
            assert after.lines > sorted_.lines
            assert len(choose.views) == 2


async def test_a_restart_while_a_computer_thinks_loses_nothing(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    with slow() as choose:
        async with desk(url, thinker=Thinker(choose)) as d:
            table, alarm = await at_a_computer(d)
            now, thinking = d.now, asyncio.create_task(d.table_alarms.fire(alarm))
            await until(lambda: choose.views)
            thinking.cancel()
            with suppress(asyncio.CancelledError):
                await thinking
    async with desk(url) as d:
        d.now = now
        assert (await d.tables.find(table.id)).lines == table.lines
        await d.later(0)
        assert (await d.tables.find(table.id)).lines > table.lines


async def test_a_drop_is_answered_before_the_computers_have_played_on_and_a_restart_goes_on_with_them(
    tmp_path: Path,
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    async with desk(url) as d:
        lobby = await d.lobby(ASHA)
        for _ in range(3):  # beginners take many turns
            await d.lobbies.add_computer(lobby.id, ASHA.id, d.press(), 1)
        table = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        while whose(table) != ASHA.id:
            table = await d.move(table.id)
        dropped = await d.tables.act(table.id, table.public.step, ASHA.id, Drop())
        assert dropped.row.status is TableStatus.PLAYING
        assert dropped.table is not None
        assert dropped.table.is_left_to_computers
        now = d.now
        assert await d.alarms.fire_due() == 1
        some = await d.tables.find(table.id)
        assert MOVES_AT_ONCE <= some.lines - dropped.lines <= 2 * MOVES_AT_ONCE, "with what was shuffled for them"
        assert some.row.status is TableStatus.PLAYING
    async with desk(url) as d:
        d.now = now
        await d.later(0)
        over = await d.tables.find(table.id)
        assert over.row.status is TableStatus.FINISHED
        assert d.now == now, "at once, for nobody follows them"
        record = await d.tables.record(table.id)
        assert record.replay().match.winners == over.public.match.winners


async def test_one_person_waits_at_most_a_second_and_a_half_for_five_computers() -> None:
    async with desk() as d:
        table = await d.table(ASHA, computers=5)
        while table.row.status.is_open and whose(table) != ASHA.id:
            table = await d.move(table.id)
        for _ in range(2):  # Asha draws and discards
            table = await d.move(table.id)
        began, lines = d.now, table.lines
        changes = 0
        while (alarm := table.alarm(AlarmKind.COMPUTER)) is not None:
            await d.later((alarm.due - d.now).total_seconds())
            table, changes = await d.tables.find(table.id), changes + 1
        assert whose(table) == ASHA.id
        assert table.lines - lines == 10, "each computer draws and discards"
        assert changes == 5, "a turn is one change, so the board changes once"
        assert (d.now - began).total_seconds() <= 1.5


async def test_several_people_see_each_action_of_a_computer_after_six_tenths_of_a_second() -> None:
    async with desk() as d:
        table, alarm = await at_a_computer(d)
        drew = await d.tables.find(table.id)
        await d.table_alarms.fire(alarm)
        after = await d.tables.find(table.id)
        assert after.lines == drew.lines + 1
        following = after.alarm(AlarmKind.COMPUTER)
        assert following is not None
        assert (following.due - d.now).total_seconds() == 0.6
