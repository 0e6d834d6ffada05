"""`/house new · list · show · remove`: the rule sets of a server, by its staff."""

from functools import partial

import discord
from discord import app_commands

from bot.discord.files import attached
from bot.text import commands
from cogs.base import Choices, Commands, Interaction, command, commands_of, fitting
from cogs.lobby import host_rules_choices


async def house_choices(interaction: Interaction, current: str) -> Choices:
    """Return the rule sets that the staff of the server have made."""
    found = await commands_of(interaction).flows.house.rows(interaction.guild_id)
    return fitting(((one.name, one.id) for one in found), current, by_value=True)


class HouseCommands(Commands):
    """The commands for the rule sets of a server."""

    @command(commands.HOUSE_NEW, {"base": host_rules_choices}, base=commands.HOUSE_BASE, file=commands.HOUSE_FILE)
    async def new(
        self,
        interaction: Interaction,
        base: app_commands.Range[str, 1, 40] | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Make a rule set by a form, or from a file."""
        read = None if file is None else partial(attached, interaction.client.files_at, file)
        await self.answer(interaction, partial(self.flows.house.new, base=base, read=read))

    @command(commands.HOUSE_LIST)
    async def list(self, interaction: Interaction) -> None:
        """Show the rule sets of the server."""
        await self.answer(interaction, self.flows.house.list)

    @command(commands.HOUSE_SHOW, {"rules": house_choices}, rules=commands.HOUSE_RULES)
    async def show(self, interaction: Interaction, rules: app_commands.Range[str, 1, 40]) -> None:
        """Show a rule set, with its file."""
        await self.answer(interaction, partial(self.flows.house.show, typed=rules))

    @command(commands.HOUSE_REMOVE, {"rules": house_choices}, rules=commands.HOUSE_RULES)
    async def remove(self, interaction: Interaction, rules: app_commands.Range[str, 1, 40]) -> None:
        """Remove a rule set; the person is asked first."""
        await self.answer(interaction, partial(self.flows.house.remove, typed=rules))
