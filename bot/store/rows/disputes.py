"""Disputes about finished matches, and reports of tables."""

from dataclasses import dataclass
from datetime import datetime

from bot.codes import DisputeEvent
from bot.rummy.ids import PlayerId

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
