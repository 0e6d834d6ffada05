"""Waiting for people by button and by command: what is offered, shown, stored and erased."""

import json
from collections.abc import AsyncIterator

import pytest

from bot.flows.answer import AnswerResult
from bot.rummy.ids import PlayerId, TableId
from bot.screens.board import posted
from bot.screens.company import CompanyId, CompanyWord
from bot.screens.ids import QuickId
from bot.store.rows.company import Waiter
from bot.text import company, lobby
from tests.flows.answers import FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.screens.limits import attachments, check, labelled, texts
from tests.service.context import ASHA, BEN, CARA


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def waiters(bot: FlowDesk) -> list[Waiter]:
    found, _ = await bot.services.store.company.waiting(1, "circle", PlayerId(0), bot.services.now)
    return list(found)


async def seats(bot: FlowDesk) -> list[TableId]:
    return [row.id for row in await bot.services.store.tables.of_player(ASHA.id)]


async def test_who_sits_alone_may_wait_for_people_or_stop_or_play_computers(bot: FlowDesk) -> None:
    alone = await bot.press(ASHA, QuickId())
    check(alone.screen)
    waits = await bot.press(ASHA, alone.button(company.wait(15)), edits=True)
    check(waits.screen)
    assert "You are waiting for people" in waits.text
    assert (await seats(bot), [one.player for one in await waiters(bot)]) == ([], [ASHA.id])
    assert (await bot.press(ASHA, waits.button(company.STOP()))).text == company.STOPPED()
    assert await waiters(bot) == []
    assert (await bot.press(ASHA, waits.button(company.STOP()))).text == company.NOT_WAITING()
    played = await bot.press(ASHA, waits.button(company.COMPUTERS()))
    (table,) = await seats(bot)
    assert (await bot.services.tables.find(table)).table is not None
    assert played.outcome is AnswerResult.DONE


async def test_who_has_company_is_told_once_and_offered_no_wait(bot: FlowDesk) -> None:
    await typed(bot, ASHA, "rummy quick", {"wait": 60})
    met = await bot.press(BEN, QuickId())
    assert lobby.START_NOW() in labelled(met.screen)
    assert company.wait(15) not in labelled(met.screen)
    (table,) = await seats(bot)
    assert bot.told == [table], "seats are free, so others are told of it too"
    (posting,) = await bot.services.store.tables.unsent()
    said = posted(await bot.services.tables.find(table), posting)
    check(said)
    assert f"<@{ASHA.id}>" in texts(said)
    assert f"<@{BEN.id}>" not in texts(said)


async def test_the_wait_is_for_servers_and_its_game_can_be_chosen(bot: FlowDesk) -> None:
    alone = await bot.press(ASHA, QuickId(), guild=None)
    assert company.wait(15) not in labelled(alone.screen)
    (own,) = await seats(bot)
    await bot.press(ASHA, bot.control(own, "leave"), guild=None)
    refused = await bot.press(ASHA, CompanyId("circle", CompanyWord.HOUR), guild=None)
    assert refused.text == company.ONLY_SERVERS()
    assert (await typed(bot, ASHA, "rummy quick", {"wait": 15, "game": "chess"})).outcome is AnswerResult.REFUSED
    forged = await bot.press(ASHA, CompanyId("none", CompanyWord.HOUR))
    assert forged.outcome is AnswerResult.REFUSED
    await typed(bot, ASHA, "rummy quick", {"wait": 15, "game": "gin"})
    assert await waiters(bot) == []
    assert len((await typed(bot, CARA, "rummy quick", {"game": "gin"})).shown) == 1
    (table,) = await seats(bot)
    assert CARA.id in (await bot.services.tables.find(table)).lobby.persons


async def test_the_wait_is_exported_and_erased(bot: FlowDesk) -> None:
    await typed(bot, ASHA, "rummy quick", {"wait": 15})
    data = await bot.services.store.privacy.data_of(ASHA.id)
    assert [(one.guild, one.rules_id) for one in data.waits] == [(1, "circle")]
    (file,) = attachments((await typed(bot, ASHA, "rummy data export")).screen)
    (kept,) = json.loads(file.data)["waits"]
    assert (kept["server"], kept["rules"], kept["name"]) == ("1", "circle", "Asha")
    await bot.flows.privacy._people.erase(ASHA.id)
    assert await waiters(bot) == []
