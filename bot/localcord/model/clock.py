"""The model's clock: real time, which a test may push forward."""

import time
from datetime import UTC, datetime, timedelta

from simcord._clock import Clock


class RealClock(Clock):
    """UTC now. It never goes back, since ids are made of it."""

    def __init__(self) -> None:
        super().__init__()
        self._start = datetime.now(UTC)
        self._since = time.monotonic()

    def now(self) -> datetime:
        """The time in this world, in UTC."""
        return self._start + timedelta(seconds=time.monotonic() - self._since + self.elapsed)
