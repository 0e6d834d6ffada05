"""Messages that must appear exactly once, and where the live ones stand."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, select, update

from bot.rummy.ids import TableId
from bot.store import schema
from bot.store.codec import columns, same_key, upsert, values
from bot.store.rows import MessageRef, Posting

TRYING = timedelta(minutes=2)
"""Discord may make one try wait so long."""
ALIVE = timedelta(seconds=15)
"""A process that has not written its beat for longer is taken for dead."""


def unticked(connection: Connection, limit: int, of: TableId | None) -> tuple[Posting, ...]:
    """The postings that Discord has not answered for, the oldest first; of one table, or of all."""
    table = schema.postings
    query = columns(table, Posting).where(schema.NOT_DONE)
    if of is not None:
        query = query.where(table.c.table == of)
    query = query.order_by(table.c.created_at, table.c.table, table.c.deal, table.c.kind).limit(limit)
    return tuple(Posting(*row) for row in connection.execute(query))


def try_posting(connection: Connection, posting: Posting, process: str, now: datetime, gone: bool) -> Posting | None:
    """Note who sends it, before it is sent.

    Answers the posting as it is now; None where it is done, gone, or another process has tried it since this one
    was read, or is trying it still; `gone`: the one that tried it last has surely ended.
    """
    table = schema.postings
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


def _is_trying(connection: Connection, posting: Posting, now: datetime) -> bool:
    """Whether the process that tried it last has done so just now, and lives."""
    if posting.sent_at is None or now - posting.sent_at > TRYING:
        return False
    beat = select(schema.beats.c.at).where(schema.beats.c.process == posting.process)
    at = connection.execute(beat).scalar_one_or_none()
    return at is not None and now - at <= ALIVE


def tick(connection: Connection, posting: Posting, message: int) -> None:
    """Note that it stands, as this message."""
    statement = update(schema.postings).where(same_key(schema.postings, values(posting)))
    connection.execute(statement.values(done=True, message=message))


def drop_posting(connection: Connection, posting: Posting) -> None:
    """Give it up: its channel is gone or closed to the bot."""
    connection.execute(delete(schema.postings).where(same_key(schema.postings, values(posting))))


def messages_of(connection: Connection, table: TableId) -> tuple[MessageRef, ...]:
    """Where the live messages of a table stand."""
    query = columns(schema.messages, MessageRef).where(schema.messages.c.table == table)
    return tuple(MessageRef(*row) for row in connection.execute(query.order_by(schema.messages.c.kind)))


def message_of(connection: Connection, table: TableId, kind: str) -> MessageRef | None:
    """Where the live message of this kind stands."""
    query = columns(schema.messages, MessageRef)
    key = {"table": table, "kind": kind}
    row = connection.execute(query.where(same_key(schema.messages, key))).first()
    return None if row is None else MessageRef(*row)


def set_message(connection: Connection, message: MessageRef) -> None:
    """Note where it stands now, in place of an earlier one."""
    upsert(connection, schema.messages, values(message))


def delete_message(connection: Connection, message: MessageRef) -> None:
    """Forget it, unless another has taken its place."""
    statement = delete(schema.messages).where(same_key(schema.messages, values(message)))
    connection.execute(statement.where(schema.messages.c.message == message.message))
