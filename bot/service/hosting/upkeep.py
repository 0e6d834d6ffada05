"""What is looked after beside playing, now and then."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Protocol

import structlog

from bot.monitoring.trouble import told

PAUSE = 60.0  # seconds between two looks
AFTER_A_FAULT = 15  # looks that are left out

log = structlog.get_logger()


class Chore(Protocol):
    """Something to look after."""

    name: str

    async def look(self, now: datetime) -> None:
        """Do what is due."""


class Upkeep:
    """Looks after all chores, for ever; one that fails is tried again later and stops no other."""

    def __init__(
        self,
        chores: tuple[Chore, ...],
        clock: Callable[[], datetime],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._chores = chores
        self._clock = clock
        self._sleep = sleep
        self._waits: dict[str, int] = {}

    async def run(self) -> None:
        """Look, pause, and look again."""
        while True:
            for chore in self._chores:
                await self._look(chore)
            await self._sleep(PAUSE)

    async def _look(self, chore: Chore) -> None:
        if self._waits.get(chore.name, 0) > 0:
            self._waits[chore.name] -= 1
            return
        try:
            await chore.look(self._clock())
        except Exception as error:
            log.error("not looked after", chore=chore.name, **told(error))
        else:
            return
        self._waits[chore.name] = AFTER_A_FAULT
