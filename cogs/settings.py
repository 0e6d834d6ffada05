"""`/rummy settings`: the preferences of a player."""

from discord import app_commands

from bot.discord.commands.translations import localised
from bot.text import commands
from cogs.base import Commands, Interaction


class Settings(Commands):
    """The command for a player's own preferences."""

    @app_commands.command(description=localised(commands.SETTINGS))
    async def settings(self, interaction: Interaction) -> None:
        """Choose how your hand looks and where it comes."""
        await self.answer(interaction, self.flows.settings.settings)
