"""Figures from reviews of finished matches, for the person alone."""

from collections.abc import Iterable

from sqlalchemy import Connection, select

from bot.rummy.ids import PlayerId, TableId
from bot.store import schema
from bot.store.codec import columns, insert_missing, values
from bot.store.repositories.repository import Repository
from bot.store.rows.review import ReviewRow

LEARNED, RESULT = schema.learned.c, schema.results.c


class ReviewRepository(Repository):
    """The figures of all people's reviews."""

    async def keep(self, row: ReviewRow) -> None:
        """Store the figures of a review, unless they are stored already: a review never changes.

        Store nothing for a person who has had their data erased since the review began.
        """

        def keep(connection: Connection) -> None:
            # The lock orders this and an erasure at the same moment.
            theirs = select(RESULT.seat).where(RESULT.table == row.table, RESULT.player == row.player)
            if connection.execute(theirs.with_for_update()).first() is not None:
                insert_missing(connection, schema.learned, [values(row)])

        await self._write(keep)

    async def of(self, player: PlayerId, limit: int = 50) -> tuple[ReviewRow, ...]:
        """Return the figures of a person's newest matches, the oldest first."""
        query = columns(schema.learned, ReviewRow).where(LEARNED.player == player)
        found = await self._all(ReviewRow, query.order_by(LEARNED.at.desc(), LEARNED.table).limit(limit))
        return found[::-1]

    async def kept(self, player: PlayerId, tables: Iterable[TableId]) -> frozenset[TableId]:
        """Return those of these tables for which figures are stored."""
        query = select(LEARNED.table).where(LEARNED.player == player, LEARNED.table.in_([*tables]))
        return frozenset(TableId(table) for (table,) in await self._rows(query))
