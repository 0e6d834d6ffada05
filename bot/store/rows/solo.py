"""Deals that people play alone."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.rummy.ids import PlayerId


@dataclass(frozen=True, slots=True)
class SoloRow:
    """A deal that a person plays alone."""

    player: PlayerId
    place: str  # a lesson or the deal of a day; only the service reads it
    journal: str = field(repr=False)  # a line for each entry, as in records; only the service reads it
    changed_at: datetime
    version: int  # 1 for the first
