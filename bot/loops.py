"""The loops in which the bot works by itself, without a request."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any

import structlog

from bot.discord.governor import Governor
from bot.discord.outbox.catch_up import CatchingUp
from bot.discord.outbox.daily_posts import DailyPosts
from bot.discord.portraits import PortraitCache
from bot.error_fields import error_fields
from bot.service.leases.leases import Leases
from bot.service.owner.jobs import JobRunner
from bot.service.services import Services
from bot.store.errors import StoreError

PAUSE_SECONDS = 1.0
"""The time between two tries of a loop that failed, or that waits until this process answers for a shard."""
DISPUTES_SECONDS = 120.0
"""The time between two looks for void matches that a crash has left unfinished."""
CONNECTED = timedelta(seconds=15)
"""The time after its last beat for which a process counts as connected."""
DIVIDED_SECONDS = 10.0
"""The time between two counts of the processes that share Discord's limit."""
LEASES = "leases"

log = structlog.get_logger()


class Loops:
    """Loops that run in a task of their own each. A fault ends none of them."""

    def __init__(
        self,
        services: Services,
        leases: Leases,
        catching_up: CatchingUp,
        daily_posts: DailyPosts,
        portraits: PortraitCache[Any],
        jobs: JobRunner,
        governor: Governor,
        limit_shares: int | None,
    ) -> None:
        """`limit_shares`: the number of processes that share Discord's limit; None for the number of those
        connected.
        """
        self._services = services
        self._leases = leases
        self._daily_posts = daily_posts
        self._governor = governor
        self._limit_shares = limit_shares
        self._works: Mapping[str, Callable[[], Awaitable[None]]] = {
            LEASES: leases.run,
            "alarms": services.alarms.run,
            "beat": services.beats.run,
            "postings": catching_up.run,
            "disputes": self._settle_disputes,
            "daily posts": self._post_daily,
            "portraits": portraits.run,
            "upkeep": jobs.run,
            "limit": self._divide_limit,
        }
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        """Begin all loops. Alarms rest until the gateway is connected."""
        for name, work in self._works.items():
            self._tasks[name] = asyncio.create_task(self._forever(work, name), name=name)

    def stop(self) -> None:
        """End all loops except that of the leases, which are still to be handed over."""
        for name, task in self._tasks.items():
            if name != LEASES:
                task.cancel()

    async def close(self) -> None:
        """End all loops, and wait until they have ended."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _forever(self, work: Callable[[], Awaitable[None]], name: str) -> None:
        while True:
            try:
                await work()
            except StoreError as error:
                log.error("database failed", loop=name, **error_fields(error))
            except Exception as error:
                log.error("loop failed", loop=name, **error_fields(error))
            await self._sleep(PAUSE_SECONDS)

    async def _settle_disputes(self) -> None:
        """Finish, now and then, void matches that a crash has left unfinished."""
        while True:
            if up := self._leases.sure.ids:
                await self._services.disputes.settle()
            await self._sleep(DISPUTES_SECONDS if up else PAUSE_SECONDS)

    async def _post_daily(self) -> None:
        """Post the deal of each day in the channels that staff have chosen."""
        while True:
            if (up := self._leases.sure).ids:
                await self._daily_posts.post(up)
            await self._sleep(self._daily_posts.pause() if up.ids else PAUSE_SECONDS)

    async def _divide_limit(self) -> None:
        """Share Discord's limit, again and again, with the other processes that are connected."""
        while True:
            since = self._services.clock() - CONNECTED
            others = self._services.store.alarms.others
            self._governor.divide(self._limit_shares or 1 + await others(self._leases.name, since))
            await self._sleep(DIVIDED_SECONDS)

    async def _sleep(self, seconds: float) -> None:
        await self._services.rest(asyncio.sleep(seconds))
