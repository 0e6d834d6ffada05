"""The settings of players and of servers, kept in memory for a while."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Generic, TypeAlias

from bot.service.lru import LruDict
from bot.service.processes import Processes
from bot.store.repositories.settings import SettingsRepository
from bot.store.rows.settings import PlayerSettings, SettingsRow

LIFE = timedelta(seconds=20)


class SettingsCache(Generic[SettingsRow]):
    """The settings of players, or of servers. Callers check permissions."""

    def __init__(
        self, repository: SettingsRepository[SettingsRow], clock: Callable[[], datetime], processes: Processes
    ) -> None:
        self._repository: SettingsRepository[SettingsRow] = repository
        self._clock = clock
        self._processes = processes
        self._kept: LruDict[int, tuple[datetime, SettingsRow]] = LruDict()

    async def find(self, id: int) -> SettingsRow:
        """Return the settings of a player or server as they are stored, or the defaults."""
        found = await self._repository.of(id)
        self._kept[id] = self._clock(), found
        return found

    async def cached(self, id: int) -> SettingsRow:
        """Return the settings as `find` does. A change by another process appears up to 20 seconds later."""
        kept = self._kept.get(id)
        if kept is not None and (self._processes.is_alone or self._clock() - kept[0] < LIFE):
            return kept[1]
        return await self.find(id)

    def known(self, id: int) -> SettingsRow | None:
        """Return the settings that were read last, without the database; None if there are none."""
        kept = self._kept.get(id)
        return kept and kept[1]

    async def change(self, id: int, **fields: Any) -> SettingsRow:
        """Change these fields, and return all settings. The pause of a player only gets longer."""
        await self._repository.change(id, **fields)
        return await self.find(id)

    async def note_locale(self, id: int, locale: str | None) -> None:
        """Store the language in which a person or server was seen, if it is another than before."""
        if (await self.cached(id)).locale != locale:
            await self._repository.change(id, locale=locale)
            await self.find(id)

    def forget(self, id: int) -> None:
        """Forget the settings of a player or server whose data was erased."""
        self._kept.pop(id, None)

    def forget_all(self) -> None:
        """Forget all settings, so that they are read again."""
        self._kept.clear()


PlayerSettingsCache: TypeAlias = SettingsCache[PlayerSettings]
