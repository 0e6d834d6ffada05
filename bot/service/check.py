"""A check of everything stored: each table's journal is replayed and compared with its row."""

from collections.abc import AsyncIterator

from bot.rummy.ids import TableId
from bot.rummy.rules import Games
from bot.service.errors import CorruptError
from bot.service.tables.state import restored
from bot.store.rows.subjects import StoredTable
from bot.store.store import Store

PAGE = 100


async def check(store: Store, games: Games) -> AsyncIterator[tuple[TableId, CorruptError | None]]:
    """Yield each open table with its fault, or None if it is sound."""
    last: TableId | None = None
    while page := await store.tables.open_tables(last, PAGE):
        for stored in page:
            yield stored.row.id, _fault(stored, games)
        last = page[-1].row.id


def _fault(stored: StoredTable, games: Games) -> CorruptError | None:
    try:
        restored(stored, games)
    except CorruptError as error:
        return error
    return None
