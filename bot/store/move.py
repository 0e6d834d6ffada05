"""A move of a whole database to another place, also between SQLite and PostgreSQL.

Everything is written in one transaction of the target. An interrupted move leaves the target as empty as it was, and no
bot ever sees half of it.
"""

import hashlib
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Enum,
    Select,
    Table,
    func,
    insert,
    inspect,
    literal,
    select,
    tuple_,
)
from sqlalchemy import column as plain_column
from sqlalchemy import table as plain_table
from sqlalchemy.sql.expression import TableClause
from sqlalchemy.types import BigInteger, String, TypeEngine

from bot.store import migrate
from bot.store.address import is_missing, parse_url, safe_name, sqlite_file
from bot.store.checks import check_held, is_current, prepare, revision, usable
from bot.store.engine import Engine, Runner
from bot.store.engines import holding_engine, reading_engine, writing_engine
from bot.store.errors import DatabaseUnusableError
from bot.store.schema import Moment, beats, metadata

BATCH = 2000  # rows
DIGEST_BYTES = 16

Watcher = Callable[[int, int, str], None]
"""Called with the progress: steps done, steps in all, and the current table of the database."""


@dataclass(frozen=True, slots=True)
class Content:
    """The number of rows in a table of the database, and their digest."""

    rows: int = 0
    digest: int = 0
    """The sum of the digests of its rows, the same in whatever order they come."""

    def with_rows(self, rows: Iterable[tuple[Any, ...]]) -> "Content":
        """Return the content with these rows added."""
        digests = [hashlib.blake2b(repr(row).encode(), digest_size=DIGEST_BYTES).digest() for row in rows]
        added = sum(int.from_bytes(digest) for digest in digests)
        return Content(self.rows + len(digests), (self.digest + added) % (1 << 8 * DIGEST_BYTES))


async def beating(address: str) -> frozenset[tuple[str, datetime]]:
    """Return the processes that have written beats to a database, and the time of each one's last beat.

    The database may be at any revision, or empty. A missing file has no beats.

    Raises:
        DatabaseUnusableError: it is corrupt or out of reach.
    """
    if is_missing(address):
        return frozenset()
    engine = reading_engine(parse_url(address), as_it_lies=True)
    try:
        async with usable(engine.sync.url):
            return await engine.run(_beats)
    finally:
        await engine.close()


def _beats(connection: Connection) -> frozenset[tuple[str, datetime]]:
    if not inspect(connection).has_table(beats.name):
        return frozenset()
    query = select(beats.c.process, func.max(beats.c.at)).group_by(beats.c.process)
    return frozenset((process, at) for process, at in connection.execute(query))


async def move(source: str, target: str, show: Watcher) -> dict[str, Content]:
    """Copy a whole database to an empty one. Return the content of each of its tables.

    The copy is read again, and compared by counts and digests, before it is committed. Nobody can write to the source
    meanwhile.

    Raises:
        DatabaseUnusableError: one of them cannot be used, the source is not at this version, the target is not empty
            (and stays as it is), or the copy differs from the source.
    """
    old, new = parse_url(source), parse_url(target)
    if _place(source) == _place(target):
        raise DatabaseUnusableError("both addresses name the same database")
    if is_missing(source):
        fault = f"there is no database {safe_name(old)}: nothing to move"
        raise DatabaseUnusableError(fault)
    await _check_version(source)
    await prepare(new)
    reading, writing = holding_engine(old), writing_engine(new, foreign_keys=False)
    try:
        async with _transaction(writing) as write:
            await write(_make_ready)
            async with _transaction(reading) as read:
                return await _copied(read, write, show)
    finally:
        await reading.close()
        await writing.close()


def _place(address: str) -> object:
    """Return a key that is the same for two addresses of one database."""
    url = parse_url(address)
    file = sqlite_file(url)
    return file.resolve() if file is not None else (url.host, url.port or 5432, url.database, url.query)


