"""`/rummy table · rules · discards · scores · record · verify · report`: commands about one table."""

from functools import partial

from discord import app_commands

from bot.text import commands
from cogs.base import Commands, Interaction, all_choices, over_choices, table_command
from cogs.lobby import DEFAULTS, format_choices, rules_choices


class TableCommands(Commands):
    """The commands that show a table."""

    @table_command(commands.TABLE, commands.ANY_TABLE)
    async def table(self, interaction: Interaction, table: str | None = None) -> None:
        """Show a table as it is now."""
        await self.at_table(interaction, table, self.flows.table.table, seated=False, control="table")

    @table_command(commands.RULES, commands.CODE, rules=commands.RULES_ID, format=commands.RULES_FORMAT)
    @app_commands.autocomplete(rules=rules_choices, format=format_choices)
    async def rules(
        self,
        interaction: Interaction,
        rules: app_commands.Range[str, 1, 40] | None = None,
        format: app_commands.Range[str, 1, 40] | None = None,
        table: str | None = None,
    ) -> None:
        """Show the rules in full: those that were typed, those of a table, or the usual ones."""
        if rules is not None or format is not None:
            id = rules or DEFAULTS.rules_id
            await self.answer(interaction, partial(self.flows.table.rule_set, id=id, format=format))
        else:
            usual = partial(self.flows.table.rule_set, id=DEFAULTS.rules_id)
            flow = self.flows.table.rules
            await self.at_table(interaction, table, flow, seated=False, control="rules", otherwise=usual)

    @table_command(commands.DISCARDS, commands.ANY_TABLE)
    async def discards(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the discards of each player."""
        await self.at_table(interaction, table, self.flows.table.discards, seated=False, control="discards")

    @table_command(commands.SCORES, commands.ANY_TABLE)
    async def scores(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the points."""
        await self.at_table(interaction, table, self.flows.table.scores, seated=False, control="scores")

    @table_command(commands.RECORD, commands.OVER_TABLE, over_choices)
    async def record(self, interaction: Interaction, table: str | None = None) -> None:
        """Send the record of a finished match as a file."""
        await self.at_table_over(interaction, table, self.flows.table.record)

    @table_command(commands.VERIFY, commands.VERIFY_TABLE, all_choices)
    async def verify(self, interaction: Interaction, table: str | None = None) -> None:
        """Check the shuffle of a table."""
        await self.at_table_over(interaction, table, self.flows.table.verify, running="verify")

    @table_command(commands.REPORT, commands.REPORT_TABLE, all_choices)
    async def report(self, interaction: Interaction, table: str | None = None) -> None:
        """Report a table to the staff, by a form."""
        await self.at_table(interaction, table, self.flows.disputes.ask_report, seated=False, control="report")
