"""Coach: processor time of an answer, in the turns of dealt hands."""

import random
from statistics import fmean, quantiles
from time import process_time

from bot.games.indian.coaching.advice import advise
from bot.games.indian.computer import level_4
from bot.rummy.actions import Draw, Drop, Source
from bot.rummy.deal_view import Phase
from tests.known import shipped
from tests.playing import indian, opened

DEALS = 60


def _times(number: int) -> list[float]:
    """Milliseconds for each turn of a deal between two players of level 4 who never drop."""
    table, _ = opened(shipped("circle"), 2, random.Random(number))
    times = []
    while (deal := indian(table)).outcome is None and deal.phase in (Phase.DRAW, Phase.DISCARD) and deal.closed:
        view = table.view(deal.turn)
        start = process_time()
        advise(view)
        times.append(1000 * (process_time() - start))
        action = level_4(view)
        table = table.play(deal.turn, Draw(Source.CLOSED) if isinstance(action, Drop) else action)
    return times


def run(deals: int = DEALS) -> None:
    """Print mean, p99 and the longest."""
    times = [one for number in range(deals) for one in _times(number)]
    cut = quantiles(times, n=100)[98]
    print(f"{len(times)} answers: mean {fmean(times):.1f} ms, p99 {cut:.1f} ms, longest {max(times):.1f} ms")
