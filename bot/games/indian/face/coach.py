"""What the coach of the Indian game says."""

from collections.abc import Iterator

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
from bot.games.indian.coaching.prospects import Prospect
from bot.games.indian.declaration import Reason
from bot.games.indian.face.words import REASONS
from bot.rummy.actions import Draw, Drop, Source
from bot.rummy.cards import Rank
from bot.rummy.view import View
from bot.text.words import card, count, lowered, points

SIGN = "🧭"
EXACT = "-# Missing cards, cards that help and points are exact. Points are what you pay if another declares now."
MODEL = "-# What playing on costs is an estimate."


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


def _groups(fault: Reason) -> str:
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


# -- drawing ----------------------------------------------------------------------------------------


def _draw(advice: DrawAdvice, wild: Rank | None) -> Iterator[str]:
    yield f"{SIGN} **{_what_to_do(advice, wild)}**"
    yield f"You miss {count(advice.now.missing, 'card')}: {_help(advice.now, advice.unseen)}."
    if advice.top is not None:
        yield _open(advice, wild)
    if advice.leaving is not None:
        yield _leaving(advice.leaving)
    yield EXACT
    if advice.leaving is not None:
        yield MODEL


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
    if taken is None or taken.then.missing >= advice.now.missing:
        return f"The open {shown} brings you no nearer."
    if not taken.then.missing:
        return f"With the open {shown} you can declare."
    then = f"you miss {count(taken.then.missing, 'card')} once you throw {card(taken.card, wild)}"
    return f"With the open {shown} {then}: {_help(taken.then, advice.unseen)}."


def _leaving(leaving: Leaving) -> str:
    drop = f"A drop costs {points(leaving.cost)}{' and puts you out' if leaving.puts_out else ''}"
    average = round(leaving.playing_on)
    on = f"costs about {average}" if average > 0 else f"wins about {-average}" if average < 0 else "costs about nothing"
    return f"{drop}; playing on {on} on average."


def _help(ahead: Prospect, unseen: int) -> str:
    """How many cards help."""
    if not ahead.helpful:
        return f"none of the {unseen} unseen cards helps"
    verb = "helps" if ahead.helpful == 1 else "help"
    return f"{ahead.helpful} of the {unseen} unseen cards {verb}"


# -- throwing ---------------------------------------------------------------------------------------


def _throw(advice: ThrowAdvice, wild: Rank | None) -> Iterator[str]:
    first, *others = advice.throws
    then = first.then
    missing = f"{count(then.missing, 'card')} missing"
    head = f"{SIGN} **Throw {card(first.card, wild)}**"
    yield f"{head}: {missing}, {_help(then, advice.unseen)}, {points(then.points)}."
    for other in others:
        yield f"Throw {card(other.card, wild)}: {_beside(other, first)}."
    yield EXACT


def _beside(other: Throw, best: Throw) -> str:
    """How a throw differs from the best one."""
    this, that = other.then, best.then
    more = f", {points(this.points)}" if this.points != that.points else ""
    if this.missing != that.missing:
        return f"{count(this.missing, 'card')} missing{more}"
    if this.helpful < that.helpful:
        return f"only {this.helpful} help{more}" if this.helpful else f"none helps{more}"
    if this.helpful > that.helpful:
        later = ", but fewer after that" if this.later < that.later else ""
        return f"{this.helpful} help{later}{more}"
    return f"as many help{more}" if more else "just as good"
