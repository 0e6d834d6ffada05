"""The coach of the Indian game in words."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from bot.faces.controls import CoachAnswer
from bot.games.indian.coach import (
    Advice,
    DrawAdvice,
    FinishAdvice,
    SlotAdvice,
    Throw,
    ThrowAdvice,
    advise,
)
from bot.games.indian.computer.chances import Outlook
from bot.games.indian.drop_costs import DropCost
from bot.games.indian.face.words import BEST, REASONS
from bot.languages.formats import with_commas
from bot.languages.sentence import Sentence, say, say_many
from bot.rummy.actions import Draw, Drop, Source
from bot.rummy.cards import Card, Rank, Wild
from bot.rummy.view import View
from bot.text.words import card, points

SIGN = "🧭"
DRAWING = Sentence("Chance and average are estimates.")
THROWING = Sentence("Points: what you would pay if someone declared now. The chance is an estimate.")


def answer(view: View) -> CoachAnswer:
    """Return the coach's advice to the player whose view it is, in their turn."""
    return in_words(advise(view), view.deal.wild if view.deal is not None else None)


def in_words(advice: Advice, wild: Rank | None) -> CoachAnswer:
    """Return some advice in words, the best move first."""
    match advice:
        case DrawAdvice():
            return CoachAnswer(drawing(advice.action, advice.top, wild), (*_draw(advice, wild),))
        case ThrowAdvice():
            best = advice.throws[0].card
            return CoachAnswer(throwing(best, wild), (*_throw(advice, wild),), best)
        case FinishAdvice():
            return finishing(advice, wild, REASONS)
        case SlotAdvice():
            return slot(advice, REASONS)


def throwing(best: Card, jokers: Wild) -> str:
    """Return the line that advises to throw a card."""
    return say("🧭 **Throw {card}.**", card=card(best, jokers))


def finishing(advice: FinishAdvice, jokers: Wild, reasons: Mapping[StrEnum, Sentence]) -> CoachAnswer:
    """Return how to declare, in this game and in games that build on it."""
    can = say("**You can declare: throw {card}.**", card=card(advice.card, jokers))
    return CoachAnswer(f"{SIGN} {can}", (_groups(advice.fault, reasons),))


def _groups(fault: StrEnum | None, reasons: Mapping[StrEnum, Sentence]) -> str:
    if fault is None:
        return say("Your groups are valid then.")
    wrong = say("Your groups as they are now would be wrong.")
    return " ".join((wrong, reasons[fault](), say("**{button}** lays valid ones.", button=BEST())))


def slot(advice: SlotAdvice, reasons: Mapping[StrEnum, Sentence]) -> CoachAnswer:
    """Return advice for a card in the finish slot, in this game and in games that build on it."""
    if advice.fault is None:
        ready = say("**Declare now.** Your groups are valid.")
        return CoachAnswer(f"{SIGN} {ready}")
    cost = points(advice.cost)
    if not advice.can_be_valid:
        none = say("No groups of these cards are valid, so this declaration costs you {points}.", points=cost)
        return CoachAnswer(f"{SIGN} {none}")
    why = (
        say("With your groups as they are, this declaration would be wrong."),
        reasons[advice.fault](),
        say("That would cost you {points}.", points=cost),
    )
    first = say("**Press {button}, then declare.**", button=BEST())
    return CoachAnswer(f"{SIGN} {first}", (" ".join(why),))


def chance(share: float) -> str:
    """Return a chance in round numbers."""
    percent = 10 * round(10 * share)
    if percent in (0, 100):
        return say("more than 95 %") if percent else say("less than 5 %")
    return say("about {number} %", number=percent)


# -- drawing ----------------------------------------------------------------------------------------


def _draw(advice: DrawAdvice, wild: Rank | None) -> Iterator[str]:
    now = advice.now
    if not now.missing:
        yield say("Your hand is complete: throw a card, and declare.")
        return
    # Nobody knows how often hands win that computers drop. For those, give the figures that the drop is based on.
    share = now.reckoned if isinstance(advice.action, Drop) else now.chance
    hopes = say("Your chance to win this deal is {chance}.", chance=chance(share))
    yield f"{as_it_is(_missing(now), help_of(now.helping, now.unseen))} {hopes}"
    if advice.top is not None:
        yield _open(advice, wild)
    if advice.leaving is not None:
        yield _leaving(advice.leaving)
    yield DRAWING()


