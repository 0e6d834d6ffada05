"""Deadlines: lapses, extra time, reminders, and time in which no process was there."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.codes import Pace
from bot.games.indian.actions import Finish
from bot.rummy.actions import Discard, Draw, Source
from bot.rummy.cards import Seat
from bot.rummy.deal_view import EventKind
from bot.rummy.ids import TableId
from bot.rummy.outcome import SeatStatus
from bot.service.tables.deadlines import Nearest
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState
from bot.store.rows.alarms import Alarm, AlarmKind, Shards
from bot.store.rows.subjects import Change
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk, whose
from tests.waiting import PATIENCE


def turn_of(state: TableState) -> Seat:
    assert state.public.deal is not None
    return state.public.deal.turn


async def fresh(d: Context, state: TableState) -> TableState:
    return await d.tables.find(state.id)


async def test_a_turn_lapses_when_its_time_and_extra_time_are_over() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        deal = table.public.deal
        assert deal is not None
        first = deal.turn
        await d.later(119)
        assert (await fresh(d, table)).public.step == table.public.step
        await d.later(2)
        after = (await fresh(d, table)).public.deal
        assert after is not None
        assert (after.turn != first, after.seats[first].lapses, after.seats[first].bank) == (True, 1, 0)
        await d.later(119)
        await d.later(62)
        again = (await fresh(d, table)).public.deal
        assert again is not None
        assert again.seats[first].lapses == 2  # without extra time left, one minute is all


async def test_drawing_and_discarding_share_one_clock_and_extra_time_is_counted() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        seat = table.public.deal.turn if table.public.deal else None
        assert seat is not None
        await d.later(50)
        drawn = await d.tables.act(table.id, None, whose(table), Draw(Source.CLOSED))
        before, after = table.alarm(AlarmKind.TURN), drawn.alarm(AlarmKind.TURN)
        assert before is not None
        assert after is not None
        assert (after.due, after.step) == (before.due, before.step + 1)
        await d.later(25.5)
        hand = drawn.for_seat(seat).deal
        assert hand is not None
        thrown = await d.tables.act(table.id, None, whose(table), Discard(hand.hand[0]))
        assert thrown.public.deal is not None
        assert thrown.public.deal.seats[seat].bank == 60 - 16


async def test_lapsing_out_ends_a_table_of_two_and_never_stops_one_of_three() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA, options=TableForm(rules_id="toking"))
        await d.later(61)
        one_out = (await fresh(d, table)).public.deal
        assert one_out is not None
        assert [seat.status for seat in one_out.seats].count(SeatStatus.LAPSED) == 1
        await d.later(61)
        assert not (await fresh(d, table)).row.status.is_open


async def test_half_time_is_reminded_once_to_people_and_not_in_blitz() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        assert table.public.deal is not None
        await d.later(31)
        assert d.heard.reminders == [(table.id, table.public.deal.turn)]
        await d.tables.act(table.id, None, whose(table), Draw(Source.CLOSED))
        await d.later(25)
        assert len(d.heard.reminders) == 1
        await d.table(CARA, BEN, options=TableForm(pace=Pace.BLITZ))
        await d.later(28)
        assert len(d.heard.reminders) == 1


async def test_a_lapse_is_told_with_what_was_thrown() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        drawn = await d.tables.act(table.id, None, whose(table), Draw(Source.CLOSED))
        hand = drawn.for_player(whose(table)).deal
        assert hand is not None
        await d.later(121)
        deal = (await fresh(d, table)).public.deal
        assert deal is not None
        assert [event.kind for event in deal.events[-2:]] == [EventKind.LAPSED, EventKind.DISCARDED]
        assert deal.events[-1].card == hand.drawn


@pytest.mark.parametrize("gap", [timedelta(hours=2), timedelta(seconds=7)])
async def test_time_in_which_nobody_was_connected_does_not_count(tmp_path: Path, gap: timedelta) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/gap.db"
    async with desk(url) as d:
        await d.beats.connected()
        await d.store.alarms.beat("one", d.now)
        table = await d.table(ASHA, BEN)
        due = table.alarm(AlarmKind.TURN)
        assert due is not None
        stopped = d.now
    async with desk(url, "two") as d:
        d.now = stopped + gap
        await d.beats.connected()
        moved = (await fresh(d, table)).alarm(AlarmKind.TURN)
        assert moved is not None
        assert moved.due == due.due + gap
        told = ["start", "back"] if gap > timedelta(minutes=1) else ["start"]
        assert [posting.kind for posting in await d.store.tables.unsent()] == told
        await d.beats.connected()
        d.beats.disconnected()
        await d.beats.connected()
        again = (await fresh(d, table)).alarm(AlarmKind.TURN)
        assert again == moved


@pytest.mark.parametrize(("silence", "moves"), [(5.0, False), (5.5, True)])
async def test_a_silence_as_long_as_a_beat_before_a_process_connects_is_none(
    tmp_path: Path, silence: float, moves: bool
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/beat.db"
    async with desk(url) as d:
        await d.beats.connected()
        table, stopped = await d.table(ASHA, BEN), d.now
    async with desk(url, "two") as d:
        d.now = stopped + timedelta(seconds=silence)
        assert (await d.beats.connected()).seconds == (silence if moves else 0)
        due, moved = table.alarm(AlarmKind.TURN), (await fresh(d, table)).alarm(AlarmKind.TURN)
        assert due is not None
        assert moved is not None
        assert moved.due - due.due == timedelta(seconds=silence if moves else 0)


@pytest.mark.parametrize(("silence", "moves"), [(10.0, False), (10.5, True)])
async def test_a_process_that_was_silent_for_more_than_ten_seconds_moves_deadlines(
    tmp_path: Path, silence: float, moves: bool
) -> None:
    async with desk(f"sqlite+aiosqlite:///{tmp_path}/silent.db") as d:
        await d.beats.connected()
        table = await d.table(ASHA, BEN)
        d.now += timedelta(seconds=silence)
        assert d.beats.is_late is moves
        await d.beats.beat()
        due, moved = table.alarm(AlarmKind.TURN), (await fresh(d, table)).alarm(AlarmKind.TURN)
        assert due is not None
        assert moved is not None
        assert moved.due - due.due == timedelta(seconds=silence if moves else 0)


ELSEWHERE = 1 << 22
"""A server on the second of two shards."""


async def firing(d: Context, seconds: float) -> None:
    """Beat and fire while that time passes."""
    for _ in range(int(seconds / 5)):
        d.now += timedelta(seconds=5)
        await d.beats.beat()
        await d.alarms.fire_due(d.beats.up)


async def test_a_process_plays_nothing_for_players_whose_own_process_is_gone(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/two.db"
    async with desk(url, "a") as a, desk(url, "b") as b:
        await a.beats.connected(0, 2)
        await b.beats.connected(1, 2)
        theirs, ours = await a.table(ASHA, BEN), await b.table(CARA, DEV, guild=ELSEWHERE)
        seat, due = turn_of(theirs), theirs.alarm(AlarmKind.TURN)
        assert due is not None
        await firing(b, 600)  # `a` was killed right after the start
        assert (await fresh(b, theirs)).public == theirs.public, "no lapse, no extra time"
        assert (await fresh(b, ours)).public.step > ours.public.step
    async with desk(url, "c") as c:
        c.now = b.now
        gap = await c.beats.connected(0, 2)
        assert gap.seconds == 600
        moved = await c.tables.find(theirs.id)
        alarm = moved.alarm(AlarmKind.TURN)
        assert alarm is not None
        assert alarm.due == due.due + timedelta(seconds=600)
        assert [one.of for one in await c.store.tables.unsent() if one.kind == "back"] == [theirs.id]
        drawn = await c.tables.act(theirs.id, None, whose(theirs), Draw(Source.CLOSED))
        assert drawn.public.deal is not None
        assert drawn.public.deal.seats[seat].bank == 60


async def test_who_acts_from_elsewhere_while_their_shard_is_down_pays_no_extra_time(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/two.db"
    async with desk(url, "a") as a, desk(url, "b") as b:
        await b.beats.connected(0, 2)
        await a.beats.connected(1, 2)
        table = await a.table(ASHA, BEN, guild=ELSEWHERE)
        seat = turn_of(table)
        await firing(b, 90)  # `a` was killed right after the start
        await b.tables.find(table.id)
        drawn = await b.tables.act(table.id, None, whose(table), Draw(Source.CLOSED))
        assert drawn.public.deal is not None
        assert drawn.public.deal.seats[seat].bank == 60
        await firing(b, 90)
        a.now = b.now
        a.beats.disconnected(1)
        assert (await a.beats.connected(1, 2)).seconds == 90
        before, after = table.alarm(AlarmKind.TURN), (await a.tables.find(table.id)).alarm(AlarmKind.TURN)
        assert before is not None
        assert after is not None
        assert after.due == before.due + timedelta(seconds=180)


async def test_a_shard_that_is_down_keeps_its_deadlines_while_another_plays_on() -> None:
    async with desk() as d:
        await d.beats.connected(0, 2)
        await d.beats.connected(1, 2)
        first, second = await d.table(ASHA, BEN), await d.table(CARA, DEV, guild=ELSEWHERE)
        d.beats.disconnected(1)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(d.beats.settled(ELSEWHERE), 0.05)
        await d.beats.settled(None)
        await firing(d, 300)
        assert (await fresh(d, first)).public.step > first.public.step
        assert (await fresh(d, second)).public == second.public
        waiting = asyncio.create_task(d.beats.settled(ELSEWHERE))
        await d.beats.connected(1, 2)
        await waiting
        before, after = second.alarm(AlarmKind.TURN), (await fresh(d, second)).alarm(AlarmKind.TURN)
        assert before is not None
        assert after is not None
        assert after.due == before.due + timedelta(seconds=300)
        await firing(d, 125)
        assert (await fresh(d, second)).public.step > second.public.step


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("phase", ["draw", "declare"])
async def test_a_clock_set_back_leaves_no_turn_longer_than_its_pace(
    tmp_path: Path, restarted: bool, phase: str
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/back.db"
    async with desk(url) as d:
        await d.beats.connected()
        table, lobby = await d.table(ASHA, BEN), await d.lobby(CARA)
        if phase == "declare":
            drawn = await d.tables.act(table.id, None, whose(table), Draw(Source.CLOSED))
            hand = drawn.for_player(whose(table)).deal
            assert hand is not None
            await d.tables.act(table.id, None, whose(table), Finish(hand.hand[0]))
        await firing(d, 20)
        d.now -= timedelta(hours=1)
        if not restarted:
            await d.beats.beat()
            await shortened(d, table, lobby)
        now = d.now
    if restarted:
        async with desk(url, "two") as d:
            d.now = now
            await d.beats.connected()
            await shortened(d, table, lobby)


async def shortened(d: Context, table: TableState, lobby: TableState) -> None:
    """Check that the deadlines are no further away than right after a move."""
    due = (await fresh(d, table)).alarm(AlarmKind.TURN)
    idle = (await fresh(d, lobby)).alarm(AlarmKind.IDLE)
    assert due is not None
    assert idle is not None
    assert timedelta() < due.due - d.now <= timedelta(seconds=120)
    assert timedelta() < idle.due - d.now <= timedelta(minutes=30)
    step = (await fresh(d, table)).public.step
    await d.later(121)
    assert (await fresh(d, table)).public.step > step


async def test_an_alarm_fired_twice_does_nothing_more() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        alarm = table.alarm(AlarmKind.TURN)
        assert alarm is not None
        d.now = alarm.due
        await d.table_alarms.fire(alarm)
        once = await fresh(d, table)
        await d.table_alarms.fire(alarm)
        assert (await fresh(d, table)).row == once.row


async def test_a_process_that_was_frozen_moves_deadlines_before_it_fires(tmp_path: Path) -> None:
    async with desk(f"sqlite+aiosqlite:///{tmp_path}/frozen.db") as d:
        await d.beats.connected()
        table = await d.table(ASHA, BEN)
        due = table.alarm(AlarmKind.TURN)
        assert due is not None
        d.now += timedelta(minutes=10)
        loop = asyncio.create_task(d.alarms.run())
        after = table
        async with asyncio.timeout(PATIENCE):
            while after.alarm(AlarmKind.TURN) == due:
                await asyncio.sleep(0.01)
                after = await fresh(d, table)
        loop.cancel()
        moved = after.alarm(AlarmKind.TURN)
        assert moved is not None
        assert (after.public.step, moved.due) == (table.public.step, due.due + timedelta(minutes=10))


async def test_who_acts_first_after_a_freeze_is_not_charged_for_it(tmp_path: Path) -> None:
    async with desk(f"sqlite+aiosqlite:///{tmp_path}/first.db") as d:
        await d.beats.connected()
        table = await d.table(ASHA, BEN)
        seat = turn_of(table)
        d.now += timedelta(seconds=100)
        drawn = (await d.tables.act(table.id, None, whose(table), Draw(Source.CLOSED))).public.deal
        assert drawn is not None
        assert table.public.deal is not None
        assert drawn.seats[seat].bank == table.public.deal.seats[seat].bank


async def test_two_loops_of_a_frozen_process_move_deadlines_once(tmp_path: Path) -> None:
    async with desk(f"sqlite+aiosqlite:///{tmp_path}/loops.db") as d:
        await d.beats.connected()
        table = await d.table(ASHA, BEN)
        due = table.alarm(AlarmKind.TURN)
        assert due is not None
        d.now += timedelta(minutes=1)
        await asyncio.gather(d.beats.beat(), d.beats.beat())
        moved = (await fresh(d, table)).alarm(AlarmKind.TURN)
        assert moved is not None
        assert moved.due == due.due + timedelta(minutes=1)


async def test_a_frozen_process_moves_no_deadline_that_another_has_moved_for_it(tmp_path: Path) -> None:
    """A person acted in direct messages, which the process of the first shard answers."""
    url = f"sqlite+aiosqlite:///{tmp_path}/shards.db"
    async with desk(url, "a") as a, desk(url, "b") as b:
        home = Shards.number(1, 2)
        await a.beats.connected(home, 2)
        await b.beats.connected(1 - home, 2)
        table = await a.table(ASHA, BEN)
        due = table.alarm(AlarmKind.TURN)
        assert due is not None
        a.now += timedelta(minutes=1)
        b.now = a.now
        await b.beats.before_act(1)
        await a.beats.beat()
        moved = (await fresh(a, table)).alarm(AlarmKind.TURN)
        assert moved is not None
        assert moved.due == due.due + timedelta(minutes=1)


async def test_what_falls_due_while_the_database_stands_still_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could act, although the process was sure of its leases when it asked for due alarms."""
    async with desk(f"sqlite+aiosqlite:///{tmp_path}/still.db") as d:
        await d.beats.connected()
        table = await d.table(ASHA, BEN)
        due = table.alarm(AlarmKind.TURN)
        assert due is not None
        await firing(d, 115)
        asked, answers = d.store.alarms.next_due, asyncio.Event()

        async def slowly(shards: Shards) -> datetime | None:
            if not answers.is_set():
                answers.set()
                d.now += timedelta(seconds=20)
            return await asked(shards)

        monkeypatch.setattr(d.store.alarms, "next_due", slowly)
        loop, after = asyncio.create_task(d.alarms.run()), table
        async with asyncio.timeout(PATIENCE):
            while after.alarm(AlarmKind.TURN) == due:
                await asyncio.sleep(0.01)
                after = await fresh(d, table)
        loop.cancel()
        moved = after.alarm(AlarmKind.TURN)
        assert moved is not None
        assert (after.public.step, moved.due) == (table.public.step, due.due + timedelta(seconds=20))


