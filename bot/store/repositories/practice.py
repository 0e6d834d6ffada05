"""Puzzles that people practise with."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select

from bot.rummy.ids import PlayerId, TableId
from bot.store import schema
from bot.store.codec import columns, insert_missing, upsert_all, values
from bot.store.repositories.repository import Repository
from bot.store.rows.practice import PracticeRow

PRACTICE, RESULT = schema.practice.c, schema.results.c


class PracticeRepository(Repository):
    """The puzzles of all people."""

    async def of(self, player: PlayerId) -> tuple[PracticeRow, ...]:
        """Return the puzzles of a person."""
        query = columns(schema.practice, PracticeRow).where(PRACTICE.player == player).order_by(PRACTICE.puzzle)
        return await self._all(PracticeRow, query)

    async def keep(self, row: PracticeRow) -> None:
        """Store an answer."""
        await self._write(lambda connection: upsert_all(connection, schema.practice, [values(row)]))

    async def collect(self, table: TableId, player: PlayerId, rows: Sequence[PracticeRow]) -> None:
        """Store turning points of a match that are not stored yet.

        Store nothing for a person who has had their data erased since the review began.
        """

        def collect(connection: Connection) -> None:
            # The lock orders this and an erasure at the same moment.
            theirs = select(RESULT.seat).where(RESULT.table == table, RESULT.player == player)
            if connection.execute(theirs.with_for_update()).first() is not None:
                insert_missing(connection, schema.practice, map(values, rows))

        await self._write(collect)

    async def delete(self, player: PlayerId, puzzle: str) -> None:
        """Delete a puzzle of a person."""
        await self._execute(delete(schema.practice).where(PRACTICE.player == player, PRACTICE.puzzle == puzzle))
