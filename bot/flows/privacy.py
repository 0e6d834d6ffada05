"""The data of a person: sent to them as a file, or erased once they have confirmed."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from bot.codes import Problem
from bot.flows.answer import Answer
from bot.flows.context import Context
from bot.flows.routes import Route, on
from bot.rummy.ids import PlayerId
from bot.screens.privacy import DataId
from bot.screens.privacy import ask_erase as ask_erase_screen
from bot.screens.privacy import export as export_screen
from bot.service.errors import ServiceError
from bot.service.privacy import Privacy
from bot.text import privacy
from bot.text.refusals import UserError

VALID = timedelta(minutes=15)
"""The time for which the question may be answered: an old button must not erase data added since."""


class PrivacyFlow:
    """Answers about the data of a person, all of them private."""

    def __init__(self, context: Context, people: Privacy, clock: Callable[[], datetime]) -> None:
        self._context = context
        self._people = people
        self._clock = clock

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow, also for people whom the host does not serve."""
        yield on(DataId, lambda answer, id, _: self.pressed(answer, id), blocked_too=True)

    async def export(self, answer: Answer) -> None:
        """Send a person all their data as a file."""
        kept = await self._people.data_of(answer.player)
        if kept is None:
            raise UserError(privacy.nothing())
        # Writing down thousands of matches takes a moment, and no turn may wait for that.
        await answer.show(await asyncio.to_thread(export_screen, kept, self._clock()))

    async def ask_erase(self, answer: Answer) -> None:
        """Ask whether to erase the person's data, if that is possible now."""
        if await self._people.plays_at(answer.player):
            raise UserError(privacy.STILL_SEATED())
        if await self._people.disputed_at(answer.player):
            raise UserError(privacy.STILL_DISPUTED())
        kept = await self._people.data_of(answer.player)
        if kept is None or not kept.can_be_erased:
            raise UserError(privacy.nothing(is_blocked=kept is not None))
        is_blocked = kept.blocked_at is not None
        await answer.show(ask_erase_screen(answer.player, self._clock(), is_blocked=is_blocked))

    async def pressed(self, answer: Answer, id: DataId) -> None:
        """Answer a button of that question."""
        if id.player != answer.player:
            raise ServiceError(Problem.NOT_YOURS)
        if not id.erase:
            await self._context.say(answer, privacy.KEPT())
        elif abs(self._clock().timestamp() - id.asked) > VALID.total_seconds():
            raise UserError(privacy.OLD_QUESTION())
        else:
            await self._context.say(answer, await self._erase(answer.player))

    async def _erase(self, player: PlayerId) -> str:
        """Erase the data of a person. Return the sentence about the result."""
        erased = await self._people.erase(player)
        if erased.sits_at:
            return privacy.STILL_SEATED()
        if erased.disputed:
            return privacy.STILL_DISPUTED()
        self._context.settings.forget(player)
        self._context.forget_portrait(player)
        if not erased.something:
            return privacy.nothing(is_blocked=erased.is_blocked)
        called = None if erased.number is None else privacy.erased_name()
        return privacy.erased(called, is_blocked=erased.is_blocked)