async def test_a_process_that_is_not_sure_of_its_leases_says_not_that_people_could_act(tmp_path: Path) -> None:
    async with desk(f"sqlite+aiosqlite:///{tmp_path}/unsure.db") as d:
        await d.beats.connected()
        table = await d.table(ASHA, BEN)
        due = table.alarm(AlarmKind.TURN)
        assert due is not None
        d.process.is_sure = False
        d.now += timedelta(seconds=11)
        beating = asyncio.create_task(d.beats.run())
        await asyncio.sleep(0.01)
        beating.cancel()
        await d.beats.before_act(1)
        d.process.is_sure = True
        d.now += timedelta(seconds=4)
        await d.beats.beat()
        moved = (await fresh(d, table)).alarm(AlarmKind.TURN)
        assert moved is not None
        assert moved.due == due.due + timedelta(seconds=15)


async def test_a_process_fires_no_deadline_that_another_has_moved(tmp_path: Path) -> None:
    """It was frozen in the middle of firing, and its shard taken over."""
    url = f"sqlite+aiosqlite:///{tmp_path}/two.db"
    async with desk(url, "a") as a, desk(url, "b") as b:
        await a.beats.connected()
        table = await a.table(ASHA, BEN)
        due = table.alarm(AlarmKind.TURN)
        assert due is not None
        b.now = due.due
        await b.beats.connected()
        a.now = b.now
        await a.table_alarms.fire(due)
        after = await fresh(b, table)
        moved = after.alarm(AlarmKind.TURN)
        assert moved is not None
        assert (after.public.step, moved.due > due.due) == (table.public.step, True)


