"""`/dispute result · show · list · answer · close · void`: disputes about results."""

from functools import partial

from discord import app_commands

from bot.discord.commands.translations import described, localised
from bot.flows.table_finder import parse_code
from bot.service.disputes import MOST_WORDS
from bot.store.errors import StoreError
from bot.text import commands
from cogs.base import Choices, Commands, Interaction, commands_of, fitting, over_choices, table_command

Words = app_commands.Range[str, 1, MOST_WORDS]
Code = app_commands.Range[str, 1, 20]


async def waiting_choices(interaction: Interaction, current: str) -> Choices:
    """Return the tables of this server whose dispute waits for an answer; none if they cannot be found out."""
    store = commands_of(interaction).flows.context.store
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        return []
    try:
        found = await store.disputes.waiting(interaction.guild_id)
    except StoreError:
        return []
    return fitting(((id, id) for id in found), current)


class DisputeCommands(Commands):
    """Commands for players of a match, and for the staff of their server."""

    @table_command(commands.DISPUTE_RESULT, commands.OVER_TABLE, over_choices, why=commands.DISPUTE_WHY)
    async def result(self, interaction: Interaction, why: Words, table: str | None = None) -> None:
        """Dispute the result of a match."""
        await self.at_table_over(interaction, table, partial(self.flows.disputes.dispute, words=why))

    @table_command(commands.DISPUTE_SHOW, commands.OVER_TABLE, over_choices)
    async def show(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the state of a dispute."""
        await self.at_table_over(interaction, table, self.flows.disputes.show)

    @app_commands.command(description=localised(commands.DISPUTE_LIST))
    async def list(self, interaction: Interaction) -> None:
        """Show the disputes and reports that wait for the staff."""
        await self.answer(interaction, self.flows.disputes.waiting)

    @table_command(commands.DISPUTE_CLOSE, commands.DISPUTED_TABLE, waiting_choices)
    async def close(self, interaction: Interaction, table: Code) -> None:
        """Close the reports of a table."""
        await self.answer(interaction, lambda answer: self.flows.disputes.close(answer, parse_code(table)))

    @app_commands.command(name="answer", description=localised(commands.DISPUTE_ANSWER))
    @described(table=commands.DISPUTED_TABLE, words=commands.DISPUTE_WORDS)
    @app_commands.autocomplete(table=waiting_choices)
    async def answer_dispute(self, interaction: Interaction, table: Code, words: Words) -> None:
        """Answer a dispute."""
        await self.answer(interaction, lambda answer: self.flows.disputes.answer(answer, parse_code(table), words))

    @table_command(commands.DISPUTE_VOID, commands.DISPUTED_TABLE, waiting_choices, words=commands.DISPUTE_WORDS)
    async def void(self, interaction: Interaction, table: Code, words: Words) -> None:
        """Make a disputed match void."""
        await self.answer(interaction, lambda answer: self.flows.disputes.void(answer, parse_code(table), words))
