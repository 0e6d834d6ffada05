"""Tournaments in which computers play too."""

import pytest

from bot.codes import Problem, TournamentStatus
from bot.rummy.ids import Player
from bot.service.errors import ServiceError
from bot.service.tournaments import proof
from bot.service.tournaments.plan import TournamentPlan
from tests.service.context import desk
from tests.service.tournaments import PLAN, announced, bracket, open_codes, running


async def test_one_person_plays_a_tournament_against_computers() -> None:
    async with desk() as d:
        state = await running(d, PLAN, 1, entry=0, computers=7)
        entrants = bracket(state).entrants
        assert [player.is_computer for player in entrants] == [False] + 7 * [True]
        assert {state.name(player) for player in entrants} == {"P0", *(f"Computer {n}" for n in range(1, 8))}
        for _ in range(5):
            await d.tournaments.settled()
            state = await d.tournaments.settle(state.id)
            if not state.status.is_open:
                break
            for code in open_codes(state):
                await d.finish(code)
        assert state.status is TournamentStatus.FINISHED
        assert proof.verify(state).count("\nseated ") == 8
        assert not await d.store.standings.count(1, 0, "")


async def test_a_table_of_computers_is_over_at_once_and_people_play_theirs() -> None:
    async with desk() as d:
        state = await running(d, PLAN, 2, entry=0, computers=6)
        await d.tournaments.settled()
        codes = open_codes(await d.tournaments.find(state.id))
        assert codes
        for code in codes:
            assert any(not player.is_computer for player in (await d.tables.find(code)).players)


async def test_computers_take_only_the_room_that_is_left() -> None:
    async with desk() as d:
        state = await running(d, PLAN, 3, entry=0, most=4, computers=3)
        assert bracket(state).entrants[3:] == (Player(1, is_computer=True, level=2),)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"computers": 3}, Problem.COMPUTERS_HAVE_NO_CHIPS),
        ({"entry": 0, "computers": -1}, Problem.BAD_PLAYERS),
        ({"entry": 0, "computers": 64}, Problem.BAD_PLAYERS),
    ],
)
async def test_what_cannot_be_announced(changes: dict[str, int], problem: Problem) -> None:
    async with desk() as d:
        with pytest.raises(ServiceError) as caught:
            await announced(d, PLAN, 0, **changes)
        assert caught.value.problem is problem


async def test_computers_alone_play_nothing() -> None:
    async with desk() as d:
        state = await announced(d, PLAN, 0, entry=0, computers=8)
        with pytest.raises(ServiceError) as caught:
            await d.tournaments.start(state.id, state.row.host, d.press())
        assert caught.value.problem is Problem.TOO_FEW_ENTRANTS


def test_a_plan_is_its_text() -> None:
    for computers in (0, 5):
        plan = TournamentPlan("Cup", PLAN.start_at, PLAN.start_at, computers=computers)
        assert TournamentPlan.parse(str(plan)) == plan
        assert ("computers" in str(plan)) == bool(computers)
