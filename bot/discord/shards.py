"""What a shard must do that discord.py has no call for. Its internals are touched here alone."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import discord

GOODBYE_SECONDS = 3.0
"""How long Discord may take to answer that a connection is to be closed."""
NORMAL = 1000
"""The code that ends a session: Discord keeps no events for it."""
KEPT = ("id", "name", "owner_id", "unavailable", "roles", "members")
"""What is kept of a server: what the bot asks without a request while it serves a press."""
FORUMS = (discord.ChannelType.forum.value, discord.ChannelType.media.value)
UNREAD = ("THREAD_CREATE", "THREAD_LIST_SYNC", "STAGE_INSTANCE_CREATE", "STAGE_INSTANCE_UPDATE")
"""Events that would only fill caches."""

EventData = Mapping[str, Any]


def keep_no_channels(client: discord.Client, forums: set[int], changed: Callable[[int], None]) -> None:
    """Keep nothing of channels and threads but which are `forums`; say which have `changed`.

    The library would keep them all, and the bot reads a few of them now and then: it fetches these.
    """
    parsers: dict[str, Callable[[Any], None]] = client._connection.parsers
    parse_server, parse_leaving = parsers["GUILD_CREATE"], parsers["GUILD_DELETE"]
    of_server: defaultdict[int, set[int]] = defaultdict(set)

    def add_server(data: EventData) -> None:
        for channel in data.get("channels", ()):
            add_channel({**channel, "guild_id": data["id"]})
        me = [member for member in data.get("members", ()) if int(member["user"]["id"]) == client._connection.self_id]
        parse_server({key: data[key] for key in KEPT if key in data} | {"members": me})

    def add_channel(data: EventData) -> None:
        if data["type"] in FORUMS:
            forums.add(int(data["id"]))
            of_server[int(data["guild_id"])].add(int(data["id"]))

    def leave_server(data: EventData) -> None:
        parse_leaving(data)
        if not data.get("unavailable"):
            forums.difference_update(of_server.pop(int(data["id"]), ()))

    def change(data: EventData) -> None:
        changed(int(data["id"]))

    parsers["GUILD_CREATE"], parsers["GUILD_DELETE"] = add_server, leave_server
    parsers["CHANNEL_CREATE"] = add_channel
    parsers["CHANNEL_DELETE"] = lambda data: forums.discard(int(data["id"]))
    parsers["CHANNEL_UPDATE"] = parsers["THREAD_UPDATE"] = change
    parsers |= dict.fromkeys(UNREAD, lambda _: None)


async def leave(client: discord.AutoShardedClient, *shards: int) -> None:
    """Close the connections of these shards, all where none is named; the library does not open them again.

    aiohttp drops what still arrives on a connection that it closes, and that may be a press. Here it is read until
    Discord closes its side, so that everything Discord has sent is served.
    """
    found = [shard._parent for id, shard in client.shards.items() if not shards or id in shards]
    await asyncio.gather(*map(_leave, found))


def forget(client: discord.AutoShardedClient, shard: int) -> None:
    """Keep nothing of a shard that another process has now."""
    state = client._connection
    for guild in [guild for guild in client.guilds if guild.shard_id == shard]:
        state._remove_guild(guild)
    vars(client)["_AutoShardedClient__shards"].pop(shard, None)


async def _leave(shard: Any) -> None:
    for retry in ("_handle_disconnect", "reidentify", "reconnect"):
        setattr(shard, retry, _nothing)  # the library would connect again
    socket = shard.ws
    if socket._keep_alive is not None:
        socket._keep_alive.stop()
        socket._keep_alive = None
    socket._close_code = NORMAL
    reading = shard._task
    if reading is None or reading.done() or not socket.open:
        return
    try:
        await socket.socket._writer.close(NORMAL, b"")
    except OSError:
        return  # the connection is broken already
    await asyncio.wait([reading], timeout=GOODBYE_SECONDS)
    await shard.close()


async def _nothing(*_: object) -> None:
    """Stands for what would connect again."""
