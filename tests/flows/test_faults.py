"""Faults: one sentence with a code, which sends nobody to a table that there is not."""

from bot.flows.answer import Answer, AnswerResult
from bot.rummy.ids import TableId
from bot.text import refusals
from tests.flows.answers import flow_desk
from tests.service.context import ASHA, BEN


async def broken(_: Answer) -> None:
    """Fail as a handler should not."""
    raise RuntimeError("a hand may be in here")


async def test_a_fault_without_a_table_asks_to_try_again() -> None:
    async with flow_desk() as bot:
        answer = await bot.command(ASHA, broken)
        assert answer.outcome is AnswerResult.FAULT
        assert answer.code is not None
        assert answer.text == refusals.unexpected(answer.code, at_table=False)
        assert "table" not in answer.text


async def test_a_fault_at_a_table_asks_to_look_at_it() -> None:
    async with flow_desk() as bot:
        state = await bot.services.table(ASHA, BEN)

        async def found(answer: Answer) -> None:
            answer.table = TableId(state.id)
            await broken(answer)

        typed = await bot.command(ASHA, found)
        pressed = bot.answer(ASHA, message=900)
        await bot.context.serve(pressed, broken, state.id)
        for answer in (typed, pressed):
            assert answer.code is not None
            assert answer.text == refusals.unexpected(answer.code, at_table=True)
