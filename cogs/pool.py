"""`/rummy next · rejoin · split · vote`: between the deals of a match."""

from bot.rummy.actions import CallSplit, Next, Rejoin, Vote
from bot.text import commands
from cogs.base import Commands, Interaction, table_command


class Pool(Commands):
    """The commands for the time in which the next deal waits."""

    @table_command(commands.NEXT, commands.MY_TABLE)
    async def next(self, interaction: Interaction, table: str | None = None) -> None:
        """Be ready for the next deal."""
        await self.play(interaction, table, Next())

    @table_command(commands.REJOIN, commands.MY_TABLE)
    async def rejoin(self, interaction: Interaction, table: str | None = None) -> None:
        """Buy back into a pool."""
        await self.play(interaction, table, Rejoin())

    @table_command(commands.SPLIT, commands.MY_TABLE)
    async def split(self, interaction: Interaction, table: str | None = None) -> None:
        """Ask the others to share the pool."""
        await self.play(interaction, table, CallSplit())

    @table_command(commands.VOTE, commands.MY_TABLE, agree=commands.AGREE)
    async def vote(self, interaction: Interaction, agree: bool, table: str | None = None) -> None:
        """Answer a vote."""
        await self.play(interaction, table, Vote(agree))
