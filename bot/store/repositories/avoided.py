"""The people whom others avoid."""

from sqlalchemy import Connection, delete, func, select

from bot.rummy.ids import PlayerId
from bot.store import schema
from bot.store.codec import columns, insert_missing, values
from bot.store.repositories.repository import Repository
from bot.store.rows.avoided import Avoided

AVOIDED = schema.avoided.c


class AvoidedRepository(Repository):
    """The lists of all people, each for its owner alone."""

    async def of(self, player: PlayerId) -> tuple[Avoided, ...]:
        """Return the list of a person, the newest first."""
        query = columns(schema.avoided, Avoided).where(AVOIDED.player == player)
        return await self._all(Avoided, query.order_by(AVOIDED.at.desc(), AVOIDED.other))

    async def apart_from(self, player: PlayerId) -> frozenset[PlayerId]:
        """Return the people whom a person avoids, and those who avoid them."""
        own = select(AVOIDED.other).where(AVOIDED.player == player)
        others = select(AVOIDED.player).where(AVOIDED.other == player)
        return frozenset(await self._all(PlayerId, own.union(others)))

    async def add(self, avoided: Avoided, most: int) -> bool:
        """Add a line to a list. Return False if the list is full."""

        def work(connection: Connection) -> bool:
            own = AVOIDED.player == avoided.player
            is_there = (AVOIDED.other == avoided.other) & own
            if connection.execute(select(AVOIDED.other).where(is_there)).first() is not None:
                return True
            if connection.execute(select(func.count()).where(own)).scalar_one() >= most:
                return False
            insert_missing(connection, schema.avoided, [values(avoided)])
            return True

        return await self._write(work)

    async def remove(self, player: PlayerId, other: PlayerId) -> bool:
        """Remove a line. Return whether there was one."""
        own = delete(schema.avoided).where(AVOIDED.player == player, AVOIDED.other == other)
        return await self._execute(own) == 1
