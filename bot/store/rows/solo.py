"""Deals that people play alone."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.rummy.ids import PlayerId


@dataclass(frozen=True, slots=True)
class SoloRow:
    """A deal that a person plays alone."""

    player: PlayerId
    place: str  # where they play it, such as a lesson or the deal of a day; the service's own
    journal: str = field(repr=False)  # a line for each entry, as records have them; the service's own
    changed_at: datetime
    version: int  # 1 for the first
