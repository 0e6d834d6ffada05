"""The base of all repositories: reads and writes."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable
from sqlalchemy.sql.dml import UpdateBase

from bot.store.codec import readable
from bot.store.database import Database

T = TypeVar("T")


class Repository:
    """Storage and queries for one topic.

    Every method may raise `StoreFailedError`, when the database refuses or vanishes, and `StoreClosedError`, after the
    store was closed. A writing method returns when its transaction is on disk. If its caller is cancelled meanwhile,
    either everything was written or nothing.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    # Reading is the busiest path: a method that only passes on a call is no coroutine.

    def _read(self, query: Callable[[Connection], T]) -> Awaitable[T]:
        return self._database.read(query)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """Commit this work, and return its result. It may be called twice."""
        return await self._database.writer.submit(work)

    async def _execute(self, statement: UpdateBase) -> int:
        """Run this statement. Return the number of rows written."""
        count: int = await self._write(lambda connection: connection.execute(statement).rowcount)
        return count

    # A row that cannot be read is left out where a query may have several.

    def _rows(self, query: Executable) -> Awaitable[Sequence[Any]]:
        return self._read(lambda connection: readable(connection, query))

    def _all(self, kind: Callable[..., T], query: Executable, **bound: object) -> Awaitable[tuple[T, ...]]:
        return self._read(lambda connection: tuple(kind(*row) for row in readable(connection, query, **bound)))

    def _scalar(self, query: Executable, **bound: object) -> Awaitable[Any]:
        """Return the only value of a query, or None."""
        return self._read(lambda connection: connection.execute(query, bound).scalar_one_or_none())

    def _count(self, query: Executable) -> Awaitable[int]:
        return self._read(lambda connection: int(connection.execute(query).scalar_one()))
