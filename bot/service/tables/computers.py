"""Computers think in a separate thread: a hard decision takes a fifth of a second, and no other table waits for it.

One thread is enough for the computers of many tables, since they play only now and then. It shares the interpreter with
the event loop, which takes over again after `TURN_SECONDS`.
"""

import asyncio
import gc
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from bot.rummy.actions import Action
from bot.rummy.game import choice
from bot.rummy.view import View

TURN_SECONDS = 0.001
"""The time for which a thread may keep the interpreter while another one wants it.

Python's default of 5 ms adds up, since the event loop releases the interpreter with every message that it sends.
"""


class Thinker:
    """Decides for the computers of a process, one decision after another."""

    def __init__(self, choose: Callable[[View], Action] = choice) -> None:
        self._choose = choose
        self._thread = ThreadPoolExecutor(1, "thinking")

    async def choice(self, view: View) -> Action:
        """Return the next action of the computer that has this view. Others may act meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._choose, view)


def keep_pauses_short() -> None:
    """Keep the pauses of the event loop short: while a computer thinks, and during garbage collection."""
    sys.setswitchinterval(TURN_SECONDS)
    gc.freeze()  # imported modules stay: without this, each collection searched them and took 70 ms
