"""Four computers of level 4 finish deals alone: how long the event loop waits while they think; and an idle loop."""

import asyncio
import gc
from collections.abc import Coroutine, Mapping
from statistics import median, quantiles
from time import perf_counter, process_time, thread_time
from typing import Any

from bot.rummy.actions import Drop
from bot.rummy.ids import TableId
from bot.service.tables.computers import keep_pauses_short
from bot.service.tables.service import Limits
from tests.bench.tournament import opened
from tests.service.context import ASHA, Context, whose

DEALS, STRONGEST, COMPUTERS = 12, 4, 4
IDLE_SECONDS = 5.0
TICK = 0.001
"""Seconds that the loop sleeps at a time; any time beyond that is a wait."""


def run() -> None:
    """Play and print it."""
    asyncio.run(_run())


async def _run() -> None:
    keep_pauses_short()
    cleaned = CleanUps()
    idle = Ticks()
    await idle.during(asyncio.sleep(IDLE_SECONDS))
    print(f"idle loop: {idle}")
    async with opened(Limits(tables_per_person=DEALS, tables_alone=DEALS)) as d:
        tables = [await _begun(d) for _ in range(DEALS)]
        for table in tables:
            await d.tables.act(table, None, ASHA.id, Drop())
        waits, begun, used = Ticks(), perf_counter(), process_time()
        gc.callbacks.append(cleaned)
        await waits.during(d.later(0))
        gc.callbacks.remove(cleaned)
        seconds, used = perf_counter() - begun, process_time() - used
        lines = sum([(await d.tables.find(id)).lines for id in tables])
    print(f"{DEALS} deals to their end, {lines} lines, in {seconds:.1f} s, {used:.1f} s of processor time: {waits}")
    print(f"clean-ups of memory: {cleaned}")


async def _begun(d: Context) -> TableId:
    """Return a deal in which the first turn of its only person has come."""
    while True:
        lobby = await d.lobby(ASHA)
        for _ in range(COMPUTERS):
            await d.lobbies.add_computer(lobby.id, ASHA.id, d.press(), STRONGEST)
        table = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        while table.row.status.is_open and whose(table) != ASHA.id:
            table = await d.move(table.id)
        if table.row.status.is_open:  # else a computer has won before
            return table.id


class Ticks:
    """The delays of a loop that asks to be called again and again."""

    def __init__(self) -> None:
        self.late: list[float] = []  # seconds
        self.kept_out: list[float] = []  # seconds
        """The part of each delay in which other threads of this process worked. The machine causes the rest."""

    def __str__(self) -> str:
        return f"waits {_figures(self.late)}; of that by threads of its own {_figures(self.kept_out)}"

    async def during(self, work: Coroutine[Any, Any, None]) -> None:
        """Tick until that work is done."""
        task = asyncio.create_task(work)
        while not task.done():
            asked, used = perf_counter(), _used_by_others()
            await asyncio.sleep(TICK)
            self.late.append(max(0.0, perf_counter() - asked - TICK))
            self.kept_out.append(max(0.0, _used_by_others() - used - TICK))
        await task


class CleanUps:
    """The seconds of processor time of garbage collections, by the number of objects they look through."""

    def __init__(self) -> None:
        self._times: tuple[list[float], ...] = ([], [], [])
        self._begun = 0.0

    def __call__(self, phase: str, about: Mapping[str, int]) -> None:
        if phase == "start":
            self._begun = thread_time()
        else:
            self._times[about["generation"]].append(thread_time() - self._begun)

    def __str__(self) -> str:
        names = "small", "larger", "full"
        found = zip(names, self._times, strict=True)
        return ", ".join(f"{len(times)} {name}, at most {1000 * max(times, default=0):.1f} ms" for name, times in found)


def _figures(times: list[float]) -> str:
    p99 = quantiles(times, n=100)[98]
    return f"{1000 * median(times):.1f} ms median, {1000 * p99:.1f} p99, {1000 * max(times):.1f} longest"


def _used_by_others() -> float:
    """Return the processor time of all other threads of this process, in seconds."""
    return process_time() - thread_time()
