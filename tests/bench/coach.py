"""Coach: processor time of an answer, in the turns of dealt hands, for the rule sets whose coach thinks longest."""

import random
from statistics import fmean, quantiles
from time import process_time

from bot.faces.face import face_of
from bot.rummy.actions import Draw, Drop, Source
from bot.rummy.deal_view import Phase
from bot.rummy.game import game_of
from bot.rummy.rules import Rules
from tests.known import shipped
from tests.playing import indian, opened

DEALS = 60
MEASURED = ("circle", "twentyone")


def _times(rules: Rules, number: int) -> list[float]:
    """Return milliseconds for each turn of a deal between two of the strongest computers who never drop."""
    game, coach = game_of(rules), face_of(rules).coach
    assert coach is not None
    table, _ = opened(rules, 2, random.Random(number))
    times = []
    while (deal := indian(table)).outcome is None and deal.phase in (Phase.DRAW, Phase.DISCARD) and deal.closed:
        view = table.view(deal.turn)
        start = process_time()
        coach(view)
        times.append(1000 * (process_time() - start))
        action = game.choose(view, game.levels[-1])
        table = table.play(deal.turn, Draw(Source.CLOSED) if isinstance(action, Drop) else action)
    return times


def run(deals: int = DEALS) -> None:
    """Print mean, p99 and the longest for each rule set."""
    for id in MEASURED:
        times = [one for number in range(deals) for one in _times(shipped(id), number)]
        cut = quantiles(times, n=100)[98]
        mean, longest = fmean(times), max(times)
        print(f"{id}: {len(times)} answers: mean {mean:.1f} ms, p99 {cut:.1f} ms, longest {longest:.1f} ms")
