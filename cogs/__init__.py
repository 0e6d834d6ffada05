"""Slash commands, one topic a file."""

from discord import app_commands
from discord.ext import commands

from bot import text
from cogs.admin import Admin
from cogs.base import Kit
from cogs.help import Help
from cogs.lobby import Lobby
from cogs.moves import Moves
from cogs.settings import Settings
from cogs.table import Table

CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)


def groups(kit: Kit) -> tuple[app_commands.Group, ...]:
    """`/rummy` for tables and `/play` for moves, ready for a command tree."""
    topics: list[commands.Cog] = [Lobby(kit), Table(kit), Settings(kit), Admin(kit), Help(kit)]
    return (
        _group("rummy", text.commands.RUMMY, topics),
        _group("play", text.commands.PLAY, [Moves(kit)]),
    )


def _group(name: str, about: str, topics: list[commands.Cog]) -> app_commands.Group:
    group = app_commands.Group(
        name=name, description=about, allowed_contexts=CONTEXTS, allowed_installs=INSTALLS, guild_only=False
    )
    for topic in topics:
        for command in topic.get_app_commands():
            group.add_command(command)
    return group
