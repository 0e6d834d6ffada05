"""The way into the page in a browser."""

from collections.abc import Iterator

from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.routes import Route, on
from bot.screens.web import WebId, WebWord, way_in
from bot.service.web import WebDoor, WebPlace
from bot.text import refusals, web
from bot.text.refusals import UserError


class WebFlow:
    """Answers with links to the page, all of them private."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(WebId, self._pressed)

    async def _pressed(self, answer: Answer, id: WebId, _: Press) -> None:
        door = self._context.web
        if door is None:
            raise UserError(refusals.UNKNOWN_BUTTON())
        match id.word:
            case WebWord.OPEN:
                await self._open(answer, door)
            case WebWord.END:
                await self._context.say(answer, web.ended(await door.end(answer.player)))

    async def _open(self, answer: Answer, door: WebDoor) -> None:
        """Show a link for the person who asks, to act where they ask."""
        place = WebPlace(answer.player, answer.name, answer.guild, answer.channel or 0)
        await answer.show(way_in(await door.link(place)))
