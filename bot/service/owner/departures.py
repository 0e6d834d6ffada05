"""Servers that remove the bot: their open tables end, and their data is erased after a while."""

from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from bot.codes import TableStatus
from bot.rummy.actions import EndCause
from bot.rummy.errors import IllegalAction
from bot.rummy.ids import TableId
from bot.service.errors import CorruptError, ServiceError
from bot.service.owner.jobs import PAUSE
from bot.service.server_settings import ServerSettingsCache
from bot.service.tables.lobby import Lobbies
from bot.service.tables.service import Tables
from bot.service.tournaments.service import Tournaments
from bot.store.rows.alarms import Shards
from bot.store.store import Store

RECONCILED = timedelta(minutes=15)
"""The time between two comparisons of the known servers with those that the bot is in."""

GRACE = timedelta(minutes=2)
"""The time for which tables go on after a server has removed the bot: it may be invited again at once."""

log = structlog.get_logger()

Presence = Callable[[], tuple[Shards, frozenset[int]]]
"""Returns the shards that this process surely answers for, and the servers that the bot is in, outages included."""


class Departures:
    """Notices when the bot leaves a server and when it is back."""

    name = "departures"
    fault_pause = PAUSE

    def __init__(
        self,
        store: Store,
        tables: Tables,
        lobbies: Lobbies,
        tournaments: Tournaments,
        servers: ServerSettingsCache,
        presence: Presence,
        kept: timedelta,
    ) -> None:
        """`kept`: how long the data of a server is kept after it has removed the bot."""
        self._store = store
        self._tables = tables
        self._lobbies = lobbies
        self._tournaments = tournaments
        self._servers = servers
        self._presence = presence
        self._kept = kept
        self._compared: datetime | None = None
        self._missing: frozenset[int] = frozenset()
        """The servers that were missing at the last comparison."""
        self._away: set[int] = set()
        """The servers that the bot has left, as far as this process knows."""
        self._ended: set[int] = set()
        """The servers that the bot has left, and in which this process has ended everything open."""

    async def left(self, guild: int, now: datetime) -> None:
        """Note that a server has removed the bot. A look ends everything there unless the bot is back in time."""
        if await self._store.departures.note(guild, now):
            log.info("left a server", server=guild, kept_days=self._kept.days)
        self._away.add(guild)

    async def joined(self, guild: int) -> None:
        """Record that the bot is in that server. If it was there before, its data is still there.

        The next look examines a server that this process knows nothing of.
        """
        if guild not in self._away:
            return
        self._ended.discard(guild)
        self._away.discard(guild)
        if await self._store.departures.forget([guild]):
            log.info("back in a server", server=guild)

    async def look(self, now: datetime) -> None:
        """Erase data that was kept long enough, and find out what happened while no process was connected."""
        shards, present = self._presence()
        if not shards.ids:
            return
        await self._compare(shards, present, now)
        away = [gone for gone in await self._store.departures.all(shards) if gone.erasing or gone.guild not in present]
        self._away = {gone.guild for gone in away}
        due = {gone.guild for gone in away if gone.erasing or gone.left_at <= now - GRACE}
        await self._end_all(due - self._ended)
        for gone in away:
            if await self._store.departures.erase(gone.guild, now - self._kept):
                self._tables.forget()
                self._tournaments.forget()
                self._servers.forget(gone.guild)
                log.info("erased a server", server=gone.guild)

    async def _compare(self, shards: Shards, present: frozenset[int], now: datetime) -> None:
        """Take the bot as removed from servers that were missing twice.

        Missing once may be a moment of a new connection.
        """
        if self._compared is not None and timedelta(0) <= now - self._compared < RECONCILED:
            return
        self._compared = now
        known = await self._store.departures.all(shards)
        await self._store.departures.forget(gone.guild for gone in known if gone.guild in present)
        missing = await self._store.departures.kept(shards) - present - {gone.guild for gone in known}
        for guild in sorted(missing & self._missing):
            await self.left(guild, now)
            await self._end_all({guild})
        self._missing = missing

    async def _end_all(self, guilds: set[int]) -> None:
        """End everything open in these servers; stakes and entries go back."""
        if not guilds:
            return
        for guild in sorted(guilds):
            for series in await self._store.series.of_guild(guild):
                await self._store.series.end(series.id)
            for tournament in await self._tournaments.of_guild(guild):
                await self._tournaments.cancel(tournament.id)
        last: TableId | None = None
        while rows := await self._store.tables.open_rows(last):
            last = rows[-1].id
            for row in rows:
                if row.guild in guilds:
                    await self._end(row.id, row.status)
        self._ended |= guilds

    async def _end(self, table: TableId, status: TableStatus) -> None:
        try:
            if status is TableStatus.LOBBY:
                await self._lobbies.cancel(table, None)
            else:
                await self._tables.end(table, EndCause.STAFF)
        except (ServiceError, IllegalAction):
            pass  # it has just ended, or its tournament has ended it
        except CorruptError:
            await self._tables.end_broken(table)
