"""The coach of twenty-one-card rummy: the move of the strongest computer, and exact counts."""

from collections.abc import Iterator
from itertools import compress

from bot.faces.controls import CoachAnswer
from bot.games.indian.coach import FinishAdvice, SlotAdvice
from bot.games.indian.face.coach import as_it_is, drawing, finishing, help_beside, help_of, slot, throwing, with_open
from bot.games.twentyone.coach import DrawCounts, HandCounts, ThrowCounts, advise
from bot.games.twentyone.face.words import REASONS
from bot.games.twentyone.search.hands import EIGHT_DUBLEES, EIGHT_JOKERS, SIX_DUBLEES
from bot.games.twentyone.search.suits import MOST_PURE
from bot.languages.formats import with_commas
from bot.languages.sentence import Sentence, say, say_many
from bot.rummy.cards import Wild
from bot.rummy.view import View
from bot.text.words import card, points

EXACT = Sentence("A card helps if it makes one more pure sequence or, when you have three, if it fits a meld.")
SIX_JOKERS = 6
"""The coach mentions jokers from this number on."""


def answer(view: View) -> CoachAnswer:
    """Return the coach's advice to the player whose view it is, in their turn."""
    jokers = view.deal.jokers if view.deal is not None else None
    match advise(view):
        case FinishAdvice() as advice:
            return finishing(advice, jokers, REASONS)
        case SlotAdvice() as advice:
            return slot(advice, REASONS)
        case DrawCounts() as advice:
            return CoachAnswer(drawing(advice.action, advice.top, jokers), (*_draw(advice, jokers), EXACT()))
        case ThrowCounts() as advice:
            best = advice.throws[0].card
            return CoachAnswer(throwing(best, jokers), (*_throw(advice, jokers), EXACT()), best)


def _draw(advice: DrawCounts, jokers: Wild) -> Iterator[str]:
    yield as_it_is(*_notes(advice.now))
    if advice.top is not None:
        yield _open(advice, jokers)
    yield from _ways(advice.now)
    if advice.drop is not None:
        yield say("A drop costs {points}.", points=points(advice.drop))


def _open(advice: DrawCounts, jokers: Wild) -> str:
    """Return how the open card would change the hand."""
    assert advice.top is not None
    shown, taken = card(advice.top, jokers), advice.taken
    if taken is None:
        return say("The open {card} brings you no closer.", card=shown)
    if taken.declares:
        return say("With the open {card} you can declare.", card=shown)
    return with_open(shown, card(taken.thrown, jokers), _pure(taken.pure), _left(taken.left))


def _throw(advice: ThrowCounts, jokers: Wild) -> Iterator[str]:
    best, *others = advice.throws
    yield say("Throw {card}: {notes}.", card=card(best.card, jokers), notes=with_commas(_notes(best.then)))
    for other in others:
        yield say("Throw {card}: {notes}.", card=card(other.card, jokers), notes=_beside(other.then, best.then))
    yield from _ways(best.then)


def _notes(then: HandCounts) -> tuple[str, ...]:
    """Return pure sequences, points in no meld, and the cards that help."""
    return _pure(then.pure), _left(then.left), help_of(then.helping, then.unseen)


def _pure(number: int) -> str:
    return say("{number} of {most} pure sequences", number=number, most=MOST_PURE)


def _left(number: int) -> str:
    return say_many(number, "{number} point in no meld", "{number} points in no meld")


def _beside(then: HandCounts, other: HandCounts) -> str:
    """Return the counts that differ from those of a hand mentioned before."""
    differs = (then.pure != other.pure, then.left != other.left, then.helping != other.helping)
    notes = (_pure(then.pure), _left(then.left), help_beside(then.helping, other.helping))
    return with_commas(compress(notes, differs)) or say("just as good")


def _ways(then: HandCounts) -> Iterator[str]:
    """Yield how near other ways to declare are."""
    if then.dublees >= SIX_DUBLEES:
        yield say("You hold {number} dublees: {most} are enough to declare.", number=then.dublees, most=EIGHT_DUBLEES)
    if then.jokers >= SIX_JOKERS:
        yield say("You hold {number} jokers: {most} are enough to declare.", number=then.jokers, most=EIGHT_JOKERS)
