"""Limits that players set for themselves: reminders after hours of play, and pauses."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.rummy.ids import PlayerId
from bot.service.errors import PausedError
from bot.service.lru import LruDict
from bot.store.store import Store

HOURS = (1, 2, 3, 4, 6)
"""The hours of play after which a person may choose to be reminded."""
DAYS = (1, 3, 7, 30)
"""The lengths of a pause that a person may choose."""
REST = timedelta(minutes=30)
"""A person who does nothing for this long has stopped playing."""


async def check_not_paused(store: Store, player: PlayerId, now: datetime) -> None:
    """Raise PausedError if *player* has paused themselves. Nobody can shorten a pause."""
    until = (await store.settings.of(player)).paused_until
    if until is not None and now < until:
        raise PausedError(until)


@dataclass(slots=True)
class _Sitting:
    """A stretch of play of one person."""

    began: datetime
    last: datetime
    told: int = 0
    """The number of times that they were reminded in it."""


class PlayTime:
    """The time for which people have been playing, as far as this process has seen."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._running: LruDict[PlayerId, _Sitting] = LruDict()

    def reminded(self, player: PlayerId, hours: int) -> int | None:
        """Record that a person plays. Return their hours of play each time another `hours` are full, else None."""
        now, sitting = self._clock(), self._running.get(player)
        if sitting is None or not timedelta(0) <= now - sitting.last < REST:
            sitting = self._running[player] = _Sitting(now, now)
        sitting.last = now
        full = (now - sitting.began) // timedelta(hours=hours)
        if full <= sitting.told:
            return None
        sitting.told = full
        return full * hours