async def _check_version(address: str) -> None:
    """Raise DatabaseUnusableError if a database is not at this version.

    Raises:
        DatabaseUnusableError: it is not, or cannot be read.
    """
    if not await is_current(address):
        found, needed = await revision(address)
        url = parse_url(address)
        check_held(url, found)
        migrate.check_known(str(found))
        name = safe_name(url)
        raise DatabaseUnusableError(
            f"{name} is at revision {found}, this paplu works with {needed}: upgrade it first, with paplu db upgrade"
        )


@asynccontextmanager
async def _transaction(engine: Engine) -> AsyncIterator[Runner]:
    """Open a transaction; its errors name the database."""
    url = engine.sync.url
    async with AsyncExitStack() as stack:
        async with usable(url):
            begun = await stack.enter_async_context(engine.transaction())

        async def run(work: Callable[[Connection], Any]) -> Any:
            async with usable(url):
                return await begun(work)

        yield run


def _make_ready(connection: Connection) -> None:
    """Bring an empty database to this version, with no row in it.

    Raises:
        DatabaseUnusableError: it is not empty.
    """
    name = safe_name(connection.engine.url)
    fault = f"{name} is not empty, and was left as it is: name an empty database"
    full = DatabaseUnusableError(fault)

    def refuse(_: str) -> None:
        raise full

    if migrate.current(connection) is None and inspect(connection).get_table_names():
        raise full  # it belongs to another program
    migrate.upgrade(connection, refuse)
    if migrate.holds_anything(connection):
        raise full
    for table in metadata.sorted_tables:
        if table.name in migrate.MADE_WITH_IT:  # the source's rows replace these
            connection.execute(table.delete())


async def _copied(read: Runner, write: Runner, show: Watcher) -> dict[str, Content]:
    """Copy all rows, and compare them."""
    tables = metadata.sorted_tables
    rows = {table.name: await read(partial(_count, table)) for table in tables}
    steps, done = 2 * sum(rows.values()), 0
    copied: dict[str, Content] = {}
    for table in tables:
        plain, sent = _plain(table), Content()
        async for batch in _batches(read, table):
            await write(partial(_insert, plain, batch))
            sent, done = sent.with_rows(batch), done + len(batch)
            show(done, steps, table.name)
        copied[table.name] = sent
    for table in tables:
        found = Content()
        async for batch in _batches(write, table):
            found, done = found.with_rows(batch), done + len(batch)
            show(done, steps, table.name)
        if found != copied[table.name] or found.rows != rows[table.name]:
            fault = f"the copy of {table.name} is not what was copied: nothing was moved"
            raise DatabaseUnusableError(fault)
    return copied


def _count(table: Table, connection: Connection) -> int:
    found: int = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return found


def _plain(table: Table) -> TableClause:
    """Return the table with plain column types, so that no value is converted on its way."""
    return plain_table(table.name, *(plain_column(column.name, _kind(column)) for column in table.c))


def _kind(column: Column[Any]) -> TypeEngine[Any]:
    match column.type:
        case Moment():
            return BigInteger()
        case Enum():
            return String()
        case kind:
            return kind


async def _batches(run: Runner, table: Table) -> AsyncIterator[list[tuple[Any, ...]]]:
    """Yield the rows of a table in batches, in the order of its key."""
    plain = _plain(table)
    key = [plain.c[column.name] for column in table.primary_key]
    places = [list(plain.c.keys()).index(column.name) for column in key]
    first = select(plain).order_by(*key).limit(BATCH)
    query = first
    while batch := await run(partial(_fetch, query)):
        yield batch
        last = tuple(batch[-1][place] for place in places)
        query = first.where(tuple_(*key) > tuple_(*map(_bound, key, last)))


def _bound(column: ColumnElement[Any], value: object) -> ColumnElement[Any]:
    return literal(value, column.type)


def _fetch(query: Select[Any], connection: Connection) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(query)]


def _insert(plain: TableClause, batch: list[tuple[Any, ...]], connection: Connection) -> None:
    names = list(plain.c.keys())
    connection.execute(insert(plain), [dict(zip(names, row, strict=True)) for row in batch])
