"""Scheduled jobs besides play."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Protocol

import structlog

from bot.error_fields import error_fields

PAUSE = 60.0  # seconds between two looks
LONG_PAUSE = 15 * PAUSE
"""The pause after a look that failed, for jobs that take long."""

log = structlog.get_logger()


class Job(Protocol):
    """A job that looks now and then whether something is due."""

    name: str
    fault_pause: float
    """Seconds until a look that failed is tried again."""

    async def look(self, now: datetime) -> None:
        """Do what is due."""


class JobRunner:
    """Runs all jobs for ever, each by itself, so that one that fails or takes long delays no other."""

    def __init__(
        self,
        chores: tuple[Job, ...],
        clock: Callable[[], datetime],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._chores = chores
        self._clock = clock
        self._sleep = sleep

    async def run(self) -> None:
        """Run each job: look, pause, and look again."""
        async with asyncio.TaskGroup() as group:
            for chore in self._chores:
                group.create_task(self._look_after(chore), name=chore.name)

    async def _look_after(self, chore: Job) -> None:
        while True:
            await self._sleep(PAUSE if await self._look(chore) else chore.fault_pause)

    async def _look(self, chore: Job) -> bool:
        """Look once. Return whether it succeeded."""
        try:
            await chore.look(self._clock())
        except Exception as error:
            log.error("not looked after", chore=chore.name, **error_fields(error))
            return False
        return True
