"""Settings of players, and of servers."""

from collections.abc import Callable
from typing import Any, Generic

from sqlalchemy import Table

from bot.store.codec import columns, owner, upsert_all, values
from bot.store.database import Database
from bot.store.repositories.repository import Repository
from bot.store.rows.settings import SettingsRow


class SettingsRepository(Repository, Generic[SettingsRow]):
    """The settings of players, or of servers."""

    def __init__(self, database: Database, table: Table, kind: type[SettingsRow]) -> None:
        super().__init__(database)
        self._table = table
        self._kind: Callable[..., SettingsRow] = kind
        self._chosen = columns(table, kind)

    async def of(self, id: int) -> SettingsRow:
        """Return the settings of that player or server, or the defaults."""
        chosen = await self._all(self._kind, self._chosen.where(owner(self._table) == id))
        return chosen[0] if chosen else self._kind(id)

    async def change(self, id: int, **fields: Any) -> None:
        """Store these fields, and leave the others as they are. The pause of a player only gets longer."""
        if fields:
            changed = [values(self._kind(id, **fields))]
            await self._write(lambda connection: upsert_all(connection, self._table, changed, *fields))
