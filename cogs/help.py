"""`/rummy help · learn`: how to play with this bot."""

from functools import partial

from discord import app_commands

from bot.text import commands
from bot.text import help as help_text
from cogs.base import Choices, Commands, Interaction, command, commands_of, fitting


async def topic_choices(interaction: Interaction, current: str) -> Choices:
    """Return the topics of help."""
    topics = help_text.topics(commands_of(interaction).flows.context.tables.games)
    return fitting(((topic.title(), id) for id, topic in topics.items()), current, by_value=True)


async def lesson_choices(interaction: Interaction, current: str) -> Choices:
    """Return the games that have a lesson."""
    titles = commands_of(interaction).flows.lessons.titles
    return fitting(((title, name) for name, title in titles.items()), current, by_value=True)


class Help(Commands):
    """Commands for newcomers."""

    @command(commands.HELP, {"topic": topic_choices}, topic=commands.TOPIC)
    async def help(self, interaction: Interaction, topic: app_commands.Range[str, 1, 40] | None = None) -> None:
        """Learn how to play with this bot."""
        await self.answer(interaction, partial(self.flows.help.help, topic=topic))

    @command(commands.LEARN, {"game": lesson_choices}, game=commands.GAME)
    async def learn(self, interaction: Interaction, game: app_commands.Range[str, 1, 40] | None = None) -> None:
        """Play a first hand, step by step."""
        await self.answer(interaction, partial(self.flows.lessons.learn, typed=game))