def drawing(action: Draw | Drop, top: Card | None, jokers: Wild) -> str:
    """Return the line that advises what to draw, or to drop."""
    if isinstance(action, Drop):
        what = say("Drop.")
    elif action == Draw(Source.OPEN) and top is not None:
        what = say("Draw the open {card}.", card=card(top, jokers))
    else:
        what = say("Draw from the closed deck.")
    return f"{SIGN} **{what}**"


def as_it_is(*notes: str) -> str:
    """Return the worth of the hand before a draw, in a few notes."""
    # Translators: {notes} is such as: 2 cards missing, 5 of the 60 unseen cards help
    return say("Now: {notes}.", notes=with_commas(notes))


def with_open(shown: str, thrown: str, *notes: str) -> str:
    """Return the worth of the hand after drawing the open card and throwing another one."""
    # Translators: {card} is the open card, {thrown} the card to throw then, {notes} what follows, such as: 2 of 3 pure
    # sequences, 6 points in no meld
    return say(
        "With the open {card} once you throw {thrown}: {notes}.", card=shown, thrown=thrown, notes=with_commas(notes)
    )


def _open(advice: DrawAdvice, wild: Rank | None) -> str:
    """Return how the open card would change the hand."""
    assert advice.top is not None
    shown, taken = card(advice.top, wild), advice.taken
    if taken is None:
        return say("The open {card} brings you no closer.", card=shown)
    if not taken.then.missing:
        return say("With the open {card} you can declare.", card=shown)
    help = help_of(taken.then.helping, taken.then.unseen)
    return with_open(shown, card(taken.card, wild), _missing(taken.then), help)


def _leaving(leaving: DropCost) -> str:
    cost = points(leaving.cost)
    told = [
        say("A drop costs {points} and puts you out.", points=cost)
        if leaving.puts_out
        else say("A drop costs {points}.", points=cost),
        _playing_on(leaving),
    ]
    if leaving.may_put_out:
        told.append(say("A lost deal may put you out."))
    return " ".join(told)


def _playing_on(leaving: DropCost) -> str:
    average = 5 * round(leaving.playing_on / 5)
    if average == leaving.cost:
        return say("Playing on costs about the same on average.")
    if average > 0:
        return say("Playing on costs about {number} points on average.", number=average)
    if average < 0:
        return say("Playing on wins about {number} points on average.", number=-average)
    return say("Playing on costs about nothing on average.")


def _missing(then: Outlook) -> str:
    return say_many(then.missing, "{number} card missing", "{number} cards missing")


def help_of(helping: int, unseen: int) -> str:
    """Return how many cards help."""
    if not helping:
        return say("none of the {unseen} unseen cards help", unseen=unseen)
    return say_many(
        helping,
        "{number} of the {unseen} unseen cards helps",
        "{number} of the {unseen} unseen cards help",
        unseen=unseen,
    )


# -- throwing ---------------------------------------------------------------------------------------


def _throw(advice: ThrowAdvice, wild: Rank | None) -> Iterator[str]:
    best, *others = advice.throws
    thrown = card(best.card, wild)
    help = help_of(best.then.helping, best.then.unseen)
    notes = with_commas((_missing(best.then), help, points(best.pays)))
    yield say("Throw {card}: {notes}.", card=thrown, notes=notes)
    for other in others:
        yield say("Throw {card}: {notes}.", card=card(other.card, wild), notes=_beside(other, best))
    yield say(
        "Your chance to win this deal is {chance} if you throw {card}.", chance=chance(best.then.chance), card=thrown
    )
    yield THROWING()


def _beside(other: Throw, best: Throw) -> str:
    """Return how a throw differs from the best one."""
    more = other.then.helping - best.then.helping
    if other.then.missing == best.then.missing and not more and other.pays == best.pays:
        return say("just as good")
    if other.then.missing != best.then.missing:
        told = _missing(other.then)
    elif more:
        told = help_beside(other.then.helping, best.then.helping)
        if more > 0:
            # The best throw has fewer cards that help now, so the numbers alone look wrong.
            why = say("but fewer after that") if other.ahead > best.ahead else say("but more points to pay")
            told = with_commas((told, why))
    else:
        told = say("same number help")
    return told if other.pays == best.pays else f"{told}, {points(other.pays)}"


def help_beside(helping: int, others: int) -> str:
    """Return how many cards help, after a hand with which `others` cards help."""
    if helping > others:
        return say_many(helping, "{number} helps now", "{number} help now")
    return (
        say_many(helping, "only {number} card helps", "only {number} cards help") if helping else say("no card helps")
    )
