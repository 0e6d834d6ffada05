"""`/rummy end · doctor`: ending tables, and what the bot may do."""

from discord import app_commands

from bot.discord.commands.translations import localised
from bot.flows.answer import Answer
from bot.flows.rights import ends_by_vote, is_staff_of
from bot.rummy.actions import CallEnd
from bot.rummy.ids import TableId
from bot.service.errors import CorruptError
from bot.text import commands
from cogs.base import Commands, Interaction, table_command


class Admin(Commands):
    """For hosts and staff."""

    @table_command(commands.END, commands.ANY_TABLE, confirm=commands.CONFIRM)
    async def end(self, interaction: Interaction, confirm: bool = False, table: str | None = None) -> None:
        """End a table without a result, or cancel it before it starts."""

        async def flow(answer: Answer, id: TableId) -> None:
            try:
                state = await self.flows.context.tables.find(id)
            except CorruptError:
                await self.flows.info.end_broken(answer, id, confirm)
                return
            if is_staff_of(state, answer) and not ends_by_vote(state, answer):
                now = confirm or state.is_lobby
                await (self.flows.info.end_by_staff if now else self.flows.info.ask_end_by_staff)(answer, id)
            elif state.is_lobby:
                await self.flows.lobby.cancel(answer, id)
            elif confirm:
                await self.flows.moves.act(answer, id, None, CallEnd())
            else:
                await self.flows.moves.ask_end(answer, id)

        await self.at_table(interaction, table, flow, seated=False)

    @app_commands.command(description=localised(commands.DOCTOR))
    async def doctor(self, interaction: Interaction) -> None:
        """Check what I may do in this channel."""
        await self.answer(interaction, self.flows.info.doctor)
