"""The return of an SQLite database to a copy of it.

The copy is made ready in a folder beside the database, and put in its place by one rename. If this is killed at any
moment, either the database from before or the restored one lies there whole.
"""

import asyncio
import itertools
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.rummy.errors import cause
from bot.store import files
from bot.store.address import SQLITE, parse_url, sqlite_file
from bot.store.checks import check, check_held, revision
from bot.store.engines import TRY_SECONDS
from bot.store.errors import DatabaseInUseError, DatabaseUnusableError
from bot.store.start_number import check_log, forget, sync
from bot.store.upgrade import upgrade

JOURNALS = ("-wal", "-shm", "-journal")
"""The ends of the names of files that belong to an SQLite file."""


@asynccontextmanager
async def made_ready(text: str, copy: Path) -> AsyncIterator[str]:
    """Copy a copy once more, beside the database of that address, and upgrade it. Yield its own address.

    What was not put in is deleted in the end.

    Raises:
        DatabaseUnusableError: the database is on a server; or the copy cannot be read, is not sound, holds no data of
            the bot or is newer than this version.
    """
    file = _file(text)
    _check_names(copy, file)
    copied = f"{SQLITE}:///{copy}"
    await check(parse_url(copied))
    check_held(parse_url(copied), (await revision(copied))[0])
    with _folder_beside(file) as folder:
        ready = folder / "ready.db"
        await files.stoppable(lambda stop: files.copy(copy, ready, stop))
        address = f"{SQLITE}:///{ready}"
        await upgrade(address, unsaved=True, is_passing=True)
        yield address


def _check_names(copy: Path, file: Path) -> None:
    """Raise DatabaseUnusableError if there is no copy, or it is the database itself."""
    if not copy.exists():
        raise DatabaseUnusableError(f"there is no file {copy}: nothing to restore")
    if file.exists() and file.samefile(copy):
        raise DatabaseUnusableError(f"{copy} is the database itself: name a copy of it")


@contextmanager
def _folder_beside(file: Path) -> Iterator[Path]:
    """Yield a new folder on the disk of the file. Delete it in the end."""
    try:
        made = TemporaryDirectory(dir=file.parent, prefix=f"{file.name}.", suffix=files.UNFINISHED)
    except OSError as error:
        raise DatabaseUnusableError(f"cannot write to {file.parent}: {cause(error)}") from error
    with made as folder:
        yield Path(folder)


async def put_in(ready: str, text: str) -> Path | None:
    """Put the file that `made_ready` made in the place of the database of that address.

    Return where the database from before lies now; None if there was none. If SQLite cannot read it, its journals lie
    beside it as they were.

    Raises:
        DatabaseInUseError: another process has the database open.
        DatabaseUnusableError: the files cannot be moved.
    """
    new, file = _file(ready), _file(text)
    try:
        return await asyncio.to_thread(_put_in, new, file)
    except (OSError, sqlite3.Error) as error:
        raise DatabaseUnusableError(f"cannot put the copy in the place of {file}: {cause(error)}") from error


def _put_in(new: Path, file: Path) -> Path | None:
    with closing(files.open_to_change(new, TRY_SECONDS)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")  # all of it in one file
    sync(new)
    aside = _free_name(file)
    with _held(file, aside) as held:
        was_there = file.exists()
        if was_there:
            _keep(file, aside, held, new.with_name("before.db"))
        forget(file)
        new.replace(file)
    sync(file.parent)
    return aside if was_there else None


@contextmanager
def _held(file: Path, aside: Path) -> Iterator[sqlite3.Connection | None]:
    """Keep other processes out of the database. Bring all of it into its one file, if SQLite can read it.

    Else move its journals aside, since they would spoil the restored database. Yield the connection that holds it; None
    if there is none.

    Raises:
        DatabaseInUseError: another process has it open.
    """
    connection = files.open_to_change(file, TRY_SECONDS) if file.exists() else None
    try:
        if connection is not None:
            try:
                check_log(file)
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # until it is closed
                connection.execute("PRAGMA journal_mode = DELETE")
                connection.execute("BEGIN EXCLUSIVE")
                connection.execute("COMMIT")  # nothing can be copied during a transaction
            except sqlite3.Error as error:
                if files.is_locked(error):
                    raise DatabaseInUseError(f"another process has {file} open: stop it first") from error
                connection.close()  # it is no sound database, or its log is another one's
                connection = None
        for journal, kept in ((Path(f"{file}{end}"), Path(f"{aside}{end}")) for end in JOURNALS):
            if connection is not None:
                journal.unlink(missing_ok=True)  # all of it is in the file
            elif journal.exists():
                journal.rename(kept)
        yield connection
    finally:
        if connection is not None:
            connection.close()


def _keep(file: Path, aside: Path, held: sqlite3.Connection | None, unfinished: Path) -> None:
    """Give the database from before its other name. Where files cannot have two names, copy it, since a rename would
    leave a moment without a database.

    `held`: the connection that holds it. To open the file again would end its lock.
    """
    try:
        os.link(file, aside)
    except OSError:
        if held is None:
            shutil.copyfile(file, unfinished)
        else:
            with closing(files.open_to_change(unfinished, TRY_SECONDS)) as copied:
                held.backup(copied)
        sync(unfinished)
        unfinished.rename(aside)


def _file(text: str) -> Path:
    """Return the SQLite file at that address, without links to it.

    Raises:
        DatabaseUnusableError: there is no file at this address.
    """
    file = sqlite_file(parse_url(text))
    if file is None:
        raise DatabaseUnusableError(
            "only an SQLite file can be restored here: for PostgreSQL, docs/RUNNING.md shows pg_restore"
        )
    return file.resolve()


def _free_name(file: Path) -> Path:
    """Return a name beside the file that nothing has."""
    names = (f"{file.name}.before-restore" + (f"-{number}" if number > 1 else "") for number in itertools.count(1))
    return next(free for name in names if not os.path.lexists(free := file.with_name(name)))
