"""The coach of gin: the move of the strongest computer, and what can be expected of it."""

from collections.abc import Iterator

from bot.faces.controls import CoachAnswer
from bot.games.gin import melds
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.computer import choices, draws, level_4
from bot.games.gin.face import words
from bot.games.gin.melds import bits, deadwood
from bot.games.gin.view import GinView, seen
from bot.games.gin.weights import Expectation
from bot.languages.sentence import Sentence, say
from bot.rummy.actions import Discard, Draw, Move, Source
from bot.rummy.cards import Card
from bot.rummy.view import View
from bot.text.review import chance, signed
from bot.text.words import card

EXACT = Sentence("The coach cannot see the other hand. Chances are estimates.")
MOST_CARDS = 3
"""The most discards that are compared."""


def answer(view: View) -> CoachAnswer:
    """Return the coach's advice to the player whose view it is, in their turn."""
    deal, move = seen(view), level_4(view)
    thrown = move.card if isinstance(move, Discard) else None
    return CoachAnswer(_line(deal, move), (*_why(view, move), EXACT()), thrown)


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


def _why(view: View, move: Move) -> Iterator[str]:
    """Yield what follows from the move, and from other moves."""
    deal = seen(view)
    match move:
        case Draw() | Pass():
            yield _with_top(deal)
            if deal.top is not None and deal.refusal(Draw(Source.OPEN)) is None:
                yield _both_decks(view, deal, deal.top)
        case Discard():
            yield from _throwing(view, deal)
        case Knock(card=thrown) if _without(deal, thrown):
            yield from _knocking(view, deal, thrown)


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


def _both_decks(view: View, deal: GinView, top: Card) -> str:
    """Return what can be expected with the open card, and with a closed one."""
    take, leave = draws(view, deal, top)
    # Translators: {open} and {closed} are such as: chance to win about 54 %
    return say(
        "With {card}: {open}; with a closed card: {closed}.",
        card=card(top),
        open=_hopes(view, take),
        closed=_hopes(view, leave),
    )


def _knocking(view: View, deal: GinView, thrown: Card) -> Iterator[str]:
    """Yield the deadwood of a knock, and the chance that it is undercut."""
    knock = next(one for one in choices(view, deal)[1] if one.card == thrown)
    # Translators: {left} is such as "7 deadwood", {chance} such as "about 12 %"
    yield say(
        "That leaves {left}. Chance of an undercut: {chance}.",
        left=words.deadwood(_without(deal, thrown)),
        chance=chance(1 - knock.outlook.chance),
    )


def _throwing(view: View, deal: GinView) -> Iterator[str]:
    """Yield the card to throw, and two others to compare."""
    throws, knocks = choices(view, deal)
    for knock in knocks[:1]:
        # Translators: {knock} and {more} are such as: chance to win about 54 %
        yield say(
            "Don't knock yet. If you knock with {number}: {knock}; if you play on: {more}.",
            number=_without(deal, knock.card),
            knock=_hopes(view, knock.outlook),
            more=_hopes(view, throws[0].outlook),
        )
    for one in throws[:MOST_CARDS]:
        # Translators: {left} is what is left then, such as 7 deadwood, {hopes} such as: chance to win about 54 %,
        # and {chance} the chance that the other player can use the card, such as: about 12 %
        yield say(
            "Throw {card}: {left}; {hopes}; helps the other player: {chance}.",
            card=card(one.card),
            left=words.deadwood(_without(deal, one.card)),
            hopes=_hopes(view, one.outlook),
            chance=chance(one.wanted),
        )


def _hopes(view: View, outlook: Expectation) -> str:
    """Return what decides between moves: the chance to win, or the points in a match of several deals."""
    if view.format.is_single:
        return say("chance to win {chance}", chance=chance(outlook.chance))
    # Translators: {points} is a number such as +4.2
    return say("{points} points on average", points=signed(outlook.points))


def _without(deal: GinView, thrown: Card) -> int:
    return deadwood(bits(deal.hand) ^ bits((thrown,)))
