"""Channels that are closed to the bot, and when they are tried again."""

from types import SimpleNamespace
from typing import Any

import discord

from bot.discord.channels import Channels


def pressed(server: int, channel: int) -> Any:
    """Return an interaction in a channel in which the bot may not write."""
    nothing = discord.Permissions.none()
    return SimpleNamespace(guild_id=server, channel_id=channel, channel=None, app_permissions=nothing)


def test_changed_roles_of_a_server_reopen_its_channels_and_those_of_unknown_servers() -> None:
    channels = Channels(discord.Client(intents=discord.Intents.none()))
    for server, channel in ((1, 11), (2, 22)):
        channels.notice(pressed(server, channel))
    for channel in (11, 22, 33):
        channels.close(channel, 50013)
    channels.reopen_in(1)
    assert [channel for channel in (11, 22, 33) if channels.is_closed(channel)] == [22]
    channels.reopen_in(2)
    assert not channels.is_closed(22)
