"""Chance to win: the model's chances at positions of level 4 beside the results, tenth by tenth."""

import random
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, quantiles
from time import process_time
from typing import NamedTuple

from bot.games.indian.computer.chances import Prospects
from bot.games.indian.view import indian_deal
from bot.rummy.deal_view import without
from tests.bench._positions import positions
from tests.known import shipped

POSITIONS = 1000
"""Positions in each tenth, each from another deal."""
TENTHS = range(1, 9)
"""The tenths from 10 to 90 %."""
FIRST = 1_000_000
"""The number of the first deal; the model is fitted to others."""
MOST_DEALS = 40
"""The most deals for each position of a tenth."""
TIMED = 20
"""Deals whose turns are timed."""


class Tenth(NamedTuple):
    """The positions to which the model gives a chance within one tenth."""

    number: int
    said: list[float]
    won: list[bool]

    @property
    def off(self) -> float:
        """Return by how much the share won is above the chance told."""
        return fmean(self.won) - fmean(self.said)

    @property
    def reach(self) -> float:
        """Return how far the interval of 95 % reaches."""
        return 1.96 * sqrt(sum(chance * (1 - chance) for chance in self.said)) / len(self.said)

    def __str__(self) -> str:
        said, won = 100 * fmean(self.said), 100 * fmean(self.won)
        name = f"{10 * self.number} to {10 * self.number + 10} %, {len(self.said)} positions"
        return f"{name}: said {said:.1f} %, won {won:.1f} %, off {100 * self.off:+.1f} ± {100 * self.reach:.1f}"


def measured(wanted: int, id: str = "circle") -> list[Tenth]:
    """Return the tenths, each with that many positions, no two of one deal; fewer if they are too rare."""
    tenths = {number: Tenth(number, [], []) for number in TENTHS}
    dice = random.Random(wanted)
    for number in range(FIRST, FIRST + MOST_DEALS * wanted):
        for tenth, said, won in _one_each(id, number, dice):
            if tenth in tenths and len(tenths[tenth].said) < wanted:
                tenths[tenth].said.append(said)
                tenths[tenth].won.append(won)
        if all(len(tenth.said) >= wanted for tenth in tenths.values()):
            break
    return list(tenths.values())


def _one_each(id: str, number: int, dice: random.Random) -> Iterator[tuple[int, float, bool]]:
    """Return one random position for each tenth of that deal: the tenth, the chance, and whether it was won."""
    found = positions(shipped(id), number)
    dice.shuffle(found)
    chances = {}
    for position in found:
        said = Prospects(position.view).of(position.hand, draws=position.draws).chance
        chances[int(10 * said)] = said, position.won
    return ((tenth, said, won) for tenth, (said, won) in chances.items())


def run(wanted: int = POSITIONS) -> None:
    """Print the tenths, and how long the model takes."""
    for tenth in measured(wanted):
        print(tenth)
    times = sorted(_times())
    cut = quantiles(times, n=100)
    print(f"the discards of one hand together: mean {fmean(times):.1f} ms, 99 % {cut[98]:.1f} ms")


def _times() -> Iterator[float]:
    """Yield milliseconds of processor time for all discards of each turn of some deals."""
    rules = shipped("circle")
    for number in range(TIMED):
        for position in positions(rules, number):
            if not position.draws:
                hand = (*position.hand, indian_deal(position.view.deal).cut)
                start = process_time()
                prospects = Prospects(position.view)
                for card in set(hand):
                    prospects.of(without(hand, (card,)), draws=False)
                yield 1000 * (process_time() - start)
