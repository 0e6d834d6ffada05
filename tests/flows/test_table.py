"""Things that people look at: boards, points, records, settings and help."""

from collections.abc import AsyncIterator

import pytest

from bot.codes import Problem
from bot.flows.answer import AnswerResult
from bot.service.tables.form import TableForm
from bot.text import refusals
from tests.flows.answers import FlowDesk, flow_desk
from tests.service.context import ASHA, BEN, CARA


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def test_a_private_table_is_shown_to_its_players_alone(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, options=TableForm(private=True), computers=1)
    for request in ("table", "scores", "discards", "rules", "more"):
        assert (await bot.press(ASHA, bot.control(state.id, request))).outcome is AnswerResult.DONE
        refused = await bot.press(CARA, bot.control(state.id, request))
        assert refused.outcome is AnswerResult.REFUSED
        assert refused.text == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()


async def test_the_record_of_a_closed_lobby_is_for_its_players(bot: FlowDesk) -> None:
    state = await bot.services.lobby(ASHA)
    await bot.services.lobbies.cancel(state.id, ASHA.id)
    refused = await bot.press(BEN, bot.control(state.id, "record"))
    assert refused.text == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    asked = await bot.press(ASHA, bot.control(state.id, "record"))
    assert asked.text != refused.text
