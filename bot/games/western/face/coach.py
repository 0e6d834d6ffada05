"""The coach of the western game in words."""

from collections.abc import Iterator

from bot.games.western.coach import Counsel, DiscardChoice, DrawStep, PutDownStep, TakeBackStep, counsel
from bot.games.western.face import words
from bot.languages.sentence import Sentence, say, say_many
from bot.rummy.actions import Draw, Source
from bot.rummy.view import View
from bot.text.words import card

EXACT = Sentence("-# The coach cannot see the other hands.")


def advice_text(view: View) -> str:
    """Return the coach's advice to the player whose view it is, in their turn."""
    return "\n".join(lines(counsel(view)))


def lines(found: Counsel) -> Iterator[str]:
    """Yield some advice in words, line by line, the best move first."""
    match found:
        case DrawStep():
            yield from _drawing(found)
        case PutDownStep():
            yield from _putting_down(found)
        case TakeBackStep():
            yield say("🧭 **Take back a step with {undo}.** You cannot end your turn from here.", undo=words.UNDO())


def _drawing(found: DrawStep) -> Iterator[str]:
    if found.action == Draw(Source.OPEN) and found.top is not None:
        yield say("🧭 **Draw the open {card}.**", card=card(found.top))
    else:
        yield say("🧭 **Draw from the closed deck.**")
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
    if found.goes_out:
        yield f"🧭 {words.go_out(found.steps, found.partings[0].card)}"
        return
    best, *others = found.partings
    if found.steps:
        # Translators: {steps} is a list such as: 7♠ 8♠ 9♠; K♦ on meld 1. {best} is the label of a button.
        yield say_many(
            found.points,
            "🧭 **Put down {steps}:** {number} point less in hand. **{best}** does it.",
            "🧭 **Put down {steps}:** {number} points less in hand. **{best}** does it.",
            steps=words.would_all(found.steps),
            best=words.PLACE_BEST(),
        )
        yield f"{_then(best)} {_links(best)}"
    else:
        yield f"{_first(best)} {_links(best)}"
    for other in others:
        yield f"{_other(other)} {_links(other)}"
    yield EXACT()


def _first(parting: DiscardChoice) -> str:
    return say_many(
        parting.points,
        "🧭 **Throw {card}:** {number} point stays in hand.",
        "🧭 **Throw {card}:** {number} points stay in hand.",
        card=card(parting.card),
    )


def _then(parting: DiscardChoice) -> str:
    return say_many(
        parting.points,
        "**Then throw {card}:** {number} point stays in hand.",
        "**Then throw {card}:** {number} points stay in hand.",
        card=card(parting.card),
    )


def _other(parting: DiscardChoice) -> str:
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
