"""How repositories reach the database: many readers, one writer."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.writer import FAILURES, Writer, failed

T = TypeVar("T")


class Access:
    """An open database. Without a reading engine, the writer has the one connection, for reads as well."""

    def __init__(self, writing: AsyncEngine, reading: AsyncEngine | None, batch: int) -> None:
        self.writing = writing
        self._reading = reading
        self.writer = Writer(writing, batch)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """The answer of a query, which sees one moment of the database.

        Raises:
            StoreFailedError: the database refused or vanished.
            StoreClosedError: the store was closed first.
        """
        if self._reading is None:
            return await self.writer.submit(query)
        self.writer.check_open()
        try:
            async with self._reading.connect() as connection:
                return await connection.run_sync(query)
        except FAILURES as error:
            raise failed(error) from error

    async def close(self) -> None:
        """Finish what is being written, refuse what comes later, and let the database go."""
        await self.writer.close()
        await self.writing.dispose()
        if self._reading is not None:
            await self._reading.dispose()
