"""The detection of ended processes. It uses durations alone, since the clocks of two machines differ."""

import time
from collections.abc import Iterable, Mapping

from bot.service.processes import is_gone
from bot.store.rows.leases import ProcessRow

LEASE_SECONDS = 16.0
"""A process without a beat for this long counts as ended."""
BLIND_SECONDS = 6.0
"""A process that could not look at the roster for this long knows nothing of others, as perhaps none of them could
look.
"""


def boot_time() -> float:
    """Return the seconds since the machine was started, including those in which it slept."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Watch:
    """The beats of the other processes, as looks at the roster have shown them."""

    def __init__(self, me: str) -> None:
        self._me = me
        self._looked: float | None = None
        self._beats: dict[str, tuple[int, float]] = {}
        """The last beat of each process, by its name, and the time at which that was first seen."""

    def see(self, processes: Iterable[ProcessRow], now: float) -> None:
        """Record the beats that a look at the roster has shown."""
        is_blind = self._looked is None or now - self._looked > BLIND_SECONDS
        self._looked = now
        before = {} if is_blind else self._beats
        self._beats = {}
        for row in processes:
            beat, since = before.get(row.name, (row.beat, now))
            self._beats[row.name] = (row.beat, since if beat == row.beat else now)

    def gone(self, now: float) -> Mapping[str, int]:
        """Return the other processes that have ended, by their last beats."""
        if self._looked is None or now - self._looked > BLIND_SECONDS:
            silent = set()
        else:
            silent = {name for name, (_, since) in self._beats.items() if now - since > LEASE_SECONDS}
        others = {name: beat for name, (beat, _) in self._beats.items() if name != self._me}
        return {name: beat for name, beat in others.items() if name in silent or is_gone(name, self._me)}
