"""The review of the western game: findings that are certain without a model of the others.

It judges missed chances to go out, with the hand or with the open card, and points that stayed in hand although they
could have been put down in that turn.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.games.western import placement
from bot.games.western.melds import card_points
from bot.games.western.view import WesternView, western_deal
from bot.rummy.actions import Discard, Draw, Source
from bot.rummy.cards import Card
from bot.rummy.review import Deed, Finding, Option, Review, SeenMove, WeighedMove, certain_review, fine
from bot.rummy.view import View


def review(moves: Sequence[SeenMove], end: View) -> Review:
    """Return the certain findings about these moves of one seat; `end`: the match when it was over."""
    return certain_review(moves, end, _judged)


def _judged(move: SeenMove) -> WeighedMove | None:
    deal = western_deal(move.view.deal)
    match move.action:
        case Draw(source):
            return _drew(deal, source)
        case Discard(card):
            return _threw(deal, card)
    return None


def _drew(deal: WesternView, source: Source) -> WeighedMove:
    """Return the judgement of a draw: whether the open card would have let the seat go out."""
    if source is Source.OPEN:
        taken = Option(Deed.OPEN, deal.top)
        return fine(taken)
    taken = Option(Deed.CLOSED)
    if deal.top is not None and deal.refusal(Draw(Source.OPEN)) is None:
        plan = placement.best(replace(deal, hand=(*deal.hand, deal.top)))
        if plan is not None and plan.goes_out:
            return WeighedMove(taken, Option(Deed.OPEN, deal.top), Finding.MISSED)
    return fine(taken)


def _threw(deal: WesternView, card: Card) -> WeighedMove:
    """Return the judgement of a discard: whether the seat could have gone out, or put down more, before it."""
    if len(deal.hand) == 1:
        out = Option(Deed.OUT, card)
        return fine(out)
    taken = Option(Deed.THROW, card)
    plan = placement.best(deal)
    if plan is None or not plan.steps:
        return fine(taken)
    if plan.goes_out:
        # The last discard and all cards that were placed no longer count.
        spared = sum(card_points(one, deal.own) for one in deal.hand if one != card)
        return WeighedMove(taken, Option(Deed.OUT, plan.left[0]), Finding.MISSED, float(spared))
    best = Option(Deed.THROW, card, points=float(deal.points - plan.points))
    return WeighedMove(taken, best, Finding.HELD, float(plan.points))
