"""Messages that must appear exactly once, and where the live ones stand: of tables, and of tournaments."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

from sqlalchemy import Connection, Table, delete, select, update

from bot.store import schema
from bot.store.codec import columns, owner, same_key, upsert, values
from bot.store.rows import MessageRef, OutboxMessage
from bot.store.tournament_rows import TournamentMessage, TournamentOutboxMessage

P = TypeVar("P", bound=OutboxMessage | TournamentOutboxMessage)
M = TypeVar("M", bound=MessageRef | TournamentMessage)

TRYING = timedelta(minutes=2)
"""Discord may make one try wait so long."""
ALIVE = timedelta(seconds=15)
"""A process that has not written its beat for longer is taken for dead."""


def unsent(connection: Connection, table: Table, kind: type[P], limit: int, of: str | None) -> tuple[P, ...]:
    """The postings that Discord has not answered for, the oldest first; of one table or tournament, or of all."""
    query = columns(table, kind).where(schema.NOT_DONE)
    if of is not None:
        query = query.where(owner(table) == of)
    query = query.order_by(table.c.created_at, *table.primary_key).limit(limit)
    return tuple(kind(*row) for row in connection.execute(query))


def claim_posting(
    connection: Connection, table: Table, posting: P, process: str, now: datetime, gone: bool
) -> P | None:
    """Note who sends it, before it is sent.

    Answers the posting as it is now; None where it is done, gone, or another process has tried it since this one
    was read, or is trying it still; `gone`: the one that tried it last has surely ended.
    """
    if posting.process not in (None, process) and not gone and _is_trying(connection, posting, now):
        return None
    statement = update(table).where(
        same_key(table, values(posting)),
        schema.NOT_DONE,
        table.c.sent_at.is_not_distinct_from(posting.sent_at),
        table.c.process.is_not_distinct_from(posting.process),
    )
    taken = connection.execute(statement.values(sent_at=now, process=process)).rowcount == 1
    return replace(posting, sent_at=now, process=process) if taken else None


def _is_trying(connection: Connection, posting: OutboxMessage | TournamentOutboxMessage, now: datetime) -> bool:
    """Whether the process that tried it last has done so just now, and lives."""
    if posting.sent_at is None or now - posting.sent_at > TRYING:
        return False
    beat = select(schema.beats.c.at).where(schema.beats.c.process == posting.process)
    at = connection.execute(beat).scalar_one_or_none()
    return at is not None and now - at <= ALIVE


def mark_sent(
    connection: Connection, table: Table, posting: OutboxMessage | TournamentOutboxMessage, message: int
) -> None:
    """Note that it stands, as this message."""
    statement = update(table).where(same_key(table, values(posting)))
    connection.execute(statement.values(done=True, message=message))


def drop_posting(connection: Connection, table: Table, posting: OutboxMessage | TournamentOutboxMessage) -> None:
    """Give it up: its channel is gone or closed to the bot."""
    connection.execute(delete(table).where(same_key(table, values(posting))))


def messages_of(connection: Connection, table: Table, kind: type[M], of: str) -> tuple[M, ...]:
    """Where the live messages of a table or tournament stand."""
    query = columns(table, kind).where(owner(table) == of)
    return tuple(kind(*row) for row in connection.execute(query.order_by(table.c.kind)))


def set_message(connection: Connection, table: Table, message: MessageRef | TournamentMessage) -> None:
    """Note where it stands now, in place of an earlier one."""
    upsert(connection, table, values(message))


def delete_message(connection: Connection, table: Table, message: MessageRef | TournamentMessage) -> None:
    """Forget it, unless another has taken its place."""
    statement = delete(table).where(same_key(table, values(message)))
    connection.execute(statement.where(table.c.message == message.message))
