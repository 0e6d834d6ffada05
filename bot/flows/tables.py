"""The tables at which a person sits: the list of them, and the question which of several is meant."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.routes import Route, on
from bot.rummy.ids import TableId
from bot.screens.tables import TablesId, TablesWord, my_tables, which_table
from bot.service.errors import CorruptError, ServiceError
from bot.service.tables.state import TableState


class TablesFlow:
    """Answers about the tables of a person, all of them private."""

    def __init__(self, context: Context, pressed: Callable[[Answer, Press], Awaitable[None]]) -> None:
        """`pressed` serves a press of any control."""
        self._context = context
        self._pressed = pressed

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(TablesId, self._used)

    async def _used(self, answer: Answer, id: TablesId, press: Press) -> None:
        match id.word:
            case TablesWord.LIST:
                await self.list(answer, id.page)
            case TablesWord.PICK:
                # The choice stands for a control of the table, and is read and checked as that control is.
                await self._pressed(answer, Press(press.value))

    async def list(self, answer: Answer, page: int = 0) -> None:
        """Show the open tables of the person, in all servers and in direct messages, since limits count them all."""
        rows = await self._context.store.tables.of_player(answer.player)
        states = await self._readable(row.id for row in rows)
        shown = my_tables(states, answer.player, page, unreadable=len(states) < len(rows))
        await answer.show(self._context.offering_page(shown))

    async def which(self, answer: Answer, tables: Iterable[TableId], text: str) -> None:
        """Ask which of several tables a command means. `text` is that of the control that does the same."""
        await answer.show(which_table(await self._readable(tables), answer.player, text))

    async def _readable(self, tables: Iterable[TableId]) -> Sequence[TableState]:
        """Return the tables that can be read."""
        states = []
        for table in tables:
            with suppress(ServiceError, CorruptError):
                states.append(await self._context.tables.find(table))
        return states
