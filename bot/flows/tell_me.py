"""People who want to be told when a table opens in a server."""

from collections.abc import Iterator
from dataclasses import replace

from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.routes import Route, on
from bot.screens.tell_me import ANY, NEVER, TellId, TellWord, form
from bot.service.server_settings import zone_of
from bot.store.rows.tellings import Listener
from bot.text import refusals, tell_me
from bot.text.refusals import UserError

NIGHT_ENDS = 8
"""The hour until which quiet hours last unless another is chosen."""


class TellMeFlow:
    """Answers about being told of new tables, all of them private."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._tellings = context.store.tellings

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(TellId, self._pressed)

    async def show(self, answer: Answer, note: str | None = None) -> None:
        """Show the form.

        Raises:
            UserError: nobody is told here: these are direct messages, the staff have switched it off, or a role is
                mentioned instead.
        """
        guild = self._guild(answer)
        server = await self._context.servers.find(guild)
        found = await self._tellings.of(guild, answer.player)
        if found is None and server.tells is False:
            raise UserError(tell_me.OFF())
        if found is None and server.tell_role is not None:
            raise UserError(tell_me.BY_ROLE())
        await answer.show(form(found, self._context.tables.games, zone_of(server).key, note))

    def _guild(self, answer: Answer) -> int:
        if answer.guild is None:
            raise UserError(tell_me.ONLY_SERVERS())
        return answer.guild

    async def _pressed(self, answer: Answer, id: TellId, press: Press) -> None:
        guild = self._guild(answer)
        before = await self._tellings.of(guild, answer.player)
        match id.word:
            case TellWord.SHOW:
                await self.show(answer)
            case TellWord.STOP:
                await self._tellings.stop(guild, answer.player)
                await self._context.say(answer, tell_me.STOPPED())
            case TellWord.START if before is None:
                server = await self._context.servers.find(guild)
                if server.tells is not False and server.tell_role is None:
                    await self._tellings.listen(Listener(guild, answer.player))
                await self.show(answer)
            case _:
                if before is not None and id.word is not TellWord.START:
                    await self._tellings.listen(self._changed(before, id.word, press.value))
                await self.show(answer)

    def _changed(self, before: Listener, word: TellWord, value: str) -> Listener:
        """Return what a person asks for after a menu was used.

        Raises:
            UserError: the menu has no such value.
        """
        if word is TellWord.GAME and value in {ANY, *(game.id for game in self._context.tables.games)}:
            return replace(before, game=None if value == ANY else value)
        if word is TellWord.FROM and value == NEVER:
            return replace(before, quiet_from=None, quiet_until=None)
        if value in map(str, range(24)):
            if word is TellWord.FROM:
                until = NIGHT_ENDS if before.quiet_until is None else before.quiet_until
                return replace(before, quiet_from=int(value), quiet_until=until)
            if word is TellWord.UNTIL and before.quiet_from is not None:
                return replace(before, quiet_until=int(value))
        raise UserError(refusals.UNKNOWN_BUTTON())
