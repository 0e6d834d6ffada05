"""Deadlines of all tables and tournaments, and the beats that tell how long no process could keep them."""

from datetime import datetime, timedelta
from typing import Any

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
    union_all,
    update,
)

from bot.rummy.ids import TableId
from bot.store import schema
from bot.store.codec import insert_missing, upsert_all, values
from bot.store.repositories.repository import Repository
from bot.store.rows import NO_GAP, AlarmKind, Gap, OutboxKind, OutboxMessage, TableStatus

TABLES, TOURNAMENTS = schema.of_tables.alarms, schema.of_tournaments.alarms

AHEAD = timedelta(seconds=5)
"""How far apart the clocks of two processes may be."""


class AlarmRepository(Repository):
    """The deadlines of tables and tournaments together."""

    async def next_due(self) -> datetime | None:
        """When the nearest alarm of a table, tournament or series is due."""
        alarms = TABLES.c.due, TOURNAMENTS.c.due, schema.series.c.due
        query = union_all(*(select(func.min(due)) for due in alarms))
        return min((due for (due,) in await self._rows(query) if due is not None), default=None)

    async def beat(self, process: str, now: datetime) -> None:
        """Note that this process is connected now."""
        await self._write(lambda connection: _beat(connection, process, now))

    async def absorb_gap(self, process: str, now: datetime, *, longer_than: timedelta, told_over: timedelta) -> Gap:
        """Move every deadline of an open table by the time since any process last beat, and beat.

        Does so only where that is more than `longer_than`, once for all processes, in one transaction. Of a
        tournament the deadline of a round is moved; the others, which people know by the hour, only together, where
        one of them has passed meanwhile. Over `told_over`, every table on which a turn, a pause or a vote is running
        gets an outbox message of kind `OutboxKind.BACK`. The first start of all is no gap.
        """

        def absorbed(connection: Connection) -> Gap:
            gap = _gap(connection, process, now, longer_than)
            if gap <= longer_than:
                return NO_GAP
            still_open = select(schema.tables.c.id).where(schema.IS_OPEN)
            _move(connection, TABLES, gap, TABLES.c.of.in_(still_open))
            missed = select(TOURNAMENTS.c.of).where(TOURNAMENTS.c.due <= now)
            rounds = TOURNAMENTS.c.kind == AlarmKind.ROUND
            _move(connection, TOURNAMENTS, gap, or_(rounds, TOURNAMENTS.c.of.in_(missed)))
            told = _interrupted(connection) if gap > told_over else ()
            back = OutboxKind.BACK, int(now.timestamp())
            messages = (OutboxMessage(table, *back, channel, created_at=now) for table, channel in told)
            insert_missing(connection, schema.of_tables.outbox, map(values, messages))
            return Gap(gap.total_seconds(), tuple(table for table, _ in told))

        return await self._write(absorbed)


def _beat(connection: Connection, process: str, now: datetime) -> None:
    upsert_all(connection, schema.beats, [{"process": process, "at": now}])


def _gap(connection: Connection, process: str, now: datetime, longer_than: timedelta) -> timedelta:
    """The time since any process last beat; notes that this one does now."""
    if connection.dialect.name == "postgresql":
        # Rows of other processes may not be there to be locked yet.
        connection.execute(text("LOCK TABLE beats IN EXCLUSIVE MODE"))
    # A clock that ran ahead for a while must not hide that no process was there.
    connection.execute(delete(schema.beats).where(schema.beats.c.at > now + AHEAD))
    newest = connection.execute(select(func.max(schema.beats.c.at))).scalar_one()
    # Beats that an earlier run left behind are of no more use.
    connection.execute(delete(schema.beats).where(schema.beats.c.at < now - longer_than))
    _beat(connection, process, now)
    return timedelta() if newest is None else now - newest


def _move(connection: Connection, alarms: Table, gap: timedelta, moves: ColumnElement[bool]) -> None:
    """Postpone the alarms that meet a condition."""
    later: ColumnElement[Any] = type_coerce(alarms.c.due, BigInteger) + gap // schema.MICROSECOND
    connection.execute(update(alarms).where(moves).values(due=later))


def _interrupted(connection: Connection) -> tuple[tuple[TableId, int], ...]:
    """The tables in play with a turn, a pause or a vote running, and where they play."""
    table, alarms = schema.tables.c, TABLES.c
    query = select(table.id, func.coalesce(table.thread, table.channel))
    query = query.join(TABLES, alarms.of == table.id)
    waited_for = (AlarmKind.TURN, AlarmKind.PAUSE, AlarmKind.VOTE)
    query = query.where(schema.IS_OPEN, table.status == TableStatus.PLAYING, alarms.kind.in_(waited_for)).distinct()
    return tuple((id, channel) for id, channel in connection.execute(query.order_by(table.id)))
