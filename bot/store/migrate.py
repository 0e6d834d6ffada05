"""The upgrade of a database to the schema of this code, in one transaction.

After a change of `bot.store.schema`, a developer runs `python -m bot.store.migrate "Say what"`:
it writes the next revision to `migrations/versions`, to be read, mended and committed.
"""

import sys
import time
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, literal, select, table, text

from bot.store.errors import DatabaseInUseError, DatabaseNewerError, DatabaseUnusableError

MIGRATIONS = Path(__file__).parent / "migrations"
UPGRADE_LOCK = 0x7061706C75  # "paplu"; any number that nothing else here locks
IN_USE_SECONDS = 60.0
"""Seconds after its last beat for which a process counts as running."""
OURS = frozenset({"tables", "journal"})
"""Tables that every database of this bot has."""


@cache
def head() -> str:
    """Return the revision that this code works with."""
    revision = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    assert revision is not None
    return revision


def current(connection: Connection) -> str | None:
    """Return the revision of this database; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: Connection, save: Callable[[str], None]) -> tuple[str | None, str]:
    """Bring the database to `head`, inside the caller's transaction. Return the revisions (before, after).

    `save` is called with the old revision before anything is changed, if the database holds anything. It copies the
    database, or raises. No other process can change the database meanwhile.

    Raises:
        DatabaseNewerError: this code does not know its revision.
        DatabaseUnusableError: it belongs to another program.
        DatabaseInUseError: a process is running that a revision would disturb.
    """
    if connection.dialect.name == "postgresql":  # on SQLite, BEGIN IMMEDIATE is the lock
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
    before, after = current(connection), head()
    if before == after:
        return before, after
    if before not in _known():
        check_ours(_tables(connection))
    if before is not None:
        check_known(before)
        if (offline := _offline_after(before)) and _is_in_use(connection):
            raise DatabaseInUseError(
                f"revision {offline} changes what a running paplu reads: stop every process at this database, "
                "wait a minute, and start one"
            )
        if holds_anything(connection):
            save(before)
    command.upgrade(config(connection), "head")
    return before, after


def is_newer(connection: Connection) -> bool:
    """Return whether the database is at a revision that this code does not know."""
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return found not in (None, head()) and str(found) not in _known()


def _known() -> set[str]:
    return {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}


def check_ours(tables: Collection[str]) -> None:
    """Raise DatabaseUnusableError unless these tables are the bot's, or there are none.

    Tables of another program count even if they are empty: it would find ours among its own.

    Raises:
        DatabaseUnusableError: they belong to another program.
    """
    theirs = sorted({*tables} - {"alembic_version"})
    if theirs and not OURS.issubset(theirs):
        raise DatabaseUnusableError(
            f"the database holds tables of another program, such as {theirs[0]}, and was left as it is: name one for "
            "paplu alone"
        )


def _tables(connection: Connection) -> list[str]:
    """Return the tables, without those of an extension of the server, such as the coordinate systems of PostGIS."""
    names = inspect(connection).get_table_names()
    if connection.dialect.name != "postgresql":
        return names
    query = text(
        "SELECT relname FROM pg_class JOIN pg_depend ON objid = pg_class.oid AND classid = 'pg_class'::regclass "
        "WHERE deptype = 'e' AND relnamespace = current_schema()::regnamespace"
    )
    of_extensions = {*connection.execute(query).scalars()}
    return [name for name in names if name not in of_extensions]


def check_known(revision: str) -> None:
    """Raise DatabaseNewerError if this code does not know that revision."""
    if revision not in _known():
        raise DatabaseNewerError(
            f"the database is at revision {revision}, this paplu only knows up to {head()}: install the newer paplu "
            "that upgraded it, or go back to a copy made before (paplu db backup FILE makes one)"
        )


def _offline_after(revision: str) -> str | None:
    """Return the newest later revision that needs every process stopped.

    Return None if there is none.
    """
    following = ScriptDirectory(str(MIGRATIONS)).iterate_revisions("head", revision)
    return next((script.revision for script in following if getattr(script.module, "offline", False)), None)


def _is_in_use(connection: Connection) -> bool:
    """Return whether a process was connected a moment ago. A revision from before beats is never in use."""
    if not inspect(connection).has_table("beats"):
        return False
    newest = connection.execute(text("SELECT max(at) FROM beats")).scalar_one_or_none()
    return newest is not None and newest > (time.time() - IN_USE_SECONDS) * 1_000_000


MADE_WITH_IT = frozenset({"alembic_version", "hash_keys", "applications", "processes", "leases", "beats"})
"""The tables that have rows from the start, or as soon as a process runs."""


def holds_anything(connection: Connection) -> bool:
    """Return whether anybody has played or chosen anything."""
    names = [name for name in inspect(connection).get_table_names() if name not in MADE_WITH_IT]
    return any(connection.execute(select(literal(1)).select_from(table(name)).limit(1)).first() for name in names)


def config(connection: Connection) -> Config:
    """Return Alembic's settings for this connection; no file is read."""
    made = Config(attributes={"connection": connection})
    made.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    return made


def write_revision(message: str) -> None:
    """Write the revision that leads from the newest one to the schema in the code."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        upgrade(connection, save=lambda _: None)
        following = f"{int(head()) + 1:04}"
        command.revision(config(connection), message, autogenerate=True, rev_id=following)


if __name__ == "__main__":
    write_revision(" ".join(sys.argv[1:]))
