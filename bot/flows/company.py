"""Waiting for people to play with, in place of a table that begins with computers."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from bot.flows.answer import Answer, Press
from bot.flows.context import Context, person
from bot.flows.lobby import LobbyFlow
from bot.flows.rights import playable
from bot.flows.routes import Route, on
from bot.screens.company import CompanyId, CompanyWord, waits
from bot.text import company
from bot.text.refusals import UserError


class CompanyFlow:
    """Answers to people who wait for others, all of them private."""

    def __init__(self, context: Context, lobby: LobbyFlow, clock: Callable[[], datetime]) -> None:
        self._context = context
        self._lobby = lobby
        self._clock = clock

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(CompanyId, self._pressed)

    async def _pressed(self, answer: Answer, id: CompanyId, press: Press) -> None:
        match id.word:
            case CompanyWord.STOP:
                await self.stop(answer)
            case CompanyWord.PLAY:
                await self._lobby.play_computers(answer, id.rules)
            case CompanyWord.QUARTER | CompanyWord.HOUR:
                await self.wait(answer, int(id.word), id.rules)

    async def wait(self, answer: Answer, minutes: int, typed: str | None = None) -> None:
        """Sit down with others who want the same game, or wait for some. `typed`: the game or the rules."""
        if answer.guild is None:
            raise UserError(company.ONLY_SERVERS())
        rules, place = await self._lobby.quick_rules(answer, typed), playable(await answer.place())
        until, who = self._clock() + timedelta(minutes=minutes), person(answer)
        state = await self._context.quick.wait(who, answer.guild, place, answer.id, answer.seen, rules, until)
        if state is None:
            await answer.show(waits(rules, place, until))
        else:
            await self._lobby.show_seat(answer, state)

    async def stop(self, answer: Answer) -> None:
        """Wait no longer."""
        waited = answer.guild is not None and await self._context.store.company.stop(answer.guild, answer.player)
        await self._context.say(answer, company.STOPPED() if waited else company.NOT_WAITING())
