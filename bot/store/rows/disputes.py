"""Disputes about finished matches, and reports of tables."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.rummy.ids import PlayerId


class DisputeEvent(StrEnum):
    """An event in the dispute about a match, or about a reported table."""

    RAISED = "raised"
    """A player disputes the result."""
    ANSWERED = "answered"
    VOIDED = "voided"
    """The staff have made the match void."""
    REPORTED = "reported"
    """A player or a spectator reports the table to the staff, at any time."""
    CLOSED = "closed"
    """The staff have dealt with all reports so far."""


ASKS = frozenset({DisputeEvent.RAISED, DisputeEvent.REPORTED})
"""The events after which the staff have to act."""


@dataclass(frozen=True, slots=True)
class DisputeLine:
    """One such event. Nobody can change it; an erasure puts a number in place of the person."""

    seq: int  # 0, 1, 2, … without a gap
    event: DisputeEvent
    actor: PlayerId
    words: str  # empty if the data of their author was erased
    at: datetime
