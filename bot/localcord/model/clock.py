"""The model's clock: real time, which a test can advance."""

import time
from datetime import UTC, datetime, timedelta

from simcord._clock import Clock


class RealClock(Clock):
    """Never goes back, because ids are made from it."""

    def __init__(self) -> None:
        super().__init__()
        self._start = datetime.now(UTC)
        self._since = time.monotonic()

    def now(self) -> datetime:
        """Return the time in this world, in UTC."""
        return self._start + timedelta(seconds=time.monotonic() - self._since + self.elapsed)
