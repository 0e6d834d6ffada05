"""A local Discord and bot processes for each test; after every test, checks of things that a process must never do."""

import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.localcord import world as local_world
from bot.localcord.world import World
from tests.localcord.faults import FaultyDiscord
from tests.processes.bots import HURRIED, Bot, Command

FAULTS = (
    "unexpected",
    "loop failed",
    "database failed",
    "no excuse",
    "command failed",
    "never retrieved",
    "table not shown",
)
"""Lines that the bot logs after a fault of its own."""

Spawner = Callable[..., Bot]


@pytest.fixture
def humans() -> list[str]:
    return ["Asha", "Ben"]


@pytest.fixture
def seed() -> int:
    """Return a new seed each time; a failing test prints it."""
    chosen = random.randrange(10**6)
    print(f"seed {chosen}")
    return chosen


@pytest.fixture
def world(humans: list[str]) -> World:
    return World.create(humans)


@pytest.fixture
def rate_limits() -> bool:
    """Return whether Discord lets only that much through."""
    return False


@pytest.fixture
def slow_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord wait long for each answer, since the machine may be busy."""
    monkeypatch.setattr(local_world, "ANSWER_SECONDS", 60.0)


@pytest.fixture
async def server(world: World, rate_limits: bool) -> AsyncIterator[FaultyDiscord]:
    async with FaultyDiscord(world, rate_limits=rate_limits) as served:
        yield served


@pytest.fixture
def command() -> Command:
    """Return the code that starts a bot."""
    return HURRIED


@pytest.fixture
async def bots(server: FaultyDiscord, tmp_path: Path, command: Command) -> AsyncIterator[Spawner]:
    """Yield a function that starts bots.

    In the end, no bot may have called another server, or asked for anything unknown.
    """
    made: list[Bot] = []

    def make(name: str = "bot", **settings: str) -> Bot:
        made.append(Bot(server, tmp_path, name, command=command, **settings))
        return made[-1]

    yield make
    for bot in made:
        await bot.kill()
    for bot in made:
        assert not bot.strayed
        for line in bot.log.splitlines():
            assert not any(fault in line for fault in FAULTS if fault not in bot.expected), line
        assert not any(token in bot.log for token in (server.token, *server.world.model.interaction_tokens))
    assert not server.gaps
    assert not server.errors
