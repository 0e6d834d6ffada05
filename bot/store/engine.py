"""How the event loop waits for a transaction: each kind of database has an engine."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from typing import Any, Protocol, TypeVar

import sqlalchemy
from sqlalchemy import BigInteger, Connection, bindparam, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.errors import OutcomeUnknownError
from bot.store.identity import OpenedFile

T = TypeVar("T")

Runner = Callable[[Callable[[Connection], Any]], Awaitable[Any]]
"""Answers what a piece of work answers; all of one runner are in one transaction."""

FATE_SECONDS = 5.0
"""How long a server is asked whether a commit was done whose answer did not arrive."""
FATE_PAUSE = 0.1  # seconds between two questions

# What every PostgreSQL since 10 knows; NULL where nothing was written.
_NUMBER = text("SELECT txid_current_if_assigned()")
_FATE = text("SELECT txid_status(:number)").bindparams(bindparam("number", type_=BigInteger))


class LetGoError(ConnectionAbortedError):
    """The database was let go before this was done."""

    def __init__(self) -> None:
        super().__init__("the database was let go before this was done")


class Engine(Protocol):
    """The connections to one database."""

    @property
    def sync(self) -> sqlalchemy.Engine:
        """SQLAlchemy's engine: its address, dialect and events."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Return what this work answers, in a transaction of its own: committed, or rolled back where it raises.

        Raises:
            OutcomeUnknownError: nobody can tell whether it was committed.
        """

    def transaction(self) -> AbstractAsyncContextManager[Runner]:
        """Return a transaction for many pieces of work: committed at the end, or rolled back where one raises."""

    def stop(self) -> None:
        """Wait for nothing any longer: what has begun fails soon, and whatever comes later at once."""

    async def close(self) -> None:
        """Finish the transactions that run, and let the database go."""


class SqliteEngine:
    """Runs each transaction as a whole in a thread: a hop a statement would take longer than the statements."""

    def __init__(
        self, sync: sqlalchemy.Engine, connections: int, *, writes: bool, file: OpenedFile | None = None
    ) -> None:
        """`file` is looked at before each transaction, which is refused where another one lies there."""
        self.sync = sync
        self._writes = writes
        self._file = file
        self._threads = ThreadPoolExecutor(connections, "sqlite")
        self._connections: set[sqlite3.Connection] = set()
        self.stopped = False
        event.listen(sync, "connect", lambda connection, _: self._connections.add(connection))
        event.listen(sync, "close", lambda connection, _: self._connections.discard(connection))
        if file is not None:
            file.users.append(self)

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._transact, work)

    def _transact(self, work: Callable[[Connection], T]) -> T:
        if self.stopped:
            raise LetGoError
        self._check_file()  # before SQLite makes an empty file
        with self.sync.begin() as connection:
            return work(connection)

    def _check_file(self) -> None:
        if self._file is not None:
            self._file.check()

    def empty_journal(self) -> bool:
        if not self._writes:
            return True
        try:
            rows = [one.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() for one in tuple(self._connections)]
        except sqlite3.Error:
            return False
        return not any(is_busy for is_busy, *_ in rows)

    def leave(self) -> None:
        self.sync.dispose()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Runner]:
        running: set[Future[Any]] = set()

        async def run(work: Callable[[Connection], T]) -> T:
            future = self._threads.submit(work, connection)
            running.add(future)
            future.add_done_callback(running.discard)
            return await asyncio.wrap_future(future)

        with self.sync.begin() as connection:
            try:
                yield run
            finally:
                if running:  # its caller was told to stop: what came after a rollback would stay
                    self._interrupt()
                    wait(tuple(running))

    def stop(self) -> None:
        self.stopped = True
        self._interrupt()

    def _interrupt(self) -> None:
        for connection in tuple(self._connections):
            with suppress(sqlite3.Error):  # it is closed already
                connection.interrupt()

    async def close(self) -> None:
        await asyncio.to_thread(self._close)
        self.sync.dispose()

    def _close(self) -> None:
        self._threads.shutdown()
        with suppress(OSError):
            self._check_file()


class ServerEngine:
    """Waits for a server's answers on the event loop."""

    def __init__(self, engine: AsyncEngine, *, writes: bool) -> None:
        """`writes`: whether a transaction may write, and it matters whether it was committed."""
        self._engine = engine
        self._writes = writes
        self._limits: set[asyncio.Timeout] = set()
        self._connections: set[Any] = set()
        self._stopped = False
        event.listen(self.sync, "connect", lambda connection, _: self._connections.add(connection))
        event.listen(self.sync, "close", lambda connection, _: self._connections.discard(connection))
        event.listen(self.sync, "close_detached", self._connections.discard)

    @property
    def sync(self) -> sqlalchemy.Engine:
        return self._engine.sync_engine

    async def run(self, work: Callable[[Connection], T]) -> T:
        if self._stopped:
            raise LetGoError
        async with asyncio.timeout(None) as limit:
            with self._stoppable(limit):
                return await self._transact(work)

    async def _transact(self, work: Callable[[Connection], T]) -> T:
        number: int | None = None
        try:
            async with self._engine.begin() as connection:
                answer = await connection.run_sync(work)
                if self._writes:
                    number = await connection.scalar(_NUMBER)
        except (SQLAlchemyError, OSError) as error:
            if number is None or not await self._is_committed(number, error):
                raise
        return answer

    async def _is_committed(self, number: int, error: Exception) -> bool:
        """Return whether a transaction was committed whose end did not arrive.

        Raises:
            OutcomeUnknownError: the server does not say.
        """
        until = time.monotonic() + FATE_SECONDS
        while True:
            with suppress(SQLAlchemyError, OSError):
                async with self._engine.connect() as connection:
                    fate = await connection.scalar(_FATE, {"number": number})
                if fate in ("committed", "aborted"):
                    return bool(fate == "committed")
            if time.monotonic() > until:
                raise OutcomeUnknownError("the server was lost while it committed") from error
            await asyncio.sleep(FATE_PAUSE)

    @contextmanager
    def _stoppable(self, limit: asyncio.Timeout) -> Iterator[None]:
        self._limits.add(limit)
        try:
            yield
        finally:
            self._limits.discard(limit)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Runner]:
        async with self._engine.begin() as connection:
            yield connection.run_sync

    def stop(self) -> None:
        self._stopped = True
        for connection in tuple(self._connections):
            connection.driver_connection.terminate()
        for limit in tuple(self._limits):
            limit.reschedule(0)

    async def close(self) -> None:
        await self._engine.dispose()
