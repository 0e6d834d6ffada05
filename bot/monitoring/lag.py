"""The delay with which the event loop wakes tasks. Everything that people wait for waits that long too."""

import asyncio

from bot.counts import Spread

EVERY = 0.5  # seconds


async def watch_lag(lag: Spread) -> None:
    """Measure again and again by how much a short pause was too long."""
    loop = asyncio.get_running_loop()
    while True:
        began = loop.time()
        await asyncio.sleep(EVERY)
        lag.note(max(0.0, loop.time() - began - EVERY))
