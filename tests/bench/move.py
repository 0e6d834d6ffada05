"""A move, from click to answer with picture and commit, beside a bare bot's fixed answer of the same size.

Both bots are processes of their own behind the local Discord on loopback; clicks come one after another.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from bot.localcord.server import LocalDiscord
from bot.localcord.world import World, WorldAction
from tests.processes.bots import Bot
from tests.processes.forks import ROOT
from tests.processes.players import Player, result, seated
from tests.waiting import until

MOVES = 300
THINKING = 0.05  # seconds between an answer and the next click: board and ping are on their way meanwhile
PICTURE_BYTES = 20_000


def run() -> None:
    """Measure both and print the ratio."""
    asyncio.run(_run())


async def _run() -> None:
    bare = await bare_clicks()
    moves = await moves_of_a_table()
    report(f"bare bot, fixed answer with {PICTURE_BYTES // 1000} kB", bare)
    report("draw or discard, committed, with the hand", moves)
    print(f"ratio of medians {median(moves) / median(bare):.2f} (goal: 4 at most)")


def report(what: str, seconds: list[float]) -> None:
    p99 = quantiles(seconds, n=100)[98]
    print(f"{what:45} {median(seconds) * 1000:7.2f} ms median {p99 * 1000:7.2f} p99  ({len(seconds)} clicks)")


async def timed(begin: Awaitable[WorldAction]) -> float:
    """Return seconds from a click to its answer, after a moment of thinking."""
    await asyncio.sleep(THINKING)
    start = perf_counter()
    action = await begin
    reply = await action.reply()
    assert not reply.failed
    return perf_counter() - start


@asynccontextmanager
async def bare_bot(server: LocalDiscord) -> AsyncIterator[asyncio.subprocess.Process]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": server.token,
        "DISCORD_API_URL": server.api_url,
        "PICTURE_BYTES": str(PICTURE_BYTES),
    }
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.bench._bare_bot", env=environment)
    try:
        yield process
    finally:
        process.kill()
        await process.wait()


async def bare_clicks() -> list[float]:
    """Return how long a bare bot takes for a click on its private message."""
    world = World.create(["Asha"])
    person = world.people[0]
    async with LocalDiscord(world) as server, bare_bot(server):
        await until(lambda: person.visible_messages(world.channel), "the first message")
        first = await person.click(person.visible_messages(world.channel)[-1], "bare")
        private = (await first.reply()).message
        assert private is not None
        return [await timed(person.click(private.id, "bare")) for _ in range(MOVES)]


async def moves_of_a_table() -> list[float]:
    """Return how long draws and discards take on private hands."""
    world = World.create(["Asha", "Ben"])
    seconds: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        async with LocalDiscord(world) as server:
            bot = Bot(server, Path(folder))
            await bot.start()
            try:
                while len(seconds) < MOVES:
                    players = await seated(world, rules="circle", computers=0)
                    await play(players, seconds)
                    await end(players[0])
            finally:
                await bot.kill()
    return seconds


async def end(host: Player) -> None:
    """End the table: both players leave."""
    action = await host.person.command(host.place, "rummy leave")
    await action.reply()


async def play(players: list[Player], seconds: list[float]) -> None:
    """Draw and throw the drawn card, turn by turn."""
    while result(players[0]) is None and len(seconds) < MOVES:
        for player in players:
            await player.open_hand()
            if "draw closed" not in player.can:
                continue
            control = player.can["draw closed"]
            seconds.append(await timed(player.person.click(control.message, control.custom_id)))
            menu = player.can["select discard"]
            seconds.append(await timed(player.person.select(menu.message, menu.custom_id, [menu.values[0]])))
