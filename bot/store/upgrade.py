"""The upgrade of a database to this version, after a copy of it."""

import asyncio
import itertools
import logging
from pathlib import Path
from threading import Event
from typing import NamedTuple

from sqlalchemy import URL

from bot.rummy.errors import ErrorText
from bot.store import files, migrate
from bot.store.address import bare_address, parse_url, sqlite_file
from bot.store.checks import prepare, usable
from bot.store.engine import Engine
from bot.store.engines import writing_engine
from bot.store.errors import DatabaseUnusableError

log = logging.getLogger(__name__)
NO_WAY_BACK = "an older paplu will refuse it from now on"


class Upgraded(NamedTuple):
    """The outcome of an upgrade."""

    before: str | None
    """The revision before; None if the database was empty."""
    after: str
    copy: Path | None = None
    """The copy made before; None if there was nothing to lose."""


async def upgrade(text: str, *, unsaved: bool = False, is_passing: bool = False) -> Upgraded:
    """Bring the database at this address to the newest revision, as `upgrade_with` does, and log that it was upgraded.

    `is_passing`: it is a copy that will be deleted, which needs no log entry.

    Raises:
        DatabaseNewerError: a newer version of the bot has upgraded it.
        DatabaseUnusableError: it is corrupt, read-only, out of reach or cannot be copied or upgraded.
    """
    url = parse_url(text)
    await prepare(url)
    # SQLite's ALTER often copies a table, which would delete all rows that refer to it.
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


async def upgrade_with(engine: Engine, *, unsaved: bool = False) -> Upgraded:
    """Bring the database to the newest revision in one transaction.

    If it holds anything, it is copied first, unless it may be changed `unsaved`.

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
    """Copy an SQLite database before its upgrade. Return the copy, which lies beside it.

    One process at a time does so.

    Raises:
        DatabaseUnusableError: it cannot be copied, or is on a server; the message says what to do there.
    """
    source = sqlite_file(url)
    if source is None:
        address = bare_address(url, "postgresql")
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
    files.clear(file)  # an earlier upgrade was interrupted
    files.copy(source, file, stop)
    return file
