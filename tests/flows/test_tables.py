"""Choices of tables are read and checked as the controls that they stand for."""

import pytest

from bot.codes import Problem
from bot.flows.answer import AnswerResult
from bot.screens.tables import TablesId, TablesWord
from bot.text import refusals, tables
from tests.flows.answers import flow_desk
from tests.flows.test_unreadable import spoil
from tests.screens.limits import menus
from tests.service.context import ASHA, BEN, CARA

PICK = TablesId(TablesWord.PICK)


async def test_a_forged_choice_may_do_no_more_than_its_control() -> None:
    async with flow_desk() as bot:
        id = (await bot.services.lobby(ASHA, BEN)).id
        forged = await bot.press(CARA, PICK, str(bot.control(id, "start")))
        assert forged.outcome is AnswerResult.REFUSED
        assert forged.text == refusals.PROBLEMS[Problem.NOT_HOST]()


@pytest.mark.parametrize("value", ["", "start", str(PICK), "rummy:c:abc234", "\0", "rummy:y:abc234:0:invite x"])
async def test_other_values_are_refused(value: str) -> None:
    async with flow_desk() as bot:
        assert (await bot.press(ASHA, PICK, value)).outcome is AnswerResult.REFUSED


async def test_a_list_of_tables_leaves_out_one_that_cannot_be_read_and_tells_so() -> None:
    async with flow_desk() as bot:
        broken = (await bot.services.table(ASHA, BEN)).id
        await bot.services.table(ASHA, CARA)
        await spoil(bot, broken, "digest = 'other'")
        shown = await bot.command(ASHA, bot.flows.tables.list)
        assert tables.UNREADABLE() in shown.text
        assert "Cara" in shown.text
        assert "Ben" not in shown.text


async def test_a_person_sees_their_own_tables_alone() -> None:
    async with flow_desk() as bot:
        await bot.services.table(ASHA, BEN)
        assert (await bot.command(CARA, bot.flows.tables.list)).text == tables.NONE()
        assert not menus((await bot.command(ASHA, bot.flows.tables.list)).screen)
