"""The review of gin: findings that are certain without a model of the other player.

It judges missed chances to go gin, with the hand or with the open card. Whether to knock or to wait, and what to throw
before, depends on cards that the seat could not see.
"""

from collections.abc import Sequence

from bot.games.gin import melds
from bot.games.gin.actions import Knock
from bot.games.gin.view import GinView, seen
from bot.rummy.actions import Discard, Draw, Source
from bot.rummy.review import Deed, Finding, Option, Review, SeenMove, WeighedMove, certain_review, fine
from bot.rummy.view import View


def review(moves: Sequence[SeenMove], end: View) -> Review:
    """Return the certain findings about these moves of one seat; `end`: the match when it was over."""
    return certain_review(moves, end, _judged)


def _judged(move: SeenMove) -> WeighedMove | None:
    deal = seen(move.view)
    match move.action:
        case Draw(Source.CLOSED):
            taken, best = Option(Deed.CLOSED), _gin_with_top(deal)
        case Draw():
            taken, best = Option(Deed.OPEN, deal.top), None
        case Discard(card):
            taken, best = Option(Deed.THROW, card), _gin(deal)
        case Knock(card):
            left = melds.deadwood(melds.bits(deal.hand) & ~melds.bits((card,)))
            taken, best = (Option(Deed.KNOCK, card), _gin(deal)) if left else (Option(Deed.OUT, card), None)
        case _:
            return None
    return fine(taken) if best is None else WeighedMove(taken, best, Finding.MISSED)


def _gin(deal: GinView) -> Option | None:
    """Return the discard that would have been gin; None if there was none."""
    knock = next(deal.knocks, None)
    return None if knock is None or knock[1] else Option(Deed.OUT, knock[0])


def _gin_with_top(deal: GinView) -> Option | None:
    """Return the open card if it would have been gin at once."""
    if deal.top is None or deal.refusal(Draw(Source.OPEN)) is not None:
        return None
    _, kept = melds.best_discard((*deal.hand, deal.top), deal.top)
    return None if kept.raw else Option(Deed.OPEN, deal.top)
