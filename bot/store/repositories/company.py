"""People who wait for others to play with, and who of them would rather not meet."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, delete, or_, select

from bot.rummy.ids import PlayerId
from bot.store import schema
from bot.store.codec import columns, readable, upsert_all, values
from bot.store.repositories.repository import Repository
from bot.store.rows.company import Waiter

WAITER, CHOSEN, AVOIDED = schema.waiters.c, schema.settings.c, schema.avoided.c
TABLE, SEATED = schema.tables.c, schema.of_tables.people.c
MOST = 100
"""The most people among whom company is sought."""

Pairs = frozenset[frozenset[PlayerId]]
"""Pairs of people of whom one avoids the other."""


class CompanyRepository(Repository):
    """Those who wait. A table at which they sit down takes them off, in its own transaction."""

    async def wait(self, waiter: Waiter) -> None:
        """Store that a person waits, in place of an earlier wish of theirs there. Delete those that are over."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.waiters).where(WAITER.until <= waiter.since))
            upsert_all(connection, schema.waiters, [values(waiter)])

        await self._write(work)

    async def stop(self, guild: int, player: PlayerId) -> bool:
        """No longer let a person wait. Return whether they did."""
        return await self._execute(delete(schema.waiters).where(WAITER.guild == guild, WAITER.player == player)) == 1

    async def waiting(
        self, guild: int, rules_id: str, other_than: PlayerId, now: datetime
    ) -> tuple[tuple[Waiter, ...], Pairs]:
        """Return the other people who wait for a game, the longest waiting first, and who of all avoid each other.

        Those who have paused themselves or play in a tournament now are left out.
        """

        def work(connection: Connection) -> tuple[tuple[Waiter, ...], Pairs]:
            query = columns(schema.waiters, Waiter).outerjoin(schema.settings, CHOSEN.player == WAITER.player)
            query = query.where(WAITER.guild == guild, WAITER.rules_id == rules_id, WAITER.player != other_than)
            query = query.where(WAITER.until > now, or_(CHOSEN.paused_until.is_(None), CHOSEN.paused_until <= now))
            playing = select(SEATED.player).join(schema.tables, TABLE.id == SEATED.of)
            query = query.where(WAITER.player.not_in(playing.where(schema.IS_OPEN, TABLE.tournament.is_not(None))))
            query = query.order_by(WAITER.since, WAITER.player).limit(MOST)
            found = tuple(Waiter(*row) for row in readable(connection, query))
            people = [other_than, *(one.player for one in found)]
            avoided = select(AVOIDED.player, AVOIDED.other).where(AVOIDED.player.in_(people), AVOIDED.other.in_(people))
            return found, frozenset(frozenset(pair) for pair in connection.execute(avoided))

        return await self._read(work)


def missing(connection: Connection, guild: int | None, people: Iterable[PlayerId]) -> PlayerId | None:
    """Return one of these people who no longer waits in a server.

    Nobody changes that before the transaction ends.
    """
    wanted = sorted(people)
    rows = select(WAITER.player).where(WAITER.guild == guild, WAITER.player.in_(wanted)).with_for_update()
    there = set(connection.execute(rows.order_by(WAITER.player)).scalars()) if wanted else set()
    return next((one for one in wanted if one not in there), None)
