"""Which commands there are, within Discord's limits."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.app import App
from bot.config import Config

RUMMY = [
    "new",
    "quick",
    "join",
    "leave",
    "start",
    "next",
    "rejoin",
    "split",
    "vote",
    "seat-add",
    "seat-remove",
    "table",
    "rules",
    "discards",
    "scores",
    "rematch",
    "record",
    "verify",
    "report",
    "settings",
    "data-export",
    "data-erase",
    "end",
    "server",
    "doctor",
    "help",
    "learn",
]
LASTING = {
    "standings",
    "profile",
    "history",
    "season start",
    "season close",
    "season show",
    "review",
    "replay",
    "daily",
}
WALLET = {"wallet show", "wallet daily"}
DISPUTE = {f"dispute {name}" for name in ("result", "show", "list", "answer", "close", "void")}
TAKING_PART = ["list", "show", "verify", "join", "leave", "checkin"]
STEERING = ["new", "repeat", "series", "start", "pause", "resume", "remove", "cancel", "advance", "move", "staff"]
MOVES = ["hand", "draw", "discard", "sort", "best", "group", "finish", "declare", "drop", "back", "coach"]
PLAY = [*MOVES, "place", "layoff", "swap", "undo", "knock", "pass"]


@pytest.fixture
async def app(tmp_path: Path) -> Any:
    config = Config.model_validate({"database_url": f"sqlite+aiosqlite:///{tmp_path / 'x.db'}"})
    app = await App.open(config)
    yield app
    await app.store.close()


def commands(app: App) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in app.client.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


async def test_every_command_is_there(app: App) -> None:
    names = {command.qualified_name for command in commands(app)}
    groups = {f"rummy {name.replace('-', ' ')}" for name in RUMMY} | {f"play {name}" for name in PLAY}
    assert names == groups | LASTING | WALLET | DISPUTE | {f"tournament {name}" for name in (*TAKING_PART, *STEERING)}


async def test_limits(app: App) -> None:
    for command in commands(app):
        assert 1 <= len(command.description) <= 100
        for parameter in command.parameters:
            assert parameter.description != "…", f"{command.qualified_name} {parameter.name}"
            assert len(parameter.description) <= 100
    for top in app.client.tree.get_commands():
        assert isinstance(top, app_commands.Group | app_commands.Command)
        assert not isinstance(top, app_commands.Group) or len(top.commands) <= 25
        payload: dict[str, Any] = dict(top.to_dict(app.client.tree))
        assert payload["contexts"] == [0, 1]
        assert payload["integration_types"] == [0]
        assert len(str(payload)) < 20_000


async def test_every_table_option_completes(app: App) -> None:
    for command in commands(app):
        parameter = command.get_parameter("table")
        if parameter is not None and command.name not in ("rematch", "advance"):
            assert parameter.autocomplete, command.qualified_name


async def test_every_tournament_option_completes(app: App) -> None:
    for command in commands(app):
        parameter = command.get_parameter("tournament")
        assert parameter is None or parameter.autocomplete, command.qualified_name
