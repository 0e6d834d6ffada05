"""Disputes and reports by buttons, forms and commands: what players and staff read, and what strangers do not."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.codes import Problem, TableStatus
from bot.flows.answer import AnswerResult
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.screens.base import WORDS
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState
from bot.text import disputes, refusals, reports, standings
from tests.flows.answers import GUILD, FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.screens.limits import labelled
from tests.service.context import ASHA, BEN, CARA
from tests.service.tournaments import open_codes, running

STAFF = Person(PlayerId(900), DisplayName("Staff"))
STAFF_REQUESTS = ("case", "answer-dispute", "void-match", "close-report")


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def over(bot: FlowDesk) -> TableId:
    """Return the code of a match of Asha and Ben that is over."""
    table = await bot.services.table(ASHA, BEN)
    return (await bot.services.finish(table.id)).id


async def found(bot: FlowDesk, table: TableId) -> TableState:
    return await bot.services.tables.find(table)


async def send(bot: FlowDesk, person: Person, table: TableId, request: str, words: str, **given: Any) -> FakeAnswer:
    """Press what opens a form, and send that with these words."""
    asked = await bot.press(person, bot.control(table, request), **given)
    return await bot.press(person, asked.form.id, typed={WORDS: words}, **given)


@pytest.mark.parametrize("channel", [None, 77])
async def test_a_player_disputes_a_result_by_a_form_and_once(bot: FlowDesk, channel: int | None) -> None:
    await bot.services.servers.change(GUILD, dispute_channel=channel)
    table = await over(bot)
    said = await send(bot, BEN, table, "dispute", "My press came in time.")
    assert (disputes.SAID() if channel else disputes.SAID_TO_NOBODY()) in said.text
    assert "My press came in time." in said.text
    assert [line.words for line in (await found(bot, table)).disputes] == ["My press came in time."]
    again = await bot.press(BEN, bot.control(table, "dispute"))
    assert again.forms == []
    assert refusals.PROBLEMS[Problem.DISPUTED_ALREADY]() in again.text


async def test_who_did_not_play_disputes_nothing(bot: FlowDesk) -> None:
    table = await over(bot)
    for answer in (
        await bot.press(CARA, bot.control(table, "dispute")),
        await typed(bot, CARA, "dispute result", {"table": table, "why": "Unfair."}),
    ):
        assert (answer.forms, answer.text) == ([], refusals.PROBLEMS[Problem.NOT_AT_TABLE]())
    assert not (await found(bot, table)).is_disputed


async def test_players_see_a_dispute_without_the_words_of_others(bot: FlowDesk) -> None:
    table = await over(bot)
    before = await typed(bot, ASHA, "dispute show", {"table": table})
    assert before.text == refusals.PROBLEMS[Problem.NOT_DISPUTED]()
    await typed(bot, BEN, "dispute result", {"table": table, "why": "Ben's own words."})
    assert "Ben's own words." in (await typed(bot, BEN, "dispute show", {"table": table})).text
    other = await typed(bot, ASHA, "dispute show", {"table": table})
    assert "Ben" in other.text
    assert "words" not in other.text
    stranger = await typed(bot, CARA, "dispute show", {"table": table})
    assert stranger.text == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()


async def test_staff_find_a_dispute_and_answer_it(bot: FlowDesk) -> None:
    none = await typed(bot, STAFF, "dispute list", is_staff=True)
    assert disputes.NONE_WAITING() in none.text
    table = await over(bot)
    await typed(bot, BEN, "dispute result", {"table": table, "why": "Too slow."})
    listed = await typed(bot, STAFF, "dispute list", is_staff=True)
    assert table in listed.button("1").id
    assert disputes.NO_CHANNEL() in listed.text
    case = await typed(bot, STAFF, "dispute show", {"table": table}, is_staff=True)
    assert "Too slow." in case.text
    answered = await send(bot, STAFF, table, "answer-dispute", "The clock was right.", is_staff=True)
    assert disputes.ANSWERED() in answered.text
    assert "The clock was right." in (await typed(bot, BEN, "dispute show", {"table": table})).text
    assert disputes.NONE_WAITING() in (await typed(bot, STAFF, "dispute list", is_staff=True)).text


@pytest.mark.parametrize("by_form", [True, False])
async def test_staff_make_a_disputed_match_void(bot: FlowDesk, by_form: bool) -> None:
    table = await over(bot)
    await typed(bot, BEN, "dispute result", {"table": table, "why": "The bot stood still."})
    if by_form:
        void = await send(bot, STAFF, table, "void-match", "It did.", is_staff=True)
    else:
        void = await typed(bot, STAFF, "dispute void", {"table": table, "words": "It did."}, is_staff=True)
    assert disputes.VOIDED() in void.text
    assert disputes.AGAIN() not in void.text
    assert (await found(bot, table)).voided is not None
    late = await bot.press(ASHA, bot.control(table, "dispute"))
    assert refusals.PROBLEMS[Problem.VOID_ALREADY]() in late.text
    assert "It did." in late.text


async def test_a_void_table_of_a_running_tournament_is_played_again(bot: FlowDesk) -> None:
    table = open_codes(await running(bot.services))[0]
    state = await bot.services.finish(table)
    player = Person(PlayerId(state.players[0].id), DisplayName("One"))
    await typed(bot, player, "dispute result", {"table": table, "why": "The bot stood still."})
    void = await typed(bot, STAFF, "dispute void", {"table": table, "words": "It did."}, is_staff=True)
    assert f"{disputes.VOIDED()} {disputes.AGAIN()}" in void.text


@pytest.mark.parametrize("request_", STAFF_REQUESTS)
async def test_only_the_staff_of_that_server_answer(bot: FlowDesk, request_: str) -> None:
    table = await over(bot)
    await typed(bot, BEN, "dispute result", {"table": table, "why": "Too slow."})
    for person, given in ((BEN, {}), (CARA, {}), (STAFF, {"guild": 9, "is_staff": True})):
        for words in ({}, {WORDS: "Mine."}):
            answer = await bot.press(person, bot.control(table, request_), typed=words, **given)
            assert (answer.forms, answer.text) == ([], standings.STAFF_ONLY())
    state = await found(bot, table)
    assert (len(state.disputes), state.voided) == (1, None)


async def test_only_staff_list_what_waits(bot: FlowDesk) -> None:
    assert (await typed(bot, ASHA, "dispute list")).text == standings.STAFF_ONLY()


@pytest.mark.parametrize("channel", [None, 77])
async def test_a_player_reports_a_running_table_in_secret(bot: FlowDesk, channel: int | None) -> None:
    await bot.services.servers.change(GUILD, dispute_channel=channel)
    table = (await bot.services.table(ASHA, BEN)).id
    said = await send(bot, BEN, table, "report", "They tell each other their cards.")
    assert said.text == reports.received(has_channel=channel is not None)
    assert "cards" not in (await typed(bot, ASHA, "dispute show", {"table": table})).text
    case = await bot.press(STAFF, bot.control(table, "case"), is_staff=True)
    assert "They tell each other their cards." in case.text
    closed = await bot.press(STAFF, labelled(case.screen)[reports.CLOSE()], is_staff=True)
    assert reports.CLOSED() in closed.text
    assert reports.CLOSE() not in labelled(closed.screen)
    assert (await found(bot, table)).row.status is TableStatus.PLAYING


async def test_the_command_asks_with_a_form_before_it_reports(bot: FlowDesk) -> None:
    table = (await bot.services.table(ASHA, BEN)).id
    asked = await typed(bot, CARA, "rummy report", {"table": table})
    (form,) = asked.forms
    assert form.title == reports.SAY()
    assert not (await found(bot, table)).disputes, "nothing is reported before the form is sent"
    assert (await bot.press(CARA, form.id, typed={WORDS: "Loud."})).text == reports.received(has_channel=False)


async def test_a_report_may_leave_out_why(bot: FlowDesk) -> None:
    table = (await bot.services.table(ASHA, BEN)).id
    assert (await send(bot, CARA, table, "report", "")).text == reports.received(has_channel=False)
    assert (await bot.press(CARA, bot.control(table, "report"))).outcome is AnswerResult.REFUSED


async def test_a_stranger_elsewhere_reports_nothing(bot: FlowDesk) -> None:
    table = (await bot.services.table(ASHA, BEN)).id
    for words in ({}, {WORDS: "Spam."}):
        answer = await bot.press(CARA, bot.control(table, "report"), typed=words, guild=9)
        assert (answer.forms, answer.text) == ([], refusals.PROBLEMS[Problem.NOT_AT_TABLE]())
    assert not (await found(bot, table)).disputes
