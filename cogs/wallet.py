"""`/wallet show · daily` and `/rummy server`: chips, and what a server plays for."""

from functools import partial

from discord import app_commands

from bot import text
from bot.service.servers import MOST_RAKE
from cogs.base import Commands, Interaction


class WalletCommands(Commands):
    """A person's own chips."""

    @app_commands.command(description=text.commands.WALLET_SHOW)
    async def show(self, interaction: Interaction) -> None:
        """See what chips you have here, and what moved them."""
        await self.answer(interaction, self.flows.wallet.show)

    @app_commands.command(description=text.commands.WALLET_DAILY)
    async def daily(self, interaction: Interaction) -> None:
        """Claim today's chips."""
        await self.answer(interaction, self.flows.wallet.daily)


class ServerCommands(Commands):
    """For the staff of a server."""

    @app_commands.command(description=text.commands.SERVER)
    @app_commands.describe(**text.commands.SERVER_OPTIONS)
    async def server(
        self,
        interaction: Interaction,
        chips: bool | None = None,
        rake: app_commands.Range[int, 0, MOST_RAKE] | None = None,
        league: app_commands.Range[str, 1, 60] | None = None,
        monthly: bool | None = None,
    ) -> None:
        """See or change what this server plays for."""
        flow = partial(self.flows.wallet.server, chips=chips, rake=rake, league=league, monthly=monthly)
        await self.answer(interaction, flow)
