"""How the event loop waits for a transaction: each kind of database has an engine."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol, TypeVar

import sqlalchemy
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")

Runner = Callable[[Callable[[Connection], Any]], Awaitable[Any]]
"""Answers what a piece of work answers; all of one runner are in one transaction."""


class Engine(Protocol):
    """The connections to one database."""

    @property
    def sync(self) -> sqlalchemy.Engine:
        """SQLAlchemy's engine: its address, dialect and events."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """What this work answers, in a transaction of its own: committed, or rolled back where it raises."""

    def transaction(self) -> AbstractAsyncContextManager[Runner]:
        """A transaction for many pieces of work: committed at the end, or rolled back where one raises."""

    async def close(self) -> None:
        """Finish the transactions that run, and let the database go."""


class SqliteEngine:
    """Runs each transaction as a whole in a thread: a hop a statement would take longer than the statements."""

    def __init__(self, sync: sqlalchemy.Engine, connections: int, check: Callable[[], None]) -> None:
        """`check` is called before each transaction, and raises where the file is another one."""
        self.sync = sync
        self._check = check
        self._threads = ThreadPoolExecutor(connections, "sqlite")

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._transact, work)

    def _transact(self, work: Callable[[Connection], T]) -> T:
        self._check()  # before SQLite makes an empty file
        with self.sync.begin() as connection:
            return work(connection)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Runner]:
        loop = asyncio.get_running_loop()
        with self.sync.begin() as connection:
            yield lambda work: loop.run_in_executor(self._threads, work, connection)

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self.sync.dispose()


class ServerEngine:
    """Waits for a server's answers on the event loop."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @property
    def sync(self) -> sqlalchemy.Engine:
        return self._engine.sync_engine

    async def run(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Runner]:
        async with self._engine.begin() as connection:
            yield connection.run_sync

    async def close(self) -> None:
        await self._engine.dispose()
