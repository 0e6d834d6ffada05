"""What the coach of the Indian game says."""

from collections.abc import Iterator
from enum import StrEnum

from bot.games.indian.coaching.advice import (
    Advice,
    DrawAdvice,
    FinishAdvice,
    SlotAdvice,
    Throw,
    ThrowAdvice,
    advise,
)
from bot.games.indian.coaching.leaving import Leaving
from bot.games.indian.computer.chances import Outlook
from bot.games.indian.declaration import Reason
from bot.games.indian.face.words import REASONS
from bot.rummy.actions import Draw, Drop, Source
from bot.rummy.cards import Rank
from bot.rummy.view import View
from bot.text.words import card, count, lowered, points

SIGN = "🧭"
DRAWING = "-# Missing cards and cards that help are exact; the chance and the average are estimates."
THROWING = (
    "-# Cards and points are exact; points are what you pay, your cards laid best, if another declares now. The chance "
    "is an estimate."
)


def said(view: View) -> str:
    """What the coach says to the player whose view it is, whose turn it is."""
    return "\n".join(lines(advise(view), view.deal.wild if view.deal is not None else None))


def lines(advice: Advice, wild: Rank | None) -> Iterator[str]:
    """The same of some advice, line by line: what to do first."""
    match advice:
        case DrawAdvice():
            yield from _draw(advice, wild)
        case ThrowAdvice():
            yield from _throw(advice, wild)
        case FinishAdvice(thrown, fault):
            yield f"{SIGN} **You can declare: throw {card(thrown, wild)}.** {_groups(fault)}"
        case SlotAdvice():
            yield _slot(advice)


def _groups(fault: StrEnum) -> str:
    if fault is Reason.OK:
        return "Your groups are valid then."
    return f"As they lie now, your groups would be wrong: {lowered(REASONS[fault])} **Best** lays valid ones."


def _slot(advice: SlotAdvice) -> str:
    if advice.fault is Reason.OK:
        return f"{SIGN} **Declare now.** Your groups are valid."
    if not advice.can_be_valid:
        return f"{SIGN} No groups of these cards are valid, so this declaration costs you {points(advice.cost)}."
    wrong = f"As your groups lie, this declaration would be wrong: {lowered(REASONS[advice.fault])}"
    return f"{SIGN} **Press Best, then declare.** {wrong} That would cost you {points(advice.cost)}."


def chance(share: float) -> str:
    """A chance in round numbers."""
    percent = 10 * round(10 * share)
    said = {0: "less than 5", 100: "more than 95"}.get(percent, f"about {percent}")
    return f"{said} %"


# -- drawing ----------------------------------------------------------------------------------------


def _draw(advice: DrawAdvice, wild: Rank | None) -> Iterator[str]:
    now = advice.now
    yield f"{SIGN} **{_what_to_do(advice, wild)}**"
    if not now.missing:
        yield "Your hand is complete: throw a card, and declare."
        return
    yield f"{count(now.missing, 'card')} missing, {_help(now)}. Your chance to win this deal is {chance(now.chance)}."
    if advice.top is not None:
        yield _open(advice, wild)
    if advice.leaving is not None:
        yield _leaving(advice.leaving)
    yield DRAWING


def _what_to_do(advice: DrawAdvice, wild: Rank | None) -> str:
    if isinstance(advice.action, Drop):
        return "Drop."
    if advice.action == Draw(Source.OPEN) and advice.top is not None:
        return f"Draw the open {card(advice.top, wild)}."
    return "Draw from the closed deck."


def _open(advice: DrawAdvice, wild: Rank | None) -> str:
    """What the open card would do."""
    assert advice.top is not None
    shown, taken = card(advice.top, wild), advice.taken
    if taken is None:
        return f"The open {shown} brings you no nearer."
    if not taken.then.missing:
        return f"With the open {shown} you can declare."
    then = f"{count(taken.then.missing, 'card')} missing once you throw {card(taken.card, wild)}"
    return f"With the open {shown}: {then}, {_help(taken.then)}."


def _leaving(leaving: Leaving) -> str:
    drop = f"A drop costs {points(leaving.cost)}{' and puts you out' if leaving.puts_out else ''}"
    average = 5 * round(leaving.playing_on / 5)
    on = f"costs about {average}" if average > 0 else f"wins about {-average}" if average else "costs about nothing"
    on = "costs about as much" if average == leaving.cost else on
    out = ", and a lost deal may put you out" if leaving.may_put_out else ""
    return f"{drop}; playing on {on} on average{out}."


def _help(then: Outlook) -> str:
    """How many cards help."""
    verb = "helps" if then.helping == 1 else "help"
    return f"{then.helping or 'none'} of the {then.unseen} unseen cards {verb}"


# -- throwing ---------------------------------------------------------------------------------------


def _throw(advice: ThrowAdvice, wild: Rank | None) -> Iterator[str]:
    best, *others = advice.throws
    head = f"{SIGN} **Throw {card(best.card, wild)}**: {count(best.then.missing, 'card')} missing"
    yield f"{head}, {_help(best.then)}, {points(best.pays)}."
    for other in others:
        yield f"Throw {card(other.card, wild)}: {_beside(other, best)}."
    yield f"Your chance to win this deal is {chance(best.then.chance)} if you throw {card(best.card, wild)}."
    yield THROWING


def _beside(other: Throw, best: Throw) -> str:
    """How a throw differs from the best one."""
    cost = f", {points(other.pays)}" if other.pays != best.pays else ""
    if other.then.missing != best.then.missing:
        return f"{count(other.then.missing, 'card')} missing{cost}"
    more = other.then.helping - best.then.helping
    if more < 0:
        return f"only {other.then.helping} help{cost}" if other.then.helping else f"none helps{cost}"
    if more > 0:
        return f"{other.then.helping} help now{cost}"
    return f"as many help{cost}" if cost else "just as good"
