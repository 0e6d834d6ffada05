"""Every sentence a person reads, by topic. The rules and the service say why by a code; here stands how to say it.

Small words, and the sentences for codes, are at hand as `text.points`; others by their topic, as `text.asks.drop`.
Names of people come in ready to be shown: whoever calls has escaped them.
"""

from bot.text import (
    asks,
    commands,
    doctor,
    endings,
    events,
    hand,
    help,
    lobby,
    process,
    refusals,
    rules,
    settings,
    standings,
    table,
    words,
)
from bot.text.events import event
from bot.text.refusals import PROBLEMS, REASONS, REFUSALS
from bot.text.words import (
    FORMATS,
    KIND_SIGNS,
    KINDS,
    PACES,
    STATUSES,
    card,
    cards,
    clipped,
    count,
    duration,
    listed,
    points,
    times,
    waiting,
    wild,
)

__all__ = [
    "FORMATS",
    "KINDS",
    "KIND_SIGNS",
    "PACES",
    "PROBLEMS",
    "REASONS",
    "REFUSALS",
    "STATUSES",
    "asks",
    "card",
    "cards",
    "clipped",
    "commands",
    "count",
    "doctor",
    "duration",
    "endings",
    "event",
    "events",
    "hand",
    "help",
    "listed",
    "lobby",
    "points",
    "process",
    "refusals",
    "rules",
    "settings",
    "standings",
    "table",
    "times",
    "waiting",
    "wild",
    "words",
]
