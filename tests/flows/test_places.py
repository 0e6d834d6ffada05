"""The places in which tables and tournaments may be opened, and the places that answers name."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.flows.answer import AnswerResult, Threads
from bot.text import lobby, refusals, tournaments
from tests.flows.answers import FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.service.context import ASHA

CUP: dict[str, Any] = {"name": "Diwali Cup", "start": "in 2 hours", "players": 2, "fewest": 2}
PRIVATE: dict[str, Any] = {"rules": "winzo", "private": True}


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def test_the_answer_links_the_card_or_the_channel_that_it_comes_to(bot: FlowDesk) -> None:
    for at in (None, "https://discord.com/channels/1/2/3"):
        bot.places.at = at
        answer = await typed(bot, ASHA, "rummy new", {"rules": "winzo"})
        rows = await bot.services.store.tables.open_rows()
        assert answer.text in [lobby.opened(at or "<#2>") for _ in rows]
        assert (at or "<#2>") in (await typed(bot, ASHA, "tournament new", CUP, is_staff=True)).text


@pytest.mark.parametrize("threads", [Threads.PUBLIC, Threads.NONE])
@pytest.mark.parametrize("others", [(), (7, 8)])
async def test_no_private_table_where_there_are_no_private_threads(
    bot: FlowDesk, threads: Threads, others: tuple[int, ...]
) -> None:
    refused = await typed(bot, ASHA, "rummy new", PRIVATE, threads=threads, others=others)
    assert refused.outcome is AnswerResult.REFUSED
    assert refused.text == refusals.no_private_threads("<#2>", [f"<#{id}>" for id in others])
    assert not await bot.services.store.tables.open_rows()
    assert (await typed(bot, ASHA, "rummy new", {"rules": "winzo"}, threads=threads)).outcome is AnswerResult.DONE


async def test_no_private_table_without_the_permission_for_its_thread(bot: FlowDesk) -> None:
    lacks = "Create Private Threads"
    refused = await typed(bot, ASHA, "rummy new", PRIVATE, missing_in_private=lacks)
    assert refused.text == refusals.may_open_no_private_thread("<#2>", lacks)
    assert not await bot.services.store.tables.open_rows()
    assert (await typed(bot, ASHA, "rummy new", PRIVATE, guild=None, threads=Threads.NONE)).outcome is AnswerResult.DONE


@pytest.mark.parametrize("others", [(), (7,)])
async def test_no_tournament_where_there_are_no_threads(bot: FlowDesk, others: tuple[int, ...]) -> None:
    given: dict[str, Any] = {"is_staff": True, "threads": Threads.NONE, "others": others}
    refused = await typed(bot, ASHA, "tournament new", CUP, **given)
    assert refused.text == tournaments.no_threads("<#2>", [f"<#{id}>" for id in others])
    assert await bot.services.tournaments.of_guild(1) == ()
    news = await typed(bot, ASHA, "tournament new", CUP, is_staff=True, threads=Threads.PUBLIC)
    assert news.outcome is AnswerResult.DONE
    refused = await typed(bot, ASHA, "tournament move", **given)
    assert refused.outcome is AnswerResult.REFUSED
    (state,) = await bot.services.tournaments.of_guild(1)
    assert state.row.channel == 2
