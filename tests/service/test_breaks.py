"""Breaks: who may ask, what they do to the clock, how they end, and that they survive another process and a replay."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.codes import Pace
from bot.rummy.actions import CallBreak, CallEnd, Drop, Leave, Resume, Vote
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import TableId
from bot.rummy.view import About
from bot.screens.base import deadline
from bot.screens.between import public_vote
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState
from bot.store.rows.alarms import AlarmKind
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk, whose
from tests.service.test_matches import fresh


def due(state: TableState, kind: AlarmKind = AlarmKind.TURN) -> datetime:
    alarm = state.alarm(kind)
    assert alarm is not None
    return alarm.due


async def refused(d: Context, id: TableId, person: Person, action: CallBreak | Resume, why: Refusal) -> None:
    with pytest.raises(IllegalAction) as caught:
        await d.tables.act(id, None, person.id, action)
    assert caught.value.refusal is why


async def on_break(d: Context, *people: Person, pace: Pace | None = None) -> TableState:
    """Return a table at which the first of these people takes a break, 20 s after its start."""
    table = await d.table(*people, options=TableForm(pace=pace))
    await d.later(20)
    await d.tables.act(table.id, None, people[0].id, CallBreak())
    for one in people[1:]:
        assert (await d.tables.find(table.id)).public.resting is None
        await d.tables.act(table.id, None, one.id, Vote(agree=True))
    return await fresh(d, table.id)


@pytest.mark.parametrize(("pace", "longest"), [(Pace.STANDARD, 15 * 60), (Pace.SLOW, 12 * 3600)])
async def test_no_clock_runs_in_a_break_and_the_turn_has_the_rest_of_its_time_after_it(
    pace: Pace, longest: int
) -> None:
    async with desk() as d:
        before = await d.table(ASHA, BEN, CARA, options=TableForm(pace=pace))
        turn = due(before) - d.now
        state = await on_break(d, ASHA, BEN, CARA, pace=pace)
        assert due(state, AlarmKind.BREAK) == d.now + timedelta(seconds=longest)
        assert due(state) == d.now + turn - timedelta(seconds=20) + timedelta(seconds=longest)
        assert (bool(deadline(before)), deadline(state)) == (True, ""), "no countdown is shown"
        await d.later(600)
        await refused(d, state.id, BEN, Resume(), Refusal.NOT_YOUR_BREAK)
        resumed = await d.tables.act(state.id, None, ASHA.id, Resume())
        assert due(resumed) == d.now + turn - timedelta(seconds=20)
        assert resumed.alarm(AlarmKind.BREAK) is None
        assert (await fresh(d, state.id)).table == resumed.table


async def test_a_break_ends_by_itself_and_a_move_in_it_starts_no_clock() -> None:
    async with desk() as d:
        state = await on_break(d, ASHA, BEN)
        await d.move(state.id)
        moved = await d.move(state.id)
        assert whose(moved) != whose(state)
        assert due(moved) > due(moved, AlarmKind.BREAK) == due(state, AlarmKind.BREAK)
        await d.later(15 * 60 + 1)
        after = await fresh(d, state.id)
        assert (after.public.resting, after.last_action) == (None, "resume")
        assert due(after) > d.now
        await d.later(240)
        assert (await d.tables.find(state.id)).last_action != "resume", "the clock runs again"


async def test_silence_is_no_and_so_is_one_who_refuses() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA)
        asked = await d.tables.act(table.id, None, ASHA.id, CallBreak())
        assert asked.public.vote is not None
        assert asked.public.vote.about is About.BREAK
        assert due(asked) == due(table), "the clock runs meanwhile"
        await d.tables.act(table.id, None, BEN.id, Vote(agree=True))
        await d.later(119)
        assert (await d.tables.find(table.id)).public.vote is not None
        await d.later(2)
        over = await d.tables.find(table.id)
        assert (over.public.vote, over.public.resting) == (None, None)
        await refused(d, table.id, ASHA, CallBreak(), Refusal.BREAK_ASKED)
        await d.tables.act(table.id, None, BEN.id, CallBreak())
        no = await d.tables.act(table.id, None, CARA.id, Vote(agree=False))
        assert (no.public.vote, no.public.resting) == (None, None)


async def test_a_match_has_two_breaks_and_anyone_ends_the_break_of_one_who_left() -> None:
    async with desk() as d:
        state = await on_break(d, ASHA, BEN, CARA)
        await refused(d, state.id, BEN, CallBreak(), Refusal.ON_BREAK)
        await d.tables.act(state.id, None, ASHA.id, Leave())
        await d.tables.act(state.id, None, CARA.id, Resume())
        await refused(d, state.id, CARA, Resume(), Refusal.NOT_ON_BREAK)
        await d.tables.act(state.id, None, BEN.id, CallBreak())
        await d.tables.act(state.id, None, CARA.id, Vote(agree=True))
        await d.tables.act(state.id, None, BEN.id, Resume())
        await refused(d, state.id, CARA, CallBreak(), Refusal.BREAKS_USED)


async def test_nobody_takes_a_break_that_one_who_left_has_asked_for() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA)
        await d.tables.act(table.id, None, ASHA.id, CallBreak())
        left = await d.tables.act(table.id, None, ASHA.id, Leave())
        assert (left.public.vote, left.public.resting, left.public.breaks) == (None, None, 0)
        assert (await fresh(d, table.id)).table == left.table


async def test_there_is_no_break_in_blitz_or_without_a_clock() -> None:
    async with desk() as d:
        for options, computers in ((TableForm(pace=Pace.BLITZ), 0), (TableForm(pace=Pace.NONE), 1)):
            people = (ASHA, BEN)[: 2 - computers]
            table = await d.table(*people, computers=computers, options=options)
            await refused(d, table.id, ASHA, CallBreak(), Refusal.NO_BREAK)


async def test_a_break_ends_with_its_deal_and_its_record_replays() -> None:
    async with desk() as d:
        state = await on_break(d, ASHA, BEN)
        await d.tables.act(state.id, None, BEN.id, Leave())
        over = await fresh(d, state.id)
        assert over.public.resting is None
        assert over.row.status.is_over
        record = await d.tables.record(state.id)
        assert str(CallBreak()) in [str(entry.action) for entry in record.entries]


async def test_who_drops_no_longer_decides_and_a_vote_on_the_end_stays_another() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA)
        first = whose(table)
        caller, other = (one for one in (ASHA, BEN, CARA) if one.id != first)
        await d.tables.act(table.id, None, caller.id, CallBreak())
        await d.tables.act(table.id, None, other.id, Vote(agree=True))
        assert (await d.tables.find(table.id)).public.resting is None
        assert (await d.tables.act(table.id, None, first, Drop())).public.resting is not None
        asked = await d.tables.act(table.id, None, ASHA.id, CallEnd())
        assert asked.public.vote is not None
        assert asked.public.vote.about is About.END


async def test_the_board_counts_those_who_are_still_asked() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA, DEV)
        first = whose(table)
        caller = next(one for one in (ASHA, BEN) if one.id != first)
        await d.tables.act(table.id, None, caller.id, CallBreak())
        await d.tables.act(table.id, None, first, Vote(agree=True))
        state = await d.tables.act(table.id, None, first, Drop())
        assert "(0 of 2 agree)" in str(public_vote(state, state.public)[1])


async def test_a_kill_in_a_break_leaves_the_clock_stopped_until_the_same_moment(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    async with desk(url) as d:
        before, killed_at = await on_break(d, ASHA, BEN), d.now
    async with desk(url, "two") as d:
        d.now = killed_at + timedelta(seconds=10)
        state = await d.tables.find(before.id)
        assert (state.public.resting, state.alarms) == (before.public.resting, before.alarms)
        await d.later(14 * 60)
        assert (await d.tables.find(before.id)).public.resting is not None
        await d.later(50)
        after = await d.tables.find(before.id)
        assert (after.public.resting, after.last_action) == (None, "resume")
        assert due(after) == due(before)
