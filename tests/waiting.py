"""Waiting for results of other tasks, threads or processes."""

import asyncio
import time
from collections.abc import Awaitable, Callable

PATIENCE = 120.0
"""Seconds after which a test gives up waiting. Only a test that fails waits that long, so the machine may be busy."""


async def until(true: Callable[[], object], what: str = "it") -> None:
    """Wait for something to become true."""

    async def look() -> object:
        return true()

    await until_read(look, what)


async def until_read(read: Callable[[], Awaitable[object]], what: str = "it") -> None:
    """Wait until the value that `read` returns, such as one from a database, is true."""
    end = time.monotonic() + PATIENCE
    while not await read():
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen in {PATIENCE} s")
        await asyncio.sleep(0.01)
