"""The start number of an SQLite file: a random number in the file, and in a small file beside it.

SQLite takes any log (`-wal`) beside a file for its own. If the file was replaced by a copy, the log of the file before
spoils the copy, or brings its moves back. So a log is used only if the file holds the number that was written at the
last start. A copy has a number of its own.

The number lies in the file itself, never in a log alone: it is written only while no other process has the file open,
and there is no log then. Before that, the small file receives the coming number beside the old one; after that, it
keeps the new one alone. So it holds the number of the file at any moment, also after a kill.
"""

import os
import secrets
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

NUMBER = ".number"
"""The end of the name of the small file."""
UNWRITTEN = ".number.unfinished"


class ForeignLogError(sqlite3.DatabaseError):
    """The log beside a file belongs to another one."""


def check_log(file: Path) -> None:
    """Check that the log beside a file is its own. If it has no number beside it, check nothing. Write nothing.

    Raises:
        ForeignLogError: it belongs to another file.
    """
    log = Path(f"{file}-wal")
    while (written := _written(file)) and _has_content(log) and _number_in(file) not in written:
        if _written(file) == written:  # else a start has just renewed it
            raise ForeignLogError(
                f"{log} belongs to the file that was {file.name} before: move {log.name} and {file.name}-shm away, or "
                "put that file back (paplu db restore FILE puts a copy in its place safely)"
            )


def renew(connection: sqlite3.Connection, file: Path) -> None:
    """Give a file a new number. The connection must be new; no other one can use the file until it is closed.

    If the number cannot be written beside the file, the file keeps its old one.

    Raises:
        sqlite3.OperationalError: another process has the file open.
    """
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA journal_mode = DELETE")  # all of it in the file, without a log
    connection.execute("BEGIN EXCLUSIVE")
    number = _new_number()
    try:
        _write(file, _number(connection), number)
    except OSError:
        connection.execute("ROLLBACK")
        return
    _set(connection, number)
    connection.execute("COMMIT")
    with suppress(OSError):  # both numbers stay
        _write(file, number)


def mark(connection: sqlite3.Connection) -> None:
    """Write a random number into a file."""
    _set(connection, _new_number())


def forget(file: Path) -> None:
    """Delete the number beside a file."""
    Path(f"{file}{NUMBER}").unlink(missing_ok=True)


def forget_another(connection: sqlite3.Connection, file: Path) -> None:
    """Delete the number beside a file if it is that of another one, which lay in its place before."""
    connection.execute("BEGIN")  # until its end no other process can renew the number
    if _number(connection) not in _written(file):
        forget(file)
    connection.execute("COMMIT")


def sync(path: Path) -> None:
    """Make sure that a file, or the names in a folder, are on the disk."""
    if os.name != "posix" and path.is_dir():
        return  # such a folder cannot be opened
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _new_number() -> int:
    return 1 + secrets.randbelow(2**31 - 1)


def _write(file: Path, *numbers: int) -> None:
    """Write the numbers beside a file in place of those that lie there."""
    unwritten = Path(f"{file}{UNWRITTEN}")
    unwritten.unlink(missing_ok=True)
    unwritten.touch(mode=0o600)
    unwritten.write_text("".join(f"{number}\n" for number in numbers), encoding="ascii")
    sync(unwritten)
    unwritten.replace(f"{file}{NUMBER}")
    sync(file.parent)


def _written(file: Path) -> frozenset[int]:
    """Return the numbers beside a file: one, or two after a start that was cut short; none if they cannot be read."""
    try:
        return frozenset(map(int, Path(f"{file}{NUMBER}").read_text(encoding="ascii").split()))
    except (OSError, ValueError):
        return frozenset()


def _has_content(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _number_in(file: Path) -> int:
    """Return the number in the file alone, without its log."""
    address = f"file:{quote(str(file.absolute()))}?immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        return _number(connection)


def _number(connection: sqlite3.Connection) -> int:
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


def _set(connection: sqlite3.Connection, number: int) -> None:
    connection.execute(f"PRAGMA user_version = {number}")
