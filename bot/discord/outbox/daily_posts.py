"""The deal of the day, posted once a day in each server whose staff asked for it."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial

import structlog

from bot.discord.channels import ChannelClosedError, Channels
from bot.discord.errors import DISCORD_ERRORS, code_of
from bot.discord.outbox.outbox import Outbox
from bot.error_fields import error_fields
from bot.flows.readers import Readers
from bot.languages.sentence import reading
from bot.layout import Screen
from bot.screens.daily import Before, Promise, daily_post, is_daily_post
from bot.service.daily import CLOCKS_DIFFER, Daily, ends
from bot.store.errors import StoreError
from bot.store.rows.alarms import Shards
from bot.store.rows.outbox import OutboxMessage
from bot.store.store import Store

LOOK_SECONDS = 120.0
"""The time between two looks for servers that wait for their post."""
NONCES = 10_000
"""The number of days after which a nonce is used again. Discord forgets it within minutes, and takes few characters."""

log = structlog.get_logger()


class DailyPosts:
    """The posts for which servers wait today. One task calls it."""

    def __init__(
        self,
        channels: Channels,
        store: Store,
        daily: Daily,
        readers: Readers,
        clock: Callable[[], datetime],
        process: str,
    ) -> None:
        self._channels = channels
        self._store = store
        self._daily = daily
        self._readers = readers
        self._clock = clock
        self._outbox = Outbox(channels, store.daily_posts, clock, process)
        self._forgotten: date | None = None
        """The day on which hashes of earlier days were deleted last."""

    def pause(self) -> float:
        """Return the seconds until the next look. There is one right at the beginning of a day."""
        left = (ends(self._daily.today) + CLOCKS_DIFFER - self._clock()).total_seconds()
        return min(LOOK_SECONDS, left + 1)

    async def post(self, shards: Shards) -> None:
        """Post the deal in servers on these shards that wait for it.

        Failures are only logged, and tried again later.
        """
        today = self._daily.today
        if not self._daily.is_public(today - timedelta(days=1)):
            return  # by another process's clock, the day before may not be over
        await self._forget(today)
        for posting in await self._store.daily_posts.due(today, self._clock(), shards):
            if posting.channel is None or self._channels.is_closed(posting.channel):
                continue  # until its permissions change
            try:
                await self._post(posting, posting.channel, today)
            except (ChannelClosedError, *DISCORD_ERRORS) as error:
                log.warning("deal of the day not posted", server=posting.of, error=code_of(error))
            except StoreError as error:
                log.error("deal of the day not noted", server=posting.of, **error_fields(error))

    async def _forget(self, today: date) -> None:
        """Delete, once a day, the traces of people who played on earlier days and had their data erased."""
        if self._forgotten != today:
            await self._store.daily.forget_erased(today)
            self._forgotten = today

    async def _post(self, posting: OutboxMessage[str], channel: int, today: date) -> None:
        if await self._outbox.claim(posting) is None:
            return  # another process has taken it, or it has been sent
        send = partial(self._send, posting, channel, today)
        message = await self._outbox.send_once(channel, posting, partial(is_daily_post, today), send)
        await self._store.daily_posts.mark_sent(posting, message)

    async def _send(self, posting: OutboxMessage[str], channel: int, today: date) -> int:
        nonce = f"{posting.number % NONCES}-{posting.of}"
        with reading(await self._readers.of_server(int(posting.of))):
            screen = await self._screen(int(posting.of), today)
        return await self._channels.send(channel, screen, nonce=nonce)

    async def _screen(self, guild: int, today: date) -> Screen:
        tomorrow, yesterday = (today + timedelta(days=days) for days in (1, -1))
        is_ranked = await self._daily.is_ranked(today)
        promise = Promise(await self._daily.commitment(today), await self._daily.commitment(tomorrow), is_ranked)
        table = await self._daily.table(yesterday, guild)
        return daily_post(today, promise, Before(yesterday, table) if table.best is not None else None)
