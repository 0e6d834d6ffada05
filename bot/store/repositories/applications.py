"""The application of Discord whose bot works with the database."""

from sqlalchemy import Connection, delete, select

from bot.store import schema
from bot.store.codec import insert_missing
from bot.store.repositories.repository import Repository

NAME = "discord"
OF_DISCORD = select(schema.applications.c.id).where(schema.applications.c.name == NAME)


class ApplicationRepository(Repository):
    """The owner of the database: the servers and channels in it are those of one application."""

    async def claimed(self, application: int) -> int:
        """Return the application that the database belongs to. If it has none, this application becomes its owner for
        good.
        """
        owner: int | None = await self._scalar(OF_DISCORD)
        return await self._write(lambda connection: _claimed(connection, application)) if owner is None else owner

    async def release(self) -> None:
        """Release the database: the next application that asks gets it."""
        await self._execute(delete(schema.applications))


def _claimed(connection: Connection, application: int) -> int:
    insert_missing(connection, schema.applications, [{"name": NAME, "id": application}])
    return int(connection.execute(OF_DISCORD).scalar_one())
