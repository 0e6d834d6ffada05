"""The computer players of gin. Each level is a function from the view of a seat to a move.

Levels 1 to 3 follow rules. Level 4 chooses the move with the best outlook.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.games.gin import melds
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.forecast import CardChoice, Forecast
from bot.games.gin.melds import bits, deadwood
from bot.games.gin.view import GinView, seen
from bot.games.gin.weights import Expectation
from bot.rummy.actions import Discard, Draw, Move, Source
from bot.rummy.cards import Card, nearness
from bot.rummy.deal_view import Phase
from bot.rummy.view import View

KNOCK = 10
"""Points that level 3 counts for a knock with the next card."""
NEAR = 0.75
"""Points that level 3 counts for a card that makes a meld of two loose ones."""


@dataclass(frozen=True, slots=True)
class GinStyle:
    """The choices by which one level differs from another."""

    wants: Callable[[GinView, Card], bool]
    """Whether to draw the open card."""
    throws: Callable[[GinView], Card]


def _play(deal: GinView, style: GinStyle) -> Move:
    if deal.phase is Phase.DRAW:
        return _draw(deal, style)
    if deal.has_big_gin:
        return BigGin()
    knock = next(deal.knocks, None)
    if knock is not None:
        return Knock(knock[0])
    return Discard(style.throws(deal))


def _draw(deal: GinView, style: GinStyle) -> Move:
    if deal.top is not None and deal.refusal(Draw(Source.OPEN)) is None and style.wants(deal, deal.top):
        return Draw(Source.OPEN)
    return Pass() if deal.is_offered else Draw(Source.CLOSED)


# -- drawing ----------------------------------------------------------------------------------------


def _lies_in_meld(deal: GinView, top: Card) -> bool:
    """Return whether the open card would lie in a meld."""
    _, kept = melds.best_discard((*deal.hand, top), top)
    return any(top in group for group in kept.groups)


def _saves(deal: GinView, top: Card) -> bool:
    """Return whether the open card allows a knock, or lies in a meld and saves points."""
    _, kept = melds.best_discard((*deal.hand, top), top)
    may = kept.raw <= deal.knock_limit or any(top in group for group in kept.groups)
    return may and kept.raw < deal.best.raw


# -- throwing ---------------------------------------------------------------------------------------


def _loneliest(deal: GinView) -> Card:
    """Return the card outside melds that combines with the fewest others."""
    loose = [card for card in deal.best.deadwood if card != deal.taken] or _allowed(deal)
    return min(loose, key=lambda card: (sum(near(card, other) > 0 for other in deal.hand), card.index))


def _dearest(deal: GinView) -> Card:
    """Return the card whose discard leaves the least deadwood."""
    return melds.best_discard(deal.hand, deal.taken)[0]


def _farsighted(deal: GinView) -> Card:
    """Return the discard with the best hand after the next card."""
    forecast, hand = Forecast(deal), bits(deal.hand)

    def burden(thrown: Card) -> float:
        come = forecast.coming(hand ^ bits((thrown,)))
        return come.deadwood - KNOCK * come.knock - NEAR * come.near

    return min(_allowed(deal), key=lambda card: (burden(card), -card.rank, card.index))


def _allowed(deal: GinView) -> list[Card]:
    return [card for card in deal.hand if card != deal.taken]


def near(card: Card, other: Card) -> int:
    """Return how near two cards are to a meld. Unlike `nearness`, do not join the ace to the king."""
    if card.suit is other.suit and abs(card.rank - other.rank) > 2:
        return 0
    return nearness(card, other)


# -- the best outlook -------------------------------------------------------------------------------


def worth(view: View, outlook: Expectation) -> float:
    """Return what an outlook is worth: in a match of one deal the chance to win it, else the points."""
    return outlook.chance if view.format.is_single else outlook.points


def choices(view: View, deal: GinView) -> tuple[list[CardChoice], list[CardChoice]]:
    """Return the discards and the knocks of a turn, each with the best first."""
    forecast, hand = Forecast(deal), bits(deal.hand)
    throws, knocks = forecast.throws(hand, deal.taken), forecast.knocks(hand, deal.taken)
    return _sorted(view, throws), _sorted(view, knocks)


def draws(view: View, deal: GinView, top: Card) -> tuple[Expectation, Expectation]:
    """Return the outlook with the open card, and with a card of the closed deck."""
    forecast, hand = Forecast(deal), bits(deal.hand)
    eleven = hand | bits((top,))
    options = _sorted(view, forecast.throws(eleven, top) + forecast.knocks(eleven, top))
    return options[0].outlook, forecast.waiting(hand)


def _sorted(view: View, found: list[CardChoice]) -> list[CardChoice]:
    return sorted(found, key=lambda one: worth(view, one.outlook), reverse=True)


def _weighed(view: View) -> Move:
    """Return the move with the best outlook."""
    deal = seen(view)
    if deal.phase is Phase.DRAW:
        return _weighed_draw(view, deal)
    if deal.has_big_gin:
        return BigGin()
    (thrown, *_), knocks = choices(view, deal)
    for knock in knocks[:1]:
        is_gin = not deadwood(bits(deal.hand) ^ bits((knock.card,)))
        if is_gin or worth(view, knock.outlook) >= worth(view, thrown.outlook):
            return Knock(knock.card)
    return Discard(thrown.card)


def _weighed_draw(view: View, deal: GinView) -> Move:
    if deal.top is not None and deal.refusal(Draw(Source.OPEN)) is None:
        take, leave = draws(view, deal, deal.top)
        if worth(view, take) > worth(view, leave):
            return Draw(Source.OPEN)
    return Pass() if deal.is_offered else Draw(Source.CLOSED)


# -- the levels -------------------------------------------------------------------------------------

BEGINNER = GinStyle(_lies_in_meld, _loneliest)
GREEDY = GinStyle(_saves, _dearest)
FARSIGHTED = GinStyle(_saves, _farsighted)


def level_1(view: View) -> Move:
    """Play like a beginner: keep cards that go together, however much they count."""
    return _play(seen(view), BEGINNER)


def level_2(view: View) -> Move:
    """Keep the least deadwood, and knock as soon as possible."""
    return _play(seen(view), GREEDY)


def level_3(view: View) -> Move:
    """Look one card ahead, and knock as soon as possible."""
    return _play(seen(view), FARSIGHTED)


def level_4(view: View) -> Move:
    """Choose the move with the best outlook."""
    return _weighed(view)


LEVELS = (level_1, level_2, level_3, level_4)
