"""`/daily`: the deal of the day."""

from functools import partial

from discord import app_commands

from bot import text
from bot.store.errors import StoreError
from cogs.base import Choices, Commands, Interaction, command, commands_of, fitting


async def day_choices(interaction: Interaction, current: str) -> Choices:
    """The days that are over; none where that cannot be told."""
    try:
        days = await commands_of(interaction).flows.daily.days()
    except StoreError:
        return []
    return fitting(((text.daily.choice(day), str(day)) for day in days), current, by_value=True)


class DailyCommands(Commands):
    """One deal a day for everybody."""

    @command(text.commands.DAILY, {"date": day_choices}, date=text.commands.DAILY_DATE)
    async def daily(self, interaction: Interaction, date: app_commands.Range[str, 1, 20] | None = None) -> None:
        """Play the deal of the day, or see how it went."""
        await self.answer(interaction, partial(self.flows.daily.show, typed=date))
