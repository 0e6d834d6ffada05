"""People who are told of new tables, and when each server was told last."""

from datetime import datetime

from sqlalchemy import Connection, delete, or_, select, update

from bot.rummy.ids import PlayerId
from bot.store import schema
from bot.store.codec import columns, insert_all, readable, upsert_all, values
from bot.store.repositories.repository import Repository
from bot.store.rows.tellings import Listener

LISTENER, TELLING, CHOSEN = schema.listeners.c, schema.tellings.c, schema.settings.c
SEATED = schema.of_tables.people.c


class TellingRepository(Repository):
    """The listeners of all servers."""

    async def of(self, guild: int, player: PlayerId) -> Listener | None:
        """Return what a person has asked for in a server. Return None if they are not told."""
        query = columns(schema.listeners, Listener).where(LISTENER.guild == guild, LISTENER.player == player)
        return next(iter(await self._all(Listener, query)), None)

    async def has_listeners(self, guild: int) -> bool:
        """Return whether anybody is told in a server."""
        return bool(await self._rows(select(LISTENER.player).where(LISTENER.guild == guild).limit(1)))

    async def listen(self, listener: Listener) -> None:
        """Store what a person asks for. When they were told last stays."""
        only = ("game", "quiet_from", "quiet_until")
        await self._write(lambda connection: upsert_all(connection, schema.listeners, [values(listener)], *only))

    async def stop(self, guild: int, player: PlayerId) -> bool:
        """No longer tell a person. Return whether they were told until now."""
        own = delete(schema.listeners).where(LISTENER.guild == guild, LISTENER.player == player)
        return await self._execute(own) == 1

    async def claim(self, guild: int, now: datetime, before: datetime) -> bool:
        """Note that a server is told now. Return False if it was told since *before*, by whatever process."""
        return await self._write(lambda connection: _claimed(connection, guild, now, before))

    async def pick(
        self,
        guild: int,
        game: str,
        hour: int,
        now: datetime,
        before: datetime,
        most: int,
    ) -> tuple[PlayerId, ...]:
        """Note that a server is told now, and return the people to mention: those longest not told come first.

        Who sits at a table or has paused themselves is not told. Return none, and note nothing, if nobody is to be told
        or the server was told since *before*.
        """

        def work(connection: Connection) -> tuple[PlayerId, ...]:
            pauses = schema.settings
            query = columns(schema.listeners, Listener).outerjoin(pauses, CHOSEN.player == LISTENER.player)
            query = query.where(LISTENER.guild == guild, or_(LISTENER.game.is_(None), LISTENER.game == game))
            query = query.where(or_(CHOSEN.paused_until.is_(None), CHOSEN.paused_until <= now))
            seated = select(SEATED.player).join(schema.tables, schema.tables.c.id == SEATED.of)
            query = query.where(LISTENER.player.not_in(seated.where(schema.IS_OPEN)))
            query = query.order_by(LISTENER.told_at.is_not(None), LISTENER.told_at, LISTENER.player)
            found = [Listener(*row) for row in readable(connection, query)]
            people = [one.player for one in found if not one.is_quiet(hour)][:most]
            if not people or not _claimed(connection, guild, now, before):
                return ()
            told = update(schema.listeners).where(LISTENER.guild == guild, LISTENER.player.in_(people))
            connection.execute(told.values(told_at=now))
            return tuple(people)

        return await self._write(work)


def _claimed(connection: Connection, guild: int, now: datetime, before: datetime) -> bool:
    told = update(schema.tellings).where(TELLING.guild == guild, TELLING.at <= before)
    if connection.execute(told.values(at=now)).rowcount:
        return True
    if connection.execute(select(TELLING.at).where(TELLING.guild == guild)).first() is not None:
        return False
    insert_all(connection, schema.tellings, [{"guild": guild, "at": now}])
    return True
