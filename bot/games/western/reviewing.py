"""The review of the western game: what is certain without a model of the others.

Judged are missed chances to go out, with the hand or with the open card, and points that stayed in hand though they
could have been put down in that turn.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.games.western import placing
from bot.games.western.melds import card_points
from bot.games.western.view import WesternView, western_deal
from bot.rummy.actions import Discard, Draw, Lapse, Source
from bot.rummy.cards import Card, Seat
from bot.rummy.deal_view import Phase
from bot.rummy.learning.review import (
    DealReview,
    Deed,
    Finding,
    Option,
    Review,
    Reviewed,
    SeenMove,
    by_deal,
    deal_review,
    forgiven,
)
from bot.rummy.view import View


def review(moves: Sequence[SeenMove], end: View) -> Review:
    """What is certain about these moves of one seat; `end`: the match in the end."""
    deals: list[DealReview] = []
    found: list[Reviewed] = []
    for number, own in by_deal(moves):
        outcome = end.outcomes[number - 1] if number <= len(end.outcomes) else None
        turns = 0
        for move in own:
            deal = western_deal(move.view.deal)
            turns += deal.phase is Phase.DRAW and isinstance(move.action, Draw | Lapse)
            if reviewed := _judged(move, deal, number, turns):
                found = [*forgiven(found, reviewed), reviewed]
        deals.append(deal_review(number, turns, outcome, end.seat or Seat(0)))
    return Review(end.seat or Seat(0), False, tuple(found), tuple(deals))


def _judged(move: SeenMove, deal: WesternView, number: int, turn: int) -> Reviewed | None:
    match move.action:
        case Draw(source):
            taken, best, finding, points = _drew(deal, source)
        case Discard(card):
            taken, best, finding, points = _threw(deal, card)
        case _:
            return None
    return Reviewed(number, turn, move.view, taken, best, finding, points=points)


def _drew(deal: WesternView, source: Source) -> tuple[Option, Option, Finding, float]:
    """Whether the open card would have let the seat go out."""
    if source is Source.OPEN:
        taken = Option(Deed.OPEN, deal.top)
        return taken, taken, Finding.FINE, 0.0
    taken = Option(Deed.CLOSED)
    if deal.top is not None and deal.refusal(Draw(Source.OPEN)) is None:
        plan = placing.best(replace(deal, hand=(*deal.hand, deal.top)))
        if plan is not None and plan.goes_out:
            return taken, Option(Deed.OPEN, deal.top), Finding.MISSED, 0.0
    return taken, taken, Finding.FINE, 0.0


def _threw(deal: WesternView, card: Card) -> tuple[Option, Option, Finding, float]:
    """Whether the seat could have gone out, or put down more, before it threw that card."""
    if len(deal.hand) == 1:
        out = Option(Deed.OUT, card)
        return out, out, Finding.FINE, 0.0
    taken = Option(Deed.THROW, card)
    plan = placing.best(deal)
    if plan is None or not plan.steps:
        return taken, taken, Finding.FINE, 0.0
    if plan.goes_out:
        # What is thrown last, and all that was placed, counts no more.
        spared = sum(card_points(one, deal.own) for one in deal.hand if one != card)
        return taken, Option(Deed.OUT, plan.left[0]), Finding.MISSED, float(spared)
    best = Option(Deed.THROW, card, points=float(deal.points - plan.points))
    return taken, best, Finding.HELD, float(plan.points)
