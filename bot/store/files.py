"""SQLite files: read as they are, checked, and copied."""

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import TypeVar
from urllib.parse import quote

from bot.rummy.errors import ErrorText, cause
from bot.store.errors import DatabaseAwayError, DatabaseUnusableError
from bot.store.start_number import check_log, mark, sync

T = TypeVar("T")

LOCK_SECONDS = 30  # the time one process waits for another's transaction
HINDERED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
"""The errors of SQLite while another program holds a file, and when the disk is full or does not work."""
UNFINISHED = ".unfinished"
"""The end of a copy's name until all of it is on the disk, so that an interrupted one never looks like a copy."""
GIVEN_UP = timedelta(hours=1)
"""The age of an unfinished copy from which it counts as interrupted."""
STEP = 1024
"""The number of pages that are copied between two looks whether to stop."""


class CopyStoppedError(Exception):
    """The copy was not wanted any more."""


def address(file: Path) -> str:
    """Return the URI with which SQLite reads a file as it is, without tidying up after a process that was killed.

    Closing a connection that may write moves a log into its file. One that may not write leaves an empty log if there
    was none before; in that case, one that may write changes nothing.

    Raises:
        ForeignLogError: the log beside it belongs to another file.
    """
    check_log(file)
    mode = "ro" if any(Path(f"{file}{end}").exists() for end in ("-wal", "-journal")) else "rw"
    return f"file:{quote(str(file.absolute()))}?mode={mode}"


def is_locked(error: sqlite3.Error) -> bool:
    """Return whether another program holds the file."""
    return _code(error) == sqlite3.SQLITE_BUSY


def is_hindered(error: sqlite3.Error) -> bool:
    """Return whether the file is not at fault: it may be read and written later."""
    return _code(error) in HINDERED


def _code(error: sqlite3.Error) -> int:
    """Return the general code of the error; 0 for an error of Python itself."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def reason(error: Exception) -> object:
    """Return why a file cannot be read, in the words of `cause`."""
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_READONLY_ROLLBACK:
        return ErrorText(
            "a write to it was cut short, which the next start of the bot undoes; if it is a copy, it was never "
            "finished"
        )
    return cause(error)


def open_to_check(file: Path, patience: float = LOCK_SECONDS) -> sqlite3.Connection:
    """Return a connection for `check`, which waits this number of seconds if the file is locked."""
    return sqlite3.connect(address(file), uri=True, timeout=patience, check_same_thread=False)


def open_to_change(file: Path, patience: float) -> sqlite3.Connection:
    """Return a connection for changes that a file needs before the bot works with it."""
    return sqlite3.connect(file, timeout=patience)


def undo(file: Path, patience: float) -> None:
    """Roll back an interrupted write."""
    if Path(f"{file}-journal").exists():
        with closing(open_to_change(file, patience)) as connection:
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()


def check(connection: sqlite3.Connection) -> None:
    """Raise an error unless this connection leads to a sound database. Close it."""
    with closing(connection):
        (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if answer != "ok":
        raise sqlite3.DatabaseError(ErrorText("the file is corrupt ({answer})", answer=" ".join(answer.split())))


def check_sound(file: Path, patience: float = LOCK_SECONDS) -> None:
    """Raise an error unless this is a sound database. Write nothing. `patience` is as in `open_to_check`."""
    check(open_to_check(file, patience))


def once_free(execute: Callable[[], object], is_stopped: Callable[[], bool]) -> None:
    """Execute something once no other process holds the lock it needs, within `LOCK_SECONDS`."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            execute()
        except sqlite3.OperationalError as error:
            if not is_locked(error) or is_stopped() or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


async def stoppable(work: Callable[[Event], T]) -> T:
    """Return the result of this work in a thread. The work gives up once its caller no longer waits."""
    stop = Event()
    try:
        return await asyncio.to_thread(work, stop)
    except asyncio.CancelledError:
        stop.set()
        raise


def copy(source: Path, file: Path, stop: Event) -> None:
    """Copy an SQLite file, also one in use, as it is at one moment, to a new file that only its owner can read.

    Raises:
        DatabaseUnusableError: it cannot be copied, or the file exists or is being made.
        CopyStoppedError: `stop` was set.
    """
    try:
        unfinished = _unfinished(file)
        if os.path.lexists(file):
            raise DatabaseUnusableError(ErrorText("{file} exists already: name a new file", file=file))
        if not claim(unfinished, time.time()):
            fault = ErrorText(
                "{file} is there: a copy is being made, or was cut short. If none is being made, delete it",
                file=unfinished,
            )
            raise DatabaseUnusableError(fault)
    except (OSError, ValueError) as error:
        raise DatabaseUnusableError(ErrorText("cannot write {file}: {error}", file=file, error=cause(error))) from error
    fill(source, unfinished, stop)
    unfinished.rename(file)


def clear(file: Path) -> None:
    """Delete the rest of an interrupted copy of that name."""
    _delete(_unfinished(file))


def _unfinished(file: Path) -> Path:
    return file.with_name(f"{file.name}{UNFINISHED}")


def _delete(unfinished: Path) -> None:
    unfinished.unlink(missing_ok=True)
    Path(f"{unfinished}-journal").unlink(missing_ok=True)


def claim(unfinished: Path, now: float) -> bool:
    """Begin that file, unless another process is making a copy. Delete an interrupted one."""
    with suppress(FileNotFoundError):
        if abs(now - unfinished.stat().st_mtime) < GIVEN_UP.total_seconds():
            return False
        _delete(unfinished)
    try:
        unfinished.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        return False
    return True


def fill(source: Path, unfinished: Path, stop: Event) -> None:
    """Copy as `copy` does, to an empty file, and make sure that it is on the disk. Delete the file if that fails.

    Raises:
        DatabaseUnusableError: it cannot be copied.
        CopyStoppedError: `stop` was set.
    """

    def look(*_: int) -> None:
        if stop.is_set():
            raise CopyStoppedError

    try:
        with (
            closing(sqlite3.connect(address(source), uri=True, timeout=LOCK_SECONDS, isolation_level=None)) as old,
            closing(sqlite3.connect(unfinished)) as new,
        ):
            old.execute("BEGIN")
            old.execute("SELECT 1 FROM sqlite_schema").fetchone()  # from here on, old is read as it is at this moment
            old.backup(new, pages=STEP, progress=look)
            mark(new)
            new.execute("PRAGMA journal_mode = DELETE")  # all of it in one file
        sync(unfinished)
    except BaseException as error:
        _delete(unfinished)
        if not isinstance(error, sqlite3.Error | OSError):
            raise
        fault = ErrorText("cannot copy {file}: {error}", file=source, error=reason(error))
        is_away = isinstance(error, sqlite3.Error) and is_hindered(error)
        raise (DatabaseAwayError if is_away else DatabaseUnusableError)(fault) from error
