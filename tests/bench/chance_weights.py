"""Chance to win: fit the weights of the chance that players read to deals between computers of level 4, and print them.

A deal that lasts long gives many positions, and its hands wait long for a card. If each position counted the same, the
chances would be right for all positions together. But of one position from each deal, more would be won than the
chances tell. So all positions of a deal count as much together as one alone.
"""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

from bot.games.indian.computer.chances import Prospects, logistic
from tests.bench._positions import positions
from tests.known import shipped

DEALS = 3000
FIRST = 3_000_000
"""The number of the first deal."""
STEPS = 10
SMOOTHING = 0.01
"""The strength with which weights are pulled towards 0."""


class Observed(NamedTuple):
    """A position in the form of the model, and its result."""

    features: tuple[float, ...]
    won: bool
    share: float
    """The part of the positions of its deal that this one is."""


def samples(deals: range) -> list[Observed]:
    """Return the positions of these deals, two in three of which have drops."""
    rules = shipped("circle")
    found = []
    for number in deals:
        together = positions(rules, number, drops=number % 3 != 0)
        for position in together:
            features = Prospects(position.view).features(position.hand, draws=position.draws)
            if features is not None:
                found.append(Observed(features, position.won, 1 / len(together)))
    return found


def fitted(found: Sequence[Observed]) -> list[float]:
    """Return the likeliest weights for these results, by Newton's method."""
    size = len(found[0].features)
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [-SMOOTHING * weight for weight in weights]
        bend = [[SMOOTHING * (one == other) for other in range(size)] for one in range(size)]
        for sample in found:
            chance = _chance(weights, sample.features)
            seen = [(at, value) for at, value in enumerate(sample.features) if value]
            for at, value in seen:
                slope[at] += sample.share * value * (sample.won - chance)
                row, factor = bend[at], sample.share * value * chance * (1 - chance)
                for other, second in seen:
                    row[other] += factor * second
        weights = [weight + step for weight, step in zip(weights, _solved(bend, slope), strict=True)]
    return weights


def loss(found: list[Observed], weights: list[float]) -> float:
    """Return the mean logarithmic loss."""
    chances = [(_chance(weights, sample.features), sample.won) for sample in found]
    return -sum(log(chance if won else 1 - chance) for chance, won in chances) / len(found)


def _chance(weights: list[float], features: tuple[float, ...]) -> float:
    return logistic(sum([weight * value for weight, value in zip(weights, features, strict=True)]))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of linear equations whose matrix is positive definite, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(rows):
        for other in rows:
            if other is not pivot and other[at]:
                factor = other[at] / pivot[at]
                other[at:] = [value - factor * own for value, own in zip(other[at:], pivot[at:], strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]


def run(deals: int = DEALS) -> None:
    """Print the weights that fit that many deals best."""
    found = samples(range(FIRST, FIRST + deals))
    weights = fitted(found)
    print(f"{deals} deals, {len(found)} positions, mean logarithmic loss {loss(found, weights):.4f}")
    print(", ".join(f"{weight:.3f}" for weight in weights))
