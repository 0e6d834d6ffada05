"""Deals that people play alone."""

from sqlalchemy import Connection, delete, update
from sqlalchemy.dialects.postgresql import insert

from bot.rummy.ids import PlayerId
from bot.store import schema
from bot.store.codec import columns, values
from bot.store.repositories.repository import Repository
from bot.store.rows.solo import SoloRow

SOLO = schema.solos.c


class SoloRepository(Repository):
    """The deals of all people, by the place where they play them."""

    async def find(self, player: PlayerId, place: str) -> SoloRow | None:
        """Return the deal of that person at that place. Return None if there is none."""
        query = columns(schema.solos, SoloRow).where(SOLO.player == player, SOLO.place == place)
        found = await self._all(SoloRow, query)
        return found[0] if found else None

    async def save(self, row: SoloRow) -> bool:
        """Write a new version. Return False if the stored one has changed meanwhile."""
        return await self._write(lambda connection: save(connection, row))

    async def delete(self, player: PlayerId, place: str) -> None:
        """Delete the deal of that person at that place."""
        await self._execute(delete(schema.solos).where(SOLO.player == player, SOLO.place == place))


def save(connection: Connection, row: SoloRow) -> bool:
    """Write a new version. Return False if the stored one has changed meanwhile."""
    if row.version == 1:
        inserted = insert(schema.solos).values(values(row)).on_conflict_do_nothing()  # SQLite accepts this form as well
        return connection.execute(inserted).rowcount == 1
    same = SOLO.player == row.player, SOLO.place == row.place, SOLO.version == row.version - 1
    return connection.execute(update(schema.solos).where(*same).values(values(row))).rowcount == 1
