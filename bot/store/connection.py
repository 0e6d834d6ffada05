"""SQLite connections of aiosqlite whose threads run whole functions.

This is the one file that uses private names of aiosqlite: `_connection`, `_connector`, `_thread` and `_tx`. They were
checked with aiosqlite 0.22.1; `tests/store/test_connection.py` names those that another release has changed.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from threading import RLock
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import URL, create_engine
from sqlalchemy.pool import StaticPool

T = TypeVar("T")

CHUNK = 64
"""The number of rows that aiosqlite fetches at once by default. Its cursors are not used here."""


def opened(database: str, **options: Any) -> sqlite3.Connection:
    """Open a database the way aiosqlite does, in the calling thread."""
    return aiosqlite.connect(database, **options)._connector()


class SqliteConnection(aiosqlite.Connection):
    """A connection with a thread of its own. `open` opens it, once. `close` finishes its work, and ends it."""

    def __init__(self, url: URL, connect: Callable[[], sqlite3.Connection]) -> None:
        """`connect` is called in the thread."""
        super().__init__(connect, CHUNK)
        self._thread.daemon = True  # a connection left open keeps no process alive
        self.sync = create_engine(
            url.set(drivername="sqlite"), creator=lambda: self.raw, poolclass=StaticPool, hide_parameters=True
        )
        self.lock = RLock()
        """Held by the thread during a transaction."""
        self.is_left = False
        self._end: asyncio.Future[Any] | None = None
        """Done once the thread, which was told to end, has ended."""

    @property
    def raw(self) -> sqlite3.Connection | None:
        """The connection of Python's own driver; None unless it is open."""
        return None if self.is_left else self._connection

    async def open(self) -> None:
        """Open it. If that fails, its thread has ended: it must not look for the event loop later."""
        try:
            await self
        except BaseException:
            if self._end is not None:
                await self._end
            raise

    def stop(self) -> asyncio.Future[Any] | None:
        """End the thread after its work."""
        self._end = super().stop()
        return self._end

    async def run(self, work: Callable[[], T]) -> T:
        """Return the result of *work* in the thread. It is not begun if its caller has gone before."""
        answer: Future[T] = Future()

        def begin() -> None:
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(work())
                except BaseException as error:
                    answer.set_exception(error)

        self._tx.put_nowait((None, begin))
        return await asyncio.wrap_future(answer)

    def afterwards(self, then: Callable[[], object]) -> None:
        """Call *then* on the event loop, once the thread has done its work."""
        self._tx.put_nowait((None, partial(asyncio.get_running_loop().call_soon_threadsafe, then)))

    def interrupt_now(self) -> None:
        """Make the running statement fail. Any thread may call this."""
        if (raw := self.raw) is not None:
            with suppress(sqlite3.Error):  # it is closed already
                raw.interrupt()

    def leave(self) -> None:
        """Close the file at once, in the calling thread, unless another thread is in a transaction."""
        if (raw := self.raw) is not None and self.lock.acquire(blocking=False):
            self.is_left = True
            raw.close()
            self.lock.release()
