"""The options of a command as they arrive, checked before the command runs.

Discord checks them by the types, choices and limits of the command that it knows; the library checks nothing. Discord
may know the command of another version.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, cast

import discord
from discord import app_commands

from bot.discord.commands.mentions import SUBCOMMANDS
from bot.discord.errors import DISCORD_ERRORS

OptionType = discord.AppCommandOptionType
SentOption = Mapping[str, Any]
AnyCommand = app_commands.Command[Any, ..., Any]

_KINDS: Mapping[int, tuple[type[Any], ...]] = {
    OptionType.string.value: (str,),
    OptionType.integer.value: (int,),
    OptionType.boolean.value: (bool,),
    OptionType.number.value: (int, float),
}
_FOUND: Mapping[int, tuple[str, ...]] = {
    OptionType.user.value: ("users",),
    OptionType.channel.value: ("channels",),
    OptionType.role.value: ("roles",),
    OptionType.mentionable.value: ("users", "roles"),
    OptionType.attachment.value: ("attachments",),
}
"""The place where Discord describes the things that an option of that type names by their ids."""


class UnfitOptionError(app_commands.AppCommandError):
    """An option with a value that its command does not take."""

    def __init__(self, option: str | None = None) -> None:
        """`option`: its English name; None if the command has no such option."""
        super().__init__(option)
        self.option = option


def check_options(interaction: discord.Interaction[Any]) -> None:
    """Check the options of a typed command.

    Raises:
        UnfitOptionError: its command does not take the value of an option, or there is no such value at all.
    """
    options = [*_options(interaction)]
    command = interaction.command
    parameters = _parameters(command) if isinstance(command, app_commands.Command) else {}
    found = _data(interaction).get("resolved") or {}
    for option in options:
        parameter = parameters.get(option["name"])
        if not _is_of_its_type(option, found) or not (parameter is None or _is_taken(option, parameter)):
            raise UnfitOptionError(None if parameter is None else option["name"])


def may_offer(interaction: discord.Interaction[Any]) -> bool:
    """Return whether choices can be offered: a text is being typed into an option that has some, and all others are of
    their types.
    """
    try:
        options = [*_options(interaction)]
    except UnfitOptionError:
        return False
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return True  # The library reports it.
    offering = {name for name, parameter in _parameters(command).items() if parameter.autocomplete}
    typed = [option for option in options if option.get("focused")]
    others = (option for option in options if option not in typed)
    is_typed = all(option["name"] in offering and isinstance(option["value"], str) for option in typed)
    # What other options name is not described while a command is typed.
    return bool(typed) and is_typed and all(_is_of_its_type(option, None) for option in others)


async def offer_nothing(interaction: discord.Interaction[Any]) -> None:
    """Answer a command that is being typed without choices; where that fails, nothing is lost."""
    with suppress(*DISCORD_ERRORS):
        await interaction.response.autocomplete([])


def _parameters(command: AnyCommand) -> dict[str, app_commands.Parameter]:
    return {str(parameter.display_name): parameter for parameter in command.parameters}


def _options(interaction: discord.Interaction[Any]) -> Iterator[SentOption]:
    """Yield the options that have values.

    Raises:
        UnfitOptionError: these are no options.
    """
    yield from _leaves(_data(interaction).get("options", []))


def _data(interaction: discord.Interaction[Any]) -> Mapping[str, Any]:
    return cast(Mapping[str, Any], interaction.data or {})


def _leaves(options: object) -> Iterator[SentOption]:
    if not isinstance(options, list):
        raise UnfitOptionError
    for option in options:
        match option:
            case {"type": kind, "name": str()} if kind in SUBCOMMANDS:
                yield from _leaves(option.get("options", []))
            case {"type": int(), "name": str(), "value": _}:
                yield option
            case _:
                raise UnfitOptionError


def _is_of_its_type(option: SentOption, found: Mapping[str, Any] | None) -> bool:
    """Return whether the value is of the type that the option has. `found`: the things that it may name; None: any."""
    kind, value = option["type"], option["value"]
    if kind in _KINDS:
        return isinstance(value, _KINDS[kind]) and (kind == OptionType.boolean.value or not isinstance(value, bool))
    if kind not in _FOUND or not isinstance(value, str) or not (value.isascii() and value.isdecimal()):
        return False
    return found is None or any(value in (found.get(where) or {}) for where in _FOUND[kind])


def _is_taken(option: SentOption, parameter: app_commands.Parameter) -> bool:
    """Return whether a parameter takes an option: its type, its choices, its limits."""
    value = option["value"]
    if option["type"] != parameter.type.value:
        return False
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        return False
    size = len(value) if isinstance(value, str) else value
    least, most = parameter.min_value, parameter.max_value
    return (least is None or size >= least) and (most is None or size <= most)
