"""`/rummy server`: the settings of a server."""

import inspect
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.discord.commands.translations import localised
from bot.service.server_settings import MOST_HOURS, MOST_RAKE, zone_names
from bot.store.rows.settings import SERVER_SETTINGS, Kind
from bot.text import commands
from bot.text.server_settings import OPTIONS, SETTINGS
from bot.text.settings import LOOKS
from cogs.base import Choices, Commands, Interaction, Method, command, commands_of, fitting


class _TextChannel(app_commands.Transformer):
    """Converts an option to the id of a text channel; the library's own converter needs a cache that the bot does not
    have.
    """

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [discord.ChannelType.text, discord.ChannelType.news]

    async def transform(self, _: Interaction, value: app_commands.AppCommandChannel, /) -> int:
        return value.id


TextChannel = app_commands.Transform[int, _TextChannel]


async def zone_choices(interaction: Interaction, current: str) -> Choices:
    """Return the time zones."""
    return fitting(((name, name) for name in zone_names()), current)


async def language_choices(interaction: Interaction, current: str) -> Choices:
    """Return the languages, including those that the host has added."""
    return fitting(commands_of(interaction).flows.server_settings.languages(), current, by_value=True)


TYPES: Mapping[Kind, Any] = {
    Kind.SWITCH: bool,
    Kind.PERCENT: app_commands.Range[int, 0, MOST_RAKE],
    Kind.HOURS: app_commands.Range[int, 0, MOST_HOURS],
    Kind.LEAGUE_POINTS: app_commands.Range[str, 1, 60],
    Kind.ZONE: app_commands.Range[str, 1, 40],
    Kind.LANGUAGE: app_commands.Range[str, 1, 60],
    Kind.LOOK: str,
    Kind.CHANNEL: TextChannel,
    Kind.ROLE: discord.Role,
}
"""The type of a Discord option for each kind of setting."""


def _options() -> Iterator[inspect.Parameter]:
    """Yield the options of `/rummy server`."""
    for field, words in SETTINGS.items():
        kind = TYPES[SERVER_SETTINGS[field]] | None
        yield inspect.Parameter(words.option.text, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        if words.reset is not None:
            reset, _ = words.reset
            yield inspect.Parameter(reset.text, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=bool)


def with_options(method: Method) -> Method:
    """Give a method the options of `/rummy server` as parameters. Discord learns them from its signature."""
    own = list(inspect.signature(method).parameters.values())[:-1]
    method.__signature__ = inspect.Signature([*own, *_options()])  # type: ignore[attr-defined]
    return method


class ServerCommands(Commands):
    """The command for the staff of a server."""

    @command(
        commands.SERVER,
        {"zone": zone_choices, "language": language_choices},
        **{option.text: about for option, about in OPTIONS.items()},
    )
    @app_commands.choices(
        look=[app_commands.Choice(name=localised(words), value=look.value) for look, words in LOOKS.items()]
    )
    @with_options
    async def server(self, interaction: Interaction, **options: Any) -> None:
        """Show or change the settings of this server."""
        await self.answer(interaction, partial(self.flows.server_settings.change, options=options))
