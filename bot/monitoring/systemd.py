"""Messages to systemd, if it has started this process: that the bot has started, that it lives, and that it ends."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog

from bot.error_fields import error_fields

log = structlog.get_logger()


@asynccontextmanager
async def supervised() -> AsyncIterator[None]:
    """Tell systemd that the bot has started, then again and again that its event loop runs, and at last that it ends.

    A watchdog of the unit kills a process whose event loop stands still.
    """
    _tell("READY=1")
    beating = asyncio.create_task(_beat(), name="watchdog")
    try:
        yield
    finally:
        beating.cancel()
        with suppress(asyncio.CancelledError):
            await beating
        _tell("STOPPING=1")


async def _beat() -> None:
    """Tell systemd that this process lives, twice in the time that its watchdog waits; never, if there is none."""
    microseconds = os.environ.get("WATCHDOG_USEC", "").lstrip("0")
    if not microseconds.isdecimal() or os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return
    while True:
        _tell("WATCHDOG=1")
        await asyncio.sleep(int(microseconds) / 2e6)


def _tell(state: str) -> None:
    """Send a message of `sd_notify(3)` to the socket that systemd has named."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.setblocking(False)
            systemd.connect(f"\0{address[1:]}" if address.startswith("@") else address)
            systemd.send(state.encode())
    except OSError as error:
        log.warning("systemd not told", state=state, **error_fields(error))
