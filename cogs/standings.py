"""`/standings · profile · history` and `/season start · close · show`: results beyond a single match."""

from functools import partial

import discord
from discord import app_commands

from bot.discord.commands.translations import described, localised
from bot.flows.standings import EVERY
from bot.rummy.ids import PlayerId
from bot.store.errors import StoreError
from bot.text import commands
from bot.text import standings as standings_text
from cogs.base import Choices, Commands, Interaction, command, commands_of, fitting

Name = app_commands.Range[str, 1, 40]


async def season_choices(interaction: Interaction, current: str) -> Choices:
    """Return "all time" and this server's seasons, the newest first."""
    return await _seasons(interaction, current, (standings_text.ALL_SEASONS(), EVERY))


async def own_season_choices(interaction: Interaction, current: str) -> Choices:
    """Return this server's seasons, the newest first."""
    return await _seasons(interaction, current)


async def _seasons(interaction: Interaction, current: str, *first: tuple[str, str]) -> Choices:
    """Return seasons to choose from, after those in `first`; none if they cannot be found out."""
    if interaction.guild_id is None:
        return []
    try:
        seasons = await commands_of(interaction).flows.standings.seasons(interaction.guild_id)
    except StoreError:
        return []
    named = [
        (standings_text.season_choice(one.name, running=one.closed_at is None), str(one.number)) for one in seasons
    ]
    return fitting([*first, *named], current)


async def format_choices(interaction: Interaction, current: str) -> Choices:
    """Return the formats that are played here."""
    formats = commands_of(interaction).flows.standings.formats()
    return fitting(((standings_text.format_name(one), one) for one in formats), current, by_value=True)


FORMATS = {"format": format_choices}
OFFERS = {"season": season_choices, **FORMATS}


class StandingsCommands(Commands):
    """The commands for standings, profiles, history and seasons."""

    season = app_commands.Group(name="season", description=localised(commands.SEASON))

    @command(commands.STANDINGS, OFFERS, season=commands.WHICH_SEASON, format=commands.WHICH_FORMAT)
    async def standings(self, interaction: Interaction, season: Name | None = None, format: Name | None = None) -> None:
        """Show the standings of this server."""
        await self.answer(interaction, partial(self.flows.standings.standings, season=season, format=format))

    @command(commands.PROFILE, player=commands.WHOSE_PROFILE)
    async def profile(self, interaction: Interaction, player: discord.User | None = None) -> None:
        """Show a player's results."""
        who = player or interaction.user
        flow = partial(self.flows.standings.profile, player=PlayerId(who.id), name=who.display_name)
        await self.answer(interaction, flow)

    @command(commands.HISTORY, FORMATS, player=commands.WHOSE_HISTORY, format=commands.WHICH_FORMAT)
    async def history(
        self, interaction: Interaction, player: discord.User | None = None, format: Name | None = None
    ) -> None:
        """Show the matches that were finished here."""
        who = PlayerId(player.id) if player else None
        name = player.display_name if player else None
        flow = partial(self.flows.standings.history, player=who, typed=format, name=name)
        await self.answer(interaction, flow)

    @season.command(name="start", description=localised(commands.SEASON_START))
    @described(name=commands.SEASON_NAME)
    async def season_start(self, interaction: Interaction, name: Name | None = None) -> None:
        """Begin a season, as staff."""
        await self.answer(interaction, partial(self.flows.standings.start_season, name=name))

    @season.command(name="close", description=localised(commands.SEASON_CLOSE))
    @described(confirm=commands.CONFIRM)
    async def season_close(self, interaction: Interaction, confirm: bool = False) -> None:
        """Close the running season, as staff."""
        await self.answer(interaction, partial(self.flows.standings.close_season, confirmed=confirm))

    @season.command(name="show", description=localised(commands.SEASON_SHOW))
    @described(season=commands.NEWEST_SEASON)
    @app_commands.autocomplete(season=own_season_choices)
    async def season_show(self, interaction: Interaction, season: Name | None = None) -> None:
        """Show a season."""
        await self.answer(interaction, partial(self.flows.standings.season, typed=season))
