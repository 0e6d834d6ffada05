"""Nothing is left of a server that is erased, in whatever table it stood."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import Column, Connection, Date, Enum, LargeBinary, String, Table, insert, select
from sqlalchemy.types import Boolean

from bot.store.schema import Moment, metadata
from bot.store.store import Store
from tests.store.samples import NOW

HERE, ELSEWHERE = 111_111, 222_222

OF_NO_SERVER = {
    *("applications", "beats", "hash_keys", "leases", "processes", "put_backs", "tally"),
    *("avoided", "practice"),
    *("blocks", "notices", "owner_servers", "pauses"),  # the host's own
    *("daily_days", "daily_keys", "daily_played", "daily_results", "erased_reporters", "erasures", "settings", "solos"),
}
"""The tables that hold nothing of a server, or only what the host has entered about it."""


def owner_of(column: Column[Any]) -> Table | None:
    """Return the table to whose rows the rows with this column belong."""
    return next((key.column.table for key in column.foreign_keys), None)


def names_server(table: Table) -> bool:
    """Return whether the rows of a table belong to a server: by a column of their own, or through another table."""
    is_own = any(column.name in ("guild", "server") for column in table.c)
    return is_own or any(names_server(owner) for column in table.c if (owner := owner_of(column)) is not None)


OF_SERVERS = [table for table in metadata.sorted_tables if table.name not in OF_NO_SERVER]


def value(column: Column[Any], server: int) -> Any:
    """Return a value for a column; it names the server if the column can."""
    if column.name == "seq":  # the log of disputes begins with 0
        return 0
    match column.type:
        case Moment():
            return NOW
        case Boolean():
            return False
        case Date():
            return date(2026, 11, 1)
        case Enum(enum_class=kind) if kind is not None:
            return next(iter(kind))
        case LargeBinary():
            return str(server).encode()
        case String():
            return str(server)
        case _:
            return server


def fill(connection: Connection) -> None:
    """Insert one row of each server into each table."""
    for table in OF_SERVERS:
        for server in (HERE, ELSEWHERE):
            connection.execute(insert(table).values({column.key: value(column, server) for column in table.c}))


def rows(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    return {table.name: [tuple(row) for row in connection.execute(select(table))] for table in metadata.sorted_tables}


def test_each_table_is_of_servers_or_known_not_to_be() -> None:
    assert [table.name for table in OF_SERVERS if not names_server(table)] == []
    assert metadata.tables.keys() >= OF_NO_SERVER


async def test_no_table_keeps_a_row_of_a_server_that_is_erased(store: Store) -> None:
    await store.database.writer.submit(fill)
    before = await store.database.read(rows)
    assert {len(before[table.name]) for table in OF_SERVERS} == {2}
    assert await store.departures.erase(HERE, NOW + timedelta(days=1))
    after = await store.database.read(rows)
    assert after == {name: [row for row in found if not {HERE, str(HERE)} & {*row}] for name, found in before.items()}
