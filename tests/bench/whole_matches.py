"""Whole matches: level 4 plays every format of every rule set against itself; an illegal action ends that.

`whole_matches [MATCHES [FIRST]]` plays the matches of each from number FIRST on: a long run may be done in parts.
"""

import random
from collections.abc import Callable, Iterator
from statistics import fmean, quantiles
from time import process_time

from bot.rummy.actions import DEALER, Action, Next
from bot.rummy.game import game_of
from bot.rummy.match.match import Terms, courses
from bot.rummy.rules import Rules
from bot.rummy.table import Table
from bot.rummy.view import Stage, View
from tests.known import load
from tests.playing import answer, players

MATCHES = 2000
"""Of each format and rule set."""

Chooser = Callable[[View], Action]


def every_course() -> Iterator[tuple[Rules, Terms]]:
    """All that can be played."""
    for rules in load().values():
        for terms in courses(rules):
            yield rules, terms


def played(rules: Rules, terms: Terms, count: int, dice: random.Random, choose: Chooser) -> Table:
    """A match of so many who all choose like that.

    Raises:
        IllegalAction: one chose what it may not do.
    """
    table = Table.open(rules, terms, players(count))
    while not table.is_over:
        if chance := table.chance():
            table = table.play(DEALER, answer(chance, dice))
            continue
        if table.stage is Stage.BETWEEN and not table.offers:
            table = table.play(DEALER, Next())
            continue
        assert table.deal is not None
        seat = table.offers[0] if table.offers else table.deal.view(None).awaited[0]
        action = choose(table.view(seat))
        if before := table.chance_before(action):
            table = table.play(DEALER, answer(before, dice))
        table = table.play(seat, action)
    return table


def run(matches: int = MATCHES, first: int = 0) -> None:
    """Print how many matches were played, and what a decision takes."""
    for rules, terms in every_course():
        times: list[float] = []
        deals = 0
        for number in range(first, first + matches):
            dice = random.Random(f"{rules.id} {terms.course} {number}")
            count = dice.randint(rules.min_players, rules.max_players)
            deals += len(played(rules, terms, count, dice, _timed(rules, times)).match.outcomes)
        cut = quantiles(times, n=100)
        taken = f"a decision took {fmean(times):.1f} ms, 99 % {cut[98]:.1f} ms"
        print(f"{rules.id:16} {terms.course:9} {matches} matches, {deals} deals, all legal; {taken}", flush=True)


def _timed(rules: Rules, times: list[float]) -> Chooser:
    """Level 4 with a clock that counts its processor time, in milliseconds."""

    def choose(view: View) -> Action:
        start = process_time()
        action = game_of(rules).choose(view, 4)
        times.append(1000 * (process_time() - start))
        return action

    return choose
