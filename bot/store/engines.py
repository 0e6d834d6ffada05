"""The engines of a database: one that writes, one that reads, and one that holds it still."""

import sqlite3
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import sqlalchemy
from sqlalchemy import URL, Connection, event
from sqlalchemy.exc import ArgumentError, InvalidatePoolError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.rummy.errors import ErrorText
from bot.store import files
from bot.store.address import is_sqlite, sqlite_file
from bot.store.connection import opened
from bot.store.engine import READS, WRITES, Engine, ServerEngine, SqliteEngine
from bot.store.errors import DatabaseUnusableError
from bot.store.files import LOCK_SECONDS
from bot.store.identity import OpenedFile
from bot.store.schema import metadata

TRY_SECONDS = 0.5  # the time SQLite itself waits; between two tries a writer can be told to stop
READERS = 2  # on SQLite each connection is a thread
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 30  # a server that does not answer must not hold a table for ever
IDLE_SECONDS = 5
"""Seconds without a statement after which a server ends a transaction, so that a frozen process holds no locks."""
RESTED_SECONDS = 5.0
"""Seconds after its last use in which a connection to a server is used again without a check."""
RESTS_SINCE = "rests since"


def opened_file(url: URL) -> OpenedFile | None:
    """Return the file of this database as it is now; None for a server."""
    file = sqlite_file(url)
    return None if file is None else OpenedFile(file)


def writing_engine(
    url: URL, *, foreign_keys: bool = True, file: OpenedFile | None = None, may_idle: bool = True
) -> Engine:
    """Return an engine whose transactions may write. On SQLite it has one connection.

    `file`: if another file has replaced it, transactions are refused. `may_idle`: whether a transaction on a server may
    wait for its next statement for ever.
    """
    if is_sqlite(url):
        keys = f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}"
        return _sqlite_engine(url, WRITES, 1, keys, "PRAGMA synchronous = FULL", file=file)
    limit = {} if may_idle else {"idle_in_transaction_session_timeout": str(1000 * IDLE_SECONDS)}  # ms
    return _postgresql_engine(url, limit, writes=True)


def reading_engine(url: URL, *, file: OpenedFile | None = None, as_it_lies: bool = False) -> Engine:
    """Return an engine whose transactions see one moment of the database. `file` is as in `writing_engine`.

    `as_it_lies`: the file is not tidied up either. SQLite does that after processes that were killed.
    """
    if is_sqlite(url):
        return _sqlite_engine(url, READS, READERS, "PRAGMA query_only = ON", file=file, as_it_lies=as_it_lies)
    return _postgresql_engine(url, {"default_transaction_read_only": "on"}, isolation_level="REPEATABLE READ")


def holding_engine(url: URL) -> Engine:
    """Return an engine whose transactions see one moment of the database, which nobody can change before they end."""
    if is_sqlite(url):
        return _sqlite_engine(url, WRITES, 1)
    engine = _postgresql_engine(url, {}, isolation_level="REPEATABLE READ")

    @event.listens_for(engine.sync, "begin")
    def hold(connection: Connection) -> None:
        # Lock before the first query, which fixes the moment.
        for table in metadata.sorted_tables:
            connection.exec_driver_sql(f'LOCK TABLE "{table.name}" IN SHARE MODE')

    return engine


def _sqlite_engine(
    url: URL,
    begin: str,
    connections: int,
    *pragmas: str,
    file: OpenedFile | None = None,
    as_it_lies: bool = False,
) -> SqliteEngine:
    path = sqlite_file(url)
    # The driver itself would begin a transaction only before a write: too late to load and then write.
    options = {
        "isolation_level": None,
        "timeout": LOCK_SECONDS if begin == READS else TRY_SECONDS,
        "check_same_thread": False,
    }

    def connect() -> sqlite3.Connection:
        if as_it_lies and path is not None:
            made = opened(files.address(path), uri=True, **options)
        else:
            made = opened(":memory:" if path is None else str(path), **options)
        for pragma in pragmas:
            made.execute(pragma)
        # SQLite keeps any bytes as text. By default one such cell fails the query that reads it, with all its rows.
        made.text_factory = partial(str, encoding="utf-8", errors="replace")
        return made

    return SqliteEngine(url, connect, connections, begin, file=file)


def _postgresql_engine(url: URL, settings: Mapping[str, str], *, writes: bool = False, **options: str) -> Engine:
    """Return an engine for a server. `settings` are those of its connections.

    `writes`: whether transactions may write.
    """
    limits = {"timeout": CONNECT_SECONDS, "command_timeout": STATEMENT_SECONDS}
    try:
        engine = create_async_engine(
            url,
            hide_parameters=True,
            pool_use_lifo=True,
            connect_args={**limits, "server_settings": dict(settings)},
            **options,
        )
    except ModuleNotFoundError as error:
        raise DatabaseUnusableError(ErrorText("PostgreSQL needs asyncpg: pip install '.[postgres]'")) from error
    except (ArgumentError, ValueError) as error:
        raise DatabaseUnusableError(ErrorText("the options of the database's address cannot be used")) from error
    _try_rested(engine.sync_engine)
    return ServerEngine(engine, writes=writes)


def _try_rested(engine: sqlalchemy.Engine) -> None:
    """Use a connection again only if it is open. After a long rest, use it only if the server answers.

    SQLAlchemy would ask the server before each use, in a transaction of its own: three times back and forth.
    """

    @event.listens_for(engine, "checkin")
    def rest(_: object, record: ConnectionPoolEntry) -> None:
        record.info[RESTS_SINCE] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def look(connection: Any, record: ConnectionPoolEntry, _: object) -> None:
        since = record.info.get(RESTS_SINCE)
        if since is None:
            return  # it is new
        if time.monotonic() - since > RESTED_SECONDS:
            with suppress(engine.dialect.loaded_dbapi.Error):
                engine.dialect.do_ping(connection)  # this closes the connection if the server has gone
        if connection.driver_connection.is_closed():
            raise InvalidatePoolError
