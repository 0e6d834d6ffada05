"""Reviews and replays of finished matches, computed in one separate thread and kept for a while.

The thread lets the event loop take over every few milliseconds. A review that is not complete at once is completed in
slices, between which the thread does other work.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import structlog

from bot.codes import Problem, TableStatus
from bot.error_fields import error_fields
from bot.rummy.cards import Seat
from bot.rummy.decisions import first_review, gravest_mistakes
from bot.rummy.errors import ParseError, RulesError
from bot.rummy.ids import Player, PlayerId, TableId
from bot.rummy.record import Record
from bot.rummy.review import Deed, Finding, Review, Reviewed
from bot.service.errors import CorruptError, ServiceError
from bot.service.lru import LruDict
from bot.service.replay import Frame, Replayed
from bot.service.tables.service import Tables, table_of
from bot.service.tables.state import TableState
from bot.store.errors import StoreError
from bot.store.rows.review import ReviewRow
from bot.store.store import Store

ReviewKey = tuple[TableId, int, Seat]
K = TypeVar("K")
T = TypeVar("T")

log = structlog.get_logger()

NEWEST, AT_ONCE = 10, 2
"""The number of newest matches that a profile looks at, and of those it reviews at once."""
PATIENCE = 1.0
"""Seconds that a profile waits for these reviews. Later ones come with the next profile."""
WAIT_SECONDS = 0.15
"""The longest time for which a hand waits for the gravest mistake in its match."""
REVIEWS_KEPT = 32
REPLAYS_KEPT = 8
"""The number of replays in memory; others are computed again, with the same result."""


class Reviews:
    """The reviews of all finished matches."""

    def __init__(self, tables: Tables, store: Store) -> None:
        self._tables = tables
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="review")
        self._reviews: LruDict[ReviewKey, asyncio.Future[Review | None]] = LruDict(REVIEWS_KEPT)
        self._completed: LruDict[ReviewKey, asyncio.Future[Review | None]] = LruDict(REVIEWS_KEPT)
        self._gravest: LruDict[TableId, asyncio.Future[Mapping[Seat, Reviewed]]] = LruDict(REVIEWS_KEPT)
        self._tasks: set[asyncio.Task[None]] = set()
        self._replays: LruDict[tuple[TableId, int], asyncio.Future[Replayed]] = LruDict(REPLAYS_KEPT)

    async def of(self, table: TableId, player: PlayerId) -> Review | None:
        """Return the review of that person's decisions at that table, as far as it is known at once. Return None if
        its game has no review.

        Raises:
            ServiceError: there is no such table, it is not over, or they did not play there.
            ParseError, RulesError: the stored data cannot be read.
        """
        return await self._of(table, player, self.first_of)

    async def completed(self, table: TableId, player: PlayerId) -> Review | None:
        """Return the complete review of that person's decisions at that table. That may take many seconds.

        Raises:
            ServiceError: there is no such table, it is not over, or they did not play there.
            ParseError, RulesError: the stored data cannot be read.
        """
        return await self._of(table, player, self.of_record)

    async def _of(
        self, table: TableId, player: PlayerId, reviewed: Callable[[Record, Seat, int], Awaitable[Review | None]]
    ) -> Review | None:
        state, record = await self._record(table)
        found = await reviewed(record, _seat_of(state, player), state.row.version)
        if found is not None and not found.further and found.decisions and state.row.status is TableStatus.FINISHED:
            await self._store.reviews.keep(_figures(found, state, player))
        return found

    async def gravest(self, state: TableState, player: PlayerId) -> Reviewed | None:
        """Return the gravest mistake of that person in a finished match, judged only by what is certain.

        Return None if there is none, if it is not found soon enough, or if the match cannot be read any more.

        Raises:
            ServiceError: they did not play there.
        """
        if state.row.status is not TableStatus.FINISHED:
            return None
        seat = _seat_of(state, player)
        if state.id not in self._gravest:
            self._gravest[state.id] = asyncio.ensure_future(self._gravest_at(state))
        running = self._gravest[state.id]
        done, _ = await asyncio.wait((running,), timeout=WAIT_SECONDS)
        return running.result().get(seat) if done else None

    async def _gravest_at(self, state: TableState) -> Mapping[Seat, Reviewed]:
        """Return the gravest mistakes of the people at a table. Log it and return none if they cannot be found."""
        seats = [Seat(i) for i, player in enumerate(state.players) if not player.is_computer]
        try:
            record = await self._tables.record(state.id, counted=False)
            # The reviews of others, which take a second, may wait in the other thread.
            return await asyncio.to_thread(gravest_mistakes, record, seats)
        except (ServiceError, CorruptError, ParseError, RulesError, StoreError) as error:
            log.error("not reviewed", table=state.id, **error_fields(error))
            return {}

    async def first_of(self, record: Record, seat: Seat, version: int) -> Review | None:
        """Return the review of the decisions on that seat, as far as it is known at once. Return None if its game has
        no review.

        Records with the same code, seat and version count as the same.

        Raises:
            ParseError, RulesError: the rules refuse an entry.
        """
        key = record.code, version, seat
        done = self._completed.get(key)
        if done is not None and done.done() and not done.cancelled() and done.exception() is None:
            return done.result()
        return await self._kept(self._reviews, key, lambda: self._in_thread(lambda: first_review(record, seat)))

    async def of_record(self, record: Record, seat: Seat, version: int) -> Review | None:
        """Return the complete review of the decisions on that seat. Return None if its game has no review.

        Records with the same code, seat and version count as the same.

        Raises:
            ParseError, RulesError: the rules refuse an entry.
        """
        found = await self.first_of(record, seat, version)
        if found is None or found.further is None:
            return found
        slices = found.further()
        key = record.code, version, seat
        return await self._kept(self._completed, key, lambda: asyncio.create_task(self.last_of(slices), name="review"))

    async def last_of(self, slices: Iterator[T]) -> T | None:
        """Return the last result of work in slices, between which the thread does other work. Return None if there is
        none.
        """
        found = None
        while (further := await self._in_thread(lambda: next(slices, None))) is not None:
            found = further
        return found

    async def findings(self, player: PlayerId, *, review: bool) -> tuple[ReviewRow, ...]:
        """Return the findings of a person's reviewed matches, the oldest first.

        `review`: first review a few of the newest matches that have no review yet.
        """
        if review:
            rows = await self._store.tables.recent_of(player, NEWEST)
            kept = await self._store.reviews.kept(player, [row.id for row in rows])
            fresh = [row.id for row in rows if row.id not in kept and row.status is TableStatus.FINISHED]
            work = [self._spawn(self._review(table, player)) for table in fresh[:AT_ONCE]]
            if work:
                await asyncio.wait(work, timeout=PATIENCE)
        return await self._store.reviews.of(player)

    async def _review(self, table: TableId, player: PlayerId) -> None:
        """Review a match. Log it and do nothing if it cannot be read any more."""
        try:
            await self.completed(table, player)
        except (ServiceError, CorruptError, ParseError, RulesError) as error:
            log.error("not reviewed", table=table, **error_fields(error))

    async def frame(self, table: TableId, place: int) -> Frame:
        """Return one picture of the replay; 0 is the first. A place past the end returns the last.

        Raises:
            ServiceError: there is no such table, it is not over, or nothing was dealt there.
            ParseError, RulesError: the stored data cannot be read.
        """
        return (await self._replayed(table)).frame(place)

    async def last_deal(self, table: TableId) -> tuple[Frame, ...]:
        """Return the pictures of the deal that decided the match.

        Raises:
            ServiceError: there is no such table, it is not over, or nothing was dealt there.
            ParseError, RulesError: the stored data cannot be read.
        """
        return (await self._replayed(table)).last_deal()

    async def _replayed(self, table: TableId) -> Replayed:
        state, record = await self._record(table)
        key = table, state.row.version
        found = await self._kept(self._replays, key, lambda: self._in_thread(lambda: Replayed.of(record)))
        if not found.places:
            raise ServiceError(Problem.NOT_OVER)
        return found

    async def _record(self, table: TableId) -> tuple[TableState, Record]:
        state = await self._tables.find(table)
        table_of(state)
        return state, await self._tables.record(table, counted=False)

    async def _kept(self, kept: LruDict[K, asyncio.Future[T]], key: K, work: Callable[[], asyncio.Future[T]]) -> T:
        """Return the result of `work`. Reuse a run that is going on or done."""
        running = kept.get(key)
        if running is None or (running.done() and (running.cancelled() or running.exception() is not None)):
            kept[key] = running = work()
        # A caller who stops waiting does not stop the review for others.
        return await asyncio.shield(running)

    def _in_thread(self, work: Callable[[], T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _spawn(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name="review")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _figures(found: Review, state: TableState, player: PlayerId) -> ReviewRow:
    """Return the figures of a review."""
    done = [one.taken.deed for one in found.decisions]
    ended = {one.deal for one in found.decisions if one.taken.deed in (Deed.OUT, Deed.KNOCK)}
    return ReviewRow(
        player=player,
        table=state.id,
        at=state.row.changed_at,
        deals=len(found.deals),
        declared=len(ended),
        turns=sum(deal.turns for deal in found.deals if deal.number in ended),
        discards=len(found.turn_costs) if found.has_chances else 0,
        lost=sum(found.turn_costs),
        missed=len(found.found(Finding.MISSED)),
        wrong=len(found.found(Finding.WRONG)),
        drops=done.count(Deed.DROP),
        bad_drops=len(found.found(Finding.DROPPED)),
    )


def _seat_of(state: TableState, player: PlayerId) -> Seat:
    """Return the seat of that person, even if they left.

    Raises:
        ServiceError: they did not play there.
    """
    seat = table_of(state).seat_of(Player(player))
    if seat is None:
        raise ServiceError(Problem.NOT_AT_TABLE)
    return seat
