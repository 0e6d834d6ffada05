"""What all repositories share: how they read and write."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable
from sqlalchemy.sql.dml import UpdateBase

from bot.store.access import Access

T = TypeVar("T")


class Repository:
    """What can be stored and asked about one topic.

    Every method may raise `StoreFailedError`, when the database refuses or vanishes, and `StoreClosedError`, after
    the store was closed. A writing method returns when its transaction is on disk. A caller that is cancelled while
    it waits may or may not have written: all or nothing.
    """

    def __init__(self, access: Access) -> None:
        self._access = access

    # Reading is the busiest path: what only hands on is no coroutine of its own.

    def _read(self, query: Callable[[Connection], T]) -> Awaitable[T]:
        return self._access.read(query)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """Return the answer of this work, once it is committed; it may be called twice."""
        return await self._access.writer.submit(work)

    async def _execute(self, statement: UpdateBase) -> int:
        """Return how many rows this statement has written."""
        count: int = await self._write(lambda connection: connection.execute(statement).rowcount)
        return count

    def _rows(self, query: Executable) -> Awaitable[Sequence[Any]]:
        return self._read(lambda connection: connection.execute(query).all())

    def _all(self, kind: Callable[..., T], query: Executable, **bound: object) -> Awaitable[tuple[T, ...]]:
        return self._read(lambda connection: tuple(kind(*row) for row in connection.execute(query, bound)))

    def _scalar(self, query: Executable, **bound: object) -> Awaitable[Any]:
        """The one value there is, or None."""
        return self._read(lambda connection: connection.execute(query, bound).scalar_one_or_none())

    def _count(self, query: Executable) -> Awaitable[int]:
        return self._read(lambda connection: int(connection.execute(query).scalar_one()))
