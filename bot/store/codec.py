"""Values of `bot.store.rows` to rows of `bot.store.schema` and back."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Delete, Select, Table, and_, bindparam, delete, select
from sqlalchemy.dialects.postgresql import Insert, insert

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Part = TypeVar("Part", bound="DataclassInstance")


@cache
def names(kind: type["DataclassInstance"]) -> tuple[str, ...]:
    """The fields of a dataclass, which are its columns, in order."""
    return tuple(field.name for field in fields(kind))


def values(row: "DataclassInstance", **more: object) -> dict[str, Any]:
    """One row to write; `more` are columns that the value does not hold."""
    return {name: getattr(row, name) for name in names(type(row))} | more


def columns(table: Table, kind: type["DataclassInstance"]) -> Select[Any]:
    """Select what `kind(*row)` takes."""
    return select(*(table.c[name] for name in names(kind)))


def same_key(table: Table, row: Mapping[str, Any]) -> ColumnElement[bool]:
    """The condition that names this row by its primary key."""
    return and_(*(column == row[column.name] for column in table.primary_key))


def owner(table: Table) -> Column[Any]:
    """The first column of the key: to which table or tournament a row belongs."""
    return next(iter(table.primary_key))


def parts(
    connection: Connection, table: Table, kind: type[Part], condition: ColumnElement[bool]
) -> defaultdict[Any, list[Part]]:
    """The rows that this is true of, by the table or tournament they belong to, in the order of their keys."""
    query = columns(table, kind).add_columns(owner(table)).where(condition).order_by(*table.primary_key)
    found: defaultdict[Any, list[Part]] = defaultdict(list)
    for *row, of in connection.execute(query):
        found[of].append(kind(*row))
    return found


@cache
def deleting(table: Table) -> Delete:
    """Delete all that belongs to the table or tournament bound as `of`."""
    return delete(table).where(owner(table) == bindparam("of"))


def insert_all(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert with one `executemany`; nothing for no rows."""
    if rows := list(rows):
        connection.execute(table.insert(), rows)


def insert_missing(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert those whose key is not there yet."""
    # PostgreSQL's form of INSERT … ON CONFLICT is SQLite's as well; SQLAlchemy has no neutral one.
    if rows := list(rows):
        connection.execute(insert(table).on_conflict_do_nothing(), rows)


def upsert(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert, or replace all but the key."""
    upsert_all(connection, table, [row])


def upsert_all(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """As `upsert`, with one `executemany`; nothing for no rows."""
    if rows := list(rows):
        connection.execute(_upserting(table), rows)


@cache
def _upserting(table: Table) -> Insert:
    statement = insert(table)
    keys = list(table.primary_key)
    rest = {c.name: statement.excluded[c.name] for c in table.c if not c.primary_key}
    return statement.on_conflict_do_update(index_elements=keys, set_=rest)
