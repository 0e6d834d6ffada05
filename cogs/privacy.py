"""`/rummy data export · erase`: what is kept of a person is theirs to have, and to have removed."""

from discord import app_commands

from bot.discord.commands.translations import localised
from bot.text import commands
from cogs.base import Commands, Interaction


class Data(Commands):
    """What is kept of a person."""

    data = app_commands.Group(name="data", description=localised(commands.DATA))

    @data.command(description=localised(commands.DATA_EXPORT))
    async def export(self, interaction: Interaction) -> None:
        """Get all that is kept about you as a file."""
        await self.answer(interaction, self.flows.privacy.export, blocked_too=True)

    @data.command(description=localised(commands.DATA_ERASE))
    async def erase(self, interaction: Interaction) -> None:
        """Have all that is kept about you removed."""
        await self.answer(interaction, self.flows.privacy.ask_erase, blocked_too=True)
