"""Whole matches: level 4 plays every format of every rule set; an illegal action ends the run.

`whole_matches [MATCHES [FIRST]]` plays the matches of each from number FIRST on, so a long run may be done in parts.
The other seats are of level 1, whose errors lead to more kinds of positions and which thinks only briefly. Level 4 sits
in the place of a person: once it has left a deal, beginners may wait for ever, and B19 ends that.
"""

import random
from collections.abc import Callable, Iterator
from itertools import groupby
from operator import attrgetter
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
"""Matches of each format and rule set."""

Chooser = Callable[[View], Action]


def every_format() -> Iterator[tuple[Rules, tuple[Terms, ...]]]:
    """Yield all that can be played: each format of a rule set, with the numbers that a table may choose."""
    for rules in load().values():
        for _, terms in groupby(courses(rules), key=attrgetter("format")):
            yield rules, tuple(terms)


def played(
    rules: Rules, terms: Terms, count: int, dice: random.Random, choose: Chooser, *, people: int | None = None
) -> Table:
    """Return a match of that many players, for whom `choose` decides; that many of them count as `people`, None: all.

    Raises:
        IllegalAction: a player chose an action that is not allowed.
    """
    people = count if people is None else people
    table = Table.open(rules, terms, players(people, count - people))
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
    """Print how many matches were played, and the time of a decision of level 4."""
    for rules, terms in every_format():
        times: list[float] = []
        deals = 0
        for number in range(first, first + matches):
            course = terms[number % len(terms)]
            dice = random.Random(f"{rules.id} {course.course} {number}")
            count = dice.randint(rules.min_players, rules.max_players)
            choose = _timed(rules, times)
            deals += len(played(rules, course, count, dice, choose, people=1).match.outcomes)
        cut = quantiles(times, n=100)
        taken = f"a decision took {fmean(times):.1f} ms, 99 % {cut[98]:.1f} ms"
        name = f"{rules.id:16} {terms[0].format:11}"
        print(f"{name} {matches} matches, {deals} deals, {len(times)} decisions, all legal; {taken}", flush=True)


def _timed(rules: Rules, times: list[float]) -> Chooser:
    """Return a player of level 4 with a clock that counts its processor milliseconds, in the place of people; else
    level 1.
    """

    def choose(view: View) -> Action:
        assert view.seat is not None
        if view.players[view.seat].is_computer:
            return game_of(rules).choose(view, 1)
        start = process_time()
        action = game_of(rules).choose(view, 4)
        times.append(1000 * (process_time() - start))
        return action

    return choose
