"""The listener of the page. Two processes of an update can listen at once."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from aiohttp import web

from bot.error_fields import error_fields
from bot.web.site import WebSite
from bot.web.visits import Visits

REQUEST_SECONDS = 10.0
MOST_WAITING = 64
"""The connections that wait to be accepted."""

log = structlog.get_logger()


@asynccontextmanager
async def listening(address: tuple[str, int], site: WebSite, visits: Visits) -> AsyncIterator[None]:
    """Serve the page at a host and port. At the end, close the listener first, then each page, to connect again."""
    runner = web.AppRunner(
        site.app, access_log=None, handle_signals=False, shutdown_timeout=1.0, lingering_time=REQUEST_SECONDS
    )
    await runner.setup()
    watching = asyncio.create_task(visits.watch(), name="pages")
    # Windows has no SO_REUSEPORT.
    listener = web.TCPSite(runner, *address, reuse_port=sys.platform != "win32" or None, backlog=MOST_WAITING)
    try:
        await listener.start()
        log.info("the page is served", at=f"{address[0]}:{address[1]}")
    except OSError as error:
        log.error("the page is not served", at=f"{address[0]}:{address[1]}", **error_fields(error))
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, listener.stop(), return_exceptions=True)
        await visits.close()
        await runner.cleanup()
