"""`/practice`: one decision at a time."""

from functools import partial

from discord import app_commands

from bot.text import commands
from cogs.base import Choices, Commands, Interaction, command, commands_of, fitting


async def game_choices(interaction: Interaction, current: str) -> Choices:
    """Return the games that ship puzzles."""
    titles = commands_of(interaction).flows.practice.titles
    return fitting(((title, id) for id, title in titles.items()), current, by_value=True)


class PracticeCommands(Commands):
    """The command for practice."""

    @command(commands.PRACTICE, {"game": game_choices}, game=commands.PRACTICE_GAME)
    async def practice(self, interaction: Interaction, game: app_commands.Range[str, 1, 40] | None = None) -> None:
        """Show the next puzzle."""
        await self.answer(interaction, partial(self.flows.practice.show, typed=game))
