"""The tables at which people look on pages in browsers, as far as this process serves them."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.rummy.ids import PlayerId, TableId
from bot.service.lru import LruDict

LINGERS = timedelta(seconds=15)
"""The time for which a person still counts as playing on a page that they have left. They may only reload it."""


class OpenPages:
    """The visible pages, and those left a moment ago."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._looking: dict[object, tuple[PlayerId, TableId]] = {}
        self._counts: Counter[tuple[PlayerId, TableId]] = Counter()
        self._left: LruDict[tuple[PlayerId, TableId], datetime] = LruDict()

    def look(self, page: object, player: PlayerId, table: TableId | None) -> None:
        """Note which table a visible page shows now; None: no table, or the page is hidden or closed."""
        before = self._looking.pop(page, None)
        if before is not None:
            self._counts[before] -= 1
            if not self._counts[before]:
                del self._counts[before]
            self._left[before] = self._clock()
        if table is not None:
            self._looking[page] = player, table
            self._counts[player, table] += 1

    def is_played(self, player: PlayerId, table: TableId) -> bool:
        """Return whether that person plays that table on a page."""
        key = player, table
        left = self._left.get(key)
        return self._counts[key] > 0 or (left is not None and self._clock() - left < LINGERS)
