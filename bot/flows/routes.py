"""Routes of flows: kinds of controls, requests of tables, and deals that people play alone."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bot.flows.answer import Answer, Press
from bot.layout import ControlId, TableControlId
from bot.rummy.ids import TableId
from bot.screens.base import WORDS

PressedId = TypeVar("PressedId", bound=ControlId)


@dataclass(frozen=True, slots=True)
class Route:
    """A kind of controls and the handler that answers them."""

    kind: type[ControlId]
    handler: Callable[[Answer, Any, Press], Awaitable[None]]
    word: str = ""
    """The request of a control of a table, or the first word of the place of a deal played alone.

    If it is empty, the route takes all of that kind without a route of their own.
    """
    blocked_too: bool = False
    """Whether people whom the host does not serve may use it, too."""


class Flow(Protocol):
    """A group of answers to some kinds of controls."""

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow. A control has one route in all flows together."""


def on(
    kind: type[PressedId],
    handler: Callable[[Answer, PressedId, Press], Awaitable[None]],
    word: str = "",
    *,
    blocked_too: bool = False,
) -> Route:
    """Return the route of a kind of controls. The type checker compares the kind with the handler."""
    return Route(kind, handler, word, blocked_too)


def at_table(requests: Mapping[str, Callable[[Answer, TableId], Awaitable[None]]]) -> Iterator[Route]:
    """Yield the routes of requests that need only their table."""
    for word, handler in requests.items():
        yield on(TableControlId, _of_table(handler), word)


def _of_table(
    handler: Callable[[Answer, TableId], Awaitable[None]],
) -> Callable[[Answer, TableControlId, Press], Awaitable[None]]:
    return lambda answer, id, _: handler(answer, id.table)


def by_form(
    word: str,
    ask: Callable[[Answer, TableId], Awaitable[None]],
    take: Callable[[Answer, TableId, str], Awaitable[None]],
) -> Route:
    """Return the route of a request that first opens a form, and then takes the typed text."""

    async def handler(answer: Answer, id: TableControlId, press: Press) -> None:
        if press.typed:
            await take(answer, id.table, press.typed.get(WORDS, ""))
        else:
            await ask(answer, id.table)

    return on(TableControlId, handler, word)
