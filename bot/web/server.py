"""The listener of the page. Two processes of an update can listen at once."""

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from aiohttp import web

from bot.error_fields import error_fields
from bot.web.connection import WebConnection
from bot.web.site import WebSite
from bot.web.visits import Visits

MOST_WAITING = 64
"""The connections that wait to be accepted."""

log = structlog.get_logger()


@asynccontextmanager
async def listening(address: tuple[str, int], site: WebSite, visits: Visits) -> AsyncIterator[None]:
    """Serve the page at a host and port. At the end, close the listener first, then each page, to connect again."""
    runner, strangers = web.AppRunner(site.app, handle_signals=False, shutdown_timeout=1.0), Counter[str]()
    await runner.setup()
    watching = asyncio.create_task(visits.watch(), name="pages")
    listener: asyncio.Server | None = None

    def connected() -> WebConnection:
        assert runner.server is not None
        return WebConnection(runner.server, strangers)

    # Windows has no SO_REUSEPORT.
    reuse_port = sys.platform != "win32" or None
    try:
        listener = await asyncio.get_running_loop().create_server(
            connected, *address, reuse_port=reuse_port, backlog=MOST_WAITING
        )
        log.info("the page is served", at=f"{address[0]}:{address[1]}")
    except OSError as error:
        log.error("the page is not served", at=f"{address[0]}:{address[1]}", **error_fields(error))
    try:
        yield
    finally:
        watching.cancel()
        if listener is not None:
            listener.close()
        await asyncio.gather(watching, return_exceptions=True)
        await visits.close()
        await runner.cleanup()
