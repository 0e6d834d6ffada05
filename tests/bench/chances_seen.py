"""Chance to win: as people see it, one random decision of each deal, with drops as they happen, tenth by tenth."""

import random
from collections import defaultdict
from statistics import fmean

from bot.games.indian.computer.chances import Prospects
from tests.bench._positions import positions
from tests.bench.chances import Tenth
from tests.known import shipped

DEALS = 10_000
FIRST = 2_000_000
"""The number of the first deal; the model is fitted to others."""
MOST_OFF, ERRORS = 0.03, 2
"""A tenth may be off by that, or by so many standard errors if that is more."""


def run(deals: int = DEALS) -> dict[str, int]:
    """Print each tenth. Return how many are off by too much."""
    rules, tenths = shipped("circle"), defaultdict[int, Tenth](lambda: Tenth(0, [], []))
    for number in range(FIRST, FIRST + deals):
        found = positions(rules, number, drops=True)
        if not found:
            continue
        position = random.Random(number).choice(found)
        said = Prospects(position.view).of(position.hand, draws=position.draws).chance
        tenth = min(9, int(10 * said))
        kept = tenths[tenth] = tenths[tenth]._replace(number=tenth)
        kept.said.append(said)
        kept.won.append(position.won)
    found_tenths = [tenths[number] for number in sorted(tenths)]
    for one in found_tenths:
        print(one)
    print(f"mean absolute difference {100 * fmean(abs(one.off) for one in found_tenths):.1f}")
    return {"tenths off": sum(abs(one.off) > max(MOST_OFF, ERRORS * one.reach / 1.96) for one in found_tenths)}
