"""`/avoid add · remove · list`: the people with whom one does not want to sit."""

from functools import partial

import discord
from discord import app_commands

from bot.discord.commands.translations import described, localised
from bot.rummy.ids import PlayerId
from bot.text import commands
from cogs.base import Commands, Interaction


class AvoidCommands(Commands):
    """The commands for a person's own list."""

    @app_commands.command(description=localised(commands.AVOID_ADD))
    @described(player=commands.AVOIDED)
    async def add(self, interaction: Interaction, player: discord.User) -> None:
        """Put a person on the list."""
        await self.answer(
            interaction, partial(self.flows.avoid.add, other=PlayerId(player.id), name=player.display_name)
        )

    @app_commands.command(description=localised(commands.AVOID_REMOVE))
    @described(player=commands.AVOIDED)
    async def remove(self, interaction: Interaction, player: discord.User) -> None:
        """Take a person off the list."""
        await self.answer(interaction, partial(self.flows.avoid.remove, other=PlayerId(player.id)))

    @app_commands.command(description=localised(commands.AVOID_LIST))
    async def list(self, interaction: Interaction) -> None:
        """Show the list."""
        await self.answer(interaction, self.flows.avoid.list)
