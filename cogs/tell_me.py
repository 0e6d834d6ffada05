"""`/tellme`: being told when a table opens."""

from bot.text import commands
from cogs.base import Commands, Interaction, command


class TellMeCommands(Commands):
    """The command of people who want to be told of new tables."""

    @command(commands.TELL_ME)
    async def tellme(self, interaction: Interaction) -> None:
        """Choose of which tables one is told, and when."""
        await self.answer(interaction, self.flows.tell_me.show)
