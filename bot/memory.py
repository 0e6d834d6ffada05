"""Return of unused memory to the system.

Pictures of all sizes come and go between values that stay. They leave gaps in the heap of the C library, which keeps
them for later.
"""

import asyncio
import ctypes
import sys

EVERY = 60.0
"""Seconds between two times. One takes 1 to 10 ms."""


async def give_back(every: float = EVERY) -> None:
    """Return the memory in the gaps every *every* seconds. Only glibc can do so."""
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    trim = getattr(library, "malloc_trim", None)
    if trim is None:
        return
    trim.argtypes = (ctypes.c_size_t,)
    while True:
        await asyncio.sleep(every)
        await asyncio.to_thread(trim, 0)
