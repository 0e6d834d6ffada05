"""How long people play at a stretch, and the pauses that they choose."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.rummy.ids import PlayerId
from bot.service.errors import PausedError
from bot.service.lru import LruDict
from bot.store.store import Store

HOURS = (1, 2, 3, 4, 6)
"""Of play, after which a person may want to be reminded."""
DAYS = (1, 3, 7, 30)
"""Of a pause."""
REST = timedelta(minutes=30)
"""Who does nothing for so long has stopped playing."""


async def check_not_paused(store: Store, player: PlayerId, now: datetime) -> None:
    """Raise PausedError if *player* has paused themselves. Nobody can shorten a pause."""
    until = (await store.settings.of(player)).paused_until
    if until is not None and now < until:
        raise PausedError(until)


@dataclass(slots=True)
class _Sitting:
    """A person plays."""

    began: datetime
    last: datetime
    told: int = 0
    """How often they were reminded."""


class PlayTime:
    """Since when people play, as far as this process saw it."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._running: LruDict[PlayerId, _Sitting] = LruDict()

    def reminded(self, player: PlayerId, hours: int) -> int | None:
        """Note that a person plays. Return their hours of play each time so many are full, else None."""
        now, sitting = self._clock(), self._running.get(player)
        if sitting is None or not timedelta(0) <= now - sitting.last < REST:
            sitting = self._running[player] = _Sitting(now, now)
        sitting.last = now
        full = (now - sitting.began) // timedelta(hours=hours)
        if full <= sitting.told:
            return None
        sitting.told = full
        return full * hours
