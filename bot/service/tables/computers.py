"""Computers think in a thread of their own: a hard decision takes a fifth of a second, and no other table waits for it.

One thread is enough for the computers of many tables, which play once in a while. It shares the interpreter with the
event loop, which gets its turn again after `TURN_SECONDS`.
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
"""How long a thread may keep the interpreter while another one wants it. Python's own 5 ms add up, since a loop lets go
of it with every message that it sends."""


class Thinker:
    """What decides for the computers of a process, one decision after another."""

    def __init__(self, choose: Callable[[View], Action] = choice) -> None:
        self._choose = choose
        self._thread = ThreadPoolExecutor(1, "thinking")

    async def choice(self, view: View) -> Action:
        """Return what the computer on the seat whose view this is does next; others may act meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._choose, view)


def keep_pauses_short() -> None:
    """Let the event loop of this process wait little: for a thread that thinks, and while memory is cleaned up."""
    sys.setswitchinterval(TURN_SECONDS)
    gc.freeze()  # what was imported stays: to look through it whenever something is thought of took 70 ms
