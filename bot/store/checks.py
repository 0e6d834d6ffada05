"""Checks of a database: whether it can be used, and its revision."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

from sqlalchemy import URL

from bot.rummy.errors import ErrorText, cause
from bot.store import files, migrate, start_number
from bot.store.address import parse_url, safe_name, sqlite_file
from bot.store.engines import TRY_SECONDS, reading_engine
from bot.store.errors import DatabaseAwayError, DatabaseCorruptError, DatabaseUnusableError, OutcomeUnknownError
from bot.store.writer import FAILURES

LARGE = 64 * 2**20
"""The size of an SQLite file, in bytes, from which a check would keep people waiting: 442 MB took 2.7 s."""
STARTING, STOPPING, FULL = "57P03", ("57P01", "57P02"), "53300"
"""The codes of PostgreSQL while it starts or stops, and when it has no connection left."""


@asynccontextmanager
async def usable(url: URL) -> AsyncIterator[None]:
    """Turn errors of a database into errors of one line.

    Raises:
        DatabaseAwayError: the server could not be reached.
        DatabaseUnusableError: anything else failed inside.
    """
    try:
        yield
    except (*FAILURES, TypeError, ValueError, OverflowError) as error:
        # A driver raises the last three when it does not know an option of the address.
        told = cause(getattr(error, "orig", None) or error) or type(error).__name__
        fault = ErrorText("cannot use the database {name}: {error}", name=safe_name(url), error=told)
        raise _kind(error)(fault) from error
    except OutcomeUnknownError as error:  # the next try will see the outcome
        fault = ErrorText("cannot use the database {name}: {error}", name=safe_name(url), error=str(error))
        raise DatabaseAwayError(fault) from error


def _kind(error: BaseException) -> type[DatabaseAwayError] | type[DatabaseUnusableError]:
    return DatabaseAwayError if _is_away(error) else DatabaseUnusableError


def _is_away(error: BaseException) -> bool:
    """Return whether it may work later: a server does not answer or takes nobody now, or a file is locked or the disk
    full.
    """
    orig = getattr(error, "orig", None) or error
    if isinstance(orig, sqlite3.Error):
        return files.is_hindered(orig)
    if isinstance(error, OSError | TimeoutError):
        return True
    states = {getattr(one, "sqlstate", None) or "" for one in (orig, getattr(orig, "__cause__", None))}
    return bool(states & {STARTING, *STOPPING, FULL}) or any(state.startswith("08") for state in states)


async def prepare(url: URL) -> None:
    """Check that an SQLite file is sound and writable, and make it ready. A server needs none of that.

    `check` checks a large file that its last process has closed later, while the bot runs.

    Raises:
        DatabaseUnusableError: it is corrupt, read-only or another program's; it was not touched.
    """
    await _do(url, _prepare_file)


async def renew_number(url: URL) -> None:
    """Give an SQLite file a new start number, unless another process works with it. A server needs none.

    Raises:
        DatabaseUnusableError: the file cannot be written.
    """
    await _do(url, _renew_number)


async def _do(url: URL, work: Callable[[Path], None]) -> None:
    """Do that work on an SQLite file in a thread, once no other process holds a lock that it needs."""
    if (file := sqlite_file(url)) is not None:
        try:
            await files.stoppable(lambda stop: files.once_free(lambda: work(file), stop.is_set))
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
        start_number.forget_another(connection, file)
        _use_log(connection)


def _use_log(connection: sqlite3.Connection) -> None:
    """Bring a file into the mode in which readers and the writer do not wait for each other. It stays in it."""
    connection.execute("PRAGMA journal_mode = WAL")


def _renew_number(file: Path) -> None:
    with closing(files.open_to_change(file, 0)) as connection:
        try:
            start_number.renew(connection, file)
        except sqlite3.OperationalError as error:
            if files.is_locked(error):
                return  # another process works with it
            raise
    with closing(files.open_to_change(file, TRY_SECONDS)) as connection:
        _use_log(connection)


def _check_file(file: Path) -> None:
    """Raise an error unless this is a sound database that may be written to. Write nothing."""
    if not file.stat().st_mode & 0o222:  # root may write all the same
        raise PermissionError(ErrorText("the file is read-only"))
    start_number.check_log(file)
    if not is_checked_later(file):
        files.undo(file, TRY_SECONDS)
        files.check_sound(file, TRY_SECONDS)


def is_checked_later(file: Path) -> bool:
    """Return whether a file is large, and was closed by its last process, which leaves nothing in a journal."""
    journals = [Path(f"{file}{end}") for end in ("-wal", "-journal")]
    return file.stat().st_size >= LARGE and not any(one.exists() and one.stat().st_size for one in journals)


async def check(url: URL) -> None:
    """Check an SQLite file, which may be in use, as a whole. A server needs no check.

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
        raise kind(
            ErrorText("cannot use the database {name}: {error}", name=file, error=files.reason(error))
        ) from error


async def revision(text: str) -> tuple[str | None, str]:
    """Return the revision of this database, or None if it is empty, and the newest one.

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


async def is_current(text: str) -> bool:
    """Return whether the database at this address is at this code's revision. Write nothing.

    Raises:
        DatabaseUnusableError: it is corrupt or out of reach.
    """
    await check(parse_url(text))
    before, after = await revision(text)
    return before == after


def check_held(url: URL, revision: str | None) -> None:
    """Raise DatabaseUnusableError if a database is at no revision."""
    if revision is None:
        raise DatabaseUnusableError(ErrorText("{name} holds no data of paplu", name=safe_name(url)))
