"""`/rummy next · rejoin · split · vote`: between the deals of a match."""

from functools import partial

from discord import app_commands

from bot import text
from bot.rummy.actions import CallSplit, Next, Rejoin, Vote
from cogs.base import Commands, Interaction, table_choices


class Pool(Commands):
    """What can be done while the next deal waits."""

    @app_commands.command(description=text.commands.NEXT)
    @app_commands.describe(table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def next(self, interaction: Interaction, table: str | None = None) -> None:
        """Be ready for the next deal."""
        await self.play(interaction, table, Next())

    @app_commands.command(description=text.commands.REJOIN)
    @app_commands.describe(table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def rejoin(self, interaction: Interaction, table: str | None = None) -> None:
        """Buy back into a pool."""
        await self.play(interaction, table, Rejoin())

    @app_commands.command(description=text.commands.SPLIT)
    @app_commands.describe(table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def split(self, interaction: Interaction, table: str | None = None) -> None:
        """Ask the others to share the pool."""
        await self.at_table(
            interaction, table, partial(self.flows.moves.act, step=None, action=CallSplit()), lobby=False
        )

    @app_commands.command(description=text.commands.VOTE)
    @app_commands.describe(agree=text.commands.AGREE, table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def vote(self, interaction: Interaction, agree: bool, table: str | None = None) -> None:
        """Answer a vote."""
        await self.at_table(
            interaction, table, partial(self.flows.moves.act, step=None, action=Vote(agree)), lobby=False
        )
