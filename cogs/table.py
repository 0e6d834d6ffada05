"""`/rummy table · rules · discards · scores · record · verify`: looking at a table."""

from functools import partial

from discord import app_commands

from bot import text
from cogs.base import (
    Commands,
    Interaction,
    all_choices,
    any_table_command,
    over_table_command,
    table_choices,
)
from cogs.lobby import rules_choices


class TableCommands(Commands):
    """What can be seen of a table."""

    @app_commands.command(name="table", description=text.commands.TABLE)
    @app_commands.describe(table=text.commands.ANY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def show_table(self, interaction: Interaction, table: str | None = None) -> None:
        """Look at a table as it stands."""
        await self.at_table(interaction, table, self.flows.info.table, seated=False)

    @app_commands.command(description=text.commands.RULES)
    @app_commands.describe(rules=text.commands.RULES_ID, table=text.commands.CODE)
    @app_commands.autocomplete(rules=rules_choices, table=table_choices)
    async def rules(
        self,
        interaction: Interaction,
        rules: app_commands.Range[str, 1, 40] | None = None,
        table: str | None = None,
    ) -> None:
        """Read the rules in full."""
        if rules is not None:
            await self.answer(interaction, partial(self.flows.info.rule_set, id=rules))
        else:
            await self.at_table(interaction, table, self.flows.info.rules, seated=False)

    @any_table_command(text.commands.DISCARDS)
    async def discards(self, interaction: Interaction, table: str | None = None) -> None:
        """See who discarded what."""
        await self.at_table(interaction, table, self.flows.info.discards, seated=False)

    @any_table_command(text.commands.SCORES)
    async def scores(self, interaction: Interaction, table: str | None = None) -> None:
        """See the points."""
        await self.at_table(interaction, table, self.flows.info.scores, seated=False)

    @over_table_command(text.commands.RECORD)
    async def record(self, interaction: Interaction, table: str | None = None) -> None:
        """Get a finished match as a file."""
        await self.at_table_over(interaction, table, self.flows.info.record)

    @app_commands.command(description=text.commands.VERIFY)
    @app_commands.describe(table=text.commands.VERIFY_TABLE)
    @app_commands.autocomplete(table=all_choices)
    async def verify(self, interaction: Interaction, table: str | None = None) -> None:
        """Check the shuffle of a table."""
        await self.at_table_over(interaction, table, self.flows.info.verify, or_running=True)
