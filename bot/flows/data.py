"""What is kept of a person: given to them as a file, or erased once they have said so twice."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from bot import screens as messages
from bot import text
from bot.discord.answers import Answer
from bot.flows.desk import Desk, Sentence
from bot.rummy.ids import PlayerId
from bot.screens.ids import DataId
from bot.service.errors import Problem, ServiceError
from bot.service.people import People, called

VALID = timedelta(minutes=15)
"""How long the question may be answered: whoever has begun anew meanwhile must not lose that by an old button."""


class DataDesk:
    """Answers about what is kept of whoever asks, all of them private."""

    def __init__(self, desk: Desk, people: People, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._people = people
        self._clock = clock

    async def export(self, answer: Answer) -> None:
        """All of it as a file."""
        kept = await self._people.kept(answer.player)
        if kept is None:
            raise Sentence(text.data.NOTHING)
        # Thousands of matches take a moment to write down; nobody's turn waits for it.
        await answer.show(await asyncio.to_thread(messages.export, kept, self._clock()))

    async def ask_erase(self, answer: Answer) -> None:
        """Whether to erase it, where that can be done now."""
        if sits_at := await self._people.plays_at(answer.player):
            raise Sentence(text.data.still_seated(sits_at))
        if await self._people.kept(answer.player) is None:
            raise Sentence(text.data.NOTHING)
        await answer.show(messages.ask_erase(answer.player, self._clock()))

    async def pressed(self, answer: Answer, id: DataId) -> None:
        """The answer to that question."""
        if id.player != answer.player:
            raise ServiceError(Problem.NOT_YOURS)
        if not id.erase:
            await self._desk.say(answer, text.data.KEPT)
        elif abs(self._clock().timestamp() - id.asked) > VALID.total_seconds():
            raise Sentence(text.data.OLD_QUESTION)
        else:
            await self._desk.say(answer, await self._erase(answer.player))

    async def _erase(self, player: PlayerId) -> str:
        """Erase it, and say what came of that."""
        erased = await self._people.erase(player)
        if erased.sits_at:
            return text.data.still_seated(erased.sits_at)
        self._desk.screens.forget(player)
        if not erased.something:
            return text.data.NOTHING
        return text.data.erased(None if erased.number is None else called(erased.number))
