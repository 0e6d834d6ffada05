"""The tally of an SQLite database: the number of starts, deals and ends of tables in it.

After each commit that counts, the small file beside the database receives the new tally. If that file is ahead at a
start, the database was put back to a copy.
"""

import asyncio
import logging
import secrets
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from bot.store import schema
from bot.store.codec import columns, names, values
from bot.store.rows.outbox import OutboxKind
from bot.store.rows.put_backs import PutBack, TableTally
from bot.store.rows.subjects import Change
from bot.store.rows.tables import TableRow
from bot.store.start_number import count_up

DEAL, ROUND = "deal ", "round "
"""The beginnings of the lines in a journal that deal cards, in every game, and name the round of a beacon."""

# Built once: building a statement takes longer than running it.
_READ = columns(schema.tally, TableTally)
_UPDATE = update(schema.tally).values({name: bindparam(f"new_{name}") for name in names(TableTally)})

log = logging.getLogger(__name__)


class TallyFile:
    """The file beside a database. It is written in a thread, for all commits since the last time; none waits for it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._newest: TableTally | None = None
        self._writing: asyncio.Task[None] | None = None

    def note(self, tally: TableTally) -> None:
        """Write a tally soon. It must be on the disk in the database."""
        self._newest = tally
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), name="tally")

    async def _write(self) -> None:
        try:
            while (tally := self._newest) is not None:
                self._newest = None
                await asyncio.to_thread(count_up, self._file, tally)
        except OSError as error:
            log.warning("The tally beside the database is not written: %s", error.strerror)
        finally:
            self._writing = None

    async def close(self) -> None:
        """Finish writing."""
        if self._writing is not None:
            await asyncio.wait([self._writing])


def counted(connection: Connection, changes: Iterable[Change[Any, Any]]) -> TableTally | None:
    """Count the starts, deals and ends of tables among these changes. Return the new tally; None if there are none."""
    moments = [change.row.changed_at for change in changes if _counts(change)]
    if not moments:
        return None
    tally = _tally(connection) or TableTally(secrets.token_hex(8), 0, max(moments))
    tally = TableTally(tally.id, tally.count + len(moments), max(moments))
    _write(connection, tally)
    return tally


def _counts(change: Change[Any, Any]) -> bool:
    """Return whether a change starts, deals or ends a table. A start deals too, or names a round first."""
    row = change.row
    is_dealt = any(line.action.startswith(DEAL if line.seq else (DEAL, ROUND)) for line in change.effects.journal)
    return isinstance(row, TableRow) and (is_dealt or not row.status.is_open)


def found_put_back(connection: Connection, beside: TableTally, now: datetime) -> PutBack | None:
    """Record that the database was put back, if the tally beside it is ahead of its own.

    Its own then becomes the same, so that it is recorded once.
    """
    own = _tally(connection)
    if own is None or own.id != beside.id or own.count >= beside.count:
        return None
    found = PutBack(now, last_moment(connection), beside.at, beside.count - own.count)
    _write(connection, beside)
    note(connection, found)
    return found


def note(connection: Connection, found: PutBack) -> None:
    """Record that the database was put back. Only the newest copy counts. No table is told any more that nothing was
    lost.
    """
    outbox = schema.of_tables.outbox
    connection.execute(delete(outbox).where(outbox.c.kind == OutboxKind.BACK, schema.NOT_DONE))
    connection.execute(delete(schema.put_backs).where(schema.put_backs.c.settled_at.is_(None)))
    connection.execute(insert(schema.put_backs).values(values(found)))


def last_moment(connection: Connection) -> datetime:
    """Return the last moment that a database knows: that of a beat, or of a change of a table."""
    queries = select(func.max(schema.beats.c.at)), select(func.max(schema.tables.c.changed_at))
    return max((at for query in queries for (at,) in connection.execute(query) if at is not None), default=schema.EPOCH)


def _tally(connection: Connection) -> TableTally | None:
    """Return the tally of a database. Return None if nothing was counted yet."""
    row = connection.execute(_READ).first()
    return None if row is None else TableTally(*row)


def _write(connection: Connection, tally: TableTally) -> None:
    if connection.execute(_UPDATE, {f"new_{name}": value for name, value in values(tally).items()}).rowcount == 0:
        connection.execute(insert(schema.tally).values(values(tally)))
