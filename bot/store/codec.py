"""Values of `bot.store.rows` to rows of `bot.store.schema` and back."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy
import structlog
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Delete,
    Executable,
    Select,
    Table,
    and_,
    bindparam,
    case,
    delete,
    or_,
    select,
    type_coerce,
)
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.types import NullType

from bot.error_fields import error_fields
from bot.store.errors import UNREADABLE

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

GROWS = "grows"
"""The mark of a column whose value never gets smaller or empty again, however often its row is replaced."""

_Part = TypeVar("_Part", bound="DataclassInstance")

log = structlog.get_logger()


def names(kind: Any, table: Table | None = None) -> tuple[str, ...]:
    """Return the fields of a dataclass, in order: all, or those for which a database table has columns."""
    return _names(kind, table)


@cache
def _names(kind: type["DataclassInstance"], table: Table | None) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if table is None or field.name in table.c)


def values(row: "DataclassInstance", table: Table | None = None, **more: object) -> dict[str, Any]:
    """Return one row to write; of the columns of `table`, if given.

    `more` are columns that the dataclass lacks.
    """
    return {name: getattr(row, name) for name in _names(type(row), table)} | more


def columns(table: Table, kind: type["DataclassInstance"]) -> Select[Any]:
    """Return a query for the arguments of `kind(*row)`. Fields without a column in the table come last and have
    defaults.
    """
    return select(*(table.c[name] for name in names(kind, table)))


def readable(connection: Connection, query: Executable, **bound: object) -> Sequence[Any]:
    """Return the rows of a query. Leave out each that cannot be read, and log its table and key."""
    try:
        return connection.execute(query, bound).all()
    except UNREADABLE:
        return [*_readable(connection, query, bound)]


def _readable(connection: Connection, query: Any, bound: Mapping[str, object]) -> Iterator[Any]:
    """Yield these rows, read one by one."""
    stored = query.subquery()
    raw = connection.execute(select(*(type_coerce(column, NullType()) for column in stored.c)), bound).all()
    result = connection.execute(query, bound)
    for place in range(len(raw)):
        try:
            row = result.fetchone()
        except UNREADABLE as error:
            log.error("row unreadable", **_key(query, raw[place]), **error_fields(error))
        else:
            yield row


def _key(query: Any, row: Sequence[object]) -> dict[str, object]:
    """Return the names of the tables of a row, and the parts of its key that the query reads."""
    read = [
        (column, value) for column, value in zip(query.selected_columns, row, strict=True) if hasattr(column, "table")
    ]
    tables = {column.table.name: None for column, _ in read}
    return {"table": " ".join(tables), "key": " ".join(str(value) for column, value in read if column.primary_key)}


def same_key(table: Table, row: Mapping[str, Any]) -> ColumnElement[bool]:
    """Return the condition that selects this row by its primary key."""
    return and_(*(column == row[column.key] for column in table.primary_key))


def owner(table: Table) -> Column[Any]:
    """Return the first column of the key, which names the table or tournament that a row belongs to."""
    return next(iter(table.primary_key))


def parts(
    connection: Connection, table: Table, kind: type[_Part], condition: ColumnElement[bool]
) -> defaultdict[Any, list[_Part]]:
    """Return the rows that meet a condition, by the table or tournament they belong to, in the order of their keys."""
    query = columns(table, kind).add_columns(owner(table)).where(condition).order_by(*table.primary_key)
    rows: defaultdict[Any, list[_Part]] = defaultdict(list)
    for *row, of in connection.execute(query):
        rows[of].append(kind(*row))
    return rows


@cache
def _deleting(table: Table) -> Delete:
    """Return the statement that deletes all rows of the table or tournament bound as `id`."""
    return delete(table).where(owner(table) == bindparam("id"))


def replace_parts(connection: Connection, table: Table, rows: Mapping[Any, Iterable[Mapping[str, Any]]]) -> None:
    """Make these the only rows of each table or tournament named."""
    if rows:
        connection.execute(_deleting(table), [{"id": id} for id in rows])
        insert_all(connection, table, (row for of_one in rows.values() for row in of_one))


def insert_all(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows with one `executemany`. Without rows, no statement runs."""
    if rows := list(rows):
        connection.execute(_inserting(table), rows)


@cache
def _inserting(table: Table) -> sqlalchemy.Insert:
    return table.insert()


def insert_missing(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert the rows whose key does not exist yet."""
    if rows := list(rows):
        connection.execute(_inserting_missing(table), rows)


@cache
def _inserting_missing(table: Table) -> Insert:
    # PostgreSQL's form of INSERT … ON CONFLICT is SQLite's as well; SQLAlchemy has no neutral one.
    return insert(table).on_conflict_do_nothing()


def upsert_all(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]], *only: str) -> None:
    """Insert rows. Of an existing row, replace everything but its key, or only the columns in `only`.

    A column that `grows` keeps the greater value of the two, whichever was written first.
    """
    if rows := list(rows):
        connection.execute(_upserting(table, *only), rows)


@cache
def _upserting(table: Table, *only: str) -> Insert:
    statement = insert(table)
    keys = list(table.primary_key)
    replaced = [c for c in table.c if (c.key in only if only else not c.primary_key)]
    rest = {c.key: _replacing(c, statement.excluded[c.key]) for c in replaced}
    return statement.on_conflict_do_update(index_elements=keys, set_=rest)


def _replacing(column: Column[Any], given: ColumnElement[Any]) -> ColumnElement[Any]:
    """Return the new value of a column when another value is given for it."""
    if not column.info.get(GROWS):
        return given
    return case((or_(column.is_(None), given > column), given), else_=column)
