"""Reviews and replays of finished matches: worked out by one thread of their own, and kept for a while.

The thread lets the event loop go on: it is asked for every few milliseconds.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from bot.rummy.cards import Seat
from bot.rummy.ids import Player, PlayerId, TableId
from bot.rummy.learning.decisions import review
from bot.rummy.learning.review import Review
from bot.rummy.record import Record
from bot.service.errors import Problem, ServiceError
from bot.service.learning.replay import Frame, Replayed
from bot.service.recent import Recent
from bot.service.tables.service import Tables, table_of
from bot.service.tables.state import TableState

K = TypeVar("K")
T = TypeVar("T")

REVIEWS_KEPT = 32
REPLAYS_KEPT = 8
"""In memory; others are worked out again, with the same result."""


class Reviews:
    """The reviews of all matches that are over."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="review")
        self._reviews: Recent[tuple[TableId, int, Seat], asyncio.Future[Review | None]] = Recent(REVIEWS_KEPT)
        self._replays: Recent[tuple[TableId, int], asyncio.Future[Replayed]] = Recent(REPLAYS_KEPT)

    async def of(self, table: TableId, player: PlayerId) -> Review | None:
        """What the decisions of that person at that table were worth; None: its game has no review.

        Raises:
            ServiceError: there is no such table, it is not over, or they did not play there.
            ParseError, RulesError: what is stored cannot be read.
        """
        state, record = await self._record(table)
        seat = _seat_of(state, player)
        return await self._kept(self._reviews, (table, state.row.version, seat), lambda: review(record, seat))

    async def frame(self, table: TableId, place: int) -> Frame:
        """One picture of the replay; 0 is the first, and beyond the last one stands the last.

        Raises:
            ServiceError: there is no such table, it is not over, or nothing was dealt there.
            ParseError, RulesError: what is stored cannot be read.
        """
        state, record = await self._record(table)
        found = await self._kept(self._replays, (table, state.row.version), lambda: Replayed.of(record))
        if not found.places:
            raise ServiceError(Problem.NOT_OVER)
        return found.frame(place)

    async def _record(self, table: TableId) -> tuple[TableState, Record]:
        state = await self._tables.find(table)
        table_of(state)
        return state, await self._tables.record(table)

    async def _kept(self, kept: Recent[K, asyncio.Future[T]], key: K, work: Callable[[], T]) -> T:
        """What the work answers; where it runs already or was done, nothing is done again."""
        running = kept.get(key)
        if running is None or (running.done() and running.exception() is not None):
            running = asyncio.get_running_loop().run_in_executor(self._thread, work)
            kept[key] = running
        # One who no longer waits stops nobody else's.
        return await asyncio.shield(running)

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _seat_of(state: TableState, player: PlayerId) -> Seat:
    """Where that person sat, also if they left.

    Raises:
        ServiceError: they did not.
    """
    seat = table_of(state).seat_of(Player(player))
    if seat is None:
        raise ServiceError(Problem.NOT_AT_TABLE)
    return seat
