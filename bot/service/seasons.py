"""Seasons of a server: its staff start and close them, or have one for each month."""

from collections.abc import Callable
from datetime import datetime

from bot.codes import Problem
from bot.rummy.ids import one_line
from bot.service.errors import ServiceError
from bot.store.rows.matches import Season
from bot.store.store import Store

LONGEST = 40
"""The most characters in a season's name."""


class Seasons:
    """The seasons of all servers. Callers check permissions."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def all(self, guild: int) -> tuple[Season, ...]:
        """Return every season of a server, the oldest first. A monthly season that is due is begun."""
        await self.running(guild)
        return await self._store.seasons.all(guild)

    async def find(self, guild: int, number: int) -> Season | None:
        """Return the season of that number. Return None if there is none."""
        return next((season for season in await self._store.seasons.all(guild) if season.number == number), None)

    async def running(self, guild: int) -> Season | None:
        """Return the running season. Return None if there is none."""
        return await self._store.seasons.running(guild, self._clock())

    async def start(self, guild: int, name: str) -> Season:
        """Begin a season of this name.

        Raises:
            ServiceError: the name is no name, or a season is running.
        """
        tidy = " ".join(name.split())
        if not (tidy == one_line(tidy) and 1 <= len(tidy) <= LONGEST):
            raise ServiceError(Problem.BAD_SEASON_NAME)
        season = await self._store.seasons.start(guild, tidy, self._clock())
        if season is None:
            raise ServiceError(Problem.SEASON_RUNNING)
        return season

    async def close(self, guild: int, number: int | None = None) -> Season:
        """Close the running season; with a number, only if it is that one.

        Raises:
            ServiceError: none is running, or the one of that number is closed already.
        """
        season = await self._store.seasons.close(guild, self._clock(), number)
        if season is None:
            known = {season.number for season in await self._store.seasons.all(guild)}
            raise ServiceError(Problem.SEASON_CLOSED if number in known else Problem.NO_SEASON)
        return season
