"""Forms as people have filled them in, kept for a while after a wrong entry."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from bot.rummy.ids import PlayerId
from bot.service.lru import LruDict

KEPT_FOR = timedelta(minutes=15)


class FilledForms:
    """The last form of each person at each place that could not be taken. It is only a convenience."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._kept: LruDict[tuple[PlayerId, str], tuple[datetime, Mapping[str, str]]] = LruDict()

    def keep(self, player: PlayerId, place: str, typed: Mapping[str, str]) -> None:
        """Keep what the person has entered at that table, or at that place where they play alone."""
        self._kept[player, place] = self._clock(), typed

    def find(self, player: PlayerId, place: str) -> Mapping[str, str]:
        """Return what the person entered there last; empty if that was too long ago."""
        since, typed = self._kept.get((player, place), (None, {}))
        return typed if since is not None and self._clock() - since < KEPT_FOR else {}
