"""Playouts: a deal played on many times from two moves of a decision, until it is clear which is better."""

from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from typing import NamedTuple, Protocol

from bot.rummy.actions import Action

LEAST = 0.03
"""The part of a win by which the best move is better than every other."""
LOOKS = (24, 72, 180, 400)
"""The numbers of tries after which a move may be left behind."""
SURE, FAR = 1.96, 4.0
"""Standard errors of a 95 % interval, which must lie above 0; and of one above `LEAST`, for which fewer tries do."""
HOPEFUL = 1.0
"""Standard errors by which a lead may be greater than it seems."""
SLICE = 24
"""Tries between two chances for others to be served."""
SEEDS = ("first", "second")
"""The seeds with both of which the best move must be clear."""

Leads = Mapping[Action, float]
"""The lead of the best move over each other move, in parts of a win."""


class Compared(NamedTuple):
    """The result of playing on from two moves."""

    better: float
    """The part of a win by which the first move is better."""
    error: float
    """The standard error of the difference."""


class Playouts(Protocol):
    """The tries of two moves with the same hidden cards for both, and others in each try."""

    @property
    def tries(self) -> int:
        """Return the number of tries so far."""

    def try_once(self) -> None:
        """Play on once from both moves."""

    def compared(self) -> Compared:
        """Return by how much the first move is better."""


def cleared(begin: Callable[[str], Mapping[Action, Playouts]]) -> Iterator[Leads]:
    """Yield no leads between slices of work, and at last those of a move if it is clearly the best.

    `begin` begins the playouts of that move beside each other one with a seed.
    """
    sums: dict[Action, float] = {}
    for seed in SEEDS:
        running = dict(begin(seed))
        for most in LOOKS:
            for move, playouts in [*running.items()]:
                while playouts.tries < most:
                    playouts.try_once()
                    if not playouts.tries % SLICE:
                        yield {}
                lead, error = playouts.compared()
                is_last = most == LOOKS[-1]
                needed = max(LEAST, SURE * error * sqrt(most / LOOKS[-1]))
                if lead - FAR * error >= LEAST or (is_last and lead >= needed):
                    sums[move] = sums.get(move, 0.0) + lead
                    del running[move]
                elif is_last or lead + HOPEFUL * error < needed:
                    return
    if sums:
        yield {move: total / len(SEEDS) for move, total in sums.items()}
