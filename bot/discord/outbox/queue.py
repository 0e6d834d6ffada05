"""A queue that shows tables, tournaments or hands after their changes.

The newest state wins, and each has one request at a time.
"""

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
"""The number of tries of one state before it is left to the next change."""
SOON = 5.0
"""Seconds after which changes that can wait are shown together."""

log = structlog.get_logger()


@dataclass(kw_only=True)
class Work:
    """The changes still to be shown for one table or tournament, or to one person."""

    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while something is to be shown at once."""
    soon: bool = False
    """Whether something has changed that can wait for other changes."""
    rests: bool = False
    """Whether everything left to show can wait, and does."""
    asked: DiscordAnswer | None = None
    """The press that led to this. Its answer goes out first."""
    task: asyncio.Task[None] | None = None

    def hurry(self) -> None:
        """Show at once what there is."""
        self.asked = current()
        self.news.set()


_Id = TypeVar("_Id", TableId, TournamentId, PlayerId)
W = TypeVar("W", bound=Work)


class Queue(Generic[_Id, W]):
    """A queue that shows changes after their commit. Nothing waits for it. Subclasses implement `_show`."""

    patience = SOON
    """Seconds after which changes that can wait are shown."""

    def __init__(self, rest: Sleeper) -> None:
        self._rest = rest
        self._work: dict[_Id, W] = {}
        self._ends = False
        """Whether nothing is tried again because the process is ending."""

    async def _show(self, id: _Id, work: W) -> float | None:
        """Show everything once. Return the seconds before another try, or None if everything was shown."""
        raise NotImplementedError

    async def _renew(self, id: _Id, work: W) -> bool:
        """Look again at work that has waited. Return whether this process still shows it.

        Called before a late `_show`.
        """
        return True

    def _of(self, id: _Id, new: Callable[[], W]) -> W:
        """Return the work for that id. New work begins to run once the caller has filled it in."""
        work = self._work.get(id)
        if work is None:
            work = self._work[id] = new()
            work.task = asyncio.create_task(self._run(id, work), name=f"show {id}")
        return work

    def is_showing(self, id: _Id) -> bool:
        """Return whether it is being shown, or waits for its next try."""
        return id in self._work

    def task_of(self, id: _Id) -> asyncio.Task[None] | None:
        """Return the task that shows it now. Return None if all of it is shown."""
        work = self._work.get(id)
        return None if work is None else work.task

    @property
    def busy(self) -> int:
        """Return the number of things that are being shown."""
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
        """Stop. The rest is shown after the next start."""
        tasks = [work.task for work in self._work.values() if work.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._work.clear()  # a task that never began has not removed its work

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
            # The error may contain a hand, so only its kind is logged.
            log.error("showing failed", id=id, **error_fields(error))
        finally:
            del self._work[id]

    async def _persist(self, id: _Id, work: W, *, is_late: bool) -> None:
        """Show one state. While Discord fails, try again after growing pauses."""
        for attempt in range(TRIES):
            if (is_late or self._ends) and not await self._renew(id, work):
                return
            least = await self._show(id, work)
            if least is None or self._ends:
                return
            if least:
                # News shorten a pause, but not one that Discord asked for.
                await self._rest(asyncio.sleep(least))
                await self._wait(work, min(LONGEST_PAUSE, FIRST_PAUSE * math.pow(2, attempt)) - least)
            if work.news.is_set():
                return
            is_late = True
        log.error("showing given up", id=id)

    async def _wait(self, work: W, seconds: float) -> None:
        """Wait until there is news, but no longer than that."""
        if seconds > 0 and not work.news.is_set() and not self._ends:
            await self._rest(within(work.news, seconds))


async def within(news: asyncio.Event, seconds: float) -> None:
    """Wait for news, for so many seconds at most."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await news.wait()


def not_shown(error: Exception, **what: str) -> float:
    """Log a fault. Return the seconds before the next try, at least as many as Discord asks for."""
    if isinstance(error, StoreError):
        log.error("not shown", **error_fields(error), **what)
    else:
        log.warning("not shown", error=code_of(error), **what)
    return max(FIRST_PAUSE, float(getattr(error, "retry_after", 0.0)))
