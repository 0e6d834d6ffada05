"""Waiting for what another task, thread or process does."""

import asyncio
import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds after which a test gives up waiting. Only a test that fails waits so long, so the machine may be busy."""


async def until(true: Callable[[], object], what: str = "it") -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen in {PATIENCE} s")
        await asyncio.sleep(0.01)
