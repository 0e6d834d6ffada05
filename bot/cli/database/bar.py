"""A progress bar for a terminal. Nothing is drawn if the output is no terminal."""

import sys
import time
from typing import TextIO

WIDTH = 30  # characters
PAUSE = 0.1  # seconds between two drawings


class Bar:
    """A progress bar in one line."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._shown = 0.0
        self._is_open = False

    def show(self, done: int, steps: int, what: str) -> None:
        """Draw the bar with *done* of *steps*; *what* is being worked on."""
        now = time.monotonic()
        if not self._out.isatty() or (done < steps and now - self._shown < PAUSE):
            return
        self._shown, self._is_open = now, True
        full = WIDTH * done // steps if steps else WIDTH
        percent = 100 * done // steps if steps else 100
        self._out.write(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {percent:3} % {what[:24]:24}")
        self._out.flush()

    def close(self) -> None:
        """Leave the line."""
        if self._is_open:
            self._is_open = False
            self._out.write("\n")
            self._out.flush()
