"""The router of clicks, choices and typed forms to flows. The custom id holds all, so it works after any restart."""

from dataclasses import replace
from functools import partial
from typing import TypeVar

from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.routes import Flow, Route
from bot.layout import ControlId, SoloControlId, TableControlId
from bot.screens.ids import parse
from bot.screens.old_ids import read_old
from bot.text import refusals
from bot.text.refusals import UserError

OneFlow = TypeVar("OneFlow", bound=Flow)


class Router:
    """A map from controls to the flows that have been added."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._routes: dict[tuple[type[ControlId], str], Route] = {}

    def add(self, flow: OneFlow) -> OneFlow:
        """Register what a flow answers, and return the flow.

        Raises:
            ValueError: another flow answers that already.
        """
        for route in flow.routes():
            if self._routes.setdefault((route.kind, route.word), route) is not route:
                raise ValueError(f"two flows answer {route.kind.__name__} {route.word}".strip())
        return flow

    @property
    def routes(self) -> tuple[Route, ...]:
        """Return all that is answered."""
        return tuple(self._routes.values())

    @property
    def kinds(self) -> frozenset[type[ControlId]]:
        """Return the kinds of controls that are answered."""
        return frozenset(kind for kind, _ in self._routes)

    def read(self, text: str) -> ControlId | None:
        """Return the parsed custom id; None if it is none of ours."""
        return parse(text, self.kinds)

    async def pressed(self, answer: Answer, press: Press) -> None:
        """Serve a press, a choice or a typed form."""
        id = self.read(press.id)
        if old := read_old(press.id, press.values):
            id, press = old[0], replace(press, values=old[1])
        route = None if id is None else self._route(id)
        table = id.table if isinstance(id, TableControlId) else None
        handler = partial(self._answer, id=id, press=press, route=route)
        await self._context.serve(answer, handler, table, blocked_too=route is not None and route.blocked_too)

    def _route(self, id: ControlId) -> Route | None:
        return self._routes.get((type(id), _word(id))) or self._routes.get((type(id), ""))

    async def _answer(self, answer: Answer, id: ControlId | None, press: Press, route: Route | None) -> None:
        if route is None:
            raise UserError(refusals.UNKNOWN_BUTTON())
        if isinstance(id, TableControlId) and press.is_menu and not press.values:
            raise UserError(refusals.NOTHING_CHOSEN())
        await route.handler(answer, id, press)


def _word(id: ControlId) -> str:
    """Return the word by which the routes of one kind differ."""
    match id:
        case TableControlId():
            return id.word
        case SoloControlId():
            return id.place.partition("-")[0]
    return ""
