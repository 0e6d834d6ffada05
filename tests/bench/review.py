"""Reviews: the win chance that each level and a random player lose in a turn, and the cost of a review.

Each plays matches of six deals against level 2. The limits of the grades are based on these figures.
"""

import random
from collections.abc import Callable
from statistics import fmean, quantiles
from time import thread_time

from bot.rummy.cards import Seat
from bot.rummy.decisions import review
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.review import estimate
from tests.known import shipped
from tests.reviewed import Chooser, by_chance, level, played, seat_of

MATCHES = 40
"""Matches of each player: 240 deals."""
TERMS = Terms(Format.DEALS, 6)


def run(matches: int = MATCHES) -> None:
    players: list[tuple[str, Callable[[int], Chooser]]] = [("by chance", lambda seed: by_chance(random.Random(seed)))]
    players += [(f"level {number}", lambda seed, number=number: level(number)) for number in range(1, 5)]  # type: ignore[misc]
    rules = shipped("circle")
    for name, made in players:
        costs: list[float] = []
        each: list[float] = []
        luck: list[float] = []
        times: list[float] = []
        for seed in range(matches):
            record = played(rules, [made(seed), level(2)], seed, TERMS)
            seat = Seat(seat_of(record, 0))
            start = thread_time()
            found = review(record, seat)
            times.append(thread_time() - start)
            assert found is not None
            own = found.turn_costs
            costs += own
            each.append(fmean(own))
            luck.append((found.dealt + found.drawn) / len(found.deals))
        lost, spread = estimate(costs), quantiles(each, n=10)
        print(
            f"{name:10} {100 * lost.mean:5.2f} % ± {100 * lost.reach:.2f} a turn, {len(costs)} turns; matches: "
            f"{100 * spread[0]:.2f} to {100 * spread[-1]:.2f} %; luck {100 * fmean(luck):+.1f} % a deal; "
            f"{fmean(times):.2f} s a review, at most {max(times):.2f} s",
            flush=True,
        )
