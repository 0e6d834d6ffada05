"""Tournaments being played: rounds, ties, pauses, deadlines, decisions by hand, restarts, and a death at any moment."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.codes import Pace, TableStatus, TournamentStatus
from bot.rummy.actions import Leave
from bot.rummy.ids import PlayerId, TournamentId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.tournament.order import placings, points_table
from bot.rummy.tournament.plan import TournamentKind
from bot.rummy.tournament.rounds import By, Purpose
from bot.service import wallet
from bot.service.errors import ServiceError
from bot.service.tables.state import Lobby
from bot.service.tournaments.chips import prizes_of
from bot.service.tournaments.state import TournamentState
from bot.store.rows.matches import MatchFilter
from bot.store.store import Store
from tests.service.context import Context, desk
from tests.service.tournaments import (
    BEGIN,
    GUILD,
    PAIRS,
    PLAN,
    STAFF,
    announced,
    bracket,
    chips,
    held,
    open_codes,
    people,
    played_out,
    posts,
    round_played,
    running,
    won_by,
)

ENTRY = PLAN.entry


async def in_order(d: Context, state: TournamentState) -> None:
    """Check the properties of a finished tournament."""
    assert state.status is TournamentStatus.FINISHED
    assert await d.store.tables.open_rows() == ()
    assert await held(d, state.id) == 0
    assert await d.store.ledger.faults() == ()
    for number, code in state.progress.codes.items():
        table, stored = bracket(state).table(number), await d.store.tables.load(code)
        assert table is not None
        assert stored is not None
        assert set(Lobby.parse(stored.row.lobby).players) <= set(table.players)


async def test_sixteen_players_three_rounds_a_no_show_a_tie_a_pause_and_restarts(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/cup.db"
    async with desk(url) as d:
        state = await announced(d, count=17, check_in_minutes=30)
        await d.later(91 * 60)
        for person in people(16):
            await d.tournaments.check_in(state.id, person.id, d.press())
        now = d.now
    async with desk(url) as d:
        d.now = now
        await d.later(29 * 60)
        state = await d.tournaments.find(state.id)
        assert len(open_codes(state)) == 4
        assert len(state.entrants) == 16
        # The winner of each table is sure to go on; the three others are equal, and one more deal decides.
        state = await d.tournaments.pause(state.id)
        await won_by(d, open_codes(state)[0])
        await d.tournaments.settled()
        state = await d.tournaments.find(state.id)
        tie = bracket(state).open_tables[-1]
        assert (tie.purpose, len(tie.players)) == (Purpose.TIE, 3)
        assert state.progress.codes[tie.number] not in {row.id for row in await d.store.tables.open_rows()}
        now = d.now
    async with desk(url) as d:
        d.now = now
        await d.tournaments.sweep()
        for row in await d.store.tables.open_rows():
            await won_by(d, row.id)
        await d.tournaments.settled()
        state = await d.tournaments.find(state.id)
        assert len(bracket(state).open_tables) == 4
        assert await d.store.tables.open_rows() == ()
        state = await d.tournaments.resume(state.id)
        assert len(await d.store.tables.open_rows()) == 4
        state = await round_played(d, state.id)
        while len(bracket(state).rounds) < 2:
            state = await round_played(d, state.id)
        assert len(bracket(state).left) == 8
        now = d.now
    async with desk(url) as d:
        d.now = now
        state = await played_out(d, state.id)
        assert len(bracket(state).rounds) == 3
        await in_order(d, state)
        first, second = (placing.player for placing in placings(bracket(state))[:2])
        assert await chips(d, first.id) == wallet.START - ENTRY + 16 * ENTRY * 60 // 100
        assert prizes_of(state, bracket(state))[second] > 0
        assert [kind for kind, _ in await posts(d, state.id)].count("round") == 3
        assert ("result", 0) in await posts(d, state.id)


async def test_one_who_never_plays_is_played_for_and_drops_out() -> None:
    async with desk() as d:
        state = await running(d, PAIRS, count=2)
        (code,) = open_codes(state)
        await d.later(3600)
        await d.tournaments.settled()
        assert not (await d.tables.find(code)).row.status.is_open
        await in_order(d, await d.tournaments.find(state.id))


@pytest.mark.parametrize("size", [2, 3])
async def test_a_league_is_decided_by_the_points_table(size: int) -> None:
    async with desk() as d:
        state = await running(d, kind=TournamentKind.LEAGUE, table_size=size, matches=3, count=6)
        state = await played_out(d, state.id)
        lines = points_table(bracket(state))
        assert {line.matches for line in lines} == {3}
        assert sum(prizes_of(state, bracket(state)).values()) == 6 * ENTRY
        await in_order(d, state)


async def test_two_a_table_play_for_third_place() -> None:
    async with desk() as d:
        state = await running(d, PAIRS, count=4, prizes=(50, 30, 20))
        state = await round_played(d, state.id)
        assert [table.purpose for table in bracket(state).open_tables] == [Purpose.FINAL, Purpose.THIRD_PLACE]
        state = await played_out(d, state.id)
        assert [placing.place for placing in placings(bracket(state))] == [1, 2, 3, 4]
        assert sorted(prizes_of(state, bracket(state)).values()) == [0, 8_00, 12_00, 20_00]
        await in_order(d, state)


async def test_whether_its_matches_count_the_plan_says() -> None:
    for counted in (True, False):
        async with desk() as d:
            state = await played_out(d, (await running(d, PAIRS, count=2, counted=counted)).id)
            kept = await d.store.matches.of(state.progress.codes[1])
            assert kept is not None
            assert kept.match.counted is counted
            assert await d.store.standings.count(GUILD, 0, "") == (2 if counted else 0)


async def test_the_deadline_of_a_round_ends_its_tables_and_who_stands_best_goes_on() -> None:
    async with desk() as d:
        state = await running(d, count=4, advance=1, round_minutes=10, terms=Terms(Format.POOL_101), pace=Pace.RELAXED)
        (code,) = open_codes(state)
        table = await d.tables.find(code)
        leaver = PlayerId(table.players[0].id)
        await d.tables.act(code, None, leaver, Leave())
        await d.later(600)
        await d.tournaments.settled()
        ended = await d.tables.find(code)
        assert (ended.row.status, ended.last_action) == (TableStatus.VOID, "end round_over")
        state = await d.tournaments.find(state.id)
        verdict = bracket(state).rounds[0].tables[0].verdict
        assert verdict is not None
        assert verdict.by is By.TOTAL
        assert leaver not in {player.id for player in (*verdict.advanced, *verdict.tied)}
        state = await played_out(d, state.id)
        assert await d.store.matches.of(code) is None
        await in_order(d, state)


async def test_ties_after_a_deadline_have_one_of_their_own() -> None:
    async with desk() as d:
        state = await running(d, PAIRS, count=2, round_minutes=1, pace=Pace.SLOW)
        for purpose in (Purpose.FINAL, Purpose.TIE):
            assert [table.purpose for table in bracket(state).open_tables] == [purpose]
            await d.later(60)
            await d.tournaments.settled()
            state = await d.tournaments.find(state.id)
        await in_order(d, state)


async def test_a_pause_moves_the_deadline_of_the_round() -> None:
    async with desk() as d:
        state = await running(d, PAIRS, count=2, round_minutes=10, pace=Pace.SLOW)
        await d.later(240)
        state = await d.tournaments.pause(state.id)
        assert state.progress.left_seconds == 360
        with pytest.raises(ServiceError, match="tournament_not_running"):
            await d.tournaments.pause(state.id)
        await d.later(3600)
        state = await d.tournaments.resume(state.id)
        assert [alarm.due - d.now for alarm in state.alarms] == [timedelta(minutes=6)]


async def test_the_staff_decide_a_table_by_hand() -> None:
    async with desk() as d:
        state = await running(d, PAIRS, count=4)
        code, other = open_codes(state)
        table = bracket(state).open_tables[0]
        loser, winner = (PlayerId(player.id) for player in table.players)
        for number, named, problem in (
            (9, [winner], "no_such_match"),
            (table.number, [], "wrong_number_advance"),
            (table.number, [winner, loser], "wrong_number_advance"),
            (table.number, [STAFF.id], "wrong_number_advance"),
        ):
            with pytest.raises(ServiceError, match=problem):
                await d.tournaments.advance(state.id, STAFF.id, number, named)
        state = await d.tournaments.advance(state.id, STAFF.id, table.number, [winner])
        assert state.progress.by_hand == {table.number: STAFF.id}
        assert (await d.tables.find(code)).last_action == "end decided"
        await won_by(d, other)
        await d.tournaments.settled()
        state = await d.tournaments.find(state.id)
        assert winner in {player.id for player in bracket(state).left}
        await in_order(d, await played_out(d, state.id))


async def test_who_leaves_a_running_tournament_leaves_the_table_as_well() -> None:
    async with desk() as d:
        state = await running(d, count=6, table_size=3, advance=1)
        code = open_codes(state)[0]
        leaver = PlayerId(bracket(state).open_tables[0].players[0].id)
        state = await d.tournaments.leave(state.id, leaver, d.press())
        assert (await d.tables.find(code)).seat_of(leaver) is None
        for gone in (d.tournaments.leave(state.id, leaver, d.press()), d.tournaments.leave(state.id, STAFF.id, 1)):
            with pytest.raises(ServiceError, match="not_signed_up"):
                await gone
        await d.tournaments.settled()
        await in_order(d, await played_out(d, state.id))


async def test_where_all_others_leave_the_last_one_wins() -> None:
    async with desk() as d:
        state = await running(d, PAIRS, count=4)
        for person in people(3):
            state = await d.tournaments.leave(state.id, person.id, d.press())
        await d.tournaments.settled()
        champion = bracket(state).champion
        assert champion is not None
        assert champion.id == 103
        await in_order(d, await d.tournaments.find(state.id))


async def test_a_table_that_staff_end_or_that_breaks_is_played_on_elsewhere() -> None:
    async with desk() as d:
        state = await running(d, PAIRS, count=2)
        (code,) = open_codes(state)
        await d.tables.end_broken(code)
        state = await d.tournaments.settle(state.id)
        assert [table.purpose for table in bracket(state).open_tables] == [Purpose.TIE]
        await in_order(d, await played_out(d, state.id))


async def test_later_tables_open_where_the_staff_have_moved_it() -> None:
    async with desk() as d:
        state = await running(d, PAIRS, count=4)
        await d.tournaments.move(state.id, 77)
        state = await round_played(d, state.id)
        assert {(await d.tables.find(code)).row.channel for code in open_codes(state)} == {77}


class Died(BaseException):
    """The process is gone."""


def dies(store: Store, when: int, *, written: bool) -> Callable[[], int]:
    """Let the process die at a commit of that number, before or after it is written.

    Return how many commits there were.
    """
    made = [0]

    def counted(commit: Any) -> Any:
        async def counting(change: Any) -> None:
            made[0] += 1
            if made[0] > when or (made[0] == when and not written):
                raise Died
            await commit(change)
            if made[0] == when:
                raise Died

        return counting

    store.tables.commit = counted(store.tables.commit)  # type: ignore[method-assign]
    store.tournaments.commit = counted(store.tournaments.commit)  # type: ignore[method-assign]
    return lambda: made[0]


async def lived(d: Context, id: TournamentId) -> bool:
    """Play as long as the process lives; whether it did to the end."""
    try:
        await played_out(d, id)
    except Died:
        return False
    return True


@pytest.mark.parametrize("written", [False, True], ids=["unwritten", "written"])
async def test_a_death_at_any_commit_loses_nothing_and_doubles_nothing(tmp_path: Path, written: bool) -> None:
    """Four people in pairs; the process dies at every commit from the start to the prizes."""
    when, alive = 1, False
    while not alive:
        url = f"sqlite+aiosqlite:///{tmp_path}/{when}.db"
        async with desk(url) as d:
            state = await announced(d, PAIRS, count=4)
            dies(d.store, when, written=written)
            try:
                await d.tournaments.start(state.id, STAFF.id, d.press())
                alive = await lived(d, state.id)
            except Died:
                pass
            await d.tournaments.settled()
            now = d.now
        async with desk(url) as d:
            d.now = now
            await d.tournaments.sweep()
            found = await d.tournaments.find(state.id)
            if found.status.is_before:
                await d.tournaments.start(state.id, STAFF.id, d.press())
            state = await played_out(d, state.id)
            await in_order(d, state)
            assert len(state.progress.codes) == 4
            assert len(await d.store.matches.history(MatchFilter(GUILD), limit=99)) == 4
            assert Counter(posting for posting in await posts(d, state.id)) == {
                ("round", 1): 1,
                ("round", 2): 1,
                ("result", 0): 1,
            }
        when += 1
    assert when > 10


async def test_two_processes_open_each_table_once(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/cup.db"
    async with desk(url, "one") as one, desk(url, "two") as two:
        state = await running(one, PAIRS, count=4)
        for code in open_codes(state):
            await won_by(two, code)
        await two.tournaments.settled()
        await one.tournaments.settle(state.id)
        state = await played_out(one, state.id)
        assert len(state.progress.codes) == 4
        await in_order(two, await two.tournaments.find(state.id))


async def test_deadlines_people_know_by_the_hour_move_only_when_missed() -> None:
    async with desk() as d:
        state = await announced(d, check_in_minutes=30)
        await d.beats.connected()
        for minutes, moved in ((60, 0), (120, 60)):
            d.beats.disconnected()
            d.now = BEGIN + timedelta(minutes=minutes)
            await d.beats.connected()
            found = await d.tournaments.find(state.id)
            assert {alarm.due for alarm in found.alarms} == {
                alarm.due + timedelta(minutes=moved) for alarm in state.alarms
            }
