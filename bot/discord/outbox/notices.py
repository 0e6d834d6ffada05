"""Notices of the host to all servers, posted once in the channel that each has chosen."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import structlog

from bot.discord.channels import ChannelClosedError, Channels
from bot.discord.errors import DISCORD_ERRORS, code_of
from bot.discord.outbox.outbox import Outbox
from bot.flows.readers import Readers
from bot.languages.sentence import reading
from bot.screens.notices import is_notice
from bot.screens.notices import notice as notice_screen
from bot.service.owner.jobs import PAUSE
from bot.store.rows.alarms import Shards
from bot.store.rows.outbox import OutboxMessage
from bot.store.rows.owner import Notice
from bot.store.store import Store

NONCES = 1000
"""The number of notices after which a nonce is used again.

Discord forgets it within minutes, and takes few characters.
"""

log = structlog.get_logger()


class NoticePosts:
    """The notices that servers have not got yet."""

    name = "notices"
    fault_pause = PAUSE

    def __init__(
        self,
        channels: Channels,
        store: Store,
        readers: Readers,
        clock: Callable[[], datetime],
        process: str,
        servers: Callable[[], tuple[Shards, frozenset[int]]],
    ) -> None:
        """`servers`: the shards that this process answers for, and the servers that the bot is in."""
        self._channels = channels
        self._store = store
        self._readers = readers
        self._servers = servers
        self._outbox = Outbox(channels, store.notices, clock, process)

    async def look(self, now: datetime) -> None:
        """Post them. A failed post is tried again while the notice is news."""
        shards, present = self._servers()
        if not shards.ids:
            return
        for notice, posting in await self._store.notices.due(now, shards):
            channel = posting.channel
            if channel is None or int(posting.of) not in present or self._channels.is_closed(channel):
                continue
            try:
                await self._post(notice, posting, channel)
            except (ChannelClosedError, *DISCORD_ERRORS) as error:
                log.warning("notice not posted", server=posting.of, error=code_of(error))

    async def _post(self, notice: Notice, posting: OutboxMessage[str], channel: int) -> None:
        if await self._outbox.claim(posting) is None:
            return  # another process has taken it, or it has been sent
        nonce = f"n{notice.number % NONCES}-{posting.of}"
        with reading(await self._readers.of_server(int(posting.of))):
            send = partial(self._channels.send, channel, notice_screen(notice), nonce=nonce)
        message = await self._outbox.send_once(channel, posting, partial(is_notice, notice), send)
        await self._store.notices.mark_sent(posting, message)
