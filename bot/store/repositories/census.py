"""A census of the database: how much it holds, and how much waits in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Table, func, select

from bot.store import schema
from bot.store.codec import columns
from bot.store.repositories.repository import Repository
from bot.store.rows.put_backs import PutBack

OVERDUE = timedelta(seconds=10)
"""The delay from which an alarm counts as overdue. An alarm loop looks at least every 5 s."""
UNSENT = timedelta(minutes=1)
"""The time from which a waiting posting counts as unsent. Usual ones wait only while they are being sent."""
PUT_BACK_TOLD = timedelta(days=7)
"""The time for which the host is told that the database was put back."""


@dataclass(frozen=True, slots=True)
class ProcessBeat:
    """A beat of a process: the shards it is connected to, and the time."""

    process: str
    shards: tuple[int, ...]
    of: int
    """Number of shards in all."""
    at: datetime


@dataclass(frozen=True, slots=True)
class Census:
    """The work that all processes on one database share."""

    taken_at: datetime
    tables: Mapping[str, int]
    """Open tables by status."""
    tournaments: Mapping[str, int]
    """Tournaments that are not over, by status."""
    matches: int
    """Number of finished matches."""
    overdue: int
    """Number of alarms of tables, tournaments and series that should have fired."""
    longest_overdue: float
    """Seconds by which the oldest of them is late; 0 if none is."""
    unsent: int
    """Number of postings that have waited for some time."""
    processes: tuple[ProcessBeat, ...]
    """The processes, the newest beat first."""
    put_back: PutBack | None = None
    """The last time that the database was put back to a copy, if that is not long ago."""


class CensusRepository(Repository):
    """Counts the content of the database."""

    async def take(self, now: datetime) -> Census:
        """Return all counts, taken at one moment of the database."""
        return await self._read(lambda connection: _take(connection, now))


def _take(connection: Connection, now: datetime) -> Census:
    due = [alarm for alarm in _due(connection, now) if alarm[0]]
    oldest = min((first for _, first in due if first is not None), default=now)
    return Census(
        taken_at=now,
        tables=_by_status(connection, schema.tables, open_only=True),
        tournaments=_by_status(connection, schema.tournaments, open_only=False),
        matches=int(connection.execute(select(func.count()).select_from(schema.matches)).scalar_one()),
        overdue=sum(count for count, _ in due),
        longest_overdue=(now - oldest).total_seconds(),
        unsent=sum(_unsent(connection, outbox, now - UNSENT) for outbox in OUTBOXES),
        processes=_processes(connection),
        put_back=_put_back(connection, now - PUT_BACK_TOLD),
    )


OUTBOXES = (schema.of_tables.outbox, schema.of_tournaments.outbox, schema.daily_posts)


def _by_status(connection: Connection, table: Table, *, open_only: bool) -> dict[str, int]:
    condition = schema.IS_OPEN if open_only else schema.NOT_OVER
    query = select(table.c.status, func.count()).where(condition).group_by(table.c.status)
    return {str(status): count for status, count in connection.execute(query)}


def _due(connection: Connection, now: datetime) -> list[tuple[int, datetime | None]]:
    """Return the number of overdue alarms of each kind, and the oldest."""
    columns = schema.of_tables.alarms.c.due, schema.of_tournaments.alarms.c.due, schema.series.c.due
    queries = (select(func.count(), func.min(due)).where(due < now - OVERDUE) for due in columns)
    return [(count, first) for query in queries for count, first in connection.execute(query)]


def _unsent(connection: Connection, outbox: Table, before: datetime) -> int:
    query = select(func.count()).select_from(outbox).where(schema.NOT_DONE, outbox.c.created_at < before)
    return int(connection.execute(query).scalar_one())


def _put_back(connection: Connection, since: datetime) -> PutBack | None:
    noted_at = schema.put_backs.c.noted_at
    query = columns(schema.put_backs, PutBack).where(noted_at > since).order_by(noted_at.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else PutBack(*row)


def _processes(connection: Connection) -> tuple[ProcessBeat, ...]:
    beat = schema.beats.c
    found: dict[tuple[str, int], list[tuple[int, datetime]]] = {}
    for process, shard, count, at in connection.execute(select(beat.process, beat.shard, beat.shards, beat.at)):
        found.setdefault((process, count), []).append((shard, at))
    beats = (
        ProcessBeat(process, tuple(sorted(shard for shard, _ in rows)), count, max(at for _, at in rows))
        for (process, count), rows in found.items()
    )
    return tuple(sorted(beats, key=lambda beat: beat.at, reverse=True))
