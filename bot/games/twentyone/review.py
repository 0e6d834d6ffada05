"""The review of twenty-one-card rummy: findings that are certain without a model of the others.

Which card to throw besides, and when to drop, depends on cards that the seat could not see.
"""

from collections.abc import Sequence

from bot.games.indian.review.certain import CertainJudge
from bot.games.indian.view import IndianView
from bot.games.twentyone.coach import best_throws
from bot.games.twentyone.search.hands import SIX_DUBLEES, copies, read
from bot.games.twentyone.search.search import pure_there
from bot.games.twentyone.view import TwentyOneView, twentyone_deal
from bot.rummy.cards import Card
from bot.rummy.deal_view import without
from bot.rummy.review import Review, SeenMove, certain_review
from bot.rummy.view import View


def review(moves: Sequence[SeenMove], end: View) -> Review:
    """Return the certain findings about these moves of one seat; `end`: the match when it was over."""
    return certain_review(moves, end, _TwentyOneJudge().judged)


class _TwentyOneJudge(CertainJudge):
    """Judges the moves of this game. Three pure sequences are needed, and none for six dublees."""

    def breaks(self, deal: IndianView, card: Card) -> bool:
        own = twentyone_deal(deal)
        if len(copies(own.hand, 2)) >= SIX_DUBLEES:
            return False
        return _pure(without(own.hand, (card,)), own) < _pure(own.hand, own)

    def best_throw(self, deal: IndianView, hand: tuple[Card, ...]) -> Card:
        return best_throws(twentyone_deal(deal), hand, 1)[0]


def _pure(hand: tuple[Card, ...], deal: TwentyOneView) -> int:
    return pure_there(read(hand, deal.wilds), deal.wilds)
