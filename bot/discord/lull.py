"""A pause of what can wait, while the event loop is busy with people."""

import asyncio
import time

SHORT = 0.005
"""The seconds in which the event loop takes a turn if few people wait for answers."""
LONGEST = 1.0
"""The most seconds that the next in line waits. A late board shows several changes at once."""


class Lull:
    """A line of boards and of hands that nobody has pressed. Each begins when the event loop has time for it.

    On a machine that is too slow for all, they come late, so that presses are answered in time.
    """

    def __init__(self) -> None:
        self._first = asyncio.Lock()

    @property
    def is_awaited(self) -> bool:
        """Return whether something waits in line."""
        return self._first.locked()

    async def wait(self) -> None:
        """Wait in line until the event loop takes a short turn."""
        async with self._first:
            end = time.perf_counter() + LONGEST
            while (began := time.perf_counter()) < end:
                await asyncio.sleep(0)
                if time.perf_counter() - began < SHORT:
                    return
