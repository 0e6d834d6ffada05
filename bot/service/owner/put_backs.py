"""The end of what cannot go on after the database was put back to a copy: people have seen what came later."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime

import structlog

from bot.error_fields import error_fields
from bot.rummy.actions import DEALER, End, EndCause
from bot.rummy.errors import IllegalAction
from bot.rummy.ids import TableId
from bot.service.cache import Draft
from bot.service.daily import Daily
from bot.service.errors import CorruptError, ServiceError
from bot.service.tables.seats import closed
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.service.tournaments.service import Tournaments
from bot.store.errors import StoreClosedError, StoreFailedError
from bot.store.rows.put_backs import PutBack
from bot.store.store import Store

AT_ONCE = 20
"""Tables ended together."""

log = structlog.get_logger()


class PutBacks:
    """Ends what cannot go on after the database was put back. A second call, also after a kill, does the rest."""

    def __init__(
        self, store: Store, tables: Tables, tournaments: Tournaments, daily: Daily, clock: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._tables = tables
        self._tournaments = tournaments
        self._daily = daily
        self._clock = clock
        self._settling = asyncio.Lock()

    async def settle(self) -> None:
        """End every open table, pause tournaments that are being played, and close today's deal of the day.

        Do nothing if that is done, or the database was not put back. Nobody may act before that.
        """
        async with self._settling:
            found = await self._store.put_backs.newest()
            if found is None or found.settled_at is not None:
                return
            for tournament in await self._store.tournaments.open_ids():
                with _logged(tournament):
                    await self._tournaments.put_back(tournament, found.back_to)
            ended = await self._end_tables(found)
            await self._daily.draw_key()
            await self._store.put_backs.settle(self._clock())
            log.warning("data was put back", to=str(found.back_to), ended=ended, missing=found.missing)

    async def _end_tables(self, found: PutBack) -> int:
        """End every open table. Return how many there were."""
        last: TableId | None = None
        number = 0
        while rows := await self._store.tables.open_rows(last, AT_ONCE):
            last = rows[-1].id
            number += len(rows)
            await asyncio.gather(*(self._end(row.id, found.back_to) for row in rows))
        return number

    async def _end(self, id: TableId, moment: datetime) -> None:
        def draft(before: TableState) -> Draft[TableState]:
            marked = replace(before, lobby=replace(before.lobby, put_back=moment))
            if marked.is_lobby:
                return Draft(closed(marked))
            return self._tables.played(marked, DEALER, End(EndCause.PUT_BACK))

        with _logged(id), suppress(ServiceError, IllegalAction):  # another process has just ended it
            try:
                await self._tables.change(id, draft)
            except CorruptError:
                await self._tables.end_broken(id)


@contextmanager
def _logged(id: str) -> Iterator[None]:
    """Log a fault of one table or tournament, which must not keep all others from going on. It stands still.

    Raises:
        StoreFailedError, StoreClosedError: the database refused or vanished.
    """
    try:
        yield
    except (StoreFailedError, StoreClosedError):
        raise
    except Exception as error:
        log.error("not ended after the data was put back", id=id, **error_fields(error))
