"""Seasons of servers: begun and closed by their staff, or by themselves with each month."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Connection, Select, and_, bindparam, func, select, text, update

from bot.store import schema
from bot.store.codec import columns, insert_all, names, values
from bot.store.rows import Season, ServerSettings

REBUILDING = 0x7061706C76  # beside `migrate.UPGRADE_LOCK`; servers are locked by their ids, which are far greater

SERVER = [schema.servers.c[name] for name in names(ServerSettings)]
SEASON = [schema.seasons.c[name] for name in names(Season)]


@dataclass(frozen=True, slots=True)
class Situation:
    """What a match's end must know of its server."""

    server: ServerSettings
    open: Season | None
    last: datetime | None  # when the newest match finished


def _situation() -> Select[Any]:
    """One row, also of a server of which nothing is stored."""
    here = select(bindparam("of", type_=BigInteger).label("guild")).subquery("here")
    open = and_(schema.seasons.c.guild == here.c.guild, schema.seasons.c.closed_at.is_(None))
    joined = here.outerjoin(schema.servers, schema.servers.c.guild == here.c.guild).outerjoin(schema.seasons, open)
    match = schema.matches.c
    last = select(match.finished_at).where(match.guild == here.c.guild).order_by(match.finished_at.desc()).limit(1)
    return select(*SERVER, *SEASON, last.scalar_subquery()).select_from(joined)


SITUATION = _situation()  # built once: it is asked for at every match's end


def lock(connection: Connection, guilds: Iterable[int]) -> None:
    """Let no one else finish matches or change seasons of these servers before the transaction ends."""
    # On SQLite, BEGIN IMMEDIATE is the lock. Rows would not do on PostgreSQL: a first one cannot be locked.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock_shared(:lock)"), {"lock": REBUILDING})
        for guild in sorted(guilds):  # in order, so that two processes cannot lock each other out
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": guild})


def lock_all(connection: Connection) -> None:
    """As `lock`, for all servers."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": REBUILDING})


def seasons(connection: Connection, guild: int) -> tuple[Season, ...]:
    """All seasons of a server, the oldest first."""
    query = columns(schema.seasons, Season).where(schema.seasons.c.guild == guild)
    return tuple(Season(*row) for row in connection.execute(query.order_by(schema.seasons.c.number)))


def look(connection: Connection, guild: int, now: datetime) -> tuple[Season | None, bool]:
    """The season that is open, and whether a month has begun since, so that another must begin first."""
    found = situation(connection, guild)
    return found.open, _is_due(connection, found, now)


def situation(connection: Connection, guild: int) -> Situation:
    """How a server stands."""
    *row, last = connection.execute(SITUATION, {"of": guild}).one()
    chosen, open = row[: len(SERVER)], row[len(SERVER) :]
    server = ServerSettings(guild) if chosen[0] is None else ServerSettings(*chosen)
    return Situation(server, None if open[0] is None else Season(*open), last)


def running(connection: Connection, guild: int, now: datetime) -> Season | None:
    """The running season, begun here where a month has; the server must be locked."""
    return settled(connection, situation(connection, guild), now)


def settled(connection: Connection, found: Situation, now: datetime) -> Season | None:
    """As `running`, where the situation is known."""
    if not _is_due(connection, found, now):
        return found.open
    guild = found.server.guild
    if found.open is None:
        return _begin(connection, guild, _month_name(now), now)
    _close(connection, found.open, _next_month(found.open.started_at))
    return _begin(connection, guild, _month_name(now), _month(now))


def start(connection: Connection, guild: int, name: str, now: datetime) -> Season | None:
    """Begin a season; None: one is running."""
    lock(connection, [guild])
    return None if running(connection, guild, now) else _begin(connection, guild, name, now)


def close(connection: Connection, guild: int, now: datetime, number: int | None = None) -> Season | None:
    """Close the running season and answer it; None: none is running, or not the one of this number."""
    lock(connection, [guild])
    found = running(connection, guild, now)
    if found is None or number not in (None, found.number):
        return None
    return _close(connection, found, now)


def roll(connection: Connection, guild: int, now: datetime) -> Season | None:
    """As `running`, and locks the server."""
    lock(connection, [guild])
    return running(connection, guild, now)


def _is_due(connection: Connection, found: Situation, now: datetime) -> bool:
    """Whether a season must begin by itself."""
    if not found.server.monthly:
        return False
    if found.open is not None:
        return _month(found.open.started_at) < _month(now)
    season = schema.seasons.c  # one of this month that is closed was closed by the staff: it stays the month's only one
    query = select(season.number).where(season.guild == found.server.guild, season.name == _month_name(now)).limit(1)
    return connection.execute(query).first() is None


def _begin(connection: Connection, guild: int, name: str, now: datetime) -> Season:
    last = select(func.max(schema.seasons.c.number)).where(schema.seasons.c.guild == guild)
    season = Season(guild, (connection.execute(last).scalar() or 0) + 1, name, now)
    insert_all(connection, schema.seasons, [values(season)])
    return season


def _close(connection: Connection, season: Season, now: datetime) -> Season:
    key = schema.seasons.c
    statement = update(schema.seasons).where(key.guild == season.guild, key.number == season.number)
    connection.execute(statement.values(closed_at=now))
    return Season(season.guild, season.number, season.name, season.started_at, now)


def _month(moment: datetime) -> datetime:
    """When its month began."""
    return moment.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _next_month(moment: datetime) -> datetime:
    return _month(_month(moment) + timedelta(days=31))


def _month_name(moment: datetime) -> str:
    return f"{moment:%B %Y}"
