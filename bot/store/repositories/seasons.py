"""Seasons of servers: their staff begin and close them, or they follow the months."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Connection, Select, and_, bindparam, func, select, text, update

from bot.store import schema
from bot.store.codec import columns, insert_all, values
from bot.store.repositories.repository import Repository
from bot.store.rows.matches import Season
from bot.store.rows.settings import ServerSettings

REBUILDING = 0x7061706C76  # beside `migrate.UPGRADE_LOCK`; servers are locked by their ids, which are far greater


class SeasonRepository(Repository):
    """The seasons of all servers."""

    async def all(self, guild: int) -> tuple[Season, ...]:
        """Return all seasons of a server, the oldest first."""
        query = columns(schema.seasons, Season).where(schema.seasons.c.guild == guild)
        return await self._all(Season, query.order_by(schema.seasons.c.number))

    async def running(self, guild: int, now: datetime) -> Season | None:
        """Return the running season. Begin it now if seasons are monthly and a new month has come.

        Return None if there is none.
        """

        def look(connection: Connection) -> tuple[Season | None, bool]:
            found = situation(connection, guild)
            return found.open, _is_due(connection, found, now)

        season, is_due = await self._read(look)
        return await self._write(lambda connection: _locked(connection, guild, now)) if is_due else season

    async def start(self, guild: int, name: str, now: datetime) -> Season | None:
        """Begin a season. Return None, and change nothing, if one is running."""

        def begin(connection: Connection) -> Season | None:
            return None if _locked(connection, guild, now) else _begin(connection, guild, name, now)

        return await self._write(begin)

    async def close(self, guild: int, now: datetime, number: int | None = None) -> Season | None:
        """Close the running season and return it. Return None if none is running, or not the one of this number."""

        def close(connection: Connection) -> Season | None:
            season = _locked(connection, guild, now)
            return None if season is None or number not in (None, season.number) else _close(connection, season, now)

        return await self._write(close)


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of a server that the end of a match needs."""

    server: ServerSettings
    open: Season | None
    last: datetime | None  # end of the newest match


def _situation() -> Select[Any]:
    """Return the query of one row, which exists even for a server without data."""
    here = select(bindparam("of", type_=BigInteger).label("guild")).subquery("here")
    open = and_(schema.seasons.c.guild == here.c.guild, schema.seasons.c.closed_at.is_(None))
    joined = here.outerjoin(schema.servers, schema.servers.c.guild == here.c.guild).outerjoin(schema.seasons, open)
    match = schema.matches.c
    last = select(match.finished_at).where(match.guild == here.c.guild).order_by(match.finished_at.desc()).limit(1)
    return select(schema.servers, schema.seasons, last.scalar_subquery()).select_from(joined)


SITUATION = _situation()  # built once: every match's end uses it


def lock(connection: Connection, guilds: Iterable[int]) -> None:
    """Lock the matches and seasons of these servers until the transaction ends."""
    # On SQLite, BEGIN IMMEDIATE is the lock. Row locks would not do on PostgreSQL: the first row cannot be locked.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock_shared(:lock)"), {"lock": REBUILDING})
        for guild in sorted(guilds):  # in order, so that two processes cannot cause a deadlock
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": guild})


def lock_all(connection: Connection) -> None:
    """Lock the seasons of all servers, as `lock` does for one."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": REBUILDING})


def situation(connection: Connection, guild: int) -> Situation:
    """Return the situation of a server."""
    *row, last = connection.execute(SITUATION, {"of": guild}).one()
    settings = len(schema.servers.c)
    chosen, open = row[:settings], row[settings:]
    server = ServerSettings(guild) if chosen[0] is None else ServerSettings(*chosen)
    return Situation(server, None if open[0] is None else Season(*open), last)


def current(connection: Connection, found: Situation, now: datetime) -> Season | None:
    """Return the running season, begun here if a new month has come. The server must be locked."""
    if not _is_due(connection, found, now):
        return found.open
    guild = found.server.guild
    if found.open is None:
        return _begin(connection, guild, _month_name(now), now)
    _close(connection, found.open, _next_month(found.open.started_at))
    return _begin(connection, guild, _month_name(now), _month(now))


def _locked(connection: Connection, guild: int, now: datetime) -> Season | None:
    """Lock a server, and return its running season."""
    lock(connection, [guild])
    return current(connection, situation(connection, guild), now)


def _is_due(connection: Connection, found: Situation, now: datetime) -> bool:
    """Return whether a season must begin by itself."""
    if not found.server.monthly:
        return False
    if found.open is not None:
        return _month(found.open.started_at) < _month(now)
    season = schema.seasons.c  # if one of this month is closed, the staff closed it: it stays the only one of the month
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
    """Return the beginning of the moment's month."""
    return moment.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _next_month(moment: datetime) -> datetime:
    return _month(_month(moment) + timedelta(days=31))


def _month_name(moment: datetime) -> str:
    return f"{moment:%B %Y}"
