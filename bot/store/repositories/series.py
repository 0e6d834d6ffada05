"""Series of tournaments, and the times at which they announce the next one."""

from datetime import datetime

from sqlalchemy import Connection, delete, func, select, update

from bot.rummy.ids import TournamentId
from bot.store import schema
from bot.store.codec import columns, insert_all, values
from bot.store.repositories import seasons
from bot.store.repositories.repository import Repository
from bot.store.rows.alarms import ALL_SHARDS, Alarm, AlarmKind, Shards
from bot.store.rows.tournaments import SeriesRow

SERIES = schema.series.c


class SeriesRepository(Repository):
    """The series of all servers."""

    async def find(self, id: TournamentId) -> SeriesRow | None:
        """Return the series of that pattern. Return None if there is none or it was ended."""
        found = await self._all(SeriesRow, columns(schema.series, SeriesRow).where(SERIES.id == id))
        return found[0] if found else None

    async def of_guild(self, guild: int) -> tuple[SeriesRow, ...]:
        """Return the series of a server, ordered by their next start."""
        query = columns(schema.series, SeriesRow).where(SERIES.guild == guild)
        return await self._all(SeriesRow, query.order_by(SERIES.start_at, SERIES.id))

    async def due(
        self, now: datetime, limit: int = 100, shards: Shards = ALL_SHARDS
    ) -> tuple[Alarm[TournamentId], ...]:
        """Return the series on these shards whose next announcement is due, the oldest deadline first."""
        query = select(SERIES.due, SERIES.id).where(SERIES.due <= now, schema.on_shards(SERIES.guild, shards))
        rows = await self._rows(query.order_by(SERIES.due, SERIES.id).limit(limit))
        return tuple(Alarm(due, TournamentId(id), AlarmKind.SERIES) for due, id in rows)

    async def begin(self, row: SeriesRow, most: int) -> bool:
        """Begin a series. Return False if the server has `most` already, or one of that pattern."""

        def begin(connection: Connection) -> bool:
            seasons.lock(connection, [row.guild])
            here = select(func.count(), func.count().filter(SERIES.id == row.id)).where(SERIES.guild == row.guild)
            count, same = connection.execute(here).one()
            if count >= most or same:
                return False
            insert_all(connection, schema.series, [values(row)])
            return True

        return await self._write(begin)

    async def change(self, row: SeriesRow) -> bool:
        """Write a new version. Return False if the series was changed meanwhile or ended."""
        same = SERIES.id == row.id, SERIES.version == row.version - 1
        return await self._execute(update(schema.series).where(*same).values(values(row))) == 1

    async def end(self, id: TournamentId) -> bool:
        """End a series. Return whether there was one."""
        return await self._execute(delete(schema.series).where(SERIES.id == id)) == 1
