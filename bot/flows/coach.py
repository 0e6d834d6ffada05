"""Questions to the coach, who answers on the hand of the person who asks."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

from bot.codes import Problem
from bot.faces.face import face_of
from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.routes import Route, on
from bot.layout import TableControlId
from bot.rummy.ids import TableId
from bot.screens.coach import ask_coach
from bot.service.coach import Coach, coached_view
from bot.service.errors import ServiceError
from bot.text.choices import WHY


class CoachFlow:
    """Answers to people who ask for advice."""

    def __init__(self, context: Context, coach: Coach) -> None:
        self._context = context
        self._coach = coach
        self._thinking = asyncio.Lock()

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(TableControlId, self._asked, "coach")

    async def _asked(self, answer: Answer, id: TableControlId, press: Press) -> None:
        await self.ask(answer, id.table, confirmed=id.args == ("sure",), in_full=id.args == (WHY,))

    async def ask(self, answer: Answer, table: TableId, *, confirmed: bool, in_full: bool = False) -> None:
        """Show the advice on the hand. Where the match would count, ask first unless *confirmed*.

        *in_full*: with the reasons for it.

        Raises:
            ServiceError, IllegalAction: nobody may ask there, or not now.
        """
        state = await self._context.tables.find(table)
        advice = face_of(state.rules).coach
        if advice is None:
            raise ServiceError(Problem.NO_COACH)
        coached_view(state, answer.player)
        if state.counts and not confirmed:
            await answer.show(ask_coach(state))
            return
        state = await self._coach.ask(table, answer.player)
        view = face_of(state.rules).arranged(coached_view(state, answer.player))
        # The table goes on meanwhile. The coach needs a tenth of a second, and one thread is enough.
        async with self._thinking:
            said = await asyncio.to_thread(advice, view)
        await self._context.show_advice(answer, state, replace(said, is_full=in_full))
