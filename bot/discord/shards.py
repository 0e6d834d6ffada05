"""What a shard must do that discord.py has no call for. Its internals are touched here alone."""

import asyncio
from typing import Any

import discord

GOODBYE_SECONDS = 3.0
"""How long Discord may take to answer that a connection is to be closed."""
NORMAL = 1000
"""The code that ends a session: Discord keeps no events for it."""


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
