"""What the coach of the western game says."""

from collections.abc import Iterator

from bot.games.western.coaching import Counsel, Drawing, Parting, PuttingDown, TakingBack, counsel
from bot.games.western.face import words
from bot.rummy.actions import Draw, Source
from bot.rummy.view import View
from bot.text.words import card, count, points

SIGN = "🧭"
EXACT = "-# The points are exact. What others hold the coach does not know."


def said(view: View) -> str:
    """What the coach says to the player whose view it is, whose turn it is."""
    return "\n".join(lines(counsel(view)))


def lines(found: Counsel) -> Iterator[str]:
    """The same of some advice, line by line: what to do first."""
    match found:
        case Drawing():
            yield from _drawing(found)
        case PuttingDown():
            yield from _putting_down(found)
        case TakingBack():
            yield f"{SIGN} **Take back a step with Undo.** From here no discard can end your turn."


def _drawing(found: Drawing) -> Iterator[str]:
    if found.action == Draw(Source.OPEN) and found.top is not None:
        yield f"{SIGN} **Draw the open {card(found.top)}.**"
    else:
        yield f"{SIGN} **Draw from the closed deck.**"
    if found.top is None:
        return
    if found.goes_out:
        yield f"With the open {card(found.top)} you can go out."
    elif found.gain > 0:
        yield f"With the open {card(found.top)} you can put down {points(found.gain)} more."
    else:
        yield f"With the open {card(found.top)} you can put down no more than without it."
    yield EXACT


def _putting_down(found: PuttingDown) -> Iterator[str]:
    if found.goes_out:
        yield f"{SIGN} {words.go_out(found.steps, found.partings[0].card).removeprefix('✅ ')}"
        return
    best, *others = found.partings
    first = f"{SIGN} **Throw"
    if found.steps:
        put_down = f"{SIGN} **Put down {words.would_all(found.steps)}:**"
        yield f"{put_down} {points(found.points)} less in hand. **Place best** does it."
        first = "**Then throw"
    yield f"{first} {card(best.card)}:** {_left(best)}."
    for other in others:
        yield f"Throw {card(other.card)}: {_left(other)}."
    yield EXACT


def _left(parting: Parting) -> str:
    goes = f"it goes with {count(parting.links, 'other card')}" if parting.links else "it goes with no other card"
    return f"{points(parting.points)} stay in hand, and {goes}"
