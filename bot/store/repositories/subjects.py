"""Tables and tournaments alike: guarded commits of versioned rows, their deadlines, outbox and live messages."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic

import structlog
from sqlalchemy import Connection, Delete, Select, Table, bindparam, delete, select, text, update

from bot.error_fields import error_fields
from bot.store import schema
from bot.store.codec import (
    columns,
    insert_all,
    insert_missing,
    names,
    parts,
    replace_parts,
    same_key,
    upsert_all,
    values,
)
from bot.store.database import Database
from bot.store.errors import UNREADABLE, QuotaError, StaleError, StoreError
from bot.store.ledger_transaction import LedgerTransaction
from bot.store.repositories.outbox import OutboxRepository
from bot.store.rows import Id
from bot.store.rows.alarms import ALL_SHARDS, Alarm, Shards
from bot.store.rows.outbox import MessageRef
from bot.store.rows.subjects import Change, EntropyLine, Quota, Stored, SubjectRow
from bot.store.writer import Commit

log = structlog.get_logger()


class SubjectRepository(OutboxRepository[Id], Generic[Id, SubjectRow]):
    """Tables, or tournaments."""

    def __init__(
        self, database: Database, table: Table, parts: schema.Parts, row: type[SubjectRow], once: frozenset[str]
    ) -> None:
        """`once`: columns that a commit writes with the first version only."""
        super().__init__(database, parts.outbox)
        self._table = table
        self._parts = parts
        self._row = row
        self._updated = tuple(name for name in names(row) if name not in once)
        # Statements that most moves need are built once: building one takes longer than running it.
        self._version = select(table.c.version).where(table.c.id == bindparam("of"))
        # SQLite renders no FOR UPDATE and needs none: its write transactions begin with BEGIN IMMEDIATE. The rows are
        # locked in the order of their ids, so that two processes cannot cause a deadlock.
        locking = select(table.c.id, table.c.version).where(table.c.id.in_(bindparam("ids", expanding=True)))
        self._locking = locking.order_by(table.c.id).with_for_update()
        messages = columns(parts.messages, MessageRef).where(parts.messages.c.of == bindparam("of"))
        self._messages = messages.order_by(parts.messages.c.kind)
        self._update = update(table).where(table.c.id == bindparam("of"))  # sets the columns that have values
        self._advance = self._update.where(table.c.version == bindparam("expected"))

    @property
    def name(self) -> str:
        """Return the repository's name in a store."""
        return self._table.name

    # -- commits ------------------------------------------------------------------------------------

    async def commit(self, change: Change[Id, SubjectRow]) -> None:
        """Write all of a change. `change.row` is then the stored row.

        Commits that wait at the same time share a transaction.

        Raises:
            StaleError: another commit came first; nothing of this one was written.
            QuotaError: the limit of open ones is reached; nothing of it was written.
            CannotCoverError: an account has too few chips for its movements; nothing of it was written.
            RepeatedMovementError: it moves chips that were moved already; nothing of it was written.
        """
        await self._database.writer.submit(Commit(self, change))

    def enter(
        self, connection: Connection, changes: Sequence[Change[Id, SubjectRow]], books: LedgerTransaction
    ) -> list[StoreError | None]:
        """Write these changes, in order, with a fixed number of statements, however many there are.

        Return the refusal of each change, or None. A refused change writes nothing. A change may build on an earlier
        one of the same row. Movements of accepted changes are entered in the books; the caller writes those.
        """
        if len(changes) == 1 and self._advances(connection, changes[0]):
            self._insert_parts(connection, changes)
            return [None]
        _lock_quotas(connection, {quota.of for change in changes for quota in change.effects.quotas})
        versions = self._locked(connection, {change.row.id for change in changes})
        refusals: list[StoreError | None] = []
        accepted: list[Change[Id, SubjectRow]] = []
        for change in changes:
            stored = versions.get(change.row.id, 0)
            stale = None if stored == change.expected else StaleError(change.row.id, change.expected, stored)
            if change.effects.quotas and accepted:
                self._insert(connection, accepted)  # so that they are counted
                accepted = []
            refusal = stale or self._exceeded(connection, change) or self._unmet(connection, change)
            refusal = refusal or books.enter(change.effects.movements)
            refusals.append(refusal)
            if refusal is None:
                versions[change.row.id] = change.row.version
                accepted.append(change)
        if accepted:
            self._insert(connection, accepted)
        return refusals

    def _advances(self, connection: Connection, change: Change[Id, SubjectRow]) -> bool:
        """Write the row of a single move, the usual case, with one statement that also checks its version.

        Return False if the row is new, was changed meanwhile, or the change also needs quotas or chips.
        """
        if change.expected == 0 or change.effects.quotas or change.effects.movements:
            return False
        row = self._changed(change.row) | {"expected": change.expected}
        return connection.execute(self._advance, row).rowcount == 1

    def _changed(self, row: SubjectRow) -> dict[str, Any]:
        """Return the parameters of a statement that changes this row."""
        return {"of": row.id} | {name: getattr(row, name) for name in self._updated}

    def _unmet(self, connection: Connection, change: Change[Id, SubjectRow]) -> StoreError | None:
        """Return why the people of a change do not meet, as an error."""
        return None

    def _exceeded(self, connection: Connection, change: Change[Id, SubjectRow]) -> QuotaError | None:
        """Return the quota that a change exceeds, as an error."""
        for quota in change.effects.quotas:
            others = self._counting(quota).where(self._table.c.id != change.row.id)
            if connection.execute(others).scalar_one() >= quota.most:
                return QuotaError(quota)
        return None

    def _counting(self, quota: Quota) -> Select[Any]:
        """Return the query that counts the open ones of that kind."""
        raise NotImplementedError

    async def count(self, quota: Quota) -> int:
        """Return the number of open ones of that kind."""
        return await self._count(self._counting(quota))

    def _locked(self, connection: Connection, ids: set[Any]) -> dict[str, int]:
        """Return the versions of these rows; no one else can change them before the transaction ends."""
        rows: Sequence[Any] = connection.execute(self._locking, {"ids": list(ids)}).all()
        return dict(rows)

    def _insert(self, connection: Connection, changes: Sequence[Change[Id, SubjectRow]]) -> None:
        """Insert the content of these changes, none of which was refused."""
        self._insert_rows(connection, changes)
        self._insert_parts(connection, changes)

    def _insert_parts(self, connection: Connection, changes: Sequence[Change[Id, SubjectRow]]) -> None:
        of, all_alarms, all_people = self._parts, {}, {}
        for change in changes:
            id, people = change.row.id, change.effects.people
            if change.alarms is not None:
                all_alarms[id] = [values(alarm, of.alarms) for alarm in change.alarms]
            if people is not None:
                all_people[id] = [{"of": id, "player": player} for player in people]
        insert_all(connection, of.entropy, (values(x, of=c.row.id) for c in changes for x in c.effects.entropy))
        replace_parts(connection, of.alarms, all_alarms)
        replace_parts(connection, of.people, all_people)
        insert_missing(connection, of.outbox, (values(x) for c in changes for x in c.effects.outbox))

    def _insert_rows(self, connection: Connection, changes: Sequence[Change[Id, SubjectRow]]) -> None:
        last = {change.row.id: change.row for change in changes}
        new = {change.row.id for change in changes if change.expected == 0}
        insert_all(connection, self._table, (values(row) for row in last.values() if row.id in new))
        if old := [row for row in last.values() if row.id not in new]:
            connection.execute(self._update, list(map(self._changed, old)))

    # -- reading ------------------------------------------------------------------------------------

    async def load(self, id: Id) -> Stored[Id, SubjectRow] | None:
        """Return the table or tournament of that id. Return None if there is none."""
        return next(iter(await self._read(lambda connection: self._stored(connection, self._of(id)))), None)

    async def version(self, id: Id) -> int | None:
        """Return the stored version. Return None if there is none of that id."""
        version: int | None = await self._scalar(self._version, of=id)
        return version

    async def versions(self, ids: Iterable[Id]) -> Mapping[Id, int]:
        """Return the stored version of each of these that exists."""
        query = select(self._table.c.id, self._table.c.version).where(self._table.c.id.in_([*ids]))
        return dict(await self._rows(query))

    def _select(self) -> Select[Any]:
        return columns(self._table, self._row)

    def _of(self, id: Id) -> Select[Any]:
        return self._select().where(self._table.c.id == id)

    async def _load(self, query: Select[Any]) -> tuple[Stored[Id, SubjectRow], ...]:
        """Return the rows of a query, each with all that belongs to it. Leave out and log those that cannot be read."""
        return await self._read(lambda connection: self._readable(connection, query))

    def _readable(self, connection: Connection, query: Select[Any]) -> tuple[Stored[Id, SubjectRow], ...]:
        try:
            return self._stored(connection, query)
        except UNREADABLE:
            ids = connection.execute(query.with_only_columns(self._table.c.id)).scalars().all()
        found: list[Stored[Id, SubjectRow]] = []
        for id in ids:
            try:
                found += self._stored(connection, self._of(id))
            except UNREADABLE as error:
                log.error("row unreadable", table=self.name, key=id, **error_fields(error))
        return tuple(found)

    def _stored(self, connection: Connection, query: Select[Any]) -> tuple[Stored[Id, SubjectRow], ...]:
        rows = [self._row(*row) for row in connection.execute(query)]
        ids, of = [row.id for row in rows], self._parts
        entropy = parts(connection, of.entropy, EntropyLine, of.entropy.c.of.in_(ids))
        alarms = parts(connection, of.alarms, Alarm, of.alarms.c.of.in_(ids))
        return tuple(Stored(row, (), tuple(entropy[row.id]), tuple(alarms[row.id])) for row in rows)

    # -- deadlines ----------------------------------------------------------------------------------

    async def due(self, now: datetime, limit: int = 100, shards: Shards = ALL_SHARDS) -> tuple[Alarm[Id], ...]:
        """Return the due alarms of servers on these shards, the oldest first."""
        table, owners = self._parts.alarms, self._table
        query = columns(table, Alarm).where(table.c.due <= now).order_by(table.c.due, *table.primary_key)
        if not shards.are_all:
            query = query.join(owners, owners.c.id == table.c.of).where(schema.on_shards(owners.c.guild, shards))
        return await self._all(Alarm, query.limit(limit))

    async def delete_alarm(self, alarm: Alarm[Id]) -> bool:
        """Delete this alarm unless it has been replaced or moved. Return whether it was deleted."""
        table = self._parts.alarms
        same = (table.c[name] == value for name, value in values(alarm, table).items())
        return await self._execute(delete(table).where(*same)) == 1

    async def move_alarm(self, alarm: Alarm[Id], due: datetime) -> bool:
        """Move this alarm unless it has been replaced, moved or deleted. Return whether it was moved."""
        table = self._parts.alarms
        same = (table.c[name] == value for name, value in values(alarm, table).items())
        return await self._execute(update(table).where(*same).values(due=due)) == 1

    # -- live messages ------------------------------------------------------------------------------

    async def messages_of(self, id: Id) -> tuple[MessageRef[Id], ...]:
        """Return the places of the live messages of a table or tournament."""
        return await self._all(MessageRef, self._messages, of=id)

    async def message_of(self, id: Id, kind: str) -> MessageRef[Id] | None:
        """Return the place of the live message of this kind."""
        return next((message for message in await self.messages_of(id) if message.kind == kind), None)

    async def set_message(self, message: MessageRef[Id]) -> None:
        """Store the place of a live message, in place of an earlier one of its kind."""
        await self._write(lambda connection: upsert_all(connection, self._parts.messages, [values(message)]))

    async def delete_message(self, message: MessageRef[Id]) -> None:
        """Delete the record of a live message, unless another one replaced it."""
        await self._execute(self._forgetting(message))

    def delete_message_soon(self, message: MessageRef[Id]) -> None:
        """Delete such a record with the next transaction. It may still exist if the process is killed before."""
        forgetting = self._forgetting(message)
        self._database.writer.join(lambda connection: connection.execute(forgetting))

    def _forgetting(self, message: MessageRef[Id]) -> Delete:
        table = self._parts.messages
        return delete(table).where(same_key(table, values(message)), table.c.message == message.message)


def _lock_quotas(connection: Connection, owners: Iterable[int]) -> None:
    """Lock the quotas of these people and servers until the transaction ends."""
    # On SQLite, BEGIN IMMEDIATE is the lock. The numbers are below 0, apart from the locks on seasons, which come
    # later.
    if connection.dialect.name == "postgresql":
        for owner in sorted(owners):  # in order, so that two processes cannot cause a deadlock
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": -owner})
