"""Deadlines of all tables and tournaments, and beats, which show for how long no process could keep them.

A deadline belongs to the shard of its server: only a process connected to that shard can show the table and take a
press.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    delete,
    func,
    not_,
    or_,
    select,
    text,
    type_coerce,
    update,
)

from bot.codes import TableStatus
from bot.rummy.ids import TableId
from bot.store import schema
from bot.store.codec import insert_missing, upsert_all, values
from bot.store.repositories.repository import Repository
from bot.store.rows.alarms import ALL_SHARDS, AlarmKind, Gap, Shards
from bot.store.rows.outbox import OutboxKind, OutboxMessage

TABLES, TOURNAMENTS = schema.of_tables.alarms, schema.of_tournaments.alarms
BEAT = schema.beats.c

AHEAD = timedelta(seconds=5)
"""The greatest difference between the clocks of two processes."""

LivesOn = Callable[[Column[Any]], ColumnElement[bool]]
"""Returns the condition of rows that belong to certain servers, given the column that names a server."""


class AlarmRepository(Repository):
    """The deadlines of tables and tournaments together."""

    async def next_due(self, shards: Shards = ALL_SHARDS) -> datetime | None:
        """Return the earliest deadline of a table, tournament or series on these shards."""
        series = schema.series.c
        queries: list[Select[Any]] = [select(series.due).where(schema.on_shards(series.guild, shards))]
        for alarms, owners in ((TABLES, schema.tables), (TOURNAMENTS, schema.tournaments)):
            query = select(alarms.c.due)
            if not shards.are_all:
                query = query.join(owners, owners.c.id == alarms.c.of).where(schema.on_shards(owners.c.guild, shards))
            queries.append(query)
        first = [query.order_by(query.selected_columns.due).limit(1) for query in queries]

        def nearest(connection: Connection) -> datetime | None:
            return min((due for query in first for due in connection.scalars(query)), default=None)

        return await self._read(nearest)

    async def waiting_after(self, moment: datetime, shards: Shards) -> tuple[TableId, ...]:
        """Return the open tables on these shards with an alarm later than that moment."""
        table, alarm = schema.tables.c, TABLES.c
        query = select(table.id).join(TABLES, alarm.of == table.id).where(schema.IS_OPEN, alarm.due > moment).distinct()
        return await self._all(TableId, query.where(schema.on_shards(table.guild, shards)))

    async def beat(self, process: str, now: datetime, shards: Shards = ALL_SHARDS) -> None:
        """Record that this process is connected to these shards now."""
        await self._write(lambda connection: _beat(connection, process, now, shards))

    async def others(self, process: str, since: datetime) -> int:
        """Return the number of other processes with a beat since that moment."""
        count = select(func.count(func.distinct(BEAT.process))).where(BEAT.at > since, BEAT.process != process)
        return await self._read(lambda connection: connection.scalar(count) or 0)

    async def absorb_gap(
        self,
        process: str,
        now: datetime,
        *,
        longer_than: timedelta,
        told_over: timedelta,
        shards: Shards = ALL_SHARDS,
        since: datetime | None = None,
        is_connected: bool = True,
    ) -> Gap:
        """Move every deadline on these shards by the time in which no process answered for them, and write a beat.

        One process does this for all, in one transaction. Moved tables and tournaments get a new version, so that no
        process goes on with the old deadlines. A tournament's deadline of a round is moved. Its other deadlines, whose
        times people know, are moved together, and only if one of them has passed meanwhile. The very first start is no
        gap.

        Args:
            process: the process that beats.
            now: the time.
            longer_than: deadlines are moved only if the gap is longer.
            told_over: if the gap is longer, every table on which a turn, a pause or a vote is running gets an outbox
                message of kind `OutboxKind.BACK`.
            shards: the shards.
            since: the last moment at which people could surely act; None: that of the last beat.
            is_connected: whether this process is connected there. If not, it beats only if it has moved something.
        """

        def absorbed(connection: Connection) -> Gap:
            was_ahead = _lock(connection, now)
            longest, told = timedelta(), list[tuple[TableId, int]]()
            for at, lives_on in _last(_newest(connection), shards):
                gap = now - min(at, since or at)
                if gap <= longer_than:
                    continue
                _move_all(connection, gap, lives_on, now)
                longest = max(longest, gap)
                told += _interrupted(connection, lives_on) if gap > told_over else ()
            back = OutboxKind.BACK, int(now.timestamp())
            messages = (OutboxMessage(table, *back, channel, created_at=now) for table, channel in told)
            insert_missing(connection, schema.of_tables.outbox, map(values, messages))
            if is_connected or longest:
                _beat(connection, process, now, shards)
            _tidy(connection, shards.count, now - told_over)
            return Gap(longest.total_seconds(), tuple(table for table, _ in told), was_ahead)

        return await self._write(absorbed)


# --- beats

Beat = tuple[Shards, datetime]
"""A shard, and the time of its newest beat by any process."""


def _beat(connection: Connection, process: str, now: datetime, shards: Shards) -> None:
    rows = ({"process": process, "shard": shard, "shards": shards.count, "at": now} for shard in sorted(shards.ids))
    upsert_all(connection, schema.beats, rows)


def _lock(connection: Connection, now: datetime) -> bool:
    """Let one process at a time look at the beats, and delete beats in the future. Return whether there were any."""
    if connection.dialect.name == "postgresql":
        # The rows of other processes may not exist yet, so they cannot be locked.
        connection.execute(text("LOCK TABLE beats IN EXCLUSIVE MODE"))
    # A clock that ran ahead for a while must not hide that no process was there.
    return connection.execute(delete(schema.beats).where(BEAT.at > now + AHEAD)).rowcount > 0


def _newest(connection: Connection) -> Sequence[Beat]:
    """Return the newest beat of each shard, the newest first.

    After a deploy there may be fewer or more shards than before.
    """
    newest = func.max(BEAT.at)
    query = select(BEAT.shard, BEAT.shards, newest).group_by(BEAT.shard, BEAT.shards).order_by(newest.desc())
    return [(Shards(frozenset({shard}), count), at) for shard, count, at in connection.execute(query)]


def _last(beats: Sequence[Beat], shards: Shards) -> Iterator[tuple[datetime, LivesOn]]:
    """Yield the time of the newest beat for each group of the servers on these shards."""
    newer: tuple[Shards, ...] = ()
    left = shards.ids
    for beat, at in beats:
        if beat.count != shards.count or beat.ids <= left:
            yield at, _living_on(shards, beat, newer)
            newer = (*newer, beat)
            left = left - beat.ids if beat.count == shards.count else left
        if beat.are_all or not left:
            return  # every server has had its beat


def _living_on(shards: Shards, beat: Shards, newer: tuple[Shards, ...]) -> LivesOn:
    """Return the servers on these shards that have this beat and no newer one."""

    def lives_on(guild: Column[Any]) -> ColumnElement[bool]:
        later = (not_(schema.on_shards(guild, other)) for other in newer)
        return and_(schema.on_shards(guild, shards), schema.on_shards(guild, beat), *later)

    return lives_on


def _tidy(connection: Connection, count: int, before: datetime) -> None:
    """Delete old beats that newer ones replace."""
    newest = {beat.ids: at for beat, at in _newest(connection) if beat.count == count}
    for ids, at in newest.items():
        old = and_(BEAT.shard.in_(ids), BEAT.shards == count, BEAT.at < min(at, before))
        connection.execute(delete(schema.beats).where(old))
    if len(newest) == count:
        others = and_(BEAT.shards != count, BEAT.at < min(*newest.values(), before))
        connection.execute(delete(schema.beats).where(others))


# --- moving


def _move_all(connection: Connection, gap: timedelta, lives_on: LivesOn, now: datetime) -> None:
    tables, tournaments = schema.tables, schema.tournaments
    _move(connection, TABLES, tables, gap, and_(schema.IS_OPEN, lives_on(tables.c.guild)))
    passed = select(TOURNAMENTS.c.of).where(TOURNAMENTS.c.due <= now)
    moves = or_(TOURNAMENTS.c.kind == AlarmKind.ROUND, TOURNAMENTS.c.of.in_(passed))
    here = and_(lives_on(tournaments.c.guild), tournaments.c.id.in_(select(TOURNAMENTS.c.of).where(moves)))
    _move(connection, TOURNAMENTS, tournaments, gap, here, moves)


def _move(
    connection: Connection,
    alarms: Table,
    owners: Table,
    gap: timedelta,
    whose: ColumnElement[bool],
    *which: ColumnElement[bool],
) -> None:
    """Postpone the alarms of these owners, and give the owners a new version."""
    # The owners come first, as in commits, which lock them in that order.
    connection.execute(update(owners).where(whose).values(version=owners.c.version + 1))
    later: ColumnElement[Any] = type_coerce(alarms.c.due, BigInteger) + gap // schema.MICROSECOND
    moves = alarms.c.of.in_(select(owners.c.id).where(whose))
    connection.execute(update(alarms).where(moves, *which).values(due=later))


def _interrupted(connection: Connection, lives_on: LivesOn) -> tuple[tuple[TableId, int], ...]:
    """Return the tables in play with a running turn, pause or vote, and their channels."""
    table, alarms = schema.tables.c, TABLES.c
    query = select(table.id, func.coalesce(table.thread, table.channel))
    query = query.join(TABLES, alarms.of == table.id).where(lives_on(table.guild))
    waited_for = (AlarmKind.TURN, AlarmKind.PAUSE, AlarmKind.VOTE)
    query = query.where(schema.IS_OPEN, table.status == TableStatus.PLAYING, alarms.kind.in_(waited_for)).distinct()
    return tuple((id, channel) for id, channel in connection.execute(query.order_by(table.id)))
