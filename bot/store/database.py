"""Where the data lies: opening, checking, upgrading and backing up a database."""

import asyncio
import itertools
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple, TypeVar

import sqlalchemy
from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, InvalidatePoolError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.rummy.errors import ErrorText, cause
from bot.store import files, migrate
from bot.store.connection import opened
from bot.store.engine import READS, WRITES, Engine, ServerEngine, SqliteEngine
from bot.store.errors import DatabaseAwayError, DatabaseCorruptError, DatabaseUnusableError, OutcomeUnknownError
from bot.store.files import LOCK_SECONDS
from bot.store.identity import OpenedFile
from bot.store.schema import metadata
from bot.store.writer import FAILURES

T = TypeVar("T")

log = logging.getLogger(__name__)

SQLITE = "sqlite+aiosqlite"
POSTGRESQL = "postgresql+asyncpg"
TRY_SECONDS = 0.5  # how long SQLite itself waits; between two tries a writer can be told to stop
READERS = 2  # on SQLite each connection is a thread
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 30  # a server that does not answer must not hold a table for ever
IDLE_SECONDS = 5
"""After so long without a statement a server ends a transaction of the bot: a frozen process holds locks no longer."""
RESTED_SECONDS = 5.0
"""A connection to a server that was used so lately is used again without asking whether the server is there."""
RESTS_SINCE = "rests since"
NO_WAY_BACK = "an older paplu will refuse it from now on"
LARGE = 64 * 2**20
"""Bytes of an SQLite file whose check would keep people waiting: 442 MB took 2.7 s."""


def parse_url(text: str) -> URL:
    """Return a database's address in SQLAlchemy's form.

    Raises:
        DatabaseUnusableError: it is none that the store can use.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        url = None
    if url is None or not _is_usable(url):
        addresses = {"file": f"{SQLITE}:///paplu.db", "server": f"{POSTGRESQL}://user@host/name"}
        raise DatabaseUnusableError(ErrorText("a database's address looks like {file} or {server}", **addresses))
    if is_sqlite(url) and url.query:
        raise DatabaseUnusableError(ErrorText("the address of an SQLite file has no options: end it before the ?"))
    if _is_torn(text, url):
        raise DatabaseUnusableError(
            ErrorText("in a password of a database's address @ is written as %40, and ? as %3F")
        )
    return url


def _is_usable(url: URL) -> bool:
    if url.drivername == SQLITE:
        return not (url.host or url.username) and "\0" not in (url.database or "")
    return url.drivername == POSTGRESQL and (url.port is None or 0 < url.port < 65_536)


def _is_torn(text: str, url: URL) -> bool:
    """Return whether a sign in a password ended it too early: its rest would be taken for another part, and named."""
    options = filter(None, text.partition("@")[2].partition("?")[2].split("&"))  # before the @ it is the password's
    return url.password is not None and ("@" in f"{url.host}{url.database}" or any("=" not in one for one in options))


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def sqlite_file(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for one in memory or on a server."""
    if not is_sqlite(url) or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def name(url: URL) -> str:
    """Return how a message names this database: never with its password, or options that may be one."""
    return str(sqlite_file(url) or _bare(url, url.drivername))


def check_held(url: URL, revision: str | None) -> None:
    """Raise DatabaseUnusableError if a database is at no revision."""
    if revision is None:
        raise DatabaseUnusableError(ErrorText("{name} holds no data of paplu", name=name(url)))


def _bare(url: URL, driver: str) -> str:
    """Return the address of a server's database, by this driver, with nothing but who is where."""
    where = {key: value for key, value in url.query.items() if key in ("host", "port")}
    bare = URL.create(driver, url.username, host=url.host, port=url.port, database=url.database, query=where)
    return bare.render_as_string()


def opened_file(url: URL) -> OpenedFile | None:
    """Return the file of this database, as it lies there now; a server has none."""
    file = sqlite_file(url)
    return None if file is None else OpenedFile(file)


def writing_engine(
    url: URL, *, foreign_keys: bool = True, file: OpenedFile | None = None, may_idle: bool = True
) -> Engine:
    """Return an engine whose transactions may write; on SQLite it has one connection.

    `file`: where another one lies there, transactions are refused. `may_idle`: whether a server lets a transaction
    wait for its next statement for ever.
    """
    if is_sqlite(url):
        keys = f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}"
        return _sqlite_engine(url, WRITES, 1, keys, "PRAGMA synchronous = FULL", file=file)
    limit = {} if may_idle else {"idle_in_transaction_session_timeout": str(1000 * IDLE_SECONDS)}  # ms
    return _postgresql_engine(url, limit, writes=True)


