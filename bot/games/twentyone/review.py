"""The review of twenty-one-card rummy: findings that are certain without a model of the others.

It judges missed declarations, with the hand or with the open card; wrong declarations; and discards that broke a pure
sequence although another card could be thrown. Which other card to throw, and when to drop, depends on cards that the
seat could not see.
"""

from collections.abc import Sequence

from bot.games.indian.actions import Declare
from bot.games.twentyone.coach import best_throws
from bot.games.twentyone.search.hands import SIX_DUBLEES, copies, read
from bot.games.twentyone.search.search import pure_there
from bot.games.twentyone.view import TwentyOneView, twentyone_deal
from bot.rummy.actions import Discard, Draw, Drop, Lapse, Source
from bot.rummy.cards import Card, Groups
from bot.rummy.deal_view import Phase, without
from bot.rummy.review import Deed, Finding, Option, Review, SeenMove, WeighedMove, certain_review, fine
from bot.rummy.view import View


def review(moves: Sequence[SeenMove], end: View) -> Review:
    """Return the certain findings about these moves of one seat; `end`: the match when it was over."""
    return certain_review(moves, end, _judged)


def _judged(move: SeenMove) -> WeighedMove | None:
    deal = twentyone_deal(move.view.deal)
    match move.action:
        case Draw(Source.OPEN):
            return fine(Option(Deed.OPEN, deal.top))
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


def _worse(taken: Option, best: Option, finding: Finding) -> WeighedMove:
    """Return the choice, with its loss: the points that it costs more than the best one."""
    return WeighedMove(taken, best, finding, (taken.points or 0.0) - (best.points or 0.0))


def _left_open(deal: TwentyOneView, taken: Option) -> WeighedMove:
    """Return the judgement of a closed draw: whether the open card would have made a declaration."""
    if deal.top is None or deal.refusal(Draw(Source.OPEN)) is not None:
        return fine(taken)
    is_enough = deal.laws.best_discard((*deal.hand, deal.top))[1].declarable
    return _worse(taken, Option(Deed.OPEN, deal.top), Finding.MISSED) if is_enough else fine(taken)


def _threw(deal: TwentyOneView, card: Card) -> WeighedMove:
    """Return the judgement of a discard: whether the seat could have declared, or kept a pure sequence that it
    broke.
    """
    out, laid = deal.laws.best_discard(deal.hand)
    if laid.declarable:
        return _worse(Option(Deed.THROW, card), Option(Deed.OUT, out), Finding.MISSED)
    kept = _pure(without(deal.hand, (card,)), deal)
    if kept == _pure(deal.hand, deal) or len(copies(deal.hand, 2)) >= SIX_DUBLEES:
        return fine(Option(Deed.THROW, card))
    (other,) = best_throws(deal, deal.hand, 1)
    if _pure(without(deal.hand, (other,)), deal) == kept:
        return fine(Option(Deed.THROW, card))
    return _worse(_thrown(deal, card), _thrown(deal, other), Finding.WORSE)


def _thrown(deal: TwentyOneView, card: Card) -> Option:
    """Return that discard, with the points that the seat would then pay if another player declared."""
    pays = deal.laws.charge(deal.laws.fewest(without(deal.hand, (card,))).raw)
    return Option(Deed.THROW, card, points=float(pays))


def _pure(hand: tuple[Card, ...], deal: TwentyOneView) -> int:
    return pure_there(read(hand, deal.wilds), deal.wilds)


def _declared(deal: TwentyOneView, groups: Groups) -> WeighedMove:
    """Return the judgement of a declaration. Groups that did not come in time are none."""
    assert deal.finishing is not None  # it lies in the finish slot
    if deal.laws.judge(groups, deal.hand).valid:
        return fine(Option(Deed.OUT, deal.finishing))
    held = (*deal.hand, deal.finishing)
    out, laid = deal.laws.best_discard(held)
    best = Option(Deed.OUT, out) if laid.declarable else Option(Deed.THROW, best_throws(deal, held, 1)[0])
    return _worse(Option(Deed.WRONG, points=float(deal.rules.scoring.full_count)), best, Finding.WRONG)
