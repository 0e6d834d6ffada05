"""Random matches in any game: legal and illegal actions, and checks after each of them."""

import random
from collections.abc import Callable
from itertools import islice

import pytest

from bot.rummy.cards import Seat
from bot.rummy.errors import IllegalAction
from bot.rummy.ids import TableId
from bot.rummy.match.match import courses
from bot.rummy.record import Record
from bot.rummy.rules import Rules
from bot.rummy.table import Table
from tests.known import GAMES
from tests.playing import candidates, played, players

TRIED = 3
"""Actions that are tried after each that is played."""


def checked(rules: Rules, number: int, holds: Callable[[Table], None]) -> int:
    """Play the match of that number, of each course in turn. Return how many actions were played or refused.

    After each one, `holds` checks the table. In the end the record must replay.

    Raises:
        AssertionError: a check fails.
    """
    dice, terms = random.Random(f"{rules.id} {number}"), [*courses(rules)]
    course = terms[number % len(terms)]
    count = dice.randint(rules.min_players, rules.max_players)
    steps = [*played(rules, count, dice, dice.choice((0.2, 0.6, 0.9)), course)]
    tried = 0
    for table, _ in steps:
        holds(table)
        tried += _tried(table, dice)
    table, entries = steps[-1]
    record = Record(TableId("chance"), rules, course, players(count), tuple(entries)).counted()
    assert Record.parse(str(record), GAMES).replay() == table
    return tried + len(entries)


def _tried(table: Table, dice: random.Random) -> int:
    """Try some actions: each is played, or refused for the reason that the view gives before. How many there were."""
    if table.deal is None:
        return 0
    seat, thinks = (Seat(dice.randrange(len(table.players))) for _ in range(2))
    # What suits one seat is tried by another as well, so that cards come up which it does not hold.
    actions = [*candidates(table.view(thinks), dice)]
    dice.shuffle(actions)
    tried = [*islice(actions, TRIED)]
    for action in tried:
        why = table.refusal(seat, action)
        assert why == table.view(seat).refusal(action)
        if why is None:
            table.play(seat, action)
            continue
        with pytest.raises(IllegalAction) as refused:
            table.play(seat, action)
        assert refused.value.refusal is why
    return len(tried)
