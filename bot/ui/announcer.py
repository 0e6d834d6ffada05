"""Shows tables to people after each change: queued, newest wins, one request at a time for each table."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

import structlog

from bot.rummy.cards import Seat
from bot.rummy.ids import TableId
from bot.service.errors import place_of
from bot.service.update import Update
from bot.store.errors import StoreError
from bot.ui.answers import Answer, current
from bot.ui.boards import Boards
from bot.ui.delivery import Delivery
from bot.ui.faults import FAULTS, code_of
from bot.ui.places import PlaceClosedError
from bot.ui.postings import Postings

FIRST_PAUSE = 2.0  # seconds after a fault of Discord, doubled each time
LONGEST_PAUSE = 120.0
TRIES = 12
"""How often one state of a table is tried before it is left to the next change."""

log = structlog.get_logger()


@dataclass
class _Work:
    """What there is to be shown of one table."""

    update: Update
    reminders: list[Seat] = field(default_factory=list)
    fresh: bool = True
    asked: Answer | None = None
    """Whose click led to this: they get their answer first."""
    task: asyncio.Task[None] | None = None


class Announcer:
    """Told of every change after its commit, and never waited for."""

    def __init__(
        self,
        boards: Boards,
        postings: Postings,
        delivery: Delivery,
        move: Callable[[TableId, int, int | None], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._boards = boards
        self._postings = postings
        self._delivery = delivery
        self._move = move
        self._sleep = sleep
        self._work: dict[TableId, _Work] = {}

    def announce(self, update: Update) -> None:
        """Show that table as it stands; what is still waiting to be shown of it is passed over."""
        work = self._work.get(update.id)
        if work is None:
            work = self._work[update.id] = _Work(update, asked=current())
            work.task = asyncio.create_task(self._run(update.id, work), name=f"announce {update.id}")
        elif update.row.version >= work.update.row.version:
            work.update, work.fresh, work.asked = update, True, current()

    def remind(self, update: Update, seat: Seat) -> None:
        """Remind that player, once."""
        self.announce(update)
        self._work[update.id].reminders.append(seat)

    def is_showing(self, table: TableId) -> bool:
        """Whether that table is being shown, or waits for its next try."""
        return table in self._work

    @property
    def busy(self) -> int:
        """How many tables are being shown."""
        return len(self._work)

    async def idle(self) -> None:
        """Wait until everything is shown."""
        while tasks := [work.task for work in self._work.values() if work.task]:
            await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """Stop; what is not shown yet is shown after the next start."""
        for work in list(self._work.values()):
            if work.task is not None:
                work.task.cancel()
        await self.idle()

    async def _run(self, id: TableId, work: _Work) -> None:
        try:
            while work.fresh or work.reminders:
                if work.asked is not None:
                    await work.asked.over.wait()
                work.fresh = False
                await self._persist(work)
        except Exception as error:
            # What failed may hold a hand: only its kind is written.
            log.error("announcing failed", table=id, error=type(error).__name__, place=place_of(error))
        finally:
            del self._work[id]

    async def _persist(self, work: _Work) -> None:
        """Show one state, again and again with growing pauses while Discord stumbles."""
        for attempt in range(TRIES):
            pause = await self._show(work)
            if pause is None:
                return
            await self._pause(work, pause, min(LONGEST_PAUSE, FIRST_PAUSE * math.pow(2, attempt)))
            if work.fresh:
                return
        log.error("announcing given up", table=work.update.id)

    async def _pause(self, work: _Work, least: float, seconds: float) -> None:
        """Wait before the next try, at least as long as Discord asked for; news of the table cut the rest short."""
        if not least:
            return
        waited = max(least, FIRST_PAUSE)
        await self._sleep(waited)
        while waited < seconds and not work.fresh:
            await self._sleep(FIRST_PAUSE)
            waited += FIRST_PAUSE

    async def _show(self, work: _Work) -> float | None:
        """Show everything once; answers how many seconds to wait before trying again, None: all is shown."""
        pause = None
        was_lobby = work.update.table is None
        for step in (self._post, self._draw, self._call, self._remind, self._deliver):
            if was_lobby and work.update.table is not None:
                return None  # it has started meanwhile: its start comes first, then its board
            try:
                await step(work)
            except PlaceClosedError as error:
                pause = 0.0 if await self._fell_back(work, error) else pause
            except StoreError as error:
                log.error("not shown", table=work.update.id, error=type(error).__name__)
                pause = FIRST_PAUSE
            except FAULTS as error:
                log.warning("not shown", table=work.update.id, step=step.__name__.strip("_"), error=code_of(error))
                pause = max(pause or FIRST_PAUSE, float(getattr(error, "retry_after", 0.0)))
                if step == self._post:
                    return pause  # where the table plays is settled by its start: nothing goes before that
        return pause

    async def _fell_back(self, work: _Work, error: PlaceClosedError) -> bool:
        """Whether the table can go on in its channel, its thread being gone."""
        shown = work.update
        row = shown.row
        if row.thread is None or error.place != row.thread:
            return False
        log.warning("back to the channel", table=row.id, code=error.code)
        await self._move(row.id, row.channel, None)
        _carry(work, shown, replace(shown, row=replace(row, thread=None)))
        return True

    async def _post(self, work: _Work) -> None:
        shown = work.update
        if not shown.is_lobby and shown.table is not None:
            _carry(work, shown, await self._postings.post(shown, opening=True))

    async def _draw(self, work: _Work) -> None:
        try:
            await self._boards.draw(work.update)
        except PlaceClosedError:
            await self._post_rest(work)  # a result has another place, and what has none is given up there
            raise
        await self._post_rest(work)

    async def _post_rest(self, work: _Work) -> None:
        shown = work.update
        if shown.row.status.is_over and shown.table is not None:
            # Calls go before the result comes: once that is ticked, no start looks at this table again.
            with suppress(PlaceClosedError):
                await self._boards.call(shown)
        if shown.table is not None:
            _carry(work, shown, await self._postings.post(shown, opening=False))

    async def _call(self, work: _Work) -> None:
        if work.update.table is not None:
            await self._boards.call(work.update)

    async def _remind(self, work: _Work) -> None:
        while work.reminders:
            seat = work.reminders.pop(0)
            await self._boards.remind(work.update, seat)

    async def _deliver(self, work: _Work) -> None:
        if work.update.table is not None:
            await self._delivery.deliver(work.update)


def _carry(work: _Work, shown: Update, moved: Update) -> None:
    """Go on with the table where it plays now. News that came while it was shown stay, and learn that place alone."""
    if work.update is shown:
        work.update = moved
        return
    before, row = shown.row, work.update.row
    if (row.channel, row.thread) == (before.channel, before.thread):
        work.update = replace(work.update, row=replace(row, channel=moved.row.channel, thread=moved.row.thread))
