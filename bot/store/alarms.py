"""Deadlines, and the beats that tell how long no one could keep them."""

from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Table,
    delete,
    func,
    or_,
    select,
    text,
    type_coerce,
    update,
)

from bot.rummy.ids import TableId
from bot.store import schema
from bot.store.codec import columns, insert_missing, upsert, values
from bot.store.rows import NO_GAP, Alarm, AlarmKind, Gap, OutboxKind, OutboxMessage, TableStatus
from bot.store.tournament_rows import TournamentAlarm, TournamentAlarmKind

A = TypeVar("A", bound=Alarm | TournamentAlarm)

ALARMS = schema.alarms, schema.tournament_alarms

AHEAD = timedelta(seconds=5)
"""So far apart may the clocks of two processes be."""


def next_due(connection: Connection) -> datetime | None:
    """When the nearest alarm of a table or tournament is due."""
    nearest = (connection.execute(select(func.min(table.c.due))).scalar_one() for table in ALARMS)
    return min((due for due in nearest if due is not None), default=None)


def due(connection: Connection, table: Table, kind: type[A], now: datetime, limit: int) -> tuple[A, ...]:
    """The alarms that are due, the oldest first."""
    query = columns(table, kind).where(table.c.due <= now).order_by(table.c.due, *table.primary_key).limit(limit)
    return tuple(kind(*row) for row in connection.execute(query))


def delete_alarm(connection: Connection, table: Table, alarm: Alarm | TournamentAlarm) -> bool:
    """Delete this alarm unless it has been replaced or moved; answer whether it was there."""
    same = [table.c[name] == value for name, value in values(alarm).items()]
    return connection.execute(delete(table).where(*same)).rowcount == 1


def beat(connection: Connection, process: str, now: datetime) -> None:
    """Note that this process was connected at this moment."""
    upsert(connection, schema.beats, {"process": process, "at": now})


def absorb_gap(
    connection: Connection, process: str, now: datetime, longer_than: timedelta, told_over: timedelta
) -> Gap:
    """Move every deadline of an open table by the time no process was connected, once, and beat.

    Of a tournament the deadline of a round is moved; the others, which people know by the hour, only together, where
    one of them has passed meanwhile.
    A gap over `told_over` adds a posting of kind `OutboxKind.BACK` where a turn or a pause was running.
    """
    if connection.dialect.name == "postgresql":
        # Rows of other processes may not be there to be locked yet.
        connection.execute(text("LOCK TABLE beats IN EXCLUSIVE MODE"))
    # A clock that ran ahead for a while must not hide that nobody was there.
    connection.execute(delete(schema.beats).where(schema.beats.c.at > now + AHEAD))
    newest = connection.execute(select(func.max(schema.beats.c.at))).scalar_one()
    gap = timedelta() if newest is None else now - newest
    # What an earlier run left behind has said all it had to say.
    connection.execute(delete(schema.beats).where(schema.beats.c.at < now - longer_than))
    beat(connection, process, now)
    if gap <= longer_than:
        return NO_GAP
    _move_alarms(connection, gap)
    _move_tournaments(connection, gap, now)
    told = _interrupted(connection) if gap > told_over else ()
    _post_back(connection, told, now)
    return Gap(gap.total_seconds(), tuple(table for table, _ in told))


def _move_alarms(connection: Connection, gap: timedelta) -> None:
    alarms = schema.alarms.c
    later: ColumnElement[Any] = type_coerce(alarms.due, BigInteger) + gap // schema.MICROSECOND
    still_open = select(schema.tables.c.id).where(schema.IS_OPEN)
    connection.execute(update(schema.alarms).where(alarms.table.in_(still_open)).values(due=later))


def _move_tournaments(connection: Connection, gap: timedelta, now: datetime) -> None:
    alarms = schema.tournament_alarms.c
    later: ColumnElement[Any] = type_coerce(alarms.due, BigInteger) + gap // schema.MICROSECOND
    missed = connection.execute(select(alarms.tournament).where(alarms.due <= now).distinct()).scalars().all()
    moves = or_(alarms.kind == TournamentAlarmKind.ROUND, alarms.tournament.in_(missed))
    connection.execute(update(schema.tournament_alarms).where(moves).values(due=later))


def _interrupted(connection: Connection) -> tuple[tuple[TableId, int], ...]:
    """The tables in play with a turn, a pause or a vote running, and where they play."""
    table, alarms = schema.tables.c, schema.alarms.c
    query = select(table.id, func.coalesce(table.thread, table.channel))
    query = query.join(schema.alarms, alarms.table == table.id)
    waited_for = (AlarmKind.TURN, AlarmKind.PAUSE, AlarmKind.VOTE)
    query = query.where(schema.IS_OPEN, table.status == TableStatus.PLAYING, alarms.kind.in_(waited_for)).distinct()
    return tuple((id, place) for id, place in connection.execute(query.order_by(table.id)))


def _post_back(connection: Connection, told: tuple[tuple[TableId, int], ...], now: datetime) -> None:
    deal = int(now.timestamp())
    posts = (OutboxMessage(table, OutboxKind.BACK, deal, place, created_at=now) for table, place in told)
    insert_missing(connection, schema.postings, map(values, posts))
