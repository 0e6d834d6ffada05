"""The numbers by which the computers of gin judge, fitted to some hundred thousand deals; and the networks of them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from operator import mul
from typing import NamedTuple

_LEAK = 0.05
"""The share of a sum below zero that a cell passes on."""
_POINTS = 50
"""Points in the unit of a network."""


class Expectation(NamedTuple):
    """The forecast of a deal."""

    chance: float
    """The chance to win it."""
    points: float
    """The points won, less those that the other player wins."""


@dataclass(frozen=True, slots=True)
class Network:
    """A network with one hidden layer."""

    cells: tuple[tuple[float, tuple[float, ...]], ...]
    """The bias of each cell, and its weight for each sign."""
    chance: tuple[float, ...]
    points: tuple[float, ...]
    biases: tuple[float, float]

    @classmethod
    def of(cls, given: dict[str, list[list[float]]]) -> "Network":
        """Return the network that the file holds."""
        cells = tuple((bias, tuple(weights)) for bias, *weights in given["cells"])
        (first, *chance), (second, *points) = given["outputs"]
        return cls(cells, tuple(chance), tuple(points), (first, second))

    def outlook(self, signs: Sequence[float]) -> Expectation:
        """Return what can be expected with these signs."""
        sums = [bias + sum(map(mul, weights, signs)) for bias, weights in self.cells]
        passed = [one if one > 0 else _LEAK * one for one in sums]
        chance, points = self.biases
        chance += sum(map(mul, self.chance, passed))
        points += sum(map(mul, self.points, passed))
        return Expectation(logistic(chance), _POINTS * points)


@dataclass(frozen=True, slots=True)
class Weights:
    """All numbers."""

    ranks: list[list[float]]
    """The weight of a card's rank as a sign of the other hand, by the number of its player's discards."""
    signs: list[float]
    """The weight of each sign of a card."""
    thrown: Network
    """The outlook after a discard."""
    waiting: Network
    """The outlook before a card of the closed deck."""
    knocked: Network
    """The outlook of a knock."""


@cache
def weights() -> Weights:
    """Return the numbers that the game ships with."""
    found = json.loads(files(__package__).joinpath("weights.json").read_text())
    networks = (Network.of(found[name]) for name in ("thrown", "waiting", "knocked"))
    return Weights(found["ranks"], found["signs"], *networks)


def logistic(sign: float) -> float:
    """Return the chance of which `sign` is the logarithm of the odds."""
    return 1 / (1 + exp(-sign))
