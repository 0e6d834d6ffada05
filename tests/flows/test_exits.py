"""Leaving a table and ending it."""

from collections.abc import AsyncIterator

import pytest

from bot.codes import Problem, TableStatus
from bot.flows.answer import AnswerResult
from bot.rummy.ids import DisplayName, TableId
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState
from bot.text import refusals, table
from tests.flows.answers import FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.service.context import ASHA, BEN, CARA
from tests.service.tournaments import open_codes, running


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def status(bot: FlowDesk, id: TableId) -> TableStatus:
    return (await bot.services.tables.find(id)).row.status


async def tournament_table(bot: FlowDesk) -> tuple[TableState, Person]:
    """Return a table of a tournament in play, and its host, who plays there."""
    state = await bot.services.tables.find(open_codes(await running(bot.services))[0])
    assert state.seat_of(state.row.host) is not None
    return state, Person(state.row.host, DisplayName("Host"))


@pytest.mark.parametrize("confirm", [False, True])
async def test_the_host_of_a_tournaments_table_does_not_end_it(bot: FlowDesk, confirm: bool) -> None:
    state, host = await tournament_table(bot)
    answer = await typed(bot, host, "rummy end", {"table": state.id, "confirm": confirm})
    assert answer.text == refusals.PROBLEMS[Problem.TOURNAMENT_TABLE]()
    assert await status(bot, state.id) is TableStatus.PLAYING


@pytest.mark.parametrize("said", ["ask-end", "call-end"])
async def test_no_button_of_a_tournaments_table_lets_its_host_end_it(bot: FlowDesk, said: str) -> None:
    state, host = await tournament_table(bot)
    answer = await bot.press(host, bot.control(state.id, said, state.public.step))
    assert refusals.PROBLEMS[Problem.TOURNAMENT_TABLE]() in answer.text
    assert await status(bot, state.id) is TableStatus.PLAYING


async def test_the_staff_end_a_tournaments_table_even_if_they_host_it(bot: FlowDesk) -> None:
    state, host = await tournament_table(bot)
    asked = await typed(bot, host, "rummy end", {"table": state.id}, is_staff=True)
    assert asked.outcome is AnswerResult.DONE
    assert await status(bot, state.id) is TableStatus.PLAYING, "ending is asked first"
    ended = await typed(bot, host, "rummy end", {"table": state.id, "confirm": True}, is_staff=True)
    assert ended.text == table.ended(state.id)
    assert await status(bot, state.id) is TableStatus.VOID


async def test_only_the_host_and_the_staff_end_a_lobby(bot: FlowDesk) -> None:
    state = await bot.services.lobby(ASHA, BEN)
    for person in (BEN, CARA):
        refused = await typed(bot, person, "rummy end", {"table": state.id, "confirm": True})
        assert refused.text == refusals.PROBLEMS[Problem.NOT_HOST]()
    assert await status(bot, state.id) is TableStatus.LOBBY
    await typed(bot, ASHA, "rummy end", {"table": state.id})
    assert await status(bot, state.id) is TableStatus.CLOSED
    other = await bot.services.lobby(ASHA, BEN)
    await typed(bot, CARA, "rummy end", {"table": other.id}, is_staff=True)
    assert await status(bot, other.id) is TableStatus.CLOSED


async def test_staff_of_another_server_end_nothing(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    for request in ("ask-end-by-staff", "end-by-staff"):
        answer = await bot.press(CARA, bot.control(state.id, request), guild=9, is_staff=True)
        assert answer.text == refusals.PROBLEMS[Problem.NOT_HOST]()
    assert await status(bot, state.id) is TableStatus.PLAYING


async def test_leaving_a_table_in_play_is_asked_first_where_all_see_the_button(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN, CARA)
    asked = await typed(bot, BEN, "rummy leave", {"table": state.id})
    assert asked.shown
    left = (await bot.services.tables.find(state.id)).table
    assert left is not None
    assert not left.left
    await typed(bot, BEN, "rummy leave", {"table": state.id, "confirm": True})
    left = (await bot.services.tables.find(state.id)).table
    assert left is not None
    assert left.left == {state.seat_of(BEN.id)}


async def test_the_button_on_ones_own_screen_has_asked_already(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN, CARA)
    for edits, gone in ((False, set()), (True, {state.seat_of(BEN.id)})):
        await bot.press(BEN, bot.control(state.id, "leave"), edits=edits)
        left = (await bot.services.tables.find(state.id)).table
        assert left is not None
        assert left.left == gone


async def test_leaving_a_lobby_is_not_asked(bot: FlowDesk) -> None:
    state = await bot.services.lobby(ASHA, BEN)
    await typed(bot, BEN, "rummy leave", {"table": state.id})
    assert [player.id for player in (await bot.services.tables.find(state.id)).players] == [ASHA.id]
