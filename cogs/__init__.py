"""Slash commands, one file for each topic."""

from collections.abc import Iterator, Sequence
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.discord.commands.translations import localised
from bot.discord.interactions import Interactions
from bot.flows.flows import Flows
from bot.languages.sentence import Sentence
from bot.text import commands as commands_text
from cogs.admin import Admin
from cogs.avoid import AvoidCommands
from cogs.daily import DailyCommands
from cogs.disputes import DisputeCommands
from cogs.help import Help
from cogs.house import HouseCommands
from cogs.lobby import LobbyCommands
from cogs.moves import Moves, game_commands
from cogs.pool import Pool
from cogs.practice import PracticeCommands
from cogs.privacy import Data
from cogs.review import ReviewCommands
from cogs.server_settings import ServerCommands
from cogs.settings import Settings
from cogs.standings import StandingsCommands
from cogs.table import TableCommands
from cogs.tables import MyTables
from cogs.tell_me import TellMeCommands
from cogs.tournaments import TournamentCommands
from cogs.wallet import WalletCommands

CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)


Top = app_commands.Group | app_commands.Command[Any, ..., Any]
"""A group or command at the top of the command tree."""


def commands_of(flows: Flows, interactions: Interactions) -> tuple[Top, ...]:
    """Return the top commands: `/rummy` for tables, `/play` for moves, and the others, ready for a command tree."""
    kinds = (LobbyCommands, TableCommands, Pool, Settings, Data, Admin, ServerCommands, Help)
    topics = [kind(flows, interactions) for kind in kinds]
    moves = Moves(flows, interactions)
    play = _group("play", commands_text.PLAY, [moves])
    for command in game_commands(moves, flows.context.tables.games):
        play.add_command(command)
    return (
        _group("rummy", commands_text.RUMMY, topics),
        play,
        _group("wallet", commands_text.WALLET, [WalletCommands(flows, interactions)]),
        _group("avoid", commands_text.AVOID, [AvoidCommands(flows, interactions)]),
        _group("house", commands_text.HOUSE, [HouseCommands(flows, interactions)]),
        _group("dispute", commands_text.DISPUTE, [DisputeCommands(flows, interactions)]),
        _group("tournament", commands_text.TOURNAMENT, [TournamentCommands(flows, interactions)]),
        *_by_themselves(TellMeCommands(flows, interactions)),
        *_by_themselves(MyTables(flows, interactions)),
        *_by_themselves(StandingsCommands(flows, interactions)),
        *_by_themselves(ReviewCommands(flows, interactions)),
        *_by_themselves(PracticeCommands(flows, interactions)),
        *_by_themselves(DailyCommands(flows, interactions)),
    )


def _by_themselves(topic: commands.Cog) -> Iterator[Top]:
    """Yield the commands of a topic that stand at the top, each by its own name."""
    for command in topic.get_app_commands():
        command.allowed_contexts, command.allowed_installs = CONTEXTS, INSTALLS
        yield command


def _group(name: str, about: Sentence, topics: Sequence[commands.Cog]) -> app_commands.Group:
    group = app_commands.Group(
        name=name, description=localised(about), allowed_contexts=CONTEXTS, allowed_installs=INSTALLS, guild_only=False
    )
    for topic in topics:
        for command in topic.get_app_commands():
            group.add_command(command)
    return group
