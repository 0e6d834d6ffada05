"""The people whom a person avoids. Everything here is for that person alone."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime

from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.routes import Route, on
from bot.rummy.ids import PlayerId
from bot.screens.avoid import AvoidId, AvoidWord, avoided
from bot.screens.ids import PLAYERS_BELOW
from bot.service.standings import ALL_FORMATS, ALL_TIME
from bot.store.rows.avoided import Avoided
from bot.text import avoid, refusals
from bot.text.refusals import UserError

MOST = 50
"""The most people on one list."""


class AvoidFlow:
    """Answers about the list of people whom one avoids."""

    def __init__(self, context: Context, clock: Callable[[], datetime]) -> None:
        self._context = context
        self._avoided = context.store.avoided
        self._clock = clock

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(AvoidId, self._pressed)

    async def _pressed(self, answer: Answer, id: AvoidId, press: Press) -> None:
        match id.word:
            case AvoidWord.LIST:
                await self.list(answer)
            case AvoidWord.ADD if id.player is not None:
                await self.add(answer, id.player, await self._name(answer, id.player))
            case AvoidWord.REMOVE if re.fullmatch("[0-9]{1,19}", press.value) and int(press.value) < PLAYERS_BELOW:
                await self.remove(answer, PlayerId(int(press.value)))
            case _:
                raise UserError(refusals.UNKNOWN_BUTTON())

    async def _name(self, answer: Answer, player: PlayerId) -> str:
        """Return the name of a person in the standings of the server; empty if there is none."""
        if answer.guild is None:
            return ""
        found = await self._context.store.standings.of(answer.guild, ALL_TIME, ALL_FORMATS, player)
        return "" if found is None else found.name

    async def list(self, answer: Answer, note: str | None = None) -> None:
        """Show the list."""
        await answer.show(avoided(await self._avoided.of(answer.player), note))

    async def add(self, answer: Answer, other: PlayerId, name: str) -> None:
        """Put a person on the list."""
        if other == answer.player:
            raise UserError(avoid.NOT_ONESELF())
        if not await self._avoided.add(Avoided(answer.player, other, name, self._clock()), MOST):
            raise UserError(avoid.full(MOST))
        await self.list(answer, avoid.added(f"<@{other}>"))

    async def remove(self, answer: Answer, other: PlayerId) -> None:
        """Take a person off the list."""
        if not await self._avoided.remove(answer.player, other):
            raise UserError(avoid.NOT_THERE())
        await self.list(answer, avoid.removed(f"<@{other}>"))
