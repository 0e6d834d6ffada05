"""What reviews of finished matches have found."""

from dataclasses import dataclass
from datetime import datetime

from bot.rummy.ids import PlayerId, TableId


@dataclass(frozen=True, slots=True)
class LearnedRow:
    """What a review found of one person in a finished match, in figures alone."""

    player: PlayerId
    table: TableId
    at: datetime  # when the match was over
    deals: int
    declared: int  # deals that the person ended as the winner
    turns: int  # the person's own, in those deals
    discards: int
    lost: float  # win chances that the discards have lost, added up
    missed: int  # chances to go out
    wrong: int  # declarations
    drops: int
    bad_drops: int  # of hands worth playing
