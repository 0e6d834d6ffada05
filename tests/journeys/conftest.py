"""A world for each journey."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.env import Env

from bot.service import alarms
from bot.service.hosting import hosting
from tests import openapi
from tests.journeys.world import World


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    # One process alone: nothing but its own commits can bring an alarm forward, and those wake the loop.
    monkeypatch.setattr(alarms, "LONGEST_SLEEP", 3600.0)
    monkeypatch.setattr(hosting, "BEAT_SECONDS", 3600.0)
    monkeypatch.setattr(hosting, "SURE_SECONDS", 3600.0)
    async with World(tmp_path) as made:
        yield made
        if openapi.FILE.is_file():
            assert not openapi.wrong(made.env.http_requests)


@pytest.fixture(autouse=True)
def env(world: World) -> Env:
    """What SimCord's plugin looks for: it lets the test live in the world's time."""
    return world.env