def reading_engine(url: URL, *, file: OpenedFile | None = None, as_it_lies: bool = False) -> Engine:
    """Return an engine whose transactions see one moment of the database; `file` as above.

    `as_it_lies`: nothing is tidied up in a file either, as SQLite does for processes that were killed.
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
        # Before the first query, which fixes the moment.
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
    # The driver would begin by itself, but only before a write: too late for load-then-write.
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
        return made

    return SqliteEngine(url, connect, connections, begin, file=file)


def _postgresql_engine(url: URL, settings: Mapping[str, str], *, writes: bool = False, **options: str) -> Engine:
    """Return `settings`: those of the server, for its connections; `writes`: whether transactions may write."""
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
    """Let a connection be used again only if it is open, and one that has rested for long only if the server answers.

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
                engine.dialect.do_ping(connection)  # where the server has gone, this closes it
        if connection.driver_connection.is_closed():
            raise InvalidatePoolError


async def prepare(url: URL) -> None:
    """Check that an SQLite file is sound and writable, and make it ready; nothing for a server.

    A large file whose last process has closed it is checked by `check` later, while the bot runs.

    Raises:
        DatabaseUnusableError: it is corrupt, read-only or another program's; it was not touched.
    """
    if (file := sqlite_file(url)) is not None:
        try:
            await files.stoppable(lambda stop: files.once_free(lambda: _prepare_file(file), stop.is_set))
        except (sqlite3.Error, OSError, ValueError) as error:
            fault = ErrorText("cannot use the database {name}: {error}", name=file, error=cause(error))
            raise (_kind(error) if isinstance(error, sqlite3.Error) else DatabaseUnusableError)(fault) from error


def _prepare_file(file: Path) -> None:
    if file.exists() and file.stat().st_size:
        _check_file(file)
    with closing(files.open_to_change(file, TRY_SECONDS)) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
        )
        migrate.check_ours([name for (name,) in tables])
        # A write-ahead log, which stays: readers and the writer do not wait for each other.
        connection.execute("PRAGMA journal_mode = WAL")


def _check_file(file: Path) -> None:
    """Raise unless this is a sound database that may be written to; never write."""
    if not file.stat().st_mode & 0o222:  # root would be let through
        raise PermissionError(ErrorText("the file is read-only"))
    if not is_checked_later(file):
        files.undo(file, TRY_SECONDS)
        files.check_sound(file, TRY_SECONDS)


def is_checked_later(file: Path) -> bool:
    """Return whether a file is large, and was closed by the last process that used it: that leaves nothing in a
    journal.
    """
    journals = [Path(f"{file}{end}") for end in ("-wal", "-journal")]
    return file.stat().st_size >= LARGE and not any(one.exists() and one.stat().st_size for one in journals)


async def check(url: URL) -> None:
    """Check an SQLite file, which may be in use, as a whole; nothing for a server.

    Raises:
        DatabaseCorruptError: it is corrupt.
        DatabaseUnusableError: it cannot be checked.
    """
    if (file := sqlite_file(url)) is None:
        return
    try:
        connection = files.open_to_check(file)
        try:
            await asyncio.to_thread(files.check, connection)
        except asyncio.CancelledError:
            connection.interrupt()  # a process that ends waits for its threads
            raise
    except (sqlite3.Error, OSError) as error:
        is_corrupt = getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        kind = DatabaseCorruptError if is_corrupt or type(error) is sqlite3.DatabaseError else DatabaseUnusableError
        told = files.told(error)
        raise kind(ErrorText("cannot use the database {name}: {error}", name=file, error=told)) from error


async def is_current(text: str) -> bool:
    """Return whether the database at this address is at this code's revision; nothing is written.

    Raises:
        DatabaseUnusableError: it is corrupt or out of reach.
    """
    await check(parse_url(text))
    before, after = await revision(text)
    return before == after


class Upgraded(NamedTuple):
    """What an upgrade did."""

    before: str | None
    """The revision; None: the database was empty."""
    after: str
    copy: Path | None = None
    """Where the database was copied before; None: there was nothing to lose."""


async def upgrade_with(engine: Engine, *, unsaved: bool = False) -> Upgraded:
    """Bring the database to the newest revision in one transaction.

    One that holds anything is copied before, unless it is to be changed `unsaved`.

    Raises:
        DatabaseNewerError: a newer version of the bot has upgraded it.
        DatabaseUnusableError: it cannot be reached, copied or upgraded; it stays as it was.
    """
    copies: list[Path] = []
    stop = Event()

    def save(revision: str) -> None:
        if (file := sqlite_file(engine.sync.url)) is not None:
            files.check_sound(file)
        if not unsaved:
            copies.append(_saved(engine.sync.url, revision, stop))

    try:
        async with usable(engine.sync.url):
            before, after = await engine.run(lambda connection: migrate.upgrade(connection, save))
    except asyncio.CancelledError:
        stop.set()
        raise
    return Upgraded(before, after, *copies)


