"""Servers that added or removed the bot, and the erasure of their data."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, Table, delete, or_, select, union, update

from bot.store import schema
from bot.store.codec import columns, insert_all, insert_missing, values
from bot.store.repositories.repository import Repository
from bot.store.rows.alarms import ALL_SHARDS, Shards
from bot.store.rows.owner import Departure

GONE, TABLE, DISPUTE = schema.departures.c, schema.tables.c, schema.disputes.c
WELCOME = schema.welcomes.c

AT_ONCE = 100  # tables erased in one transaction

OF_SERVERS: tuple[Table, ...] = (
    *(schema.tournaments, schema.series, schema.standings, schema.seasons, schema.servers),
    *(schema.balances, schema.ledger, schema.erased_chips, schema.daily_shares),
    *(schema.web_keys, schema.web_sessions, schema.listeners, schema.tellings, schema.welcomes, schema.waiters),
    schema.house_rules,
)
"""The tables of the database with data of a server besides its card tables; each has a column `guild`."""


class DepartureRepository(Repository):
    """The servers that added and removed the bot, and when."""

    async def note(self, guild: int, now: datetime) -> bool:
        """Record that the bot has left a server. Return whether that is new."""

        def note(connection: Connection) -> bool:
            known = connection.execute(select(GONE.guild).where(GONE.guild == guild)).first() is not None
            insert_missing(connection, schema.departures, [values(Departure(guild, now))])
            return not known

        return await self._write(note)

    async def forget(self, guilds: Iterable[int]) -> int:
        """Record that the bot is back in these servers, so that their data stays. Return how many had been left.

        An erasure that has begun goes on.
        """
        back = delete(schema.departures).where(GONE.guild.in_([*guilds]), GONE.erasing.is_(False))
        return await self._execute(back)

    async def welcome(self, guild: int, now: datetime) -> bool:
        """Record that a server is welcomed. Return False if it was before: that happens once while its data stays."""

        def work(connection: Connection) -> bool:
            if connection.execute(select(WELCOME.guild).where(WELCOME.guild == guild)).first() is not None:
                return False
            insert_all(connection, schema.welcomes, [{"guild": guild, "at": now}])
            return True

        return await self._write(work)

    async def all(self, shards: Shards = ALL_SHARDS) -> tuple[Departure, ...]:
        """Return the servers on these shards that removed the bot."""
        query = columns(schema.departures, Departure).where(schema.on_shards(GONE.guild, shards))
        return await self._all(Departure, query.order_by(GONE.guild))

    async def kept(self, shards: Shards = ALL_SHARDS) -> frozenset[int]:
        """Return the servers on these shards that have any data."""
        named = [table.c.guild for table in (schema.tables, *OF_SERVERS)]
        query = union(*(select(one).where(one.is_not(None), schema.on_shards(one, shards)) for one in named))
        return frozenset(await self._all(int, query))

    async def erase(self, guild: int, left_before: datetime) -> bool:
        """Erase all data of a server that was left before that moment. Return whether that was done.

        The next call continues an interrupted erasure.
        """
        begun = update(schema.departures).where(
            GONE.guild == guild, or_(GONE.erasing.is_(True), GONE.left_at < left_before)
        )
        if not await self._execute(begun.values(erasing=True)):
            return False
        while await self._write(lambda connection: _erase_tables(connection, guild)):
            pass
        await self._write(lambda connection: _erase_rest(connection, guild))
        return True


def _erase_tables(connection: Connection, guild: int) -> int:
    """Erase some tables with all that belongs to them. Return their number."""
    ids = connection.execute(select(TABLE.id).where(TABLE.guild == guild).limit(AT_ONCE)).scalars().all()
    # Disputes go first, while their server can still be seen: the log allows deletions for such servers alone.
    connection.execute(delete(schema.disputes).where(DISPUTE.of.in_(ids)))
    connection.execute(delete(schema.tables).where(TABLE.id.in_(ids)))
    return len(ids)


def _erase_rest(connection: Connection, guild: int) -> None:
    for table in OF_SERVERS:
        connection.execute(delete(table).where(table.c.guild == guild))
    for posts in (schema.daily_posts, schema.notice_posts):
        connection.execute(delete(posts).where(posts.c.of == str(guild)))
    connection.execute(delete(schema.departures).where(GONE.guild == guild))
