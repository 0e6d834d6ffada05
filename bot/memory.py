"""Memory that nothing uses goes back to the system.

Pictures of all sizes come and go between what is kept. They leave gaps in the heap of the C library, which keeps them
in case something fits.
"""

import asyncio
import ctypes
import sys

EVERY = 60.0
"""Seconds from one time to the next; it takes 1 to 10 ms."""


async def give_back(every: float = EVERY) -> None:
    """Give back what is in the gaps, again and again; only glibc can do so."""
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    trim = getattr(library, "malloc_trim", None)
    if trim is None:
        return
    trim.argtypes = (ctypes.c_size_t,)
    while True:
        await asyncio.sleep(every)
        await asyncio.to_thread(trim, 0)
