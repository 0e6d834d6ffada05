"""An event loop whose clock jumps: hours pass in no time, and what happens when is exact."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Jumping(selectors.DefaultSelector):
    """A selector that does not wait. It adds what it would have waited to `now`."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready now, and let the time pass that the loop is ready to wait."""
        if timeout is None:
            raise AssertionError("all tasks wait for something that will not happen")
        self.now += timeout
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop for code that waits for its own timers alone, not for sockets or threads."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Return the virtual time in seconds."""
        return 1000.0 + self._jumping.now


def play(story: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Return what a coroutine function returns when it is run in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(story())
