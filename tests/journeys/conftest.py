"""A world for each journey."""

import json
from collections.abc import AsyncIterator, Iterator
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands
from simcord import _settlement, components, gateway, results
from simcord import env as simcord_env
from simcord.backend import serializers
from simcord.backend.ops.commands import COMMAND_FIELDS
from simcord.env import Env
from simcord.http import router
from simcord.http.client import FakeHTTPClient

from bot import loops
from bot.discord import client
from bot.discord.commands import sync as commands
from bot.discord.commands.translations import Localisations
from bot.service import alarms, beats
from bot.service.leases import leases
from tests import openapi
from tests.journeys.world import World


@pytest.fixture(autouse=True, scope="session")
def commands_written_once() -> Iterator[None]:
    """Write commands only to the first world with these commands and catalogues. Later ones have them without requests.

    Each has hundreds of sentences in all languages, which SimCord copies and the bot compares.
    """
    plainly_written = commands.sync
    known: dict[object, list[dict[str, Any]]] = {}

    async def sync(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
        assert isinstance(tree.translator, Localisations)
        if not isinstance(tree.client.http, FakeHTTPClient):  # the bot of another test of this worker
            return await plainly_written(tree)
        catalogues = tuple(language.catalogue for language in tree.translator._by_code.values())
        key = (json.dumps([command.to_dict(tree) for command in tree.get_commands()]), catalogues)
        if key in known:
            there: list[dict[str, Any]] = tree.client.http.backend.register_commands(None, known[key])
            return there
        written = await plainly_written(tree)
        known[key] = [{name: part for name, part in one.items() if name in COMMAND_FIELDS} for one in written]
        return written

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "sync", sync)
        yield


@pytest.fixture(autouse=True, scope="session")
def quick_discord() -> Iterator[None]:
    """Copy messages and requests in SimCord as the JSON they are. Look for timers to stop only where one runs, and look
    soon again where the bot still works.
    """
    plainly_stopped = _settlement._virtualize_recognized_waits

    def stop_timers(state: Any, pending: list[Any]) -> None:
        timers = (record.real_handle for record in state.work.callbacks)
        if any(timer is not None and not timer.cancelled() for timer in timers):
            plainly_stopped(state, pending)

    kept = Env._settle_internal.__kwdefaults__ or {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simcord_env, "_virtualize_recognized_waits", stop_timers)
        patch.setattr(Env._settle_internal, "__kwdefaults__", {**kept, "idle": 0.005})
        for module in (router, gateway):
            patch.setattr(module, "copy", SimpleNamespace(deepcopy=copied))
        for module in (components, results, serializers):
            patch.setattr(module, "deepcopy", copied)
        yield


def copied(value: Any) -> Any:
    """Return a deep copy of JSON, which a general copy takes several times as long for."""
    if type(value) is dict:
        return {key: copied(part) for key, part in value.items()}
    if type(value) is list:
        return [copied(part) for part in value]
    return value if value is None or type(value) in (str, int, bool, float) else deepcopy(value)


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
