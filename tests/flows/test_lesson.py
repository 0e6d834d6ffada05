"""Lessons step by step, and presses that do not fit the step."""

from collections.abc import AsyncIterator

import pytest

from bot.flows.answer import AnswerResult
from bot.layout import Button, SoloControlId
from bot.text import lesson
from tests.flows.answers import FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.screens.limits import buttons
from tests.service.context import ASHA, BEN


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


def leading(answer: FakeAnswer, word: str) -> Button | None:
    """Return the button of the last screen with this request."""
    found = [one for one in buttons(answer.shown[-1]) if (id := SoloControlId.parse(one.id)) and id.word == word]
    return found[0] if found else None


async def more(bot: FlowDesk, answer: FakeAnswer, word: str) -> Button:
    """Return the button behind ⋯ of that screen with this request."""
    opened = leading(answer, "hand-more")
    assert opened is not None
    found = leading(await bot.press(ASHA, opened, edits=True), word)
    assert found is not None
    return found


@pytest.mark.parametrize("game", ["Indian rummy", "Rommé", "gin", "lesson-twentyone"])
async def test_a_lesson_does_itself_to_its_end(bot: FlowDesk, game: str) -> None:
    answer = await typed(bot, ASHA, "rummy learn", {"game": game})
    steps = 0
    while leading(answer, "hand-more") is not None:
        answer = await bot.press(ASHA, await more(bot, answer, "do"), edits=True)
        assert lesson.DONE_FOR_YOU() in answer.text
        steps += 1
    assert steps > 2
    assert leading(answer, "over") is not None, "it can be played again"
    await bot.press(ASHA, answer.button("Play now"))
    (row,) = await bot.services.store.tables.open_rows()
    rules = (await bot.services.tables.find(row.id)).rules
    assert f":lesson-{rules.game.id}:" in str(leading(answer, "over")), "the game that was learnt"


async def test_a_lesson_that_is_not_there_is_named(bot: FlowDesk) -> None:
    refused = await typed(bot, ASHA, "rummy learn", {"game": "whist"})
    assert refused.outcome is AnswerResult.REFUSED
    assert "Rommé" in refused.text
    unknown = await bot.press(ASHA, SoloControlId("lesson-whist", 0, "begin"))
    assert unknown.text == refused.text


async def test_a_lesson_goes_on_where_its_player_was(bot: FlowDesk) -> None:
    first = await typed(bot, ASHA, "rummy learn", {"game": "gin"})
    step = await more(bot, first, "do")
    await bot.press(ASHA, step, edits=True)
    again = await bot.press(ASHA, step, edits=True)
    assert lesson.ONE_STEP_ON() in again.text
    back = await typed(bot, ASHA, "rummy learn")
    assert lesson.WELCOME_BACK() in back.text
    other = await typed(bot, BEN, "rummy learn", {"game": "gin"})
    assert lesson.WELCOME_BACK() not in other.text, "another person begins at the first step"


async def test_beginning_again_is_asked_first(bot: FlowDesk) -> None:
    first = await typed(bot, ASHA, "rummy learn", {"game": "gin"})
    on = await bot.press(ASHA, await more(bot, first, "do"), edits=True)
    over = await more(bot, on, "over")
    asked = await bot.press(ASHA, over, edits=True)
    sure = leading(asked, "over")
    assert sure is not None
    assert sure.id != over.id
    began = await bot.press(ASHA, sure, edits=True)
    one = await more(bot, began, "do")
    assert one.id.endswith("do 1")


async def test_stopping_says_how_to_come_back(bot: FlowDesk) -> None:
    first = await typed(bot, ASHA, "rummy learn", {"game": "gin"})
    stopped = await bot.press(ASHA, await more(bot, first, "stop"), edits=True)
    assert leading(stopped, "begin") is not None


async def test_a_move_that_the_lesson_does_not_ask_for_is_answered_and_not_played(bot: FlowDesk) -> None:
    first = await typed(bot, ASHA, "rummy learn", {"game": "Indian rummy"})
    step = await more(bot, first, "do")
    id = SoloControlId.parse(step.id)
    assert id is not None
    dropped = await bot.press(ASHA, SoloControlId(id.place, id.step, "ask-drop"), edits=True)
    assert dropped.outcome is AnswerResult.DONE
    assert await more(bot, dropped, "do") == step, "the step is still to be done"
    made_up = await bot.press(ASHA, SoloControlId(id.place, id.step, "fly"), edits=True)
    assert made_up.outcome is AnswerResult.REFUSED


@pytest.mark.parametrize(
    ("rules", "lesson"), [("circle", "lesson-indian"), ("romme", "lesson-western"), ("gin", "lesson-gin")]
)
async def test_a_newcomer_leaves_a_lobby_for_the_lesson_of_its_game(bot: FlowDesk, rules: str, lesson: str) -> None:
    quick = await typed(bot, ASHA, "rummy quick", {"game": rules})
    begin = leading(quick, "begin")
    assert begin is not None
    place = SoloControlId.parse(begin.id)
    assert place is not None
    assert place.place == lesson
    (row,) = await bot.services.store.tables.lobbies_of(1)
    learning = await bot.press(ASHA, begin, edits=True)
    assert await more(bot, learning, "do")
    assert not (await bot.services.tables.find(row.id)).is_lobby, "nobody is left there"
