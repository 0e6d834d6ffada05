"""The counts of a running bot. Each place that counts receives one of these values, and keeps it filled.

Nothing here knows who reads them. No label ever holds what a person typed, a card, a name or a token.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

Labels = tuple[str, ...]

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Bounds for times. Discord forgets an interaction that is not answered within 3 s."""
SIZES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500)
BYTES = tuple(1024 * size for size in (4, 8, 16, 24, 32, 48, 64, 96, 128, 256))


class EventCount:
    """The number of times that something happened, for each combination of labels."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self._counts: dict[Labels, float] = {}

    def add(self, *labels: str, by: float = 1) -> None:
        """Count one more, or `by` more, with these labels."""
        self._counts[labels] = self._counts.get(labels, 0) + by

    def __iter__(self) -> Iterator[tuple[Labels, float]]:
        return iter(tuple(self._counts.items()))


class SpreadRow:
    """The spread of the values with the same labels: the number of values for each bound, and their sum."""

    __slots__ = ("counts", "total")

    def __init__(self, bounds: int) -> None:
        self.counts = [0] * (bounds + 1)
        """The number of values at or below each bound and above the one before, and at last of those above all."""
        self.total = 0.0


class Spread:
    """The spread of values, for each combination of labels."""

    def __init__(self, bounds: Sequence[float], *names: str) -> None:
        self.bounds = tuple(bounds)
        self.names = names
        self._rows: dict[Labels, SpreadRow] = {}

    def note(self, value: float, *labels: str) -> None:
        """Count a value."""
        row = self._rows.get(labels)
        if row is None:
            row = self._rows[labels] = SpreadRow(len(self.bounds))
        row.counts[bisect_left(self.bounds, value)] += 1
        row.total += value

    def __iter__(self) -> Iterator[tuple[Labels, SpreadRow]]:
        return iter(tuple(self._rows.items()))


class AnswerCounts:
    """Counts of presses and commands: the time to their acknowledgement, and their outcome."""

    def __init__(self) -> None:
        self.seconds = Spread(SECONDS, "kind")
        self.ended = EventCount("kind", "result")
        self.faults = EventCount("error")


class RequestCounts:
    """Counts of requests to Discord: their number, their answers, and their waits for a limit."""

    def __init__(self) -> None:
        self.seconds = Spread(SECONDS)
        self.answered = EventCount("method", "route", "status")
        self.limited = EventCount("route")
        self.waited = EventCount("route")
        """The seconds waited, by route."""


class CommitCounts:
    """Counts of transactions of the writer: the time of each, and the number of changes that shared it."""

    def __init__(self) -> None:
        self.seconds = Spread(SECONDS)
        self.changes = Spread(SIZES)
        self.failed = EventCount()


class PictureCounts:
    """Counts of pictures: the time to draw and encode each, and its size."""

    def __init__(self) -> None:
        self.seconds = Spread(SECONDS)
        self.bytes = Spread(BYTES)


class ProcessCounts:
    """All that one process counts; it lasts as long as the process."""

    def __init__(self) -> None:
        self.answers = AnswerCounts()
        self.requests = RequestCounts()
        self.commits = CommitCounts()
        self.pictures = PictureCounts()
        self.lag = Spread(SECONDS)
        """The seconds by which a task of the event loop was woken late."""
