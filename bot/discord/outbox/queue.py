"""Shows each table, tournament or hand after its changes: queued, newest wins, one request at a time for each."""

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import structlog

from bot.discord.answers import DiscordAnswer, current
from bot.discord.errors import code_of
from bot.discord.governor import Urgency, hurry
from bot.error_fields import error_fields
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.service.sleeper import Sleeper
from bot.store.errors import StoreError

FIRST_PAUSE = 2.0  # seconds after a fault of Discord, doubled each time
LONGEST_PAUSE = 120.0
TRIES = 12
"""How often one state is tried before it is left to the next change."""
SOON = 5.0
"""Seconds after which changes that can wait are shown together."""

log = structlog.get_logger()


@dataclass(kw_only=True)
class Work:
    """What is still to be shown of one table or tournament, or to one person."""

    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Something is to be shown at once."""
    soon: bool = False
    """Something has changed that can wait for others."""
    rests: bool = False
    """All that is left to show can wait, and does."""
    asked: DiscordAnswer | None = None
    """The press that led to this; its answer goes out first."""
    task: asyncio.Task[None] | None = None

    def hurry(self) -> None:
        """Show at once what there is."""
        self.asked = current()
        self.news.set()


_Id = TypeVar("_Id", TableId, TournamentId, PlayerId)
W = TypeVar("W", bound=Work)


class Queue(Generic[_Id, W]):
    """Shows changes after their commit, without anything waiting for it. Subclasses implement `_show`."""

    patience = SOON
    """Seconds after which changes that can wait are shown."""

    def __init__(self, rest: Sleeper) -> None:
        self._rest = rest
        self._work: dict[_Id, W] = {}
        self._ends = False
        """Whether nothing is tried again: the process ends."""

    async def _show(self, id: _Id, work: W) -> float | None:
        """Show everything once; answers how many seconds to wait before trying again, None: all is shown."""
        raise NotImplementedError

    async def _renew(self, id: _Id, work: W) -> bool:
        """Look again at what has waited; answers whether this process still shows it. Called before a late `_show`."""
        return True

    def _of(self, id: _Id, new: Callable[[], W]) -> W:
        """Return its work; new work begins to run once the caller has filled it in."""
        work = self._work.get(id)
        if work is None:
            work = self._work[id] = new()
            work.task = asyncio.create_task(self._run(id, work), name=f"show {id}")
        return work

    def is_showing(self, id: _Id) -> bool:
        """Return whether it is being shown, or waits for its next try."""
        return id in self._work

    @property
    def busy(self) -> int:
        """Return how many are being shown."""
        return sum(not work.rests for work in self._work.values())

    async def idle(self) -> None:
        """Wait until everything is shown."""
        while tasks := [work.task for work in self._work.values() if work.task]:
            await asyncio.gather(*tasks, return_exceptions=True)

    async def finish(self) -> None:
        """Show at once what waits to be shown soon, and wait until all was tried."""
        self._ends = True
        for work in self._work.values():
            work.news.set()
        await self.idle()

    async def close(self) -> None:
        """Stop; what is not shown yet is shown after the next start."""
        tasks = [work.task for work in self._work.values() if work.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._work.clear()  # a task that never began has not taken its work away

    async def _run(self, id: _Id, work: W) -> None:
        hurry(Urgency.BOARD)
        try:
            while work.news.is_set() or work.soon:
                work.rests = not work.news.is_set()
                await self._wait(work, self.patience)
                is_late = work.rests and not work.news.is_set()
                work.rests = False
                if work.asked is not None:
                    await work.asked.over.wait()
                work.news.clear()
                work.soon = False
                await self._persist(id, work, is_late=is_late)
        except Exception as error:
            # What failed may hold a hand: only its kind is written.
            log.error("showing failed", id=id, **error_fields(error))
        finally:
            del self._work[id]

    async def _persist(self, id: _Id, work: W, *, is_late: bool) -> None:
        """Show one state, again and again with growing pauses while Discord stumbles."""
        for attempt in range(TRIES):
            if (is_late or self._ends) and not await self._renew(id, work):
                return
            least = await self._show(id, work)
            if least is None or self._ends:
                return
            if least:
                # News cut a pause short, but not what Discord asked for.
                await self._rest(asyncio.sleep(least))
                await self._wait(work, min(LONGEST_PAUSE, FIRST_PAUSE * math.pow(2, attempt)) - least)
            if work.news.is_set():
                return
            is_late = True
        log.error("showing given up", id=id)

    async def _wait(self, work: W, seconds: float) -> None:
        """Wait until there is news, that long at most."""
        if seconds > 0 and not work.news.is_set() and not self._ends:
            await self._rest(_within(work.news, seconds))


async def _within(news: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await news.wait()


def not_shown(error: Exception, **what: str) -> float:
    """Log a fault; answers how many seconds to wait before the next try: as long as Discord asks for, where it does."""
    if isinstance(error, StoreError):
        log.error("not shown", **error_fields(error), **what)
    else:
        log.warning("not shown", error=code_of(error), **what)
    return max(FIRST_PAUSE, float(getattr(error, "retry_after", 0.0)))
