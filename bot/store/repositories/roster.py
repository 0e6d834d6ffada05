"""The roster of processes and leases: read, changed and written by one process at a time."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from sqlalchemy import Connection, Table, delete, text

from bot.store import migrate, schema
from bot.store.codec import columns, same_key, upsert_all, values
from bot.store.repositories.repository import Repository
from bot.store.rows.leases import Lease, ProcessRow, Roster

K = TypeVar("K", str, int)
R = TypeVar("R", ProcessRow, Lease)


class RosterRepository(Repository):
    """The roster of one database. It is small, so it is always read whole."""

    async def change(self, change: Callable[[Roster], Roster]) -> tuple[Roster, Roster]:
        """Return the roster before and after this change. No other process can change it in between.

        `change` depends on its argument alone: it may be called twice.
        """

        def changed(connection: Connection) -> tuple[Roster, Roster]:
            if connection.dialect.name == "postgresql":
                # The rows of other processes may not exist yet, so they cannot be locked.
                connection.execute(text("LOCK TABLE leases IN EXCLUSIVE MODE"))
            before = _read(connection)
            after = change(before)
            _write(connection, schema.processes, before.processes, after.processes)
            _write(connection, schema.leases, before.leases, after.leases)
            return before, after

        return await self._write(changed)

    async def is_newer(self) -> bool:
        """Return whether a newer version of the bot has upgraded the database since it was opened."""
        return await self._read(migrate.is_newer)


def _read(connection: Connection) -> Roster:
    # Each query is read to its end before the next one, which may fail: a half-read one would keep SQLite's connection
    # busy.
    processes = [ProcessRow(*row) for row in connection.execute(columns(schema.processes, ProcessRow))]
    leases = [Lease(*row) for row in connection.execute(columns(schema.leases, Lease))]
    return Roster({process.name: process for process in processes}, {lease.shard: lease for lease in leases})


def _write(connection: Connection, table: Table, before: Mapping[K, R], after: Mapping[K, R]) -> None:
    """Write the rows that differ."""
    for key in before.keys() - after.keys():
        connection.execute(delete(table).where(same_key(table, values(before[key]))))
    upsert_all(connection, table, (values(row) for key, row in after.items() if before.get(key) != row))
