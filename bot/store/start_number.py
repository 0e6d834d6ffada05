"""The start number of an SQLite file: a random number in the file, and in a small file beside it.

SQLite takes any log (`-wal`) beside a file for its own. If the file was replaced by a copy, the log of the file before
spoils the copy, or brings its moves back. So a log is used only if the file holds the number that was written at the
last start. A copy has a number of its own.

The number lies in the file itself, never in a log alone: it is written only while no other process has the file open,
and there is no log then. Before that, the small file receives the coming number beside the old one; after that, it
keeps the new one alone. So it holds the number of the file at any moment, also after a kill.

The small file holds a tally of the database too, written after the commit that counted it. So it is never ahead of the
database, unless that was put back to a copy. One that is behind, or cannot be read, tells nothing.
"""

import os
import secrets
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from glob import escape
from pathlib import Path
from urllib.parse import quote

from bot.store.rows.put_backs import TableTally
from bot.store.schema import EPOCH, MICROSECOND

NUMBER = ".number"
"""The end of the name of the small file."""
UNWRITTEN = ".unfinished"
"""The end of the name of a small file in the making. Two processes may write one at a time."""


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
    number, tally = _new_number(), beside(file)
    try:
        _tidy(file)
        _write(file, {_number(connection), number}, tally)
    except OSError:
        connection.execute("ROLLBACK")
        return
    _set(connection, number)
    connection.execute("COMMIT")
    with suppress(OSError):  # both numbers stay
        _write(file, {number}, tally)


def mark(connection: sqlite3.Connection) -> None:
    """Write a random number into a file."""
    _set(connection, _new_number())


def forget(file: Path) -> None:
    """Delete the number beside a file. A tally stays."""
    if (tally := beside(file)) is not None:
        _write(file, (), tally)
    else:
        Path(f"{file}{NUMBER}").unlink(missing_ok=True)


def forget_another(connection: sqlite3.Connection, file: Path) -> None:
    """Delete the number beside a file if it is that of another one, which lay in its place before."""
    connection.execute("BEGIN")  # until its end no other process can renew the number
    if _number(connection) not in _written(file):
        forget(file)
    connection.execute("COMMIT")


def beside(file: Path) -> TableTally | None:
    """Return the tally beside a file. Return None if there is none, or it cannot be read."""
    return _read(file)[1]


def count_up(file: Path, tally: TableTally) -> None:
    """Write a tally beside its file, unless a later one of the same database lies there.

    The system may write it to the disk when it likes: one that is behind does no harm.
    """
    numbers, last = _read(file)
    if last is None or last.id != tally.id or last.count < tally.count:
        _write(file, numbers, tally, is_synced=False)


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


def _write(file: Path, numbers: Iterable[int], tally: TableTally | None, *, is_synced: bool = True) -> None:
    """Write the small file beside a file anew."""
    lines = [*map(str, numbers)]
    if tally is not None:
        lines.append(f"tally {tally.id} {tally.count} {(tally.at - EPOCH) // MICROSECOND}")
    unwritten = Path(f"{file}{NUMBER}.{secrets.token_hex(4)}{UNWRITTEN}")
    unwritten.touch(mode=0o600)
    unwritten.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    if is_synced:
        sync(unwritten)
    unwritten.replace(f"{file}{NUMBER}")
    if is_synced:
        sync(file.parent)


def _tidy(file: Path) -> None:
    """Delete small files that were never finished."""
    for unwritten in file.parent.glob(f"{escape(file.name)}{NUMBER}.*{UNWRITTEN}"):
        unwritten.unlink(missing_ok=True)


def _written(file: Path) -> frozenset[int]:
    """Return the numbers beside a file: one, or two after a start that was cut short; none if they cannot be read."""
    return _read(file)[0]


def _read(file: Path) -> tuple[frozenset[int], TableTally | None]:
    """Return what lies beside a file; nothing if it cannot be read."""
    numbers, tally = set[int](), None
    try:
        for line in Path(f"{file}{NUMBER}").read_text(encoding="ascii").splitlines():
            match line.split():
                case ["tally", id, count, at]:
                    tally = TableTally(id, int(count), EPOCH + int(at) * MICROSECOND)
                case [number]:
                    numbers.add(int(number))
    except (OSError, ValueError, OverflowError):
        return frozenset(), None
    return frozenset(numbers), tally


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
