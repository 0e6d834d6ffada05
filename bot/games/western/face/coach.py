"""The coach of the western game in words."""

from collections.abc import Iterator

from bot.faces.controls import CoachAnswer
from bot.games.western.coach import Counsel, DiscardChoice, DrawStep, PutDownStep, TakeBackStep, counsel
from bot.games.western.face import words
from bot.languages.sentence import Sentence, say, say_many
from bot.rummy.actions import Draw, Source
from bot.rummy.view import View
from bot.text.words import card

EXACT = Sentence("The coach cannot see the other hands.")


def answer(view: View) -> CoachAnswer:
    """Return the coach's advice to the player whose view it is, in their turn."""
    return in_words(counsel(view))


def in_words(found: Counsel) -> CoachAnswer:
    """Return some advice in words, the best move first."""
    match found:
        case DrawStep():
            return CoachAnswer(_draw(found), (*_drawing(found),))
        case PutDownStep(goes_out=True):
            return CoachAnswer(f"🧭 {words.go_out(found.steps, found.partings[0].card)}")
        case PutDownStep(steps=()):
            thrown = found.partings[0].card
            return CoachAnswer(say("🧭 **Throw {card}.**", card=card(thrown)), (*_putting_down(found),), thrown)
        case PutDownStep():
            return CoachAnswer(
                # Translators: {steps} is a list such as: 7♠ 8♠ 9♠; K♦ on meld 1.
                say(
                    "🧭 **Put down {steps}, then throw {card}.**",
                    steps=words.would_all(found.steps),
                    card=card(found.partings[0].card),
                ),
                (*_putting_down(found),),
            )
        case TakeBackStep():
            told = say("🧭 **Take back a step with {undo}.** You cannot end your turn from here.", undo=words.UNDO())
            return CoachAnswer(told)


def _draw(found: DrawStep) -> str:
    if found.action == Draw(Source.OPEN) and found.top is not None:
        return say("🧭 **Draw the open {card}.**", card=card(found.top))
    return say("🧭 **Draw from the closed deck.**")


def _drawing(found: DrawStep) -> Iterator[str]:
    if found.top is None:
        return
    if found.goes_out:
        yield say("With the open {card} you can go out.", card=card(found.top))
    elif found.gain > 0:
        yield say_many(
            found.gain,
            "With the open {card} you can put down {number} point more.",
            "With the open {card} you can put down {number} points more.",
            card=card(found.top),
        )
    else:
        yield say("The open {card} does not help you put down more.", card=card(found.top))
    yield EXACT()


def _putting_down(found: PutDownStep) -> Iterator[str]:
    if found.steps:
        # Translators: {best} is the label of a button.
        yield say_many(
            found.points,
            "**{best}** puts them down: {number} point less in hand.",
            "**{best}** puts them down: {number} points less in hand.",
            best=words.PLACE_BEST(),
        )
    for parting in found.partings:
        yield f"{_thrown(parting)} {_links(parting)}"
    yield EXACT()


def _thrown(parting: DiscardChoice) -> str:
    return say_many(
        parting.points,
        "Throw {card}: {number} point stays in hand.",
        "Throw {card}: {number} points stay in hand.",
        card=card(parting.card),
    )


def _links(parting: DiscardChoice) -> str:
    """Return how many other cards combine with the discard."""
    if not parting.links:
        return say("It goes with no other card.")
    return say_many(parting.links, "It goes with {number} other card.", "It goes with {number} other cards.")
