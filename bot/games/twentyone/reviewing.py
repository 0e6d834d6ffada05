"""The review of twenty-one-card rummy: what is certain without a model of the others.

Judged are missed declarations, with the hand or with the open card, wrong ones, and discards that took a pure sequence
apart though another card could go. What else to throw, and when to drop, depends on cards that the seat could not see.
"""

from collections.abc import Sequence

from bot.games.indian.actions import Declare
from bot.games.twentyone.coaching.advice import best_throws
from bot.games.twentyone.solving.hands import SIX_DUBLEES, copies, read
from bot.games.twentyone.solving.search import pure_there
from bot.games.twentyone.view import TwentyOneView, twentyone_deal
from bot.rummy.actions import Discard, Draw, Drop, Lapse, Source
from bot.rummy.cards import Card, Groups, Seat
from bot.rummy.deal_view import Phase, without
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

Weighed = tuple[Option, Option, Finding]
"""What was done, the best that could be done, and what is to say of it."""


def review(moves: Sequence[SeenMove], end: View) -> Review:
    """What is certain about these moves of one seat; `end`: the match in the end."""
    seat = end.seat or Seat(0)
    deals: list[DealReview] = []
    found: list[Reviewed] = []
    for number, own in by_deal(moves):
        outcome = end.outcomes[number - 1] if number <= len(end.outcomes) else None
        turns = 0
        for move in own:
            deal = twentyone_deal(move.view.deal)
            turns += deal.phase is Phase.DRAW and isinstance(move.action, Draw | Drop | Lapse)
            if judged := _judged(move, deal):
                taken, best, finding = judged
                lost = 0.0 if finding is Finding.FINE else (taken.points or 0.0) - (best.points or 0.0)
                reviewed = Reviewed(number, turns, move.view, taken, best, finding, points=lost)
                found = [*forgiven(found, reviewed), reviewed]
        deals.append(deal_review(number, turns, outcome, seat))
    return Review(seat, False, tuple(found), tuple(deals))


def _judged(move: SeenMove, deal: TwentyOneView) -> Weighed | None:
    match move.action:
        case Draw(Source.OPEN):
            return _fine(Option(Deed.OPEN, deal.top))
        case Draw():
            return _left_open(deal, Option(Deed.CLOSED))
        case Drop():
            return _left_open(deal, Option(Deed.DROP, points=float(deal.drop_points)))
        case Discard(card):
            return _threw(deal, card)
        case Declare(groups):
            return _declared(deal, groups)
        case Lapse() if deal.phase is Phase.DECLARE:
            return _declared(deal, ())
    return None


def _fine(taken: Option) -> Weighed:
    return taken, taken, Finding.FINE


def _left_open(deal: TwentyOneView, taken: Option) -> Weighed:
    """Whether the open card would have made a declaration."""
    if deal.top is None or deal.refusal(Draw(Source.OPEN)) is not None:
        return _fine(taken)
    is_enough = deal.laws.best_discard((*deal.hand, deal.top))[1].declarable
    return (taken, Option(Deed.OPEN, deal.top), Finding.MISSED) if is_enough else _fine(taken)


def _threw(deal: TwentyOneView, card: Card) -> Weighed:
    """Whether the seat could have declared, or kept a pure sequence that it took apart."""
    out, laid = deal.laws.best_discard(deal.hand)
    if laid.declarable:
        return Option(Deed.THROW, card), Option(Deed.OUT, out), Finding.MISSED
    kept = _pure(without(deal.hand, (card,)), deal)
    if kept == _pure(deal.hand, deal) or len(copies(deal.hand, 2)) >= SIX_DUBLEES:
        return _fine(Option(Deed.THROW, card))
    (other,) = best_throws(deal, deal.hand, 1)
    if _pure(without(deal.hand, (other,)), deal) == kept:
        return _fine(Option(Deed.THROW, card))
    return _thrown(deal, card), _thrown(deal, other), Finding.WORSE


def _thrown(deal: TwentyOneView, card: Card) -> Option:
    """That card thrown, and what the seat would pay then if another player declared."""
    pays = deal.laws.charge(deal.laws.fewest(without(deal.hand, (card,))).raw)
    return Option(Deed.THROW, card, points=float(pays))


def _pure(hand: tuple[Card, ...], deal: TwentyOneView) -> int:
    return pure_there(read(hand, deal.wilds), deal.wilds)


def _declared(deal: TwentyOneView, groups: Groups) -> Weighed:
    """Whether these groups are a declaration; without groups in time, none."""
    assert deal.finishing is not None  # it lies in the finish slot
    if deal.laws.judge(groups, deal.hand).valid:
        return _fine(Option(Deed.OUT, deal.finishing))
    held = (*deal.hand, deal.finishing)
    out, laid = deal.laws.best_discard(held)
    best = Option(Deed.OUT, out) if laid.declarable else Option(Deed.THROW, best_throws(deal, held, 1)[0])
    return Option(Deed.WRONG, points=float(deal.rules.scoring.full_count)), best, Finding.WRONG
