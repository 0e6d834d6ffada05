"""`/tables`: the tables at which a person sits."""

from discord import app_commands

from bot.discord.commands.translations import localised
from bot.text import commands
from cogs.base import Commands, Interaction


class MyTables(Commands):
    """The command that lists one's own tables."""

    @app_commands.command(description=localised(commands.TABLES))
    async def tables(self, interaction: Interaction) -> None:
        """Show the open tables of the person."""
        await self.answer(interaction, self.flows.tables.list)
