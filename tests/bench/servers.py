"""Memory of a bot in many servers, beside one that is in none: `servers [SERVERS [CHANNELS]]`.

Each server has that many channels with topics and permissions of their own, and a few roles and threads.
"""

import asyncio
import tempfile
from pathlib import Path

from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.localcord.server import LocalDiscord
from bot.localcord.world import World
from tests.bench.load import quiet
from tests.bench.open_tables import peak, resident
from tests.processes.bots import Bot, cpu_seconds

SERVERS = 1_000
CHANNELS = 40
ROLES = 15
THREADS = 4
OVERWRITES = 2  # a channel
TOPIC = "What this channel is for, and what its members ask of each other. "


def run(servers: int = SERVERS, channels: int = CHANNELS) -> None:
    """Measure both and print them."""
    asyncio.run(_run(servers, channels))


async def _run(servers: int, channels: int) -> None:
    none, *_ = await memory(World.create())
    now, most, seconds = await memory(_world(servers, channels))
    print(f"{servers} servers with {channels} channels each: {now:.0f} MB, at most {most:.0f}; without: {none:.0f}")
    print(f"{1000 * (now - none) / servers:.1f} kB and {1000 * seconds / servers:.2f} ms processor time a server")


async def memory(world: World) -> tuple[float, float, float]:
    """Return megabytes of a bot in that world, now and at most, and the processor time since its start."""
    with tempfile.TemporaryDirectory() as folder:
        async with LocalDiscord(world) as server:
            bot = Bot(server, Path(folder))
            await bot.start()
            assert bot.process is not None
            began = cpu_seconds(bot.process)
            seconds = await quiet(bot.process) - began
            found = resident(bot.process.pid), peak(bot.process.pid), seconds
            await bot.kill()
    return found


def _world(servers: int, channels: int) -> World:
    world = World.create(servers=servers)
    model = world.model
    for server, first in zip(world.servers, world.channels, strict=True):
        roles = [model.create_role(server, f"Role {number} of {server}").id for number in range(ROLES)]
        for number in range(1, channels):
            rules = [Overwrite(roles[(number + i) % ROLES], OverwriteType.ROLE, 1 << 40) for i in range(OVERWRITES)]
            model.create_channel(server, f"channel {number} of {server}", overwrites=rules, topic=f"{number}: {TOPIC}")
        for number in range(THREADS):
            model.create_thread(first, f"thread {number} of {server}", world.people[0].id)
    return world
