"""Findings of reviews of finished matches."""

from dataclasses import dataclass
from datetime import datetime

from bot.rummy.ids import PlayerId, TableId


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """The findings of a review about one person in a finished match, as figures only."""

    player: PlayerId
    table: TableId
    at: datetime  # end of the match
    deals: int
    declared: int  # number of deals that the person won
    turns: int  # number of the person's own turns in those deals
    discards: int  # number of the person's own turns; up to version 0.3, of their discards
    lost: float  # sum of win chances that these have lost
    missed: int  # number of missed chances to go out
    wrong: int  # number of wrong declarations
    drops: int
    bad_drops: int  # number of dropped hands that were worth playing
