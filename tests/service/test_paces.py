"""The pace of a table, and things that a table without a clock does not do."""

from datetime import timedelta

import pytest

from bot.codes import Pace, TableStatus
from bot.rummy.actions import EndCause, Next, Sort
from bot.rummy.deal_view import EventKind
from bot.rummy.match.match import Terms
from bot.rummy.record import Record
from bot.rummy.view import Stage
from bot.screens.base import void_sentence
from bot.screens.between import after_deal
from bot.screens.board import board, ping, start
from bot.screens.hand import hand
from bot.screens.lobby import lobby_card
from bot.screens.menus import rules
from bot.service.tables.deadlines import TABLE_IDLE
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState, record_of
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.settings import PlayerSettings
from bot.text import lobby as lobby_text
from tests.known import GAMES
from tests.screens.samples import written
from tests.service.context import ASHA, BEN, CARA, Context, desk

POOL = Terms.parse("pool_101")


async def persons_turn(d: Context, state: TableState) -> TableState:
    """Return the table once computers have played and the person is waited for."""
    while state.public.deal is not None and state.players[state.public.deal.awaited[0]].is_computer:
        await d.later(2)
        state = await d.tables.find(state.id)
    return state


@pytest.mark.parametrize(
    ("people", "computers", "chosen", "pace"),
    [
        ((ASHA,), 2, None, Pace.NONE),
        ((ASHA,), 2, Pace.STANDARD, Pace.STANDARD),
        ((ASHA, BEN), 0, None, Pace.STANDARD),
        ((ASHA, BEN), 1, None, Pace.STANDARD),
        ((ASHA,), 2, Pace.NONE, Pace.NONE),
        ((ASHA, BEN), 1, Pace.NONE, Pace.STANDARD),
    ],
)
async def test_one_person_against_computers_has_no_clock_unless_a_pace_was_chosen(
    people: tuple[Person, ...], computers: int, chosen: Pace | None, pace: Pace
) -> None:
    async with desk() as d:
        lobby = await d.lobby(*people, computers=computers, options=TableForm(pace=chosen))
        assert lobby.pace is (chosen or Pace.STANDARD)
        assert lobby_text.OPEN_PACE() not in written(lobby_card(lobby)), "the pace says it"
        said = "No clock: take all" if pace is Pace.NONE else "Pace Standard: 60 seconds for a turn"
        assert said in written(lobby_card(lobby)), "the pace at which it would start now"
        state = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        d.tables.forget()
        again = await d.tables.find(state.id)
        assert (state.pace, again.pace) == (pace, pace)
        assert (again.rules, again.table) == (state.rules, state.table)
        assert state.rules.turns.has_clock == (pace is not Pace.NONE)
        started = written(start(again))
        assert said in started
        assert "closes after" not in started  # a terminal shows it too, where no table is closed


async def test_without_a_clock_nothing_is_at_stake_and_nobody_else_waits() -> None:
    async with desk() as d:
        for terms in (Terms(), Terms(stake=10)):
            lobby = await d.lobby(ASHA, BEN, options=TableForm(terms=terms, pace=Pace.NONE))
            assert lobby_text.NO_CLOCK_ALONE() in written(lobby_card(lobby))
            state = await d.lobbies.start(lobby.id, ASHA.id, d.press())
            assert (state.pace, state.alarm(AlarmKind.TURN) is None) == (Pace.STANDARD, False)
            over = await d.finish(state.id)
            stored = await d.store.tables.finished(state.id)
            assert stored is not None
            read = Record.parse(str(record_of(stored, GAMES)), GAMES)
            assert (read.rules, read.replay()) == (over.rules, over.table)
            assert (await d.rematches.press(over.id, ASHA, d.press())).pace is Pace.STANDARD


async def test_one_who_waits_alone_reads_the_pace_among_people() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA)
        assert "Pace Standard" in written(lobby_card(lobby))
        assert lobby_text.OPEN_PACE() in written(lobby_card(lobby))
        lobby = await d.lobbies.add_computer(lobby.id, ASHA.id, d.press())
        assert "Pace Standard" not in written(lobby_card(lobby))
        lobby = await d.lobbies.join(lobby.id, BEN, d.press())
        assert "Pace Standard" in written(lobby_card(lobby))
        assert lobby_text.OPEN_PACE() not in written(lobby_card(lobby))
        for_chips = await d.lobby(CARA, options=TableForm(terms=Terms(stake=10)))
        assert lobby_text.OPEN_PACE() not in written(lobby_card(for_chips))


