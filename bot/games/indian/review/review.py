"""The review of the Indian game: draws, discards, drops and declarations by the chance to win that each kept or
lost.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.games.indian.review.doubts import Doubt, settled
from bot.games.indian.review.judge import DealJudge
from bot.rummy.cards import Seat
from bot.rummy.review import DealReview, Grade, Review, Reviewed, SeenMove, by_deal
from bot.rummy.view import View

SCALE = ((0.0015, Grade.SHARP), (0.007, Grade.STRONG), (0.02, Grade.SOLID), (0.04, Grade.LEARNING))
"""The most that a turn may cost on average for each grade. The first limit lies above the loss of a computer of level
4, the second above those of levels 3 and 2, the third below that of level 1, and the last between level 1 and a player
by chance; `python -m tests.bench review` measures these.
"""


def review(moves: Sequence[SeenMove], end: View, *, is_coached: bool = True) -> Review:
    """Return the worth of these moves of one seat, by what it saw; the choices that are not certain are still open.

    Args:
        moves: the moves of the seat.
        end: the match when it was over.
        is_coached: whether a move that the coach advises is always right.
    """
    deals: list[DealReview] = []
    found: list[Reviewed] = []
    doubts: list[Doubt] = []
    for number, own in by_deal(moves):
        outcome = end.outcomes[number - 1] if number <= len(end.outcomes) else None
        deal, reviewed, opened = DealJudge(number, is_coached=is_coached).judge(own, outcome)
        doubts += [replace(doubt, place=doubt.place + len(found)) for doubt in opened]
        deals.append(deal)
        found += reviewed
    first = Review(end.seat or Seat(0), True, tuple(found), tuple(deals), SCALE)
    return replace(first, further=partial(settled, first, doubts)) if doubts else first
