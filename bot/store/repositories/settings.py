"""Settings of players, and of servers."""

from collections.abc import Callable
from datetime import datetime
from typing import Generic, TypeVar

from sqlalchemy import Table

from bot.rummy.ids import PlayerId
from bot.store.access import Access
from bot.store.codec import columns, owner, upsert_all, values
from bot.store.repositories.repository import Repository
from bot.store.rows.settings import PlayerSettings, ServerSettings

S = TypeVar("S", PlayerSettings, ServerSettings)


class SettingsRepository(Repository, Generic[S]):
    """The settings of players, or of servers."""

    def __init__(self, access: Access, table: Table, kind: type[S]) -> None:
        super().__init__(access)
        self._table = table
        self._kind: Callable[..., S] = kind
        self._chosen = columns(table, kind)

    async def of(self, id: int) -> S:
        """Return the settings of that player or server, or the defaults."""
        chosen = await self._all(self._kind, self._chosen.where(owner(self._table) == id))
        return chosen[0] if chosen else self._kind(id)

    async def save(self, chosen: S) -> None:
        """Replace the settings. The pause of a player only gets longer."""
        await self._write(lambda connection: upsert_all(connection, self._table, [values(chosen)]))

    async def note_locale(self, id: int, locale: str | None) -> None:
        """Record the language in which that person or server was seen last."""
        seen = [values(self._kind(id, locale=locale))]
        await self._write(lambda connection: upsert_all(connection, self._table, seen, "locale"))


class PlayerSettingsRepository(SettingsRepository[PlayerSettings]):
    """The settings of players."""

    async def pause(self, player: PlayerId, until: datetime) -> None:
        """Store that a person takes no seat before that time. A longer pause stays, and so do their other settings."""
        paused = [values(PlayerSettings(player, paused_until=until))]
        await self._write(lambda connection: upsert_all(connection, self._table, paused, "paused_until"))