async def test_without_a_clock_nothing_runs_out_and_the_next_deal_waits() -> None:
    async with desk() as d:
        state = await persons_turn(d, await d.table(ASHA, computers=1, options=TableForm(terms=POOL)))
        await d.later(3 * 24 * 3600)
        state = await d.tables.find(state.id)
        assert {alarm.kind for alarm in state.alarms} == {AlarmKind.IDLE}
        assert state.public.deal is not None
        assert EventKind.LAPSED not in [event.kind for event in state.public.deal.events]
        assert d.heard.reminders == []
        shown = hand(state, ASHA.id, PlayerSettings(ASHA.id)), board(state), ping(state)
        assert not any("⏳" in written(screen) or "<t:" in written(screen) for screen in shown)
        told = written(rules(state.rules, state.pace, POOL))
        assert "No clock: take all the time you want" in told
        assert "seconds" not in told
        while state.public.stage is not Stage.BETWEEN:
            state = await d.move(state.id)
        await d.later(24 * 3600)
        state = await d.tables.find(state.id)
        assert state.public.stage is Stage.BETWEEN
        assert "<t:" not in written(after_deal(state, 1))
        state = await d.tables.act(state.id, None, ASHA.id, Next())
        assert state.public.stage is Stage.PLAYING


async def test_a_table_without_a_clock_closes_after_seven_days_without_a_move() -> None:
    async with desk() as d:
        state = await persons_turn(d, await d.table(ASHA, computers=1))
        await d.later(TABLE_IDLE.total_seconds() - 10)
        await persons_turn(d, await d.move(state.id))
        await d.later(TABLE_IDLE.total_seconds() - 10)
        assert (await d.tables.find(state.id)).row.status is TableStatus.PLAYING
        await d.later(10)
        closed = await d.tables.find(state.id)
        assert (closed.row.status, closed.last_action) == (TableStatus.VOID, f"end {EndCause.IDLE}")
        assert timedelta(days=7) == TABLE_IDLE
        assert "Nobody played for seven days, so this table was closed." in void_sentence(closed)


async def test_to_sort_a_hand_is_no_move_that_keeps_a_table_open() -> None:
    async with desk() as d:
        state = await persons_turn(d, await d.table(ASHA, computers=1))
        await d.later(TABLE_IDLE.total_seconds() / 2)
        sorted_hand = await d.tables.act(state.id, None, ASHA.id, Sort())
        assert sorted_hand.alarm(AlarmKind.IDLE) == state.alarm(AlarmKind.IDLE)


async def test_the_record_of_a_table_without_a_clock_replays() -> None:
    async with desk() as d:
        state = await d.finish((await d.table(ASHA, computers=2)).id)
        stored = await d.store.tables.finished(state.id)
        assert stored is not None
        record = record_of(stored, GAMES)
        read = Record.parse(str(record), GAMES)
        assert read.replay() == state.table
        assert not read.rules.turns.has_clock


async def test_a_rematch_has_the_pace_of_those_who_play_it() -> None:
    async with desk() as d:
        first = await d.finish((await d.table(ASHA, computers=2)).id)
        again = await d.rematches.press(first.id, ASHA, d.press())
        assert again.pace is Pace.NONE
        again = await d.finish(again.id)
        await d.rematches.press(again.id, ASHA, d.press())
        chosen = await d.finish((await d.table(BEN, computers=1, options=TableForm(pace=Pace.SLOW))).id)
        assert (await d.rematches.press(chosen.id, BEN, d.press())).pace is Pace.SLOW


async def test_a_rematch_that_one_person_plays_against_computers_has_no_clock() -> None:
    async with desk() as d:
        first = await d.finish((await d.table(ASHA, BEN)).id)
        assert first.pace is Pace.STANDARD
        lobby = await d.rematches.press(first.id, ASHA, d.press())
        await d.lobbies.add_computer(lobby.id, ASHA.id, d.press())
        assert (await d.lobbies.start(lobby.id, ASHA.id, d.press())).pace is Pace.NONE
