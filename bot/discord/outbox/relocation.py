"""Changes of the places of tables, made by those who find a place lost or found."""

from collections.abc import Callable

from bot.rummy.ids import TableId
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.service.tables.waiting import WaitingTables


class Relocation:
    """Moves tables, stops those without a place, and shows their tournaments with that."""

    def __init__(self, tables: Tables, waiting: WaitingTables, on_table: Callable[[TableState], None]) -> None:
        self._tables = tables
        self._waiting = waiting
        self._on_table = on_table

    async def move(self, table: TableId, channel: int, thread: int | None) -> None:
        """Note in which channel or thread a table plays."""
        await self._tables.move_to(table, channel, thread)
        self._on_table(await self._tables.find(table))

    async def stop(self, table: TableId) -> None:
        """Let a table wait for a place."""
        await self._waiting.stop(table)

    async def put(self, table: TableId, channel: int, thread: int) -> None:
        """Give a table of a tournament that waits a thread."""
        await self._waiting.put(table, channel, thread, public=False)

    async def go_on(self, table: TableId, channel: int, thread: int | None) -> None:
        """Let a table go on in its place, once its players have been told there."""
        self._on_table(await self._waiting.go_on(table, channel, thread))
