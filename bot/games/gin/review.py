"""The review of gin: missed gin, knocks with more deadwood than needed, and moves that clearly cost a chance to win.

Chances are estimates from what the seat could see. A move is blamed only if another one was better by `CLEAR`.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.games.gin import melds
from bot.games.gin.actions import Knock
from bot.games.gin.computer import choices, worth
from bot.games.gin.forecast import Forecast
from bot.games.gin.view import GinView, seen
from bot.rummy.actions import Discard, Draw, Source
from bot.rummy.cards import Card
from bot.rummy.review import Deed, Finding, Option, Review, SeenMove, WeighedMove, certain_review, fine
from bot.rummy.view import View

CLEAR = 0.1
"""The least chance to win that a move has cost if it is blamed."""
NOT_KNOCKED = 0.5
"""The share of its estimated cost that a missed knock came to in deals played on both ways."""
WANTED = 0.5
"""The chance that the other player can use a card from which on the review names it."""


def review(moves: Sequence[SeenMove], end: View) -> Review:
    """Return the findings about these moves of one seat; `end`: the match when it was over."""
    return certain_review(moves, end, _judged)


def _judged(move: SeenMove) -> WeighedMove | None:
    found = judged_surely(move)
    if isinstance(move.action, Discard) and found is not None and found.finding is Finding.FINE:
        return _throw(move.view, seen(move.view), move.action.card)
    return found


def judged_surely(move: SeenMove) -> WeighedMove | None:
    """Return what is certain about a move."""
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
            if left and best is None:
                return _knock(deal, taken, left)
        case _:
            return None
    return fine(taken) if best is None else WeighedMove(taken, best, Finding.MISSED)


def _knock(deal: GinView, taken: Option, left: int) -> WeighedMove:
    """Compare a knock with one that leaves less deadwood."""
    card, least = next(deal.knocks)
    if left == least:
        return fine(taken)
    return WeighedMove(taken, Option(Deed.KNOCK, card), Finding.WORSE, left - least)


def _throw(view: View, deal: GinView, card: Card) -> WeighedMove:
    """Compare a discard with the best one, and with a knock."""
    thrown = Forecast(deal).throw(melds.bits(deal.hand), card)
    throws, knocks = choices(view, deal)
    best = max((*throws[:1], *knocks[:1]), key=lambda one: worth(view, one.outlook))
    cost = best.outlook.chance - thrown.outlook.chance
    taken = Option(Deed.THROW, card)
    if best in knocks:
        cost *= NOT_KNOCKED
        better = Option(Deed.KNOCK, best.card, best.outlook.chance)
    else:
        wanted = thrown.wanted if thrown.wanted > WANTED else None
        taken = replace(taken, chance=thrown.outlook.chance, wanted=wanted)
        better = Option(Deed.THROW, best.card, best.outlook.chance)
    if cost < CLEAR or best.outlook.points < thrown.outlook.points:
        return fine(Option(Deed.THROW, card))
    return WeighedMove(taken, better, Finding.WORSE, cost=cost)


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
