"""Memory that the process no longer uses is given back while it runs."""

import asyncio
import os
import platform

import pytest

from bot.memory import give_back
from tests.bench.open_tables import resident
from tests.waiting import until

PIECES = 2_000
PIECE = 50_000  # bytes: less than what the C library takes from the system for itself
KEPT = 20
"""One piece in that many is kept, so that the heap cannot end before it."""
MEGABYTES = PIECES * PIECE / 2**20


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can give back what lies between")
async def test_gaps_in_the_heap_go_back_to_the_system() -> None:
    pieces = [bytes([number % 256]) * PIECE for number in range(PIECES)]
    kept = pieces[::KEPT]
    del pieces
    before = resident(os.getpid())
    work = asyncio.create_task(give_back(every=0.01))
    try:
        await until(lambda: resident(os.getpid()) < before - MEGABYTES / 2, "the gaps to be given back")
    finally:
        work.cancel()
    assert kept == [bytes([number % 256]) * PIECE for number in range(0, PIECES, KEPT)]
