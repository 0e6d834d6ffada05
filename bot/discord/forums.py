"""The forums: channels that hold threads alone. The bot stores no other channels and no threads."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import discord

from bot.discord.library import handle

KEPT = ("id", "name", "owner_id", "unavailable", "roles", "members")
"""The fields of a server that are kept: the bot reads them while it serves a press."""
FORUMS = (discord.ChannelType.forum.value, discord.ChannelType.media.value)
UNREAD = ("THREAD_CREATE", "THREAD_LIST_SYNC", "STAGE_INSTANCE_CREATE", "STAGE_INSTANCE_UPDATE")
"""Events that would only fill caches."""

EventData = Mapping[str, Any]


def keep_forums_alone(
    client: discord.Client, forums: set[int], changed: Callable[[int], None], deleted: Callable[[int], None]
) -> None:
    """Keep the channels that hold threads alone in *forums*. Call *changed* with the server of each channel or thread
    that has changed, and *deleted* with each one that was deleted.

    discord.py would keep all channels and threads. The bot fetches the few that it needs now and then.
    """
    of_server: defaultdict[int, set[int]] = defaultdict(set)

    def add_server(data: EventData) -> None:
        for channel in data.get("channels", ()):
            add_channel({**channel, "guild_id": data["id"]})
        own = client.user and client.user.id
        me = [member for member in data.get("members", ()) if int(member["user"]["id"]) == own]
        parse_server({key: data[key] for key in KEPT if key in data} | {"members": me})

    def add_channel(data: EventData) -> None:
        if data["type"] in FORUMS:
            forums.add(int(data["id"]))
            of_server[int(data["guild_id"])].add(int(data["id"]))

    def leave_server(data: EventData) -> None:
        parse_leaving(data)
        if not data.get("unavailable"):
            forums.difference_update(of_server.pop(int(data["id"]), ()))

    def delete(data: EventData) -> None:
        forums.discard(int(data["id"]))
        deleted(int(data["id"]))

    def change(data: EventData) -> None:
        if "guild_id" in data:
            changed(int(data["guild_id"]))

    parse_server = handle(client, "GUILD_CREATE", add_server)
    parse_leaving = handle(client, "GUILD_DELETE", leave_server)
    handle(client, "CHANNEL_CREATE", add_channel)
    for event in ("CHANNEL_DELETE", "THREAD_DELETE"):
        handle(client, event, delete)
    for event in ("CHANNEL_UPDATE", "THREAD_UPDATE"):
        handle(client, event, change)
    for event in UNREAD:
        handle(client, event, lambda _: None)
