"""The server for the health and the metrics of a running process."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from errno import EADDRINUSE
from functools import partial
from typing import Any

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.counts import ProcessCounts
from bot.error_fields import error_fields
from bot.monitoring.lag import watch_lag
from bot.monitoring.metrics import printed
from bot.monitoring.report import HEALTH_PATH, PORTS, BotIdentity, report_of
from bot.monitoring.state import BotProbe
from bot.store.errors import StoreError
from bot.store.repositories.census import Census

CENSUS_SECONDS = 5.0
"""Seconds that counts of the database are kept, because several callers ask and each count costs a few queries."""
PATIENCE = 2.0
"""Seconds that the database may take to answer."""

log = structlog.get_logger()


class Monitor:
    """The health and the metrics of one process. It outlives the bots that the process builds one after another."""

    def __init__(self, bot: BotIdentity) -> None:
        self._bot = bot
        self.counts = ProcessCounts()
        self.began_at = datetime.now(UTC)
        self._watched: BotProbe | None = None
        self._rests = False
        """Whether a bot with a working database was closed. Nobody looks at the database until the next is built."""
        self._census: Census | None = None
        self._counted_at = -CENSUS_SECONDS
        self._counting = asyncio.Lock()

    def attach(self, watched: BotProbe) -> None:
        """Report this bot from now on."""
        self._report_on(watched, rests=False)

    def detach(self) -> None:
        """Report that the bot was closed because Discord is out of reach, and that another will be built."""
        self._report_on(None, rests=True)

    def lack_database(self) -> None:
        """Report that no bot can be built because the database is out of reach."""
        self._report_on(None, rests=False)

    def _report_on(self, watched: BotProbe | None, *, rests: bool) -> None:
        self._watched, self._rests = watched, rests
        self._census, self._counted_at = None, -CENSUS_SECONDS

    async def _taken(self) -> Census | None:
        """Return the contents of the database; None if it does not answer."""
        async with self._counting:
            if time.monotonic() - self._counted_at >= CENSUS_SECONDS:
                self._census, self._counted_at = await self._take(), time.monotonic()
            return self._census

    async def _take(self) -> Census | None:
        if self._watched is None:
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._watched.census()
        except (StoreError, TimeoutError):
            return None

    async def _report(self) -> dict[str, Any]:
        census = await self._taken()
        return report_of(self._bot, self.began_at, self._watched, census, rests=self._rests)

    # -- pages --------------------------------------------------------------------------------------

    async def live(self, _: web.Request) -> web.Response:
        """Answer, which proves that the event loop runs."""
        return web.json_response({"live": True})

    async def ready(self, _: web.Request) -> web.Response:
        """Answer with the report and status 200; 503 if the process can neither answer people nor stand by."""
        report = await self._report()
        return web.json_response(report, status=200 if report["ready"] else 503)

    async def metrics(self, _: web.Request) -> web.Response:
        """Answer with all metrics."""
        census = await self._taken()
        ready = bool(report_of(self._bot, self.began_at, self._watched, census, rests=self._rests)["ready"])
        body = printed(self.counts, self._watched, census, ready=ready, rests=self._rests)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})


Paper = Callable[[str], str]
"""A function that returns a paper in the language that suits a browser's wish, such as `de-AT,de;q=0.9`."""
NONE: Mapping[str, Paper] = {}


async def _read(paper: Paper, request: web.Request) -> web.Response:
    """Return a paper as plain text, in the language that `?lang=` names, or else in that of the browser."""
    wanted = ",".join(filter(None, (request.query.get("lang"), request.headers.get("Accept-Language"))))
    headers = {"Vary": "Accept-Language"}
    return web.Response(text=paper(wanted), content_type="text/plain", charset="utf-8", headers=headers)


@asynccontextmanager
async def serving(
    bot: BotIdentity, address: tuple[str, int] | None, papers: Mapping[str, Paper] = NONE
) -> AsyncIterator[Monitor]:
    """Yield a monitor and serve its pages at *address*, a host and port; nowhere if it is None.

    *papers* are served by path. If the port is taken, serve them at the next free one of `PORTS` ports.
    """
    monitor = Monitor(bot)
    watching = asyncio.create_task(watch_lag(monitor.counts.lag), name="lag")
    runner = None if address is None else await _started(monitor, papers, *address)
    try:
        yield monitor
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        if runner is not None:
            await runner.cleanup()


async def _started(monitor: Monitor, papers: Mapping[str, Paper], host: str, port: int) -> web.AppRunner | None:
    app = web.Application(client_max_size=1024)
    app.router.add_get("/health/live", monitor.live)
    app.router.add_get(HEALTH_PATH, monitor.ready)
    app.router.add_get("/metrics", monitor.metrics)
    for path, paper in papers.items():
        app.router.add_get(path, partial(_read, paper))
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
    await runner.setup()
    for number in range(port, min(port + PORTS, 1 << 16)):
        site = web.TCPSite(runner, host, number)
        try:
            await site.start()
        except OSError as error:
            await site.stop()
            failed = error
            if error.errno == EADDRINUSE:
                continue
            break
        log.info("health and metrics are served", at=f"{host}:{runner.addresses[0][1]}")
        return runner
    await runner.cleanup()
    log.warning("health and metrics are not served", at=f"{host}:{port}", **error_fields(failed))
    return None
