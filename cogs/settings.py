"""`/rummy settings`: what a player prefers."""

from discord import app_commands

from cogs.base import Interaction, Topic


class Settings(Topic):
    """A player's own preferences."""

    @app_commands.command()
    async def settings(self, interaction: Interaction) -> None:
        """Choose how your hand looks and where it comes."""
        await self.answer(interaction, self.kit.looks.settings)
