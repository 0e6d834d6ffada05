"""Connections to the page. Those of strangers are few and short, so that they take no place from anybody else."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from aiohttp import web

from bot.error_fields import error_fields

REQUEST_SECONDS = 10.0
"""The time for a request, from the opening of its connection to the end of the response."""
MOST_STRANGERS, MOST_OF_ADDRESS = 512, 64
"""The most connections that are no open page: of all together, and of one address."""

log = structlog.get_logger()


class WebConnection(web.RequestHandler):
    """A connection. Unless a page is open on it, it is cut after `REQUEST_SECONDS`."""

    def __init__(self, server: web.Server, strangers: Counter[str]) -> None:
        """`strangers`: the number of connections of each address that are no open page."""
        super().__init__(server, loop=asyncio.get_running_loop(), access_log=None)  # type: ignore[arg-type]
        self._strangers = strangers
        self._address = ""
        self._cut: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Serve the connection, or cut it if there are too many."""
        assert isinstance(transport, asyncio.Transport)
        self._address = str((transport.get_extra_info("peername") or ("",))[0])
        is_full = self._strangers.total() >= MOST_STRANGERS
        if is_full or self._strangers[self._address] >= MOST_OF_ADDRESS:
            transport.abort()
            return
        self._limit(transport)
        super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Make room for another."""
        self._free()
        super().connection_lost(exc)

    @contextmanager
    def open_page(self) -> Iterator[None]:
        """Keep the connection meanwhile: a page is open on it."""
        self._free()
        try:
            yield
        finally:
            if self.transport is not None:
                self._limit(self.transport)

    def _limit(self, transport: asyncio.Transport) -> None:
        self._strangers[self._address] += 1
        self._cut = asyncio.get_running_loop().call_later(REQUEST_SECONDS, transport.abort)

    def _free(self) -> None:
        if self._cut is None:
            return
        self._cut.cancel()
        self._cut = None
        self._strangers[self._address] -= 1
        if not self._strangers[self._address]:
            del self._strangers[self._address]

    def log_exception(self, *args: Any, **options: Any) -> None:
        """Log a fault, without the person's address. What strangers send wrongly is none: the library refuses it."""
        error = options.get("exc_info")
        is_refusal = type(error).__module__.startswith("aiohttp.") or isinstance(error, ConnectionError)
        if isinstance(error, Exception) and not is_refusal:
            log.error("page failed", **error_fields(error))
