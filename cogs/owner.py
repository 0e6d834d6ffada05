"""`/paplu status · announce · block · maintenance`: the commands of the bot's owner."""

from functools import partial

import discord
from discord import app_commands

from bot.discord.commands.sync import OWNER
from bot.discord.commands.translations import described, localised
from bot.discord.interactions import Interactions
from bot.flows.owner import OwnerFlow
from bot.service.disputes import MOST_WORDS
from bot.text import commands
from cogs.base import Interaction

Announced = app_commands.Range[str, 1, MOST_WORDS]
ServerId = app_commands.Range[str, 1, 20]


class OwnerCommands(app_commands.Group):
    """Commands for people who manage the owner's server."""

    def __init__(self, flow: OwnerFlow, interactions: Interactions) -> None:
        super().__init__(
            name=OWNER,
            description=localised(commands.OWNER),
            default_permissions=discord.Permissions(manage_guild=True),
        )
        self._flow = flow
        self._answer = interactions.command

    @app_commands.command(description=localised(commands.OWNER_STATUS))
    async def status(self, interaction: Interaction) -> None:
        """Show the state of the bot."""
        await self._answer(interaction, self._flow.status)

    @app_commands.command(description=localised(commands.OWNER_ANNOUNCE))
    @described(words=commands.OWNER_WORDS)
    async def announce(self, interaction: Interaction, words: Announced) -> None:
        """Send a message to all servers."""
        await self._answer(interaction, partial(self._flow.announce, words=words))

    @app_commands.command(description=localised(commands.OWNER_BLOCK))
    @described(**commands.OWNER_BLOCK_OPTIONS)
    async def block(
        self,
        interaction: Interaction,
        server: ServerId | None = None,
        person: discord.User | None = None,
        lift: bool = False,
    ) -> None:
        """Stop serving a server or a person, or serve them again."""
        whom = None if person is None else person.id
        await self._answer(interaction, partial(self._flow.block, server=server, person=whom, lift=lift))

    @app_commands.command(description=localised(commands.OWNER_MAINTENANCE))
    @described(on=commands.OWNER_ON)
    async def maintenance(self, interaction: Interaction, on: bool) -> None:
        """Stop new tables from beginning, or allow them again."""
        await self._answer(interaction, partial(self._flow.maintenance, on=on))
