"""A check of stored tables: each is read, replayed if its moves are kept, and compared with its row."""

from collections.abc import AsyncIterator

from bot.rummy.errors import ParseError
from bot.rummy.ids import TableId
from bot.rummy.rules import Games
from bot.service.errors import CorruptError
from bot.service.shuffle import UnprovenError, verify
from bot.service.tables.state import Lobby, record_of, restored
from bot.store.errors import UNREADABLE, StoreFailedError
from bot.store.rows.subjects import StoredTable
from bot.store.store import Store

PAGE = 100


async def check(
    store: Store, games: Games, *, are_open: bool = True
) -> AsyncIterator[tuple[TableId, CorruptError | None]]:
    """Yield each open table, or each other one, with its fault, or None if it is sound."""
    last: TableId | None = None
    while page := await store.tables.ids(last, PAGE, are_open=are_open):
        for id in page:
            try:
                stored = await store.tables.load(id)
            except (StoreFailedError, *UNREADABLE) as error:
                yield id, CorruptError(f"table {id}", f"{type(error).__name__}: {error}")
            else:
                if stored is not None:  # it may have been deleted meanwhile
                    yield id, _fault(stored, games)
        last = page[-1]


def _fault(stored: StoredTable, games: Games) -> CorruptError | None:
    try:
        if stored.row.is_pruned:
            Lobby.parse(stored.row.lobby)
        else:
            restored(stored, games)
            if stored.row.status.is_over:
                verify(record_of(stored, games))
    except CorruptError as error:
        return error
    except (ParseError, UnprovenError) as error:
        return CorruptError(f"table {stored.row.id}", error)
    return None
