"""The people whom a person does not want to play with."""

from dataclasses import dataclass
from datetime import datetime

from bot.rummy.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Avoided:
    """One person whom another avoids."""

    player: PlayerId  # the one who avoids
    other: PlayerId
    name: str  # the other's name when they were chosen; empty if it is not known, or was erased
    at: datetime
