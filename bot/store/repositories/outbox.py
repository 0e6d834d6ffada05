"""Messages that must appear exactly once: rows that are claimed before they are sent."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Generic

from sqlalchemy import Connection, Table, delete, func, select, update

from bot.store import schema
from bot.store.codec import columns, same_key, values
from bot.store.database import Database
from bot.store.repositories.repository import Repository
from bot.store.rows import Id
from bot.store.rows.outbox import OutboxMessage

TRYING = timedelta(minutes=2)
"""The time for which Discord may delay one try."""
ALIVE = timedelta(seconds=15)
"""The time after its last beat for which a process counts as alive."""


class OutboxRepository(Repository, Generic[Id]):
    """The messages of tables, of tournaments, or of servers."""

    def __init__(self, database: Database, outbox: Table) -> None:
        super().__init__(database)
        self._outbox = outbox

    async def unsent(self, limit: int = 100, of: Id | None = None) -> tuple[OutboxMessage[Id], ...]:
        """Return the messages that Discord has not taken yet, the oldest first: all, or those of one subject."""
        table = self._outbox
        query = columns(table, OutboxMessage).where(schema.NOT_DONE)
        if of is not None:
            query = query.where(table.c.of == of)
        return await self._all(OutboxMessage, query.order_by(table.c.created_at, *table.primary_key).limit(limit))

    async def claim(
        self, message: OutboxMessage[Id], process: str, now: datetime, *, gone: bool = False
    ) -> OutboxMessage[Id] | None:
        """Record, before it is sent, that this process sends a message. `gone`: the process that tried last has surely
        ended.

        Return the message as it is now. Return None if this process must not send it: it is done, discarded, was tried
        since it was read, or another living process is trying it.
        """
        table = self._outbox
        statement = update(table).where(
            same_key(table, values(message)),
            schema.NOT_DONE,
            table.c.sent_at.is_not_distinct_from(message.sent_at),
            table.c.process.is_not_distinct_from(message.process),
        )

        def claimed(connection: Connection) -> bool:
            if message.process not in (None, process) and not gone and _is_trying(connection, message, now):
                return False
            return connection.execute(statement.values(sent_at=now, process=process)).rowcount == 1

        return replace(message, sent_at=now, process=process) if await self._write(claimed) else None

    async def mark_sent(self, message: OutboxMessage[Id], sent: int) -> None:
        """Record that the message was posted, as the Discord message of that id."""
        table = self._outbox
        await self._execute(update(table).where(same_key(table, values(message))).values(done=True, message=sent))

    async def sent(self, of: Id, kind: str) -> tuple[OutboxMessage[Id], ...]:
        """Return the outbox messages of that kind that were posted."""
        table = self._outbox
        query = columns(table, OutboxMessage).where(
            table.c.of == of, table.c.kind == kind, table.c.message.is_not(None)
        )
        return await self._all(OutboxMessage, query)

    async def discard(self, message: OutboxMessage[Id]) -> None:
        """Discard a message: its channel is gone or closed to the bot."""
        table = self._outbox
        await self._execute(delete(table).where(same_key(table, values(message))))


def _is_trying(connection: Connection, message: OutboxMessage[Any], now: datetime) -> bool:
    """Return whether the process that tried it last did so just now and is alive."""
    if message.sent_at is None or now - message.sent_at > TRYING:
        return False
    query = select(func.max(schema.beats.c.at)).where(schema.beats.c.process == message.process)
    beat = connection.execute(query).scalar_one_or_none()
    return beat is not None and now - beat <= ALIVE
