"""Things that people look at: boards, points, records, settings and help."""

from collections.abc import AsyncIterator

import pytest

from bot.codes import Problem
from bot.flows.answer import AnswerResult
from bot.layout import Attachment
from bot.screens.ids import RulesId, RulesPart
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.text import refusals
from tests.flows.answers import FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.screens.limits import buttons
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


@pytest.mark.parametrize(("private", "readers"), [(True, (ASHA, BEN)), (False, (ASHA, BEN, CARA))])
async def test_a_match_that_is_over_can_be_read_by_those_who_could_watch_it(
    bot: FlowDesk, private: bool, readers: tuple[Person, ...]
) -> None:
    d = bot.services
    lobby = await d.lobby(ASHA, options=TableForm(private=private))
    await d.lobbies.invite(lobby.id, ASHA.id, BEN.id)
    await d.lobbies.join(lobby.id, BEN, d.press())
    await d.lobbies.start(lobby.id, ASHA.id, d.press())
    await d.finish(lobby.id)
    record = await d.tables.record(lobby.id)
    for person in (ASHA, BEN, CARA):
        file, proof = [await bot.press(person, bot.control(lobby.id, word)) for word in ("record", "verify")]
        if person in readers:
            assert [part.data for part in file.screen.parts if isinstance(part, Attachment)] == [str(record).encode()]
            assert record.digest in proof.text
        else:
            assert file.text == proof.text == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    elsewhere = await bot.press(CARA, bot.control(lobby.id, "record"), guild=9)
    assert elsewhere.text == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()


async def test_each_part_of_a_rule_set_leads_to_the_other(bot: FlowDesk) -> None:
    shown = await typed(bot, ASHA, "rummy rules", {"rules": "circle"})
    for part in (RulesPart.FORMATS, RulesPart.GAME, RulesPart.FORMATS):
        (other,) = [one.id for one in buttons(shown.screen) if RulesId.parse(one.id)]
        assert RulesId.parse(other) == RulesId("circle", part)
        shown = await bot.press(ASHA, other)
    refused = await bot.press(ASHA, RulesId("whist", RulesPart.GAME))
    assert refused.outcome is AnswerResult.REFUSED
