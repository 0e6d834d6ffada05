"""200 tables at one bot process, with clicks at a fixed rate whatever the answers, beside two bots with fixed answers.

`load [RUNS [CLICKS]]`. A click is a draw or a discard on a private hand, answered with the hand's picture and
committed. Times count from when a click was due, so a bot that falls behind cannot hide it. The processor time includes
everything that a move leads to: the board, the call of the next player, and that player's hand, which appears on their
screen without a click.

The bare bot answers each click with one fixed picture. The floor is the bare bot again, which sends as many requests of
each kind as the bot itself did in the same run, with fixed bytes: no bot that sends these through discord.py can be
cheaper. The three run in turn, again and again, and the medians of the runs are compared. A draw leads to less than a
discard does. A run has as many of both if its clicks are a multiple of 400.
"""

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from aiohttp import web
from discord import File

from bot.localcord.server import LocalDiscord
from bot.localcord.views import Response
from bot.localcord.world import World
from tests.bench._two import opened
from tests.bench.move import bare_bot
from tests.processes.bots import Bot, Process, cpu_seconds
from tests.waiting import until

TABLES = 200
RATE = 20.0  # clicks a second
RUNS = 5
CLICKS = 400
QUIET_SECONDS = 1.0
SETTINGS = {
    "LOBBIES_PER_PERSON": "100",
    "TABLES_PER_SERVER": "1000",
    "TABLES_PER_PERSON": "1000",
    "TABLES_ALONE": "1000",
}
KINDS = (
    ("answer", r"POST /interactions/.*"),
    ("board", r"PATCH /channels/.*"),
    ("call", r"POST /channels/\d+/messages"),
    ("uncall", r"DELETE /channels/.*"),
    ("hand", r"PATCH /webhooks/.*"),
)
"""The purposes of the requests of a move, by their method and path."""

Click = Callable[[int], Awaitable[Response | None]]


def run(runs: int = RUNS, clicks: int = CLICKS) -> dict[str, int]:
    """Measure the three and print the figures. Return how many clicks had no answer in time."""
    return asyncio.run(_run(runs, clicks))


