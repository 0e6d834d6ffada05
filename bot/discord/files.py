"""Files of Discord's content network."""

import aiohttp
import discord
import yarl

from bot.discord.library import API
from bot.text import house
from bot.text.refusals import UserError

SECONDS = 10.0
"""The longest time of a request."""
MOST_ATTACHED = 16 << 10
"""The most bytes of a file that a person adds to a command."""


def place_of(api: str, gateway: yarl.URL) -> yarl.URL | None:
    """Return the address of files: that of Discord, or a local Discord, which names itself as the gateway.

    Return None behind a proxy for the API: it has no files, and nothing else is called.
    """
    if api == API:
        return yarl.URL(discord.Asset.BASE)
    own = yarl.URL(api)
    return own.origin() if (own.host, own.port) == (gateway.host, gateway.port) else None


async def fetched(address: yarl.URL, most: int, kind: str | None = None) -> bytes | None:
    """Return the file at that address. Return None if there is none, it has more than *most* bytes, or it is not of
    that *kind*.

    Raises:
        aiohttp.ClientError: the server is out of reach.
        TimeoutError: it takes too long.
    """
    timeout = aiohttp.ClientTimeout(total=SECONDS)
    # What is compressed twice could be small on the way and huge in memory.
    async with (
        aiohttp.ClientSession(timeout=timeout, auto_decompress=False) as session,
        session.get(address, allow_redirects=False, headers={"Accept-Encoding": "identity"}) as response,
    ):
        if response.status != 200 or (kind is not None and response.content_type != kind):
            return None
        file = bytearray()
        async for chunk in response.content.iter_chunked(most):
            file += chunk
            if len(file) > most:
                return None
        return bytes(file)


async def attached(place: yarl.URL | None, file: discord.Attachment) -> bytes:
    """Return a file that a person has added to a command; *place* is the address of Discord's files.

    Raises:
        UserError: it is too large, lies elsewhere, or cannot be had now.
    """
    if file.size > MOST_ATTACHED:
        raise UserError(house.too_large(MOST_ATTACHED >> 10))
    try:
        address = yarl.URL(file.url)
        is_there = place is not None and address.origin() == place.origin()
    except ValueError:
        is_there = False
    if not is_there:
        raise UserError(house.NO_DISCORD_FILE())
    try:
        found = await fetched(address, MOST_ATTACHED)
    except (aiohttp.ClientError, TimeoutError):
        found = None
    if found is None:
        raise UserError(house.NOT_LOADED())
    return found
