"""`/daily`: the deal of the day."""

from functools import partial

from discord import app_commands

from bot.store.errors import StoreError
from bot.text import commands
from bot.text import daily as daily_text
from cogs.base import Choices, Commands, Interaction, command, commands_of, fitting


async def day_choices(interaction: Interaction, current: str) -> Choices:
    """Return the past days; none if they cannot be found out."""
    try:
        days = await commands_of(interaction).flows.daily.days()
    except StoreError:
        return []
    return fitting(((daily_text.choice(day), str(day)) for day in days), current, by_value=True)


class DailyCommands(Commands):
    """The commands of the deal of the day."""

    @command(commands.DAILY, {"date": day_choices}, date=commands.DAILY_DATE)
    async def daily(self, interaction: Interaction, date: app_commands.Range[str, 1, 20] | None = None) -> None:
        """Play the deal of the day, or show its results."""
        await self.answer(interaction, partial(self.flows.daily.show, typed=date))
