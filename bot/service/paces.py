"""The paces of a table: how long a turn, its extra time and a declaration may take."""

from dataclasses import dataclass, replace
from datetime import timedelta

from bot.codes import Pace
from bot.rummy.rules import Rules


@dataclass(frozen=True, slots=True)
class Times:
    """The times of a pace, in seconds."""

    turn: int
    bank: int
    declare: int


HOUR = 3600
TIMES = {
    Pace.STANDARD: Times(60, 60, 60),
    Pace.RELAXED: Times(180, 180, 180),
    Pace.SLOW: Times(24 * HOUR, 0, 24 * HOUR),
}


def paced(rules: Rules, pace: Pace) -> Rules:
    """Return the rule set with the times of that pace. Blitz keeps the rule set's own times; none has no clock.

    Extra time is given only if the rule set has it.
    """
    if pace is Pace.BLITZ:
        return rules
    if pace is Pace.NONE:
        return replace(rules, turns=replace(rules.turns, turn_seconds=0))
    times = TIMES[pace]
    bank = times.bank if rules.turns.bank_seconds else 0
    turns = replace(rules.turns, turn_seconds=times.turn, bank_seconds=bank, declare_seconds=times.declare)
    return replace(rules, turns=turns)


BREAK, SLOW_BREAK = timedelta(minutes=15), timedelta(hours=12)
"""The longest break in a deal."""
PAUSES = {Pace.BLITZ: 15, Pace.STANDARD: 30, Pace.RELAXED: 60, Pace.SLOW: HOUR, Pace.NONE: HOUR}
"""Seconds between two deals, unless everybody is ready earlier."""


def usual(persons: int) -> Pace:
    """Return the pace of a table with that number of people, if nobody has chosen one."""
    return Pace.NONE if persons == 1 else Pace.STANDARD


def allowed(pace: Pace, persons: int, stake: int) -> Pace:
    """Return the pace at which a table starts, given the chosen one.

    A clock runs if others wait for a person or something is at stake: without one nobody could be made to lose.
    """
    return Pace.STANDARD if pace is Pace.NONE and (persons > 1 or stake) else pace


def reminds(pace: Pace) -> bool:
    """Return whether a player is reminded at half time."""
    return pace is not Pace.BLITZ