def _saved(url: URL, revision: str, stop: Event) -> Path:
    """Return the copy that is made of an SQLite database before its upgrade, beside it, by one process at a time.

    Raises:
        DatabaseUnusableError: it cannot be copied, or is on a server; the message says what to do there.
    """
    source = sqlite_file(url)
    if source is None:
        address = _bare(url, "postgresql")
        raise DatabaseUnusableError(
            ErrorText(
                "the database holds data of revision {revision}, and nothing was changed. Copy it: {command}. Then "
                "upgrade it: paplu db upgrade --no-backup (or start with UPGRADE_UNSAVED=true)",
                revision=revision,
                command=f"pg_dump --format=custom --file=paplu-{revision}.dump '{address}'",
            )
        )
    for number in itertools.count(1):
        file = source.with_name(f"{source.name}.revision-{revision}" + (f"-{number}" if number > 1 else ""))
        if not file.exists():
            break
    files.clear(file)  # an upgrade before was interrupted
    files.copy(source, file, stop)
    return file


@asynccontextmanager
async def usable(url: URL) -> AsyncIterator[None]:
    """Turn what a database raises into one line.

    Raises:
        DatabaseAwayError: the server could not be reached.
        DatabaseUnusableError: anything else failed inside.
    """
    try:
        yield
    except (*FAILURES, TypeError, ValueError, OverflowError) as error:
        # The last three are a driver's way to say that it does not know an option of the address.
        told = cause(getattr(error, "orig", None) or error) or type(error).__name__
        raise _kind(error)(ErrorText("cannot use the database {name}: {error}", name=name(url), error=told)) from error
    except OutcomeUnknownError as error:  # the next try sees what became of it
        fault = ErrorText("cannot use the database {name}: {error}", name=name(url), error=str(error))
        raise DatabaseAwayError(fault) from error


STARTING, STOPPING, FULL = "57P03", ("57P01", "57P02"), "53300"
"""What PostgreSQL says while it starts or stops, and when it has no connection left."""


def _kind(error: BaseException) -> type[DatabaseAwayError] | type[DatabaseUnusableError]:
    return DatabaseAwayError if _is_away(error) else DatabaseUnusableError


def _is_away(error: BaseException) -> bool:
    """Return whether a server did not answer or takes nobody now, or a file cannot be read or written now: later it
    may.
    """
    orig = getattr(error, "orig", None) or error
    if isinstance(orig, sqlite3.Error):
        return files.is_hindered(orig)
    if isinstance(error, OSError | TimeoutError):
        return True
    states = {getattr(one, "sqlstate", None) or "" for one in (orig, getattr(orig, "__cause__", None))}
    return bool(states & {STARTING, *STOPPING, FULL}) or any(state.startswith("08") for state in states)


async def upgrade(text: str, *, unsaved: bool = False, is_passing: bool = False) -> Upgraded:
    """Bring the database at this address to the newest revision, as `upgrade_with`, and warn that it is so.

    `is_passing`: it is a copy that will be deleted, which needs no warning.

    Raises:
        DatabaseNewerError: a newer version of the bot has upgraded it.
        DatabaseUnusableError: it is corrupt, read-only, out of reach or cannot be copied or upgraded.
    """
    url = parse_url(text)
    await prepare(url)
    # Copying a table, as SQLite's ALTER often must, would delete all that refers to it.
    engine = writing_engine(url, foreign_keys=False)
    try:
        done = await upgrade_with(engine, unsaved=unsaved)
    except asyncio.CancelledError:
        engine.stop()  # a process that ends waits for its threads
        raise
    finally:
        await engine.close()
    if done.before not in (None, done.after) and not is_passing:
        log.warning("Upgraded the database from revision %s to %s: %s", done.before, done.after, NO_WAY_BACK)
    return done


def is_missing(text: str) -> bool:
    """Return whether that is the address of an SQLite file which is not there.

    Raises:
        DatabaseUnusableError: it is no address.
    """
    file = sqlite_file(parse_url(text))
    return file is not None and not file.exists()


async def revision(text: str) -> tuple[str | None, str]:
    """(the revision of this database, the newest one); None for an empty database.

    Raises:
        DatabaseUnusableError: it cannot be read.
    """
    url = parse_url(text)
    engine = reading_engine(url, as_it_lies=True)
    try:
        async with usable(url):
            return await engine.run(migrate.current), migrate.head()
    finally:
        await engine.close()


async def backup(text: str, file: Path) -> None:
    """Copy an SQLite database, also one in use, to a new file.

    Raises:
        DatabaseUnusableError: it is on a server, cannot be read, or the file exists.
    """
    url = parse_url(text)
    source = sqlite_file(url)
    if source is None:
        fault = ErrorText("only an SQLite file can be copied here: back up PostgreSQL with pg_dump")
        raise DatabaseUnusableError(fault)
    if not source.exists():
        raise DatabaseUnusableError(ErrorText("there is no database {name}", name=source))
    await files.stoppable(lambda stop: files.copy(source, file, stop))
