"""Memory of one bot process while tables begin, are played and end: `soak [MOVES]`.

The local Discord is a process of its own, so its memory is not counted. Memory is read after a number of moves; the
slope is that of the straight line through the readings of the last half.
"""

import asyncio
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import linear_regression

from bot.localcord.server import LocalDiscord
from bot.localcord.world import World, WorldPerson
from tests.bench._two import opened, shown
from tests.bench.load import SETTINGS
from tests.bench.open_tables import resident
from tests.processes.bots import Bot
from tests.processes.players import result

MOVES = 50_000
AT_ONCE = 60
"""Tables in play at any time; each is in a server of its own."""
PAIRS = 100
"""They play one table after the other."""
A_TABLE = 40
"""Moves at a table before its host leaves, which ends it."""
READINGS = 50


def run(moves: int = MOVES) -> None:
    """Play, and print the memory as it goes."""
    asyncio.run(_run(moves))


@dataclass
class Readings:
    """The memory of a process by the moves that were made."""

    pid: int
    every: int
    moves: int = 0
    found: list[tuple[int, float]] = field(default_factory=list)
    """Moves and megabytes."""

    def moved(self) -> None:
        """Count a move, and read the memory if it is due."""
        self.moves += 1
        if self.moves % self.every == 0:
            self.found.append((self.moves, resident(self.pid)))
            print(f"{self.moves:6} moves  {self.found[-1][1]:6.1f} MB", flush=True)

    def slope(self) -> float:
        """Return megabytes that 10,000 moves add, over the last half."""
        last = self.found[len(self.found) // 2 :]
        return 10_000 * linear_regression([moves for moves, _ in last], [megabytes for _, megabytes in last]).slope


async def _run(moves: int) -> None:
    names = [f"{name} {number}" for number in range(PAIRS) for name in ("Asha", "Ben")]
    world = World.create(names, servers=AT_ONCE)
    with tempfile.TemporaryDirectory() as folder:
        async with LocalDiscord(world) as server:
            bot = Bot(server, Path(folder), **SETTINGS)
            await bot.start()
            assert bot.process is not None
            readings = Readings(bot.process.pid, max(1, moves // READINGS))
            try:
                await play(world, readings, moves)
            finally:
                await bot.kill()
    print(f"{readings.slope():+.2f} MB in 10,000 moves over the last half")


async def play(world: World, readings: Readings, moves: int) -> None:
    """Make that many moves, at several tables at once."""
    pairs: asyncio.Queue[tuple[WorldPerson, WorldPerson]] = asyncio.Queue()
    for pair in zip(world.people[::2], world.people[1::2], strict=True):
        pairs.put_nowait(pair)

    async def keep_playing(channel: int) -> None:
        while readings.moves < moves:
            pair = await pairs.get()
            try:
                await table(world, channel, pair, readings)
            except (AssertionError, TimeoutError):
                print("a table was left: the machine was too busy to answer in time")
            pairs.put_nowait(pair)

    async with asyncio.TaskGroup() as group:
        for channel in world.channels:
            group.create_task(keep_playing(channel))


async def table(world: World, channel: int, pair: tuple[WorldPerson, WorldPerson], readings: Readings) -> None:
    """Play one table from its start to its result."""
    seats = await opened(world, channel, *pair)
    for _ in range(A_TABLE):
        await seats.click()
        readings.moved()
    seats.leave()
    host = seats.players[0]
    await (await host.person.command(host.place, "rummy leave", {"confirm": True})).reply()
    await shown(lambda: result(host))
    world.model.delete_channel(host.place)
