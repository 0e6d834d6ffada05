"""A person's own data: they get it as a file, and erase it after a question that does not stay open."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.codes import Problem
from bot.layout import Button
from bot.text import privacy, refusals
from tests.flows.answers import FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.screens.limits import attachments, labelled
from tests.service.context import ASHA, BEN, CARA


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def played(bot: FlowDesk) -> str:
    """Play a match of Asha and Ben to its end, and return its code."""
    table = await bot.services.table(ASHA, BEN)
    return (await bot.services.finish(table.id)).id


async def question(bot: FlowDesk) -> dict[str, Button]:
    """Return the buttons of the question whether to erase Asha's data."""
    return labelled((await typed(bot, ASHA, "rummy data erase")).screen)


async def is_known(bot: FlowDesk) -> bool:
    return (await typed(bot, ASHA, "rummy data export")).text != privacy.nothing()


async def test_people_get_what_is_kept_about_them(bot: FlowDesk) -> None:
    assert (await typed(bot, ASHA, "rummy data export")).text == privacy.nothing()
    table = await played(bot)
    (file,) = attachments((await typed(bot, ASHA, "rummy data export")).screen)
    kept = json.loads(file.data)
    assert kept["player"] == str(ASHA.id)
    assert [one["table"] for one in kept["tables"]] == [table]
    assert "Ben" not in file.data.decode()


async def test_data_are_erased_after_the_question(bot: FlowDesk) -> None:
    await played(bot)
    buttons = await question(bot)
    kept = await bot.press(ASHA, buttons[privacy.KEEP()], edits=True)
    assert kept.text == privacy.KEPT()
    assert await is_known(bot)
    erased = await bot.press(ASHA, buttons[privacy.ERASE()], edits=True)
    assert erased.text == privacy.erased(privacy.erased_name())
    assert not await is_known(bot)
    again = await bot.press(ASHA, buttons[privacy.ERASE()], edits=True)
    assert again.text == privacy.nothing()


async def test_nobody_answers_the_question_of_another(bot: FlowDesk) -> None:
    await played(bot)
    for label, button in (await question(bot)).items():
        assert (await bot.press(BEN, button)).text == refusals.PROBLEMS[Problem.NOT_YOURS](), label
    assert await is_known(bot)


async def test_an_old_question_erases_nothing(bot: FlowDesk) -> None:
    await played(bot)
    buttons = await question(bot)
    bot.services.now += timedelta(minutes=15, seconds=1)
    assert (await bot.press(ASHA, buttons[privacy.ERASE()])).text == privacy.OLD_QUESTION()
    assert await is_known(bot)


async def test_who_sits_at_a_table_leaves_it_first(bot: FlowDesk) -> None:
    await played(bot)
    buttons = await question(bot)
    await bot.services.table(ASHA, BEN)
    for answer in (await typed(bot, ASHA, "rummy data erase"), await bot.press(ASHA, buttons[privacy.ERASE()])):
        assert answer.text == privacy.STILL_SEATED()
    assert await is_known(bot)


async def test_who_waits_for_the_staff_stays_known(bot: FlowDesk) -> None:
    table = await played(bot)
    buttons = await question(bot)
    await typed(bot, BEN, "dispute result", {"table": table, "why": "Too slow."})
    for answer in (await typed(bot, ASHA, "rummy data erase"), await bot.press(ASHA, buttons[privacy.ERASE()])):
        assert answer.text == privacy.STILL_DISPUTED()
    assert await is_known(bot)


async def test_of_whom_nothing_is_kept_nothing_is_asked(bot: FlowDesk) -> None:
    assert (await typed(bot, CARA, "rummy data erase")).text == privacy.nothing()
