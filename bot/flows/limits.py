"""Limits that players set themselves: a reminder of the time, and pauses."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.routes import Route, on
from bot.screens.ids import Limit, LimitId
from bot.screens.limits import ask_pause, limits
from bot.service.limits import DAYS, HOURS
from bot.text import refusals
from bot.text.refusals import UserError


class LimitFlow:
    """Answers about limits, all of them private."""

    def __init__(self, context: Context, clock: Callable[[], datetime]) -> None:
        self._context = context
        self._clock = clock

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(LimitId, self.pressed)

    async def pressed(self, answer: Answer, id: LimitId, press: Press) -> None:
        """Answer a control of the limits."""
        match id.what:
            case Limit.MENUS:
                await self._show(answer)
            case Limit.REMIND:
                await self._remind(answer, _number(press, (0, *HOURS)))
            case Limit.PAUSE:
                await answer.show(ask_pause(_number(press, DAYS)))
            case Limit.SURE if id.number in DAYS:
                until = self._clock() + timedelta(days=id.number)
                await self._context.settings.change(answer.player, paused_until=until)
                await self._show(answer)
            case _:
                raise UserError(refusals.UNKNOWN_BUTTON())

    async def _remind(self, answer: Answer, hours: int) -> None:
        await self._context.settings.change(answer.player, remind_hours=hours or None)
        await self._show(answer)

    async def _show(self, answer: Answer) -> None:
        settings = await self._context.settings.cached(answer.player)
        await answer.show(limits(settings, self._clock()))


def _number(press: Press, offered: tuple[int, ...]) -> int:
    """Return the number that was chosen in a menu.

    Raises:
        UserError: it was not offered.
    """
    value = next(iter(press.values), "")
    if value not in map(str, offered):
        raise UserError(refusals.UNKNOWN_BUTTON())
    return int(value)