async def test_a_table_that_cannot_be_replayed_keeps_its_deadlines() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        kept = await d.store.tables.due(d.now + timedelta(days=1))
        spoiled = replace(table.row, version=table.row.version + 1, digest="not so")
        await d.store.tables.commit(Change(spoiled))
        d.now += timedelta(hours=1)
        await d.alarms.fire_due()
        assert await d.store.tables.due(d.now) == tuple(alarm for alarm in kept if alarm.kind is AlarmKind.TURN)


async def test_only_a_deadline_before_the_nearest_wakes_what_waits_for_it() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    nearest, table = Nearest(), TableId("abcdef")
    later, sooner = (Alarm(now + timedelta(seconds=s), table, AlarmKind.TURN) for s in (60, 5))
    nearest.read_again()
    waiting = asyncio.create_task(nearest.wait(now + timedelta(seconds=30), PATIENCE))
    await asyncio.sleep(0)
    nearest.note([later])
    await asyncio.sleep(0.01)
    assert not waiting.done()
    nearest.note([later, sooner])
    async with asyncio.timeout(PATIENCE / 2):
        await waiting


async def test_a_deadline_that_is_set_while_the_nearest_is_read_is_not_slept_over() -> None:
    nearest = Nearest()
    nearest.read_again()
    nearest.note([Alarm(datetime(2026, 1, 1, tzinfo=UTC), TableId("abcdef"), AlarmKind.TURN)])
    async with asyncio.timeout(PATIENCE / 2):
        await nearest.wait(None, PATIENCE)
