"""Slash commands, one topic a file."""

from collections.abc import Iterator
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot import text
from cogs.admin import Admin
from cogs.base import Kit
from cogs.data import Data
from cogs.help import Help
from cogs.lobby import Lobby
from cogs.moves import Moves
from cogs.pool import Pool
from cogs.settings import Settings
from cogs.standings import Standings
from cogs.table import Table
from cogs.tournaments import Tournaments
from cogs.wallet import Server, Wallet

CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)


Top = app_commands.Group | app_commands.Command[Any, ..., Any]
"""What stands in a command tree itself."""


def commands_of(kit: Kit) -> tuple[Top, ...]:
    """`/rummy` for tables, `/play` for moves and what else there is, ready for a command tree."""
    topics: list[commands.Cog] = [
        Lobby(kit),
        Table(kit),
        Pool(kit),
        Settings(kit),
        Data(kit),
        Admin(kit),
        Server(kit),
        Help(kit),
    ]
    return (
        _group("rummy", text.commands.RUMMY, topics),
        _group("play", text.commands.PLAY, [Moves(kit)]),
        _group("wallet", text.commands.WALLET, [Wallet(kit)]),
        _group("tournament", text.commands.TOURNAMENT, [Tournaments(kit)]),
        *_by_themselves(Standings(kit)),
    )


def _by_themselves(topic: commands.Cog) -> Iterator[Top]:
    """The commands of a topic, each by its own name."""
    for command in topic.get_app_commands():
        command.allowed_contexts, command.allowed_installs = CONTEXTS, INSTALLS
        yield command


def _group(name: str, about: str, topics: list[commands.Cog]) -> app_commands.Group:
    group = app_commands.Group(
        name=name, description=about, allowed_contexts=CONTEXTS, allowed_installs=INSTALLS, guild_only=False
    )
    for topic in topics:
        for command in topic.get_app_commands():
            group.add_command(command)
    return group
