"""The tables at which people look on pages in browsers."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.rummy.ids import PlayerId, TableId
from bot.service.lru import LruDict
from bot.store.repositories.web import WebRepository

LINGERS = timedelta(seconds=15)
"""The time for which a person still counts as playing on a page that they have left. They may only reload it."""


class OpenPages:
    """The visible pages of this process, those left a moment ago, and what other processes have stored of theirs."""

    def __init__(self, clock: Callable[[], datetime], rows: WebRepository | None) -> None:
        """`rows`: the sessions; None where no pages are served."""
        self._clock = clock
        self._rows = rows
        self._looking: dict[object, tuple[PlayerId, TableId]] = {}
        self._counts: Counter[tuple[PlayerId, TableId]] = Counter()
        self._left: LruDict[tuple[PlayerId, TableId], datetime] = LruDict()

    def look(self, page: object, player: PlayerId, table: TableId | None) -> TableId | None:
        """Note which table a visible page shows now; None: no table, or the page is hidden or closed.

        Return the table that it showed before.
        """
        before = self._looking.pop(page, None)
        if before is not None:
            self._counts[before] -= 1
            if not self._counts[before]:
                del self._counts[before]
            self._left[before] = self._clock()
        if table is not None:
            self._looking[page] = player, table
            self._counts[player, table] += 1
        return None if before is None else before[1]

    async def is_played(self, player: PlayerId, table: TableId) -> bool:
        """Return whether that person plays that table on a page, of this process or another."""
        key, now = (player, table), self._clock()
        left = self._left.get(key)
        if self._counts[key] > 0 or (left is not None and now - left < LINGERS):
            return True
        return self._rows is not None and await self._rows.looks_at(player, table, now)
