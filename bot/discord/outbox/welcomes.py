"""The message to a server that has just added the bot."""

from collections.abc import Callable
from datetime import datetime

import discord
import structlog

from bot.discord.channels import ChannelClosedError, Channels
from bot.discord.errors import DISCORD_ERRORS, code_of
from bot.error_fields import error_fields
from bot.flows.readers import Readers
from bot.languages.sentence import reading
from bot.rummy.rules import Games
from bot.screens.setup import welcome
from bot.store.errors import StoreError
from bot.store.store import Store

log = structlog.get_logger()


class Welcomes:
    """Welcomes servers in their system channel. A message that a crash prevents is lost, and none is sent twice."""

    def __init__(
        self,
        client: discord.Client,
        channels: Channels,
        store: Store,
        readers: Readers,
        games: Games,
        clock: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._channels = channels
        self._store = store
        self._readers = readers
        self._games = games
        self._clock = clock

    async def welcome(self, server: int) -> None:
        """Welcome a server, unless it has no system channel or the bot may not write there.

        Failures are only logged.
        """
        try:
            if await self._store.departures.welcome(server, self._clock()):
                await self._send(server)
        except StoreError as error:
            log.warning("not welcomed", server=server, **error_fields(error))
        except (ChannelClosedError, *DISCORD_ERRORS) as error:
            log.info("not welcomed", server=server, error=code_of(error))

    async def _send(self, server: int) -> None:
        # The library keeps neither the channels of servers nor their languages.
        found = await self._client.http.get_guild(server, with_counts=False)
        channel = found.get("system_channel_id")
        if channel is None:
            return
        await self._readers.note_server(server, found["preferred_locale"])
        with reading(await self._readers.of_server(server)):
            await self._channels.send(int(channel), welcome(self._games), nonce=f"w{server}")