class CountingDiscord(LocalDiscord):
    """A local Discord that counts its requests."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.asked: Counter[str] = Counter()

    async def respond(self, request: web.Request, method: str, path: str, body: Any, files: list[File]) -> web.Response:
        said = f"{method} {path}"
        self.asked[next((kind for kind, form in KINDS if re.fullmatch(form, said)), "other")] += 1
        return await super().respond(request, method, path, body, files)


@dataclass(frozen=True)
class Bench:
    """A bot that is measured, and how one clicks there."""

    name: str
    server: CountingDiscord
    process: Process
    click: Click

    async def measured(self, clicks: int) -> "Figures":
        """Return the figures of that many clicks, with everything that they led to."""
        before = await quiet(self.process)
        self.server.asked.clear()
        seconds = await at_rate(self.click, clicks)
        processor = await quiet(self.process) - before
        return Figures(seconds, processor / clicks, {kind: n / clicks for kind, n in self.server.asked.items()})


@dataclass(frozen=True)
class Figures:
    """The figures of one run."""

    seconds: list[float | None]
    """Seconds from when a click was due to its answer; None: it had none in time."""
    processor: float
    """Seconds of processor time a click."""
    asked: Mapping[str, float]
    """Requests for each click, by purpose."""


async def _run(runs: int, clicks: int) -> dict[str, int]:
    print(f"{TABLES} tables, {RATE:.0f} clicks a second, {runs} runs of {clicks} clicks")
    async with AsyncExitStack() as stack:
        bare, floor, own = await bare_one(stack), await floor_one(stack), await own_one(stack)
        found: dict[str, list[Figures]] = {bench.name: [] for bench in (bare, floor.bench, own)}
        for number in range(runs):
            found[bare.name].append(await bare.measured(clicks))
            found[own.name].append(await own.measured(clicks))
            floor.requests = found[own.name][-1].asked
            found[floor.bench.name].append(await floor.bench.measured(clicks))
            times = "  ".join(f"{name} {all[-1].processor * 1000:.2f} ms" for name, all in found.items())
            print(f"run {number + 1}: {times}", flush=True)
    least = median(one.processor for one in found[bare.name])
    for name, all in found.items():
        report(name, all, least)
    asked = (f"{word} {median(one.asked.get(word, 0) for one in found[own.name]):.2f}" for word, _ in KINDS)
    print(f"requests a click: {', '.join(asked)}")
    return {"clicks unanswered": sum(one.seconds.count(None) for one in found[own.name])}


def report(name: str, runs: list[Figures], least: float, of: str = "bare") -> None:
    """Print the figures of a bot, beside the `least` processor time, which is that of the one called `of`."""
    processor = median(one.processor for one in runs)
    told = f"{processor * 1000:6.2f} ms processor time a click, {processor / least:5.2f} × {of}"
    seconds = [taken for one in runs for taken in one.seconds]
    answered = [taken for taken in seconds if taken is not None]
    p99 = quantiles(answered, n=100)[98]
    times = f"{median(answered) * 1000:6.1f} ms median {p99 * 1000:7.1f} p99 {max(answered) * 1000:7.1f} longest"
    print(f"{name:8} {told}   answered in {times}")
    if len(answered) < len(seconds):
        print(f"{len(seconds) - len(answered)} clicks were not answered in time")


async def at_rate(click: Click, clicks: int) -> list[float | None]:
    """Start the clicks one by one when each is due; seconds from there to its answer, None: it had none in time."""
    begin = perf_counter()

    async def one(number: int) -> float | None:
        due = begin + number / RATE
        await asyncio.sleep(max(0.0, due - perf_counter()))
        reply = await click(number)
        return None if reply is None or reply.failed else perf_counter() - due

    return list(await asyncio.gather(*(one(number) for number in range(clicks))))


async def quiet(process: Process) -> float:
    """Wait until everything that earlier clicks led to is done. Return the processor time used by then."""
    used = 0.0
    while (now := cpu_seconds(process)) - used > QUIET_SECONDS / 20:
        used = now
        await asyncio.sleep(QUIET_SECONDS)
    return now


async def bare_one(stack: AsyncExitStack) -> Bench:
    """Return a bot that does nothing but answer."""
    return (await _bare(stack, "bare")).bench


async def floor_one(stack: AsyncExitStack) -> "Floor":
    """Yield a bot that answers, and sends the requests that it is told to."""
    return await _bare(stack, "floor")


async def _bare(stack: AsyncExitStack, name: str) -> "Floor":
    world = World.create(["Asha"])
    person = world.people[0]
    server = await stack.enter_async_context(CountingDiscord(world))
    process = await stack.enter_async_context(bare_bot(server))
    await until(lambda: person.visible_messages(world.channel), "the first message")
    first = await person.click(person.visible_messages(world.channel)[-1], "bare")
    private = (await first.reply()).message
    assert private is not None
    return Floor(name, server, process, private.id)


class Floor:
    """The bare bot, and the requests that its clicks cause besides the answer."""

    def __init__(self, name: str, server: CountingDiscord, process: Process, private: int) -> None:
        self.bench = Bench(name, server, process, self._click)
        self.requests: Mapping[str, float] = {}
        """The number of requests of each kind that a click is to make."""
        self._private = private

    async def _click(self, number: int) -> Response:
        also = [word for word, share in self.requests.items() if int((number + 1) * share) > int(number * share)]
        values = [word for word in also if word not in ("answer", "other")]
        person = self.bench.server.world.people[0]
        return await (await person.select(self._private, "also", values or ["nothing"])).reply()


async def own_one(stack: AsyncExitStack) -> Bench:
    """Return the bot itself, with many tables in play."""
    world = World.create([f"{name} {number}" for number in range(TABLES) for name in ("Asha", "Ben")])
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    server = await stack.enter_async_context(CountingDiscord(world))
    bot = Bot(server, Path(folder), **SETTINGS)
    await bot.start()
    stack.push_async_callback(bot.kill)
    pairs = zip(world.people[::2], world.people[1::2], strict=True)
    seats = [await opened(world, world.channel, host, guest) for host, guest in pairs]
    assert bot.process is not None
    return Bench("ours", server, bot.process, lambda number: seats[number % TABLES].click())
