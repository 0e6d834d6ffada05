"""A local Discord and bot processes for each test; what a process must never do is checked after every one."""

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
"""What the bot writes when it stumbles over itself."""

Spawner = Callable[..., Bot]


@pytest.fixture
def humans() -> list[str]:
    return ["Asha", "Ben"]


@pytest.fixture
def seed() -> int:
    """Another one each time; a failing test shows which."""
    chosen = random.randrange(10**6)
    print(f"seed {chosen}")
    return chosen


@pytest.fixture
def world(humans: list[str]) -> World:
    return World.create(humans)


@pytest.fixture
def rate_limits() -> bool:
    """Return whether Discord lets only so much through."""
    return False


@pytest.fixture
def slow_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord waits long for each answer: the machine may be busy."""
    monkeypatch.setattr(local_world, "ANSWER_SECONDS", 60.0)


@pytest.fixture
async def server(world: World, rate_limits: bool) -> AsyncIterator[FaultyDiscord]:
    async with FaultyDiscord(world, rate_limits=rate_limits) as served:
        yield served


@pytest.fixture
def command() -> Command:
    """What starts a bot."""
    return HURRIED


@pytest.fixture
async def bots(server: FaultyDiscord, tmp_path: Path, command: Command) -> AsyncIterator[Spawner]:
    """Makes bots; in the end none may have talked to anybody but this server, nor asked for what it does not know."""
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
