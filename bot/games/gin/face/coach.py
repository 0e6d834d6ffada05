"""The coach of gin: the move of the strongest computer, and what follows from it exactly."""

from collections.abc import Iterator

from bot.faces.controls import CoachAnswer
from bot.games.gin import melds
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.computer import level_4
from bot.games.gin.face import words
from bot.games.gin.view import GinView, seen
from bot.languages.sentence import Sentence, say
from bot.rummy.actions import Discard, Draw, Move, Source
from bot.rummy.cards import Card
from bot.rummy.view import View
from bot.text.words import card

EXACT = Sentence("-# The coach cannot see the other hand.")
MOST_CARDS = 3
"""The most discards that are compared."""


def answer(view: View) -> CoachAnswer:
    """Return the coach's advice to the player whose view it is, in their turn."""
    deal, move = seen(view), level_4(view)
    thrown = move.card if isinstance(move, Discard) else None
    return CoachAnswer(_line(deal, move), (*_why(deal, move), EXACT()), thrown)


def _line(deal: GinView, move: Move) -> str:
    """Return the move that the strongest computer would make."""
    match move:
        case Draw(source):
            return _drawing(deal, source)
        case BigGin():
            return say("🧭 **Big gin:** all eleven cards are in melds.")
        case Knock(card=thrown):
            button = words.knock(_without(deal, thrown))
            # Translators: {button} is the label of a button, Gin or Knock 7.
            return say("🧭 **{button}:** throw {card} face down.", button=button, card=card(thrown))
        case Discard(card=thrown):
            return say("🧭 **Throw {card}.**", card=card(thrown))
    return say("🧭 **Pass.**")


def _why(deal: GinView, move: Move) -> Iterator[str]:
    """Yield what follows from the move, and from other moves."""
    match move:
        case Draw() | Pass():
            yield _with_top(deal)
        case Discard(card=thrown):
            yield from _throwing(deal, thrown)


def _drawing(deal: GinView, source: Source) -> str:
    if source is Source.CLOSED or deal.top is None:
        return say("🧭 **Draw from the closed deck.**")
    if deal.is_offered:
        return say("🧭 **Take the open {card}.**", card=card(deal.top))
    return say("🧭 **Draw the open {card}.**", card=card(deal.top))


def _with_top(deal: GinView) -> str:
    """Return how the open card would change the hand."""
    now = deal.best.raw
    if deal.top is None or deal.is_refused:
        return say("Your deadwood now: {now}.", now=now)
    _, kept = melds.best_discard((*deal.hand, deal.top), deal.top)
    return say("Your deadwood with {card}: {then}; now: {now}.", card=card(deal.top), then=kept.raw, now=now)


def _throwing(deal: GinView, best: Card) -> Iterator[str]:
    """Yield the card to throw, and two others to compare."""
    knock = next(deal.knocks, None)
    if knock is not None:
        yield say("Don't knock yet. You could with {number}, but gin is near.", number=knock[1])
    others = sorted((one for one in deal.hand if one not in (best, deal.taken)), key=lambda one: _without(deal, one))
    for other in (best, *others[: MOST_CARDS - 1]):
        # Translators: {left} is what is left then, such as 7 deadwood.
        yield say("Throw {card}: {left}.", card=card(other), left=words.deadwood(_without(deal, other)))


def _without(deal: GinView, thrown: Card) -> int:
    return melds.best(one for one in deal.hand if one != thrown).raw
