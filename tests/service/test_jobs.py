"""Jobs that fail or take long, and those beside them."""

import asyncio
from datetime import UTC, datetime

from bot.service.owner.jobs import PAUSE, JobRunner
from tests.waiting import until


class Work:
    """A chore that notes when it looked; at first it fails, or never ends."""

    def __init__(self, name: str, *, fails: int = 0, ends: bool = True, fault_pause: float = PAUSE) -> None:
        self.name = name
        self.fault_pause = fault_pause
        self.looks = 0
        self._fails = fails
        self._ends = ends

    async def look(self, now: datetime) -> None:
        self.looks += 1
        if not self._ends:
            await asyncio.Event().wait()
        if self.looks <= self._fails:
            raise OSError("not now")


async def test_a_chore_that_fails_or_takes_long_holds_up_no_other() -> None:
    long, quick = Work("long", ends=False), Work("quick", fails=1)
    patient = Work("patient", fails=1, fault_pause=15 * PAUSE)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await asyncio.sleep(seconds / PAUSE / 100)

    upkeep = JobRunner((long, quick, patient), lambda: datetime.now(UTC), sleep)
    running = asyncio.create_task(upkeep.run())
    await until(lambda: quick.looks >= 4 and patient.looks == 2, "the looks")
    running.cancel()
    assert long.looks == 1
    assert slept[:2] == [PAUSE, 15 * PAUSE]
