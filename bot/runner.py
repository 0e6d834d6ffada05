"""A run of the bot: it connects, stays connected, and ends without losing what has begun."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from bot.config import Config
from bot.discord.client import RummyBot
from bot.discord.interactions import Interactions
from bot.discord.library import leave
from bot.discord.outbox.announcers import Announcers
from bot.error_fields import error_fields
from bot.loops import Loops
from bot.service.leases.leases import Leases
from bot.service.services import Services
from bot.store.errors import DatabaseCorruptError, DatabaseNewerError, StoreError
from bot.text import process

LOGIN_SECONDS = 60.0
"""The time in which Discord has to answer the login."""
HEIR_SECONDS = 60.0
"""The time for which a process goes on after a newer version has upgraded the database, until that version is ready."""
HEIRS_SHARE = 0.7
"""The share of `drain_seconds` to wait for other processes that get ready for its shards."""
CLOSING_SECONDS = 1.0
"""The part of `drain_seconds` that is kept for closing the database."""

log = structlog.get_logger()


class BotRunner:
    """The run of a bot, from the connection to the end."""

    def __init__(
        self,
        config: Config,
        client: RummyBot,
        services: Services,
        leases: Leases,
        loops: Loops,
        interactions: Interactions,
        announcers: Announcers,
    ) -> None:
        self._config = config
        self._client = client
        self._services = services
        self._store = services.store
        self._leases = leases
        self._loops = loops
        self._interactions = interactions
        self._announcers = announcers
        self._drains = False
        """Whether no new work is taken."""
        self._ends_at: float | None = None
        """The time to end, by the event loop's clock; None: nobody has told this process to end."""

    @property
    def lacks(self) -> list[str]:
        """Return the reasons why the bot cannot answer people, one word each."""
        lacks = {"draining": self._drains, "leases": not self._leases.is_ready}
        return [name for name, is_so in lacks.items() if is_so]

    async def run(self, close_pages: Callable[[], Awaitable[None]]) -> None:
        """Log in and stay connected until told to stop. `close_pages` closes the pages in browsers before a handover.

        Raises:
            UnknownTokenError: Discord does not know the token.
            OUT_OF_REACH: Discord is out of reach.
        """
        async with asyncio.timeout(LOGIN_SECONDS):
            await self._client.login(self._config.token)
        connected = asyncio.create_task(self._client.connect(), name="connection")
        superseded = asyncio.create_task(self._leases.is_superseded.wait(), name="newer version")
        corrupt = asyncio.create_task(self._corruption(), name="database check")
        try:
            await asyncio.wait([connected, superseded, corrupt], return_when=asyncio.FIRST_COMPLETED)
            if corrupt.done():
                log.error("database is corrupt: this process ends")
                raise corrupt.result()
            if not connected.done():
                log.warning("a newer version has upgraded the database: this process ends")
                await self._leases.leave(HEIR_SECONDS, expects=True)
                await self._drain(close_pages)
                raise DatabaseNewerError(process.UPGRADED)
            await connected
        except asyncio.CancelledError:
            await self._drain(close_pages)
            raise
        finally:
            for task in (connected, superseded, corrupt):
                task.cancel()
            await asyncio.gather(connected, superseded, corrupt, return_exceptions=True)

    async def _corruption(self) -> StoreError:
        """Check the database if it was opened unchecked. Return only if it is corrupt."""
        sound: asyncio.Future[StoreError] = asyncio.get_running_loop().create_future()
        try:
            await self._store.check()
        except DatabaseCorruptError as error:
            return error
        except StoreError as error:
            log.error("database not checked", **error_fields(error))
        return await sound  # for ever

    async def _drain(self, close_pages: Callable[[], Awaitable[None]]) -> None:
        """Take no new work, finish what has arrived, hand over the shards, and log the result.

        After a second signal, this process waits for nothing.
        """
        loop, seconds = asyncio.get_running_loop(), self._config.drain_seconds
        began = loop.time()
        self._ends_at = began + seconds
        self._drains = True
        self._loops.stop()
        self._announcers.catching_up.stop()
        try:
            async with asyncio.timeout(max(seconds - CLOSING_SECONDS, seconds / 2)):
                await close_pages()  # they connect to another process, or wait
                await self._leases.leave(seconds * HEIRS_SHARE)
                await leave(self._client)
                await self._interactions.idle()
                await self._announcers.finish()
        except TimeoutError:
            await self._refuse_unread()
        except asyncio.CancelledError:
            self._ends_at = loop.time()
            raise
        took = round(loop.time() - began, 1)
        log.info("drained", seconds=took, unanswered=self._interactions.busy, unshown=self._announcers.busy)

    async def _refuse_unread(self) -> None:
        """Answer people who wait for a database that does not answer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS / 4):
                if await self._leases.look():
                    return
        self._give_up()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS / 2):
                await self._interactions.idle()

    async def close(self) -> None:
        """Stop, and close the database. If it does not answer, wait for it until `drain_seconds` are over."""
        if self._ends_at is None:
            self._ends_at = asyncio.get_running_loop().time() + self._config.drain_seconds
        try:
            await self._in_time(self._finish())
            if not self._client.is_closed():
                await self._client.close()
            await self._in_time(self._store.close())
        except asyncio.CancelledError:  # told to stop once more
            self._store.stop()
            raise

    async def _in_time(self, work: Awaitable[None]) -> None:
        """Do this work, which waits for the database, until the process has to end."""
        loop = asyncio.get_running_loop()
        giving_up = loop.call_at(max(self._ends_at or 0.0, loop.time() + CLOSING_SECONDS), self._give_up)
        try:
            await work
        finally:
            giving_up.cancel()

    def _give_up(self) -> None:
        unwritten = self._store.database.writer.waiting
        log.error("database does not answer: this process ends without it", unwritten=unwritten)
        self._store.stop()

    async def _finish(self) -> None:
        """End all tasks."""
        await self._loops.close()
        await self._announcers.catching_up.close()
        await self._leases.close()
        await self._services.tournaments.close()
        await self._announcers.close()
