"""`/wallet show · daily`: a person's own chips."""

from discord import app_commands

from bot.discord.commands.translations import localised
from bot.text import commands
from cogs.base import Commands, Interaction


class WalletCommands(Commands):
    """The commands for a person's own chips."""

    @app_commands.command(description=localised(commands.WALLET_SHOW))
    async def show(self, interaction: Interaction) -> None:
        """Show the person's chips here, and what changed them."""
        await self.answer(interaction, self.flows.wallet.show)

    @app_commands.command(description=localised(commands.WALLET_DAILY))
    async def daily(self, interaction: Interaction) -> None:
        """Claim today's chips."""
        await self.answer(interaction, self.flows.wallet.daily)
