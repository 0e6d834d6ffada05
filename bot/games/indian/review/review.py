"""The review of the Indian game: draws, discards, drops and declarations by the chance to win that each kept or
lost.
"""

from collections.abc import Sequence

from bot.games.indian.review.judge import DealJudge
from bot.rummy.cards import Seat
from bot.rummy.review import DealReview, Grade, Review, Reviewed, SeenMove, by_deal
from bot.rummy.view import View

SCALE = ((0.005, Grade.SHARP), (0.014, Grade.STRONG), (0.026, Grade.SOLID), (0.036, Grade.LEARNING))
"""The most that a discard may cost on average for each grade. The limits lie between the losses of computers of levels
4, 3, 2 and 1 and of a player by chance; `python -m tests.bench review` measures these.
"""


def review(moves: Sequence[SeenMove], end: View) -> Review:
    """Return the worth of these moves of one seat, by what it saw; `end`: the match when it was over."""
    deals: list[DealReview] = []
    found: list[Reviewed] = []
    for number, own in by_deal(moves):
        outcome = end.outcomes[number - 1] if number <= len(end.outcomes) else None
        deal, reviewed = DealJudge(number).judge(own, outcome)
        deals.append(deal)
        found += reviewed
    return Review(end.seat or Seat(0), True, tuple(found), tuple(deals), SCALE)
