"""The forums: channels that hold threads alone. The bot stores no other channels and no threads."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Protocol

import discord

from bot.discord.library import handle

KEPT = ("id", "name", "owner_id", "unavailable", "roles", "members")
"""The fields of a server that are kept: the bot reads them while it serves a press."""
FORUMS = (discord.ChannelType.forum.value, discord.ChannelType.media.value)
UNREAD = ("THREAD_CREATE", "THREAD_LIST_SYNC", "STAGE_INSTANCE_CREATE", "STAGE_INSTANCE_UPDATE")
"""Events that would only fill caches."""

EventData = Mapping[str, Any]


class ChannelListener(Protocol):
    """A listener to events of channels and threads."""

    def permissions_changed(self, server: int) -> None:
        """Note that the bot may have got permissions that it lacked, in any channel or thread of a server."""

    def channel_lost(self, channel: int) -> None:
        """Note that a channel or thread was deleted, or that the bot was taken out of the thread."""

    def thread_joined(self, thread: int, server: int) -> None:
        """Note that the bot is a member of that thread now."""


def keep_forums_alone(client: discord.Client, forums: set[int], listener: ChannelListener) -> None:
    """Keep the channels that hold threads alone in *forums*. Tell *listener* what happens to channels and threads.

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
        listener.channel_lost(int(data["id"]))

    def change(data: EventData) -> None:
        if "guild_id" in data:
            listener.permissions_changed(int(data["guild_id"]))

    def change_members(data: EventData) -> None:
        own = client.user.id if client.user else 0
        if own in map(int, data.get("removed_member_ids", ())):
            listener.channel_lost(int(data["id"]))
        if own in (int(member["user_id"]) for member in data.get("added_members", ())):
            listener.thread_joined(int(data["id"]), int(data["guild_id"]))

    parse_server = handle(client, "GUILD_CREATE", add_server)
    parse_leaving = handle(client, "GUILD_DELETE", leave_server)
    handle(client, "CHANNEL_CREATE", add_channel)
    for event in ("CHANNEL_DELETE", "THREAD_DELETE"):
        handle(client, event, delete)
    for event in ("CHANNEL_UPDATE", "THREAD_UPDATE"):
        handle(client, event, change)
    handle(client, "THREAD_MEMBERS_UPDATE", change_members)
    for event in UNREAD:
        handle(client, event, lambda _: None)
