"""Engines, one for each kind of database: the way in which the event loop waits for a transaction."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Any, Protocol, TypeVar

import sqlalchemy
from sqlalchemy import URL, BigInteger, Connection, bindparam, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.connection import SqliteConnection
from bot.store.errors import OutcomeUnknownError
from bot.store.files import once_free
from bot.store.identity import OpenedFile

T = TypeVar("T")

Runner = Callable[[Callable[[Connection], Any]], Awaitable[Any]]
"""Returns the result of a piece of work. All work of one runner is in one transaction."""

READS, WRITES = "BEGIN", "BEGIN IMMEDIATE"
"""The statement with which SQLite begins a transaction."""
FATE_SECONDS = 5.0
"""The time in which a server is asked whether it did a commit whose answer was lost."""
FATE_PAUSE = 0.1  # seconds between two questions

# Every PostgreSQL since 10 knows this. It is NULL if nothing was written.
_NUMBER = text("SELECT txid_current_if_assigned()")
_FATE = text("SELECT txid_status(:number)").bindparams(bindparam("number", type_=BigInteger))


class LetGoError(ConnectionAbortedError):
    """The database was closed before this was done."""

    def __init__(self) -> None:
        super().__init__("the database was let go before this was done")


class Engine(Protocol):
    """The connections to one database."""

    @property
    def sync(self) -> sqlalchemy.Engine:
        """The engine of SQLAlchemy: its address, dialect and events."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Return the result of this work, in a transaction of its own: committed, or rolled back if it raises an error.

        Raises:
            OutcomeUnknownError: nobody can tell whether it was committed.
        """

    def transaction(self) -> AbstractAsyncContextManager[Runner]:
        """Return a transaction for many pieces of work: committed at the end, or rolled back if one raises an error."""

    def stop(self) -> None:
        """Stop waiting. Running transactions fail soon, and later ones at once."""

    async def close(self) -> None:
        """Finish the running transactions, and close the database."""


class SqliteEngine:
    """An engine that runs each transaction as a whole in a thread of aiosqlite: a hop for each statement would take
    longer.

    A transaction gets the first connection that is free, in the order in which they were asked for.
    """

    def __init__(
        self,
        url: URL,
        connect: Callable[[], sqlite3.Connection],
        connections: int,
        begin: str,
        *,
        file: OpenedFile | None = None,
    ) -> None:
        """`begin` begins each transaction, which is refused if another file has replaced `file`."""
        self._url = url
        self._connect = connect
        self._begin = begin
        self._file = file
        self._is_stopped = False
        self._is_closed = False
        self._turns = asyncio.Semaphore(connections)
        self._connections = [self._unopened() for _ in range(connections)]
        self._idle = self._connections[:]
        if file is not None:
            file.users.append(self)

    @property
    def sync(self) -> sqlalchemy.Engine:
        return self._connections[0].sync

    def _unopened(self) -> SqliteConnection:
        made = SqliteConnection(self._url, self._open)

        @event.listens_for(made.sync, "begin")
        def begin(connection: Connection) -> None:
            cursor = connection.connection.cursor()
            once_free(lambda: cursor.execute(self._begin), lambda: self._is_stopped)

        return made

    def _open(self) -> sqlite3.Connection:
        self._check_file()  # before SQLite makes an empty file
        return self._connect()

    def _check_file(self) -> None:
        if self._file is not None:
            self._file.check()

    async def run(self, work: Callable[[Connection], T]) -> T:
        async with self._free() as connection:

            def transact() -> T:
                with self._begun(connection) as begun:
                    return work(begun)

            return await connection.run(transact)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Runner]:
        async with self._free() as connection:
            stack = ExitStack()

            async def run(work: Callable[[Connection], T]) -> T:
                return await connection.run(lambda: work(begun))

            try:
                begun = await connection.run(lambda: stack.enter_context(self._begun(connection)))
                yield run
                await connection.run(stack.close)
            except BaseException as error:
                if isinstance(error, asyncio.CancelledError):
                    connection.interrupt_now()
                told = type(error), error, error.__traceback__
                await asyncio.shield(connection.run(lambda: stack.__exit__(*told)))
                raise

    @contextmanager
    def _begun(self, connection: SqliteConnection) -> Iterator[Connection]:
        """Begin a transaction in the thread of this connection."""
        if self._is_stopped:
            raise LetGoError
        with connection.lock:
            self._check_file()
            with connection.sync.begin() as begun:
                yield begun

    @asynccontextmanager
    async def _free(self) -> AsyncIterator[SqliteConnection]:
        """Return an open connection that is in no other use meanwhile."""
        if self._is_stopped or self._is_closed:
            raise LetGoError
        await self._turns.acquire()
        connection = self._idle.pop()
        try:
            if connection.is_left:
                connection.stop()
                connection = self._renewed(connection)
            if connection.raw is None:
                await connection.open()
        except BaseException:
            self._give_back(self._renewed(connection))
            raise
        try:
            yield connection
        except BaseException:  # its work may still be running
            connection.afterwards(partial(self._give_back, connection))
            raise
        self._give_back(connection)

    def _renewed(self, connection: SqliteConnection) -> SqliteConnection:
        """Replace a connection, which can be opened only once."""
        new = self._unopened()
        self._connections[self._connections.index(connection)] = new
        return new

    def _give_back(self, connection: SqliteConnection) -> None:
        self._idle.append(connection)
        self._turns.release()

    def empty_journal(self) -> bool:
        if self._begin == READS:
            return True
        try:
            raws = [raw for one in self._connections if (raw := one.raw) is not None]
            rows = [raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() for raw in raws]
        except sqlite3.Error:
            return False
        return not any(is_busy for is_busy, *_ in rows)

    def leave(self) -> None:
        for connection in self._connections:
            connection.leave()

    def stop(self) -> None:
        self._is_stopped = True
        for connection in self._connections:
            connection.interrupt_now()

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        for _ in self._connections:
            await self._turns.acquire()  # running and waiting work comes first
        for connection in self._connections:
            if connection.raw is not None:
                with suppress(OSError):
                    await connection.run(self._check_file)
            await connection.close()


class ServerEngine:
    """An engine that waits for a server's answers on the event loop."""

    def __init__(self, engine: AsyncEngine, *, writes: bool) -> None:
        """`writes`: whether a transaction may write, so that it matters whether it was committed."""
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
        """Return whether a transaction was committed although the answer was lost.

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

    async def heard(self, channel: str) -> AsyncIterator[str]:
        """Yield an empty text once the server tells of that channel, then each notification, until it is lost.

        The connection is taken out of the pool: nothing else uses it.
        """
        if self._stopped:
            raise LetGoError
        told: asyncio.Queue[str | None] = asyncio.Queue()
        async with self._engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await connection.run_sync(Connection.detach)
            driver.add_termination_listener(lambda _: told.put_nowait(None))
            await driver.add_listener(channel, lambda *about: told.put_nowait(about[-1]))
            yield ""
            while (one := await told.get()) is not None:
                yield one

    def stop(self) -> None:
        self._stopped = True
        for connection in tuple(self._connections):
            connection.driver_connection.terminate()
        for limit in tuple(self._limits):
            limit.reschedule(0)

    async def close(self) -> None:
        await self._engine.dispose()
