"""Disputes about finished matches, and reports of tables."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.rummy.ids import PlayerId


class DisputeEvent(StrEnum):
    """What happens in the dispute about a match, or when a table is reported."""

    RAISED = "raised"
    """A player disputes the result."""
    ANSWERED = "answered"
    VOIDED = "voided"
    """The staff have made the match void."""
    REPORTED = "reported"
    """A player or a spectator reports the table to the staff, at any time."""
    CLOSED = "closed"
    """The staff have dealt with all reports until then."""


ASKS = frozenset({DisputeEvent.RAISED, DisputeEvent.REPORTED})
"""The events after which the staff have something to do."""


@dataclass(frozen=True, slots=True)
class DisputeLine:
    """Such an event. Nobody can change it; erasing puts a number in the place of a person."""

    seq: int  # 0, 1, 2, … without a gap
    event: DisputeEvent
    actor: PlayerId
    words: str  # empty where their author had their data erased
    at: datetime
