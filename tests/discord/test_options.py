"""Options of commands with values that Discord does not send: none of them reaches a command."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.app import App
from bot.config import Config
from bot.discord.commands.options import UnfitOptionError, check_options, may_offer

PERSON = "1000000000000000001"
RESOLVED: dict[str, Any] = {kind: {PERSON: {}} for kind in ("users", "roles", "channels", "attachments")}
VALUES: tuple[Any, ...] = (
    *(None, "", "both", "x" * 7000, "1" * 30, PERSON, 5, -1, 10**18, 0.5, True, False, [], ["a"], {}, {"a": 1}),
)
"""Options that a client of another version, or another program, might send."""


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    app = await App.open(
        Config.model_validate({"database_url": f"sqlite+aiosqlite:///{tmp_path / 'x.db'}", "owner_server": 7})
    )
    yield app
    await app.store.close()


def commands(app: App) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for where in (None, discord.Object(7)):
        for command in app.client.tree.walk_commands(guild=where):
            if isinstance(command, app_commands.Command):
                yield command


def arrived(command: app_commands.Command[Any, ..., Any], *options: Any, resolved: Any = RESOLVED) -> Any:
    """Return an interaction with these options of a command."""
    data = {"name": command.name, "options": [*options], "resolved": resolved}
    return SimpleNamespace(data=data, command=command)


def good(parameter: app_commands.Parameter) -> Any:
    """Return a value that a parameter takes."""
    if parameter.choices:
        return parameter.choices[0].value
    match parameter.type:
        case discord.AppCommandOptionType.boolean:
            return True
        case discord.AppCommandOptionType.integer | discord.AppCommandOptionType.number:
            return int(parameter.min_value or 0)
        case discord.AppCommandOptionType.string:
            return "x" * max(1, int(parameter.min_value or 0))
    return PERSON


def option(parameter: app_commands.Parameter, value: Any, kind: int | None = None, **more: Any) -> dict[str, Any]:
    type = parameter.type.value if kind is None else kind
    return {"type": type, "name": str(parameter.display_name), "value": value, **more}


def is_taken(interaction: Any) -> bool:
    try:
        check_options(interaction)
    except UnfitOptionError:
        return False
    return True


def may_be(parameter: app_commands.Parameter, value: Any) -> bool:
    """Return whether Discord could send that value of a parameter."""
    if parameter.choices:
        return any(value == choice.value and type(value) is type(choice.value) for choice in parameter.choices)
    least, most = parameter.min_value, parameter.max_value
    match parameter.type:
        case discord.AppCommandOptionType.boolean:
            return isinstance(value, bool)
        case discord.AppCommandOptionType.integer:
            fits = type(value) is int
        case discord.AppCommandOptionType.number:
            fits = type(value) in (int, float)
        case discord.AppCommandOptionType.string:
            return isinstance(value, str) and (least or 0) <= len(value) <= (most or 6000 * 2)
        case _:
            return bool(value == PERSON)
    return fits and (least is None or value >= least) and (most is None or value <= most)


async def test_every_option_of_every_command_refuses_what_it_does_not_take(app: App) -> None:
    seen = 0
    for command in commands(app):
        for parameter in command.parameters:
            where = f"{command.qualified_name} {parameter.name}"
            assert is_taken(arrived(command, option(parameter, good(parameter)))), where
            for value in VALUES:
                taken = is_taken(arrived(command, option(parameter, value)))
                assert taken is may_be(parameter, value), f"{where}: {value!r}"
            for kind in range(12):
                if kind != parameter.type.value:
                    assert not is_taken(arrived(command, option(parameter, good(parameter), kind))) or kind in (1, 2)
            seen += 1
    assert seen > 100


async def test_what_is_no_option_is_refused_before_anything_looks_at_it(app: App) -> None:
    command = next(commands(app))
    wrong: tuple[Any, ...] = (None, {}, "x", [None], ["x"], [{}], [{"type": 3}], [{"type": 3, "name": "x"}])
    for options in (*wrong, [{"name": 5}]):
        interaction: Any = SimpleNamespace(data={"name": "x", "options": options})
        with pytest.raises(UnfitOptionError):
            check_options(interaction)
        assert not may_offer(interaction)
    for value in ("x", 5, None):
        assert not is_taken(arrived(command, {"type": 10, "name": "newer", "value": value})) or value == 5


async def test_a_person_or_role_that_discord_does_not_describe_is_refused(app: App) -> None:
    found = [
        (command, parameter)
        for command in commands(app)
        for parameter in command.parameters
        if parameter.type is discord.AppCommandOptionType.user
    ]
    assert found
    for command, parameter in found:
        described: tuple[Any, ...] = (None, {}, {"roles": {PERSON: {}}})
        for resolved in described:
            assert not is_taken(arrived(command, option(parameter, PERSON), resolved=resolved))


async def test_choices_are_offered_only_where_a_text_is_being_typed(app: App) -> None:
    offering = 0
    for command in commands(app):
        for parameter in command.parameters:
            for value in VALUES:
                typed = arrived(command, option(parameter, value, focused=True))
                assert may_offer(typed) is (parameter.autocomplete and isinstance(value, str))
            assert not may_offer(arrived(command, option(parameter, "x")))
            others = [other for other in command.parameters if other is not parameter]
            if parameter.autocomplete and others:
                offering += 1
                focused = option(parameter, "x", focused=True)
                assert may_offer(arrived(command, option(others[0], good(others[0])), focused, resolved=None))
                assert not may_offer(arrived(command, option(others[0], []), focused))
    assert offering
