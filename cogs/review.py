"""`/review` and `/replay`: looking back on a finished match."""

from bot.text import commands
from cogs.base import Commands, Interaction, over_choices, table_command


class ReviewCommands(Commands):
    """The commands for looking back on a match."""

    @table_command(commands.REVIEW, commands.OVER_TABLE, over_choices)
    async def review(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the worth of the person's decisions in a match."""
        await self.at_table_over(interaction, table, self.flows.review.review)

    @table_command(commands.REPLAY, commands.OVER_TABLE, over_choices)
    async def replay(self, interaction: Interaction, table: str | None = None) -> None:
        """Step through a match with all hands open."""
        await self.at_table_over(interaction, table, self.flows.review.replay)
