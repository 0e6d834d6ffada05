"""What the coach of gin says: what the computer would do, and what follows from it exactly."""

from collections.abc import Iterator

from bot.games.gin import melds
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.computer import level_4
from bot.games.gin.face import words
from bot.games.gin.view import GinView, seen
from bot.rummy.actions import Discard, Draw, Move, Source
from bot.rummy.cards import Card
from bot.rummy.view import View
from bot.text.words import card

SIGN = "🧭"
EXACT = "-# The deadwood is exact. What the other player holds, the coach does not know."
MOST_CARDS = 3
"""Cards to throw that are compared."""


def said(view: View) -> str:
    """What the coach says to the player whose view it is, whose turn it is."""
    return "\n".join((*_lines(seen(view), level_4(view)), EXACT))


def _lines(deal: GinView, move: Move) -> Iterator[str]:
    """The same, for the move that the strongest computer would make."""
    match move:
        case Draw(Source.OPEN):
            yield f"{SIGN} **{'Take' if deal.is_offered else 'Draw'} the open {_top(deal)}.**"
            yield _with_top(deal)
        case Draw():
            yield f"{SIGN} **Draw from the closed deck.**"
            yield _with_top(deal)
        case Pass():
            yield f"{SIGN} **Pass.**"
            yield _with_top(deal)
        case BigGin():
            yield f"{SIGN} **Big gin:** all eleven cards lie in melds."
        case Knock(card=thrown):
            left = _without(deal, thrown)
            yield f"{SIGN} **{words.knock(left)}:** throw {card(thrown)} face down."
        case Discard(card=thrown):
            yield from _throwing(deal, thrown)


def _top(deal: GinView) -> str:
    return card(deal.top) if deal.top is not None else "card"


def _with_top(deal: GinView) -> str:
    """What the open card would change."""
    if deal.top is None or deal.is_refused:
        return f"You have {words.deadwood(deal.best.raw)} now."
    _, kept = melds.best_discard((*deal.hand, deal.top), deal.top)
    return f"With {card(deal.top)} you would have {words.deadwood(kept.raw)}, now {words.deadwood(deal.best.raw)}."


def _throwing(deal: GinView, best: Card) -> Iterator[str]:
    """The card to throw, and two others to compare."""
    knock = next(deal.knocks, None)
    if knock is not None:
        yield f"{SIGN} **Do not knock yet,** though you could with {knock[1]}: gin is near."
    yield f"{SIGN} **Throw {card(best)}:** {words.deadwood(_without(deal, best))}."
    others = sorted((one for one in deal.hand if one not in (best, deal.taken)), key=lambda one: _without(deal, one))
    for other in others[: MOST_CARDS - 1]:
        yield f"Throw {card(other)}: {words.deadwood(_without(deal, other))}."


def _without(deal: GinView, thrown: Card) -> int:
    return melds.best(one for one in deal.hand if one != thrown).raw
