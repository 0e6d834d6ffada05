"""Tables: the guarded commit of changes, and what can be asked about tables."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, or_, select, update

from bot.rummy.ids import PlayerId, TableId
from bot.store import schema, standings
from bot.store.codec import columns, insert_all, insert_missing, names, parts, values
from bot.store.errors import StoreError
from bot.store.guard import guard, replace_parts
from bot.store.ledger import Books
from bot.store.rows import (
    OVER,
    Alarm,
    Change,
    EntropyLine,
    JournalLine,
    StoredTable,
    TableRow,
    TableStatus,
)

ONCE = frozenset(
    {
        *("id", "guild", "channel", "thread", "private", "rules_id", "rules", "pace"),
        *("seed", "commitment", "opened_at", "entropy_sha256", "tournament"),
    }
)
"""Columns that a commit writes with the first version only."""

UPDATED = tuple(name for name in names(TableRow) if name not in ONCE)
UPDATE = update(schema.tables).where(schema.tables.c.id == bindparam("of"))
"""Sets the columns of which it is given values."""


def commit(connection: Connection, changes: Sequence[Change], books: Books) -> list[StoreError | None]:
    """Write these changes, in order, with a fixed number of statements whatever their number.

    Answers for each what refused it; a refused one writes nothing. One builds on another of the
    same table that stands before it. Their movements are entered in the books; the caller writes those.
    """
    refusals, accepted = guard(connection, schema.tables, changes, books)
    if accepted:
        _write(connection, accepted)
    return refusals


def _write(connection: Connection, changes: Sequence[Change]) -> None:
    _write_rows(connection, changes)
    insert_all(connection, schema.journal, (values(x, table=c.row.id) for c in changes for x in c.journal))
    insert_all(connection, schema.entropy, (values(x, table=c.row.id) for c in changes for x in c.entropy))
    alarms = {c.row.id: [values(x) for x in c.alarms] for c in changes if c.alarms is not None}
    replace_parts(connection, schema.alarms, alarms)
    seated = {c.row.id: [{"table": c.row.id, "player": x} for x in c.players] for c in changes if c.players is not None}
    replace_parts(connection, schema.players, seated)
    insert_missing(connection, schema.postings, (values(x) for c in changes for x in c.postings))
    if ended := [c.finished for c in changes if c.finished is not None]:
        standings.finish(connection, ended)


def _write_rows(connection: Connection, changes: Sequence[Change]) -> None:
    last = {change.row.id: change.row for change in changes}
    born = {change.row.id for change in changes if change.expected == 0}
    insert_all(connection, schema.tables, (values(row) for row in last.values() if row.id in born))
    if grown := [row for row in last.values() if row.id not in born]:
        connection.execute(UPDATE, [_growth(row) for row in grown])


def _growth(row: TableRow) -> dict[str, Any]:
    return {"of": row.id} | {name: getattr(row, name) for name in UPDATED}


def load(connection: Connection, table: TableId) -> StoredTable | None:
    """All of one table, or None where there is none of this name."""
    query = columns(schema.tables, TableRow).where(schema.tables.c.id == table)
    found = _stored(connection, _rows(connection, query))
    return found[0] if found else None


def version(connection: Connection, table: TableId) -> int | None:
    """Which version of a table is stored; None where there is none of this name."""
    query = select(schema.tables.c.version).where(schema.tables.c.id == table)
    return connection.execute(query).scalar_one_or_none()


def finished(connection: Connection, table: TableId) -> StoredTable | None:
    """A table whose match is over, or None."""
    stored = load(connection, table)
    return stored if stored is not None and stored.row.status.is_over else None


def open_rows(connection: Connection, after: TableId | None, limit: int) -> tuple[TableRow, ...]:
    """The next open tables in the order of their ids; pass the last id to go on."""
    query = columns(schema.tables, TableRow).where(schema.IS_OPEN)
    if after is not None:
        query = query.where(schema.tables.c.id > after)
    return _rows(connection, query.order_by(schema.tables.c.id).limit(limit))


def open_tables(connection: Connection, after: TableId | None, limit: int) -> tuple[StoredTable, ...]:
    """As `open_rows`, with all that belongs to them."""
    return _stored(connection, open_rows(connection, after, limit))


def _rows(connection: Connection, query: Any) -> tuple[TableRow, ...]:
    return tuple(TableRow(*row) for row in connection.execute(query))


def _stored(connection: Connection, rows: tuple[TableRow, ...]) -> tuple[StoredTable, ...]:
    ids = [row.id for row in rows]
    journal = parts(connection, schema.journal, JournalLine, schema.journal.c.table.in_(ids))
    entropy = parts(connection, schema.entropy, EntropyLine, schema.entropy.c.table.in_(ids))
    alarms = parts(connection, schema.alarms, Alarm, schema.alarms.c.table.in_(ids))
    return tuple(
        StoredTable(row, tuple(journal[row.id]), tuple(entropy[row.id]), tuple(alarms[row.id])) for row in rows
    )


def tables_of(connection: Connection, player: PlayerId) -> tuple[TableRow, ...]:
    """The open tables at which this player sits, the newest last."""
    table = schema.tables
    seated = schema.players.c
    query = columns(table, TableRow).join(schema.players, seated.table == table.c.id)
    query = query.where(seated.player == player, schema.IS_OPEN)
    return _rows(connection, query.order_by(table.c.opened_at, table.c.id))


def recent_of(connection: Connection, player: PlayerId, limit: int, place: int | None) -> tuple[TableRow, ...]:
    """The tables that are over and at which this player sat, the newest first; `place`: played there."""
    table = schema.tables
    seated = schema.players.c
    query = columns(table, TableRow).join(schema.players, seated.table == table.c.id)
    query = query.where(seated.player == player, table.c.status.in_(OVER))
    if place is not None:
        query = query.where(or_(table.c.channel == place, table.c.thread == place))
    return _rows(connection, query.order_by(table.c.changed_at.desc(), table.c.id).limit(limit))


def count_lobbies(connection: Connection, host: PlayerId) -> int:
    """How many lobbies this person has open."""
    table = schema.tables.c
    query = select(func.count()).where(schema.IS_OPEN, table.host == host, table.status == TableStatus.LOBBY)
    return connection.execute(query).scalar_one()


def count_open(connection: Connection, guild: int) -> int:
    """How many tables, lobbies included, are open in this server, those of tournaments apart."""
    table = schema.tables.c
    query = select(func.count()).where(schema.IS_OPEN, table.guild == guild, table.tournament.is_(None))
    return connection.execute(query).scalar_one()


def find_by_place(connection: Connection, place: int) -> tuple[TableId, ...]:
    """The open tables that play in this channel or thread."""
    table = schema.tables.c
    query = select(table.id).where(schema.IS_OPEN, or_(table.channel == place, table.thread == place))
    return tuple(connection.execute(query.order_by(table.id)).scalars())


def set_place(connection: Connection, table: TableId, channel: int, thread: int | None) -> int | None:
    """Say where the table plays from now on; answers its version then, None where there is no such table.

    No game state, but a version all the same: other processes must not go on writing to the old place.
    """
    tables = schema.tables
    statement = update(tables).where(tables.c.id == table)
    connection.execute(statement.values(channel=channel, thread=thread, version=tables.c.version + 1))
    return version(connection, table)
