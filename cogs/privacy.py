"""`/rummy data export · erase`: a person's own data, to get or to erase."""

from discord import app_commands

from bot.discord.commands.translations import localised
from bot.text import commands
from cogs.base import Commands, Interaction


class Data(Commands):
    """Commands for a person's own data."""

    data = app_commands.Group(name="data", description=localised(commands.DATA))

    @data.command(description=localised(commands.DATA_EXPORT))
    async def export(self, interaction: Interaction) -> None:
        """Send the person all data that is stored about them, as a file."""
        await self.answer(interaction, self.flows.privacy.export, blocked_too=True)

    @data.command(description=localised(commands.DATA_ERASE))
    async def erase(self, interaction: Interaction) -> None:
        """Ask the person to confirm that all data about them is erased."""
        await self.answer(interaction, self.flows.privacy.ask_erase, blocked_too=True)
