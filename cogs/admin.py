"""`/rummy end · doctor`: ending tables, and checking the bot's permissions."""

from functools import partial

from discord import app_commands

from bot.discord.commands.translations import localised
from bot.text import commands
from cogs.base import Commands, Interaction, table_command


class Admin(Commands):
    """Commands for hosts and staff."""

    @table_command(commands.END, commands.ANY_TABLE, confirm=commands.CONFIRM)
    async def end(self, interaction: Interaction, confirm: bool = False, table: str | None = None) -> None:
        """End a table without a result, or cancel it before it starts."""
        await self.at_table(
            interaction, table, partial(self.flows.exits.end, confirmed=confirm), seated=False, control="ask-end"
        )

    @app_commands.command(description=localised(commands.DOCTOR))
    async def doctor(self, interaction: Interaction) -> None:
        """Check the bot's permissions in this channel."""
        await self.answer(interaction, self.flows.help.doctor)
