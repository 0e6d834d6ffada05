"""`/rummy server`: the settings of a server."""

from functools import partial

import discord
from discord import app_commands

from bot.discord.commands.translations import described, localised
from bot.service.server_settings import MOST_RAKE, zone_names
from bot.text import commands
from cogs.base import Choices, Commands, Interaction, commands_of, fitting


class _TextChannel(app_commands.Transformer):
    """Answers the id of a text channel; the library would look for it in a cache that the bot does not have."""

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
    """Return the languages, with those that the host has brought."""
    return fitting(commands_of(interaction).flows.server_settings.languages(), current, by_value=True)


class ServerCommands(Commands):
    """For the staff of a server."""

    @app_commands.command(description=localised(commands.SERVER))
    @described(**commands.SERVER_OPTIONS)
    @app_commands.autocomplete(zone=zone_choices, language=language_choices)
    async def server(
        self,
        interaction: Interaction,
        chips: bool | None = None,
        rake: app_commands.Range[int, 0, MOST_RAKE] | None = None,
        league: app_commands.Range[str, 1, 60] | None = None,
        monthly: bool | None = None,
        zone: app_commands.Range[str, 1, 40] | None = None,
        disputes: TextChannel | None = None,
        daily: TextChannel | None = None,
        no_daily: bool = False,
        news: TextChannel | None = None,
        no_news: bool = False,
        language: app_commands.Range[str, 1, 60] | None = None,
    ) -> None:
        """See or change what this server plays for."""
        chosen = partial(
            self.flows.server_settings.change, chips=chips, rake=rake, league=league, monthly=monthly, zone=zone
        )
        channels = {"disputes": disputes, "daily": daily, "news": news}
        switched_off = {"no_daily": no_daily, "no_news": no_news}
        await self.answer(interaction, partial(chosen, **channels, **switched_off, language=language))
