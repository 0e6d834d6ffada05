"""A world for each journey."""

import json
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands
from simcord.env import Env

from bot import loops
from bot.discord.commands import sync
from bot.discord.commands.translations import Localisations
from bot.service import alarms, beats
from bot.service.leases import leases
from tests import openapi
from tests.journeys.world import World


@pytest.fixture(autouse=True, scope="session")
def commands_translated_once() -> Iterator[None]:
    """Translate a command only once for all worlds with the same command and catalogues."""
    plainly_made = sync._payload
    made: dict[object, dict[str, Any]] = {}

    async def payload(command: Any, tree: app_commands.CommandTree[Any]) -> dict[str, Any]:
        assert isinstance(tree.translator, Localisations)
        catalogues = tuple(language.catalogue for language in tree.translator._by_code.values())
        key = (json.dumps(command.to_dict(tree)), catalogues)
        if key not in made:
            made[key] = await plainly_made(command, tree)
        return made[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sync, "_payload", payload)
        yield


@pytest.fixture
def takes_emoji() -> bool:
    """Return whether Discord takes the emoji of cards."""
    return False


@pytest.fixture
def settings() -> dict[str, Any]:
    """Return settings of the bot that differ from the usual ones."""
    return {}


@pytest.fixture
async def world(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, takes_emoji: bool, settings: dict[str, Any]
) -> AsyncIterator[World]:
    # One process alone: nothing but its own commits can bring an alarm forward, and those wake the loop. Nobody
    # shares Discord's limit with it.
    monkeypatch.setattr(loops, "DIVIDED_SECONDS", 3600.0)
    monkeypatch.setattr(alarms, "LONGEST_SLEEP", 3600.0)
    monkeypatch.setattr(leases, "BEAT_SECONDS", 3600.0)
    monkeypatch.setattr(leases, "SURE_SECONDS", 3600.0)
    async with World(tmp_path, emoji=takes_emoji, **settings) as made:
        yield made
        if openapi.FILE.is_file():
            assert not openapi.wrong(made.env.http_requests)


@pytest.fixture(autouse=True)
def env(world: World) -> Env:
    """Return the environment that SimCord's plugin looks for; with it, the test lives in the world's time."""
    return world.env


@pytest.fixture
def rare_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beat once an hour, for tests in which hours pass and nothing stands still."""
    monkeypatch.setattr(beats, "BEAT_SECONDS", 3600.0)
    monkeypatch.setattr(beats, "GAP", timedelta(hours=2))
