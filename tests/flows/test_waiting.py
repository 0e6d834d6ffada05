"""Tables that have lost their place: who may let them go on, where, and who must agree."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.codes import Problem, TableStatus
from bot.flows.answer import AnswerResult, Threads
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState
from bot.text import asks, buttons, refusals, waiting
from tests.flows.answers import FakeAnswer, FlowDesk, flow_desk
from tests.screens.limits import check, labelled
from tests.service.context import ASHA, BEN, CARA

ELSEWHERE = 77
"""Another channel of the server."""


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def stopped(bot: FlowDesk, *, private: bool = False) -> TableState:
    """Return a table of two people that has lost its place."""
    d = bot.services
    lobby = await d.lobby(ASHA, options=TableForm(private=private))
    await d.lobbies.invite(lobby.id, ASHA.id, BEN.id)
    await d.lobbies.join(lobby.id, BEN, d.press())
    await d.lobbies.start(lobby.id, ASHA.id, d.press())
    return await d.waiting.stop(lobby.id)


async def place(bot: FlowDesk, state: TableState) -> int:
    return (await bot.services.tables.find(state.id)).row.channel


def said(answer: FakeAnswer) -> str:
    """Return the text of a refusal."""
    assert answer.outcome is AnswerResult.REFUSED
    return answer.text


async def test_a_player_lets_a_public_table_go_on_where_they_ask(bot: FlowDesk) -> None:
    state = await stopped(bot)
    answer = await bot.press(BEN, bot.control(state.id, "go-on"), channel=ELSEWHERE)
    assert waiting.goes_on(f"<#{ELSEWHERE}>") in answer.text
    assert await place(bot, state) == ELSEWHERE


@pytest.mark.parametrize("private", [False, True])
async def test_of_two_who_press_at_once_one_chooses_the_place(
    bot: FlowDesk, monkeypatch: pytest.MonkeyPatch, private: bool
) -> None:
    state, opened = await stopped(bot, private=private), list[int]()

    async def open_thread(state: TableState, channel: int, **_: Any) -> int:
        opened.append(channel)
        await asyncio.sleep(0.05)
        return 100 + channel

    async def link(state: TableState) -> None:
        await bot.services.waiting.go_on(state.id, state.row.channel, state.row.thread)

    monkeypatch.setattr(bot.places, "open_thread", open_thread)
    monkeypatch.setattr(bot.places, "link", link)
    control = bot.control(state.id, "go-on")
    first, other = await asyncio.gather(
        bot.press(ASHA, control, channel=ELSEWHERE), bot.press(BEN, control, channel=ELSEWHERE + 1)
    )
    assert opened == [ELSEWHERE]
    assert waiting.goes_on(f"<#{100 + ELSEWHERE}>") in first.text
    assert other.outcome is not AnswerResult.REFUSED
    assert await place(bot, state) == ELSEWHERE


async def test_staff_let_a_public_table_go_on_and_see_no_hand(bot: FlowDesk) -> None:
    state = await stopped(bot)
    answer = await bot.press(CARA, bot.control(state.id, "go-on"), channel=ELSEWHERE, is_staff=True)
    assert answer.text == waiting.goes_on(f"<#{ELSEWHERE}>")
    assert await place(bot, state) == ELSEWHERE


@pytest.mark.parametrize("private", [False, True])
async def test_nobody_else_lets_a_table_go_on(bot: FlowDesk, private: bool) -> None:
    state = await stopped(bot, private=private)
    others = [{"is_staff": True}] if private else [{}, {"is_staff": True, "guild": 9}]
    for given in others:
        answer = await bot.press(CARA, bot.control(state.id, "go-on"), channel=ELSEWHERE, **given)
        assert said(answer) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    asked = await bot.press(CARA, bot.control(state.id, "go-public"), channel=ELSEWHERE)
    assert said(asked) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    assert await place(bot, state) == state.row.channel


@pytest.mark.parametrize("given", [{"guild": 9}, {"guild": None}])
async def test_a_table_goes_on_in_its_own_server(bot: FlowDesk, given: dict[str, Any]) -> None:
    state = await stopped(bot)
    answer = await bot.press(ASHA, bot.control(state.id, "go-on"), channel=ELSEWHERE, **given)
    assert said(answer) == waiting.ONLY_SERVER()
    assert await place(bot, state) == state.row.channel


async def test_a_private_table_goes_on_where_it_can_have_a_private_thread(bot: FlowDesk) -> None:
    state = await stopped(bot, private=True)
    refused = await bot.press(ASHA, bot.control(state.id, "go-on"), channel=ELSEWHERE, threads=Threads.PUBLIC)
    assert said(refused) == refusals.no_private_threads(f"<#{ELSEWHERE}>", [])
    assert await place(bot, state) == state.row.channel
    await bot.press(ASHA, bot.control(state.id, "go-on"), channel=ELSEWHERE)
    moved = await bot.services.tables.find(state.id)
    assert (moved.row.channel, moved.is_kept_private) == (ELSEWHERE, True)


async def test_a_private_table_goes_on_in_public_when_all_players_agree(bot: FlowDesk) -> None:
    state = await stopped(bot, private=True)
    for _ in range(2):
        await bot.press(ASHA, bot.control(state.id, "go-public"), channel=ELSEWHERE)
        asked = await bot.services.tables.find(state.id)
        assert (asked.row.channel, asked.is_kept_private) == (state.row.channel, True)
    answer = await bot.press(BEN, bot.control(state.id, "go-public"), channel=ELSEWHERE, threads=Threads.NONE)
    assert waiting.goes_on(f"<#{ELSEWHERE}>") in answer.text
    moved = await bot.services.tables.find(state.id)
    assert (moved.row.channel, moved.is_kept_private) == (ELSEWHERE, False)


@pytest.mark.parametrize("private", [False, True])
async def test_the_host_ends_a_table_that_waits_once_the_others_agree(bot: FlowDesk, private: bool) -> None:
    state = await stopped(bot, private=private)
    shown = await bot.press(ASHA, bot.control(state.id, "hand"))
    asked = await bot.press(ASHA, shown.button(buttons.ASK_END()))
    assert "60 seconds" not in asked.text
    assert (await bot.press(ASHA, asked.button(buttons.END()))).text == asks.ASKED_IN_HAND()
    assert (await bot.services.tables.find(state.id)).row.status is TableStatus.PLAYING
    theirs = await bot.press(BEN, bot.control(state.id, "hand"))
    check(theirs.screen)
    assert buttons.ASK_END() not in labelled(theirs.screen)
    await bot.press(BEN, theirs.button(buttons.AGREE()))
    assert (await bot.services.tables.find(state.id)).row.status is TableStatus.VOID


@pytest.mark.parametrize("request_", ["go-on", "go-public"])
async def test_a_table_that_has_its_place_stays_there(bot: FlowDesk, request_: str) -> None:
    state = await bot.services.table(ASHA, BEN)
    answer = await bot.press(ASHA, bot.control(state.id, request_), channel=ELSEWHERE)
    assert waiting.goes_on(f"<#{ELSEWHERE}>") not in answer.text
    assert await place(bot, state) == state.row.channel
