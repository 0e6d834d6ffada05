"""Processor time of a click if one, two or four processes share a PostgreSQL server and all shards.

`sharing [RUNS [CLICKS]]`. Clicks as in `load`, at a fixed rate, over tables that are spread over all shards. The groups
of processes have a database each and run in turn, again and again; the medians of the runs are compared. A click
includes everything that the processes did in the meantime, except for what they do without any click: looks at the
leases, beats, and the connections to Discord. That is measured before and printed separately. The server's time is that
of all its processes.
"""

import asyncio
import tempfile
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from bot.localcord.server import LocalDiscord
from bot.localcord.world import World
from bot.store.store import Store
from tests.bench._two import Seats, opened
from tests.bench.load import QUIET_SECONDS, SETTINGS, at_rate
from tests.postgresql import fresh, running
from tests.processes.bots import Bot, cpu_seconds
from tests.waiting import PATIENCE

GROUPS = (1, 2, 4)
SHARDS = 4
TABLES = 80
RUNS = 5
CLICKS = 320
"""A multiple of twice the tables: as many draws as discards."""
IDLE_SECONDS = 10.0


@dataclass(frozen=True)
class Used:
    """Processor seconds."""

    bots: float
    server: float

    def without(self, other: "Used") -> "Used":
        """Return the difference to another amount."""
        return Used(self.bots - other.bots, self.server - other.server)

    def by(self, count: float) -> "Used":
        """Return the amount for each of that many."""
        return Used(self.bots / count, self.server / count)


@dataclass
class Group:
    """A group of processes that share all shards."""

    bots: list[Bot]
    seats: list[Seats]
    server: Any
    """PostgreSQL, which all groups share: only one of them is at work at a time."""
    idle: Used = Used(0.0, 0.0)
    """The amount used in a second without clicks."""
    found: list[Used] = field(default_factory=list)
    """The amount used by a click, in each run."""
    unanswered: int = 0

    def used(self) -> Used:
        """Return the amount used until now."""
        processes = [bot.process for bot in self.bots if bot.process is not None]
        return Used(sum(map(cpu_seconds, processes)), _server_seconds(self.server))

    async def rest(self) -> None:
        """Measure the amount used without clicks."""
        before = self.used()
        await asyncio.sleep(IDLE_SECONDS)
        self.idle = self.used().without(before).by(IDLE_SECONDS)

    async def work(self, clicks: int) -> None:
        """Measure that many clicks, with everything that they lead to."""
        loop = asyncio.get_running_loop()
        before, began = self.used(), loop.time()
        answers = await at_rate(lambda number: self.seats[number % len(self.seats)].click(), clicks)
        await self._quiet()
        took = loop.time() - began
        self.found.append(self.used().without(before).without(self.idle.by(1 / took)).by(clicks))
        self.unanswered += answers.count(None)

    async def _quiet(self) -> None:
        """Wait until everything that the clicks led to is done."""
        limit = self.idle.bots + QUIET_SECONDS / 20
        used = 0.0
        while (now := self.used().bots) - used > limit:
            used = now
            await asyncio.sleep(QUIET_SECONDS)


def _server_seconds(server: Any) -> float:
    """Return the processor seconds of a server and of its processes, including those that have ended."""
    main = server.get_postmaster_info().process
    of_ended = main.cpu_times()
    seconds = cpu_seconds(main) + of_ended.children_user + of_ended.children_system
    for child in main.children():
        with suppress(OSError):  # it has just ended
            seconds += cpu_seconds(child)
    return float(seconds)


def run(runs: int = RUNS, clicks: int = CLICKS) -> dict[str, int]:
    """Measure the groups and print the figures. Return how many clicks had no answer in time."""
    return asyncio.run(_run(runs, clicks))


async def _run(runs: int, clicks: int) -> dict[str, int]:
    print(f"{TABLES} tables on {SHARDS} shards, {runs} runs of {clicks} clicks")
    async with AsyncExitStack() as stack:
        server = stack.enter_context(running())
        groups = [await _group(stack, server, count) for count in GROUPS]
        for group in groups:
            await group.rest()
        for number in range(runs):
            for group in groups:
                await group.work(clicks)
            told = (f"{len(group.bots)}: {1000 * group.found[-1].bots:.2f} ms" for group in groups)
            print(f"run {number + 1}: {'  '.join(told)}", flush=True)
    for group in groups:
        report(group)
    return {"clicks unanswered": sum(group.unanswered for group in groups)}


def report(group: Group) -> None:
    """Print the figures of a group."""
    bots, server = (
        1000 * median(times) for times in zip(*((one.bots, one.server) for one in group.found), strict=True)
    )
    least, most = (1000 * of(one.bots for one in group.found) for of in (min, max))
    idle = 1000 * group.idle.bots / len(group.bots)
    print(
        f"{len(group.bots)} processes: {bots:.2f} ms a click ({least:.2f} to {most:.2f}), PostgreSQL {server:.2f} ms; "
        f"{idle:.1f} ms a second in each process without clicks; {group.unanswered} clicks not answered in time"
    )


async def _group(stack: AsyncExitStack, server: Any, count: int) -> Group:
    """Start a group of that many processes, with tables in play on all shards."""
    people = [f"{name} {number}" for number in range(TABLES) for name in ("Asha", "Ben")]
    world = World.create(people, servers=SHARDS, shards=SHARDS)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    discord = await stack.enter_async_context(LocalDiscord(world))
    settings = {**SETTINGS, "DATABASE_URL": fresh(server), "SHARD_IDS": "auto"}
    bots = [Bot(discord, folder, f"bot{number}", **settings) for number in range(count)]
    for bot in bots:
        stack.push_async_callback(bot.kill)
        await bot.spawn()
    await _shared_out(settings["DATABASE_URL"], count)
    pairs = zip(world.people[::2], world.people[1::2], strict=True)
    channels = (world.channels[number % SHARDS] for number in range(TABLES))
    seats = [await opened(world, channel, *pair) for channel, pair in zip(channels, pairs, strict=True)]
    print(f"{count} processes play", flush=True)
    return Group(bots, seats, server)


async def _shared_out(database: str, count: int) -> None:
    """Wait until each process holds as many shards as the others."""
    store = await Store.open(database)
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                roster, _ = await store.roster.change(lambda roster: roster)
                holders = [lease.holder for lease in roster.leases.values() if lease.holder and not lease.heir]
                if len(holders) == SHARDS and len(set(holders)) == count:
                    return
                await asyncio.sleep(0.5)
    finally:
        await store.close()
