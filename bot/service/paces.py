"""The four paces of a table: how long a turn, its extra time and a declaration may take."""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.rummy.rules import Rules


class Pace(StrEnum):
    """How fast a table plays."""

    BLITZ = "blitz"
    STANDARD = "standard"
    RELAXED = "relaxed"
    SLOW = "slow"


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds."""

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
    """The rule set with the times of that pace; blitz keeps the rule set's own.

    Extra time is only given where the rule set knows it.
    """
    if pace is Pace.BLITZ:
        return rules
    times = TIMES[pace]
    bank = times.bank if rules.turns.bank_seconds else 0
    turns = replace(rules.turns, turn_seconds=times.turn, bank_seconds=bank, declare_seconds=times.declare)
    return replace(rules, turns=turns)


PAUSES = {Pace.BLITZ: 15, Pace.STANDARD: 30, Pace.RELAXED: 60, Pace.SLOW: HOUR}
"""Seconds between two deals, unless everybody is ready before."""


def reminds(pace: Pace) -> bool:
    """Whether a player is reminded at half time."""
    return pace is not Pace.BLITZ
