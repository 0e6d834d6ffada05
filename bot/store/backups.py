"""Copies of an SQLite database, which may be in use: one that was asked for, and those made from time to time."""

import re
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

from bot.rummy.errors import ErrorText, cause
from bot.store import files
from bot.store.address import parse_url, sqlite_file
from bot.store.errors import DatabaseUnusableError

NAME = "paplu-{:%Y%m%dT%H%M%S}Z.db"
NAMED = re.compile(r"paplu-(\d{8}T\d{6})Z\.db")


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


def newest_written(folder: Path) -> float | None:
    """Return when the newest copy in a folder was written, in seconds since 1970; None if there is no copy."""
    found: list[float] = []
    for file in folder.glob("*"):
        if NAMED.fullmatch(file.name) or file.suffix == ".dump":
            with suppress(FileNotFoundError):  # it was deleted just now
                found.append(file.stat().st_mtime)
    return max(found, default=None)


class Backups:
    """The copies of one database in a folder, named by their times in UTC. Other files there are left alone."""

    def __init__(self, address: str, folder: Path, every: timedelta, kept: int) -> None:
        self._source = sqlite_file(parse_url(address))
        self._folder = folder
        self._every = every
        self._kept = kept

    async def make_due(self, now: datetime) -> Path | None:
        """Make a copy if the newest is old enough, then delete surplus ones. Return the path of the new copy.

        Of several processes only one makes it. An interrupted copy leaves no file that looks like one.

        Raises:
            DatabaseUnusableError: the copy cannot be made, or is not sound; older copies stay.
        """
        try:
            return await files.stoppable(lambda stop: self._make_due(now, stop))
        except (OSError, sqlite3.Error, DatabaseUnusableError) as error:
            why = error if isinstance(error, DatabaseUnusableError) else cause(error)
            # Without a cause: the log would replace the message by the cause, which names no folder.
            fault = f"cannot write a copy to {self._folder}: {why}"
            raise DatabaseUnusableError(fault) from None

    def _make_due(self, now: datetime, stop: Event) -> Path | None:
        if self._source is None or not self._is_due(now):
            return None
        self._folder.mkdir(parents=True, exist_ok=True)
        unfinished = self._folder / f"{self._source.name}{files.UNFINISHED}"
        if not files.claim(unfinished, now.timestamp()):
            return None
        try:
            made = self._make(self._source, unfinished, now, stop) if self._is_due(now) else None
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        if made is None:  # another process has made one just now
            unfinished.unlink()
            return None
        copies = self._copies()
        for at in sorted(copies)[: -self._kept]:
            copies[at].unlink(missing_ok=True)
        return made

    def _is_due(self, now: datetime) -> bool:
        # A time in the future comes from a clock that was ahead.
        return not any(now - self._every < at <= now for at in self._copies())

    def _make(self, source: Path, unfinished: Path, now: datetime, stop: Event) -> Path:
        files.fill(source, unfinished, stop)
        files.check_sound(unfinished)
        return unfinished.rename(self._folder / NAME.format(now.astimezone(UTC)))

    def _copies(self) -> dict[datetime, Path]:
        found: dict[datetime, Path] = {}
        for file in self._folder.glob("paplu-*.db"):
            if (named := NAMED.fullmatch(file.name)) is not None:
                try:
                    found[datetime.strptime(named[1], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)] = file
                except ValueError:
                    continue  # the name holds no time
        return found
