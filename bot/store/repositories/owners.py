"""The servers that have the owner's commands."""

from sqlalchemy import delete, select

from bot.store import schema
from bot.store.codec import insert_missing
from bot.store.repositories.repository import Repository

OWNER = schema.owner_servers.c


class OwnerRepository(Repository):
    """The servers in which the owner's commands are registered."""

    async def all(self) -> tuple[int, ...]:
        """Return the servers, by id."""
        return await self._all(int, select(OWNER.guild).order_by(OWNER.guild))

    async def add(self, guild: int) -> None:
        """Record a server just before the commands are registered there."""
        await self._write(lambda connection: insert_missing(connection, schema.owner_servers, [{"guild": guild}]))

    async def remove(self, guild: int) -> None:
        """Delete a server after the commands were removed there."""
        await self._execute(delete(schema.owner_servers).where(OWNER.guild == guild))
