"""Chance to win: fit the model's weights to deals between computers of level 4, and print them."""

from math import log

from bot.games.indian.computer.chances import Prospects, logistic
from tests.bench._positions import positions
from tests.known import shipped

DEALS = 3000
EVERY = 3
"""One position of so many is fitted to; those that follow each other are much alike."""
STEPS = 10
SMOOTHING = 0.01
"""How hard weights are pulled towards 0."""

Sample = tuple[tuple[float, ...], bool]


def samples(deals: range) -> list[Sample]:
    """What the model sees of positions of these deals, and whether the seat has won."""
    rules = shipped("circle")
    found = []
    for number in deals:
        for position in positions(rules, number)[number % EVERY :: EVERY]:
            features = Prospects(position.view).features(position.hand, draws=position.draws)
            if features is not None:
                found.append((features, position.won))
    return found


def fitted(found: list[Sample]) -> list[float]:
    """The weights under which what came was likeliest, by Newton's method."""
    size = len(found[0][0])
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [-SMOOTHING * weight for weight in weights]
        bend = [[SMOOTHING * (one == other) for other in range(size)] for one in range(size)]
        for features, won in found:
            chance = _chance(weights, features)
            seen = [(at, value) for at, value in enumerate(features) if value]
            for at, value in seen:
                slope[at] += value * (won - chance)
                row, factor = bend[at], value * chance * (1 - chance)
                for other, second in seen:
                    row[other] += factor * second
        weights = [weight + step for weight, step in zip(weights, _solved(bend, slope), strict=True)]
    return weights


def loss(found: list[Sample], weights: list[float]) -> float:
    """The mean logarithmic loss."""
    chances = [(_chance(weights, features), won) for features, won in found]
    return -sum(log(chance if won else 1 - chance) for chance, won in chances) / len(found)


def _chance(weights: list[float], features: tuple[float, ...]) -> float:
    return logistic(sum([weight * value for weight, value in zip(weights, features, strict=True)]))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations whose matrix is positive definite, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(rows):
        for other in rows:
            if other is not pivot and other[at]:
                factor = other[at] / pivot[at]
                other[at:] = [value - factor * own for value, own in zip(other[at:], pivot[at:], strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]


def run(deals: int = DEALS) -> None:
    """Print the weights that fit so many deals."""
    found = samples(range(deals))
    weights = fitted(found)
    print(f"{deals} deals, {len(found)} positions, mean logarithmic loss {loss(found, weights):.4f}")
    print(", ".join(f"{weight:.3f}" for weight in weights))
