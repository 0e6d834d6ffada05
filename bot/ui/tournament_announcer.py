"""Shows tournaments to people after each change: queued, newest wins, one request at a time for each."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

import structlog

from bot.rummy.ids import TableId, TournamentId
from bot.service.errors import ServiceError, place_of
from bot.service.tables import Tables
from bot.service.tournaments.update import TournamentUpdate
from bot.service.update import CorruptTableError, Update
from bot.store.errors import StoreError
from bot.ui.announcer import FIRST_PAUSE, LONGEST_PAUSE, TRIES
from bot.ui.answers import Answer, current
from bot.ui.crowns import Calendar
from bot.ui.faults import FAULTS, code_of
from bot.ui.messages.brackets import TournamentView
from bot.ui.places import PlaceClosedError
from bot.ui.tournament_boards import TournamentBoards
from bot.ui.tournament_postings import TournamentPostings
from bot.ui.tournament_views import viewed

LIVE_SECONDS = 5.0
"""Totals that change within this time are shown together."""
KEPT_TOTALS = 10_000

log = structlog.get_logger()

Rest = Callable[[Awaitable[None]], Awaitable[None]]
"""How a pause is waited for."""


@dataclass
class _Work:
    """What there is to be shown of one tournament."""

    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Something is to be shown at once."""
    totals: bool = False
    """Totals have changed; they can wait for others."""
    asked: Answer | None = None
    """Whose click led to this: they get their answer first."""
    task: asyncio.Task[None] | None = None

    @property
    def waits(self) -> bool:
        return self.news.is_set() or self.totals


class TournamentShower:
    """Told of every change after its commit, and never waited for. It shows what stands in the database then."""

    def __init__(
        self,
        find: Callable[[TournamentId], Awaitable[TournamentUpdate]],
        tables: Tables,
        boards: TournamentBoards,
        postings: TournamentPostings,
        calendar: Calendar,
        rest: Rest,
    ) -> None:
        self._find = find
        self._tables = tables
        self._boards = boards
        self._postings = postings
        self._calendar = calendar
        self._rest = rest
        self._work: dict[TournamentId, _Work] = {}
        self._totals: dict[TableId, tuple[object, ...]] = {}

    def announce_tournament(self, update: TournamentUpdate) -> None:
        """Show that tournament as it stands."""
        self.show(update.id)

    def show(self, id: TournamentId) -> None:
        """Show that tournament as it stands."""
        work = self._of(id)
        work.asked = current()
        work.news.set()

    def heard(self, update: Update) -> None:
        """A table has changed: if it is one of a tournament, its totals are shown soon."""
        tournament = update.row.tournament
        if tournament is None or update.table is None:
            return
        looks = (update.row.thread, update.row.status, update.public.deal_number, update.public.match.totals)
        if self._totals.get(update.id) != looks:
            self._totals[update.id] = looks
            self._of(tournament).totals = True
        while len(self._totals) > KEPT_TOTALS:
            self._totals.pop(next(iter(self._totals)))

    def _of(self, id: TournamentId) -> _Work:
        """The work there is for that tournament; it begins once whoever called has said what there is."""
        work = self._work.get(id)
        if work is None:
            work = self._work[id] = _Work()
            work.task = asyncio.create_task(self._run(id, work), name=f"show {id}")
        return work

    @property
    def busy(self) -> int:
        """How many tournaments are being shown."""
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

    def forget(self) -> None:
        """Draw everything anew when it is shown next."""
        self._boards.forget()

    # -- showing ------------------------------------------------------------------------------------

    async def _run(self, id: TournamentId, work: _Work) -> None:
        try:
            while work.waits:
                await self._news_or(work, LIVE_SECONDS)
                if work.asked is not None:
                    await work.asked.over.wait()
                work.news.clear()
                work.totals = False
                await self._persist(id, work)
        except Exception as error:
            log.error("tournament not shown", tournament=id, error=type(error).__name__, place=place_of(error))
        finally:
            del self._work[id]

    async def _news_or(self, work: _Work, seconds: float) -> None:
        """Wait until there is news, that long at most."""
        if not work.news.is_set():
            await self._rest(_within(work.news, seconds))

    async def _persist(self, id: TournamentId, work: _Work) -> None:
        """Show one state, again and again with growing pauses while Discord stumbles."""
        for attempt in range(TRIES):
            pause = await self._show(id)
            if pause is None:
                return
            await self._news_or(work, max(pause, min(LONGEST_PAUSE, FIRST_PAUSE * math.pow(2, attempt))))
            if work.news.is_set():
                return
        log.error("showing given up", tournament=id)

    async def _show(self, id: TournamentId) -> float | None:
        """Show everything once; answers how many seconds to wait before trying again, None: all is shown."""
        try:
            view = await viewed(await self._find(id), self._tables)
        except (ServiceError, CorruptTableError) as error:
            log.error("tournament cannot be read", tournament=id, error=type(error).__name__)
            return None
        except StoreError as error:
            log.error("not shown", tournament=id, error=type(error).__name__)
            return FIRST_PAUSE
        pauses = [await self._try(step, view) for step in (self._postings.post, self._boards.draw, self._enter)]
        return max((pause for pause in pauses if pause is not None), default=None)

    async def _enter(self, view: TournamentView) -> None:
        await self._calendar.keep(view.update)

    async def _try(self, step: Callable[[TournamentView], Awaitable[None]], view: TournamentView) -> float | None:
        try:
            await step(view)
        except PlaceClosedError as error:
            log.warning("channel closed", tournament=view.update.id, code=error.code)
        except StoreError as error:
            log.error("not shown", tournament=view.update.id, error=type(error).__name__)
            return FIRST_PAUSE
        except FAULTS as error:
            log.warning("not shown", tournament=view.update.id, error=code_of(error))
            return max(FIRST_PAUSE, float(getattr(error, "retry_after", 0.0)))
        return None


async def _within(news: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await news.wait()
