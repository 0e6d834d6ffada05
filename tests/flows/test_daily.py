"""The deal of the day by command and buttons: today's, an earlier one, and results shown to others."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.flows.answer import AnswerResult
from bot.layout import SoloControlId
from bot.rummy.actions import Leave
from bot.text import daily, refusals, standings
from tests.flows.answers import FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.screens.limits import buttons
from tests.service.context import ASHA, BEN


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


def day(bot: FlowDesk, word: str, back: int = 0) -> SoloControlId:
    """Return the id of a control of today's deal, or of an earlier one."""
    return SoloControlId(f"daily-{bot.services.now.date() - timedelta(days=back)}", 0, word)


def words_of(answer: FakeAnswer) -> set[str]:
    """Return the requests of the controls of the last screen."""
    ids = (SoloControlId.parse(one.id) for one in buttons(answer.shown[-1]))
    return {id.word for id in ids if id is not None}


async def gave_up(bot: FlowDesk) -> FakeAnswer:
    """Begin today's deal as Asha, draw a card, and give up."""
    begun = await bot.press(ASHA, day(bot, "play"))
    draw = next(one for one in buttons(begun.screen) if one.id.endswith("draw closed"))
    await bot.press(ASHA, draw, edits=True)
    return await bot.press(ASHA, day(bot, str(Leave())), edits=True)


async def test_the_deal_of_today_is_offered_and_begun_once(bot: FlowDesk) -> None:
    offered = await typed(bot, ASHA, "daily")
    assert "play" in words_of(offered)
    begun = await bot.press(ASHA, day(bot, "play"))
    assert begun.outcome is AnswerResult.DONE
    assert "ask-leave" in words_of(begun) or "discards" in words_of(begun)
    again = await typed(bot, ASHA, "daily")
    assert "play" not in words_of(again), "it goes on"
    assert "play" in words_of(await typed(bot, BEN, "daily")), "each person has a try of their own"


@pytest.mark.parametrize("word", ["ask-leave", "ask-drop", "discards"])
async def test_what_can_be_asked_during_a_try(bot: FlowDesk, word: str) -> None:
    await bot.press(ASHA, day(bot, "play"))
    asked = await bot.press(ASHA, day(bot, word), edits=True)
    assert asked.outcome is AnswerResult.DONE, asked.text
    assert asked.shown


async def test_a_try_that_is_over_is_shown_and_reviewed(bot: FlowDesk) -> None:
    for word in ("review", "share"):
        answer = await bot.press(ASHA, day(bot, word))
        assert daily.NO_RESULT() in answer.text
    over = await gave_up(bot)
    assert over.outcome is AnswerResult.DONE, over.text
    for word in ("day", "today", "ask-leave"):
        assert (await bot.press(ASHA, day(bot, word), edits=True)).outcome is AnswerResult.DONE
    early = await bot.press(ASHA, day(bot, "review"))
    assert early.outcome is AnswerResult.REFUSED, "others still play these cards"
    bot.services.now += timedelta(days=2)
    assert (await bot.press(ASHA, day(bot, "review", back=2))).outcome is AnswerResult.DONE


async def test_a_result_is_shown_once_in_each_server_by_those_who_may_write(bot: FlowDesk) -> None:
    await gave_up(bot)
    share = day(bot, "share")
    assert daily.ONLY_IN_SERVERS() in (await bot.press(ASHA, share, guild=None)).text
    assert standings.CANNOT_SHARE() in (await bot.press(ASHA, share, writes=False)).text
    lost = await bot.press(ASHA, share, arrives=False)
    assert standings.NOT_SHARED() in lost.text
    shown = await bot.press(ASHA, share)
    assert (len(shown.shared), shown.shown) == (1, [])
    assert daily.ALREADY_SHARED() in (await bot.press(ASHA, share)).text
    assert len((await bot.press(ASHA, share, guild=2)).shared) == 1


async def test_a_day_that_is_over_takes_no_moves(bot: FlowDesk) -> None:
    await gave_up(bot)
    bot.services.now += timedelta(days=2)
    late = await bot.press(ASHA, day(bot, "draw closed", back=2), edits=True)
    assert "today" in words_of(late)
    for word in ("line", "record"):
        answer = await bot.press(ASHA, day(bot, word, back=2))
        assert answer.outcome is AnswerResult.DONE, answer.text
        answer = await bot.press(ASHA, day(bot, word, back=1))
        assert answer.outcome is AnswerResult.REFUSED, "nobody played that day"
    played = bot.services.now.date() - timedelta(days=2)
    for person in (ASHA, BEN):
        assert (await typed(bot, person, "daily", {"date": str(played)})).outcome is AnswerResult.DONE
    assert (await typed(bot, ASHA, "daily", {"date": "yesterday"})).outcome is AnswerResult.REFUSED


async def test_days_that_cannot_be_read_are_refused(bot: FlowDesk) -> None:
    assert (await typed(bot, ASHA, "daily", {"date": "some day"})).text == daily.BAD_DAY()
    made_up = await bot.press(ASHA, SoloControlId("daily-2026-99-99", 0, "day"))
    assert made_up.text == refusals.UNKNOWN_BUTTON()
