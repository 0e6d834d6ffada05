"""`/rummy next · rejoin · split · vote`: between the deals of a match."""

from functools import partial

from bot import text
from bot.rummy.actions import CallSplit, Next, Rejoin, Vote
from cogs.base import Commands, Interaction, own_table_command


class Pool(Commands):
    """What can be done while the next deal waits."""

    @own_table_command(text.commands.NEXT)
    async def next(self, interaction: Interaction, table: str | None = None) -> None:
        """Be ready for the next deal."""
        await self.play(interaction, table, Next())

    @own_table_command(text.commands.REJOIN)
    async def rejoin(self, interaction: Interaction, table: str | None = None) -> None:
        """Buy back into a pool."""
        await self.play(interaction, table, Rejoin())

    @own_table_command(text.commands.SPLIT)
    async def split(self, interaction: Interaction, table: str | None = None) -> None:
        """Ask the others to share the pool."""
        await self.at_table(
            interaction, table, partial(self.flows.moves.act, step=None, action=CallSplit()), lobby=False
        )

    @own_table_command(text.commands.VOTE, agree=text.commands.AGREE)
    async def vote(self, interaction: Interaction, agree: bool, table: str | None = None) -> None:
        """Answer a vote."""
        await self.at_table(
            interaction, table, partial(self.flows.moves.act, step=None, action=Vote(agree)), lobby=False
        )
