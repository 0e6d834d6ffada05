"""What happened at a table: a line for each event, and how a deal ended."""

from collections.abc import Callable, Mapping

from bot.rummy.outcome import Ending
from bot.rummy.rules import Rules
from bot.rummy.view import Event, EventKind
from bot.text.refusals import REASONS
from bot.text.words import card, cards, lowered, points


def event(what: Event, name: str, rules: Rules) -> str:
    """One line for something everybody saw."""
    return _EVENTS[what.kind](what, name, rules)


def _seen(what: Event) -> str:
    return card(what.card) if what.card else "a card"


def _laid(what: Event) -> str:
    return cards(what.cards) or "cards"


def _where(what: Event) -> str:
    return "" if what.meld is None else f" on meld {what.meld + 1}"


def _of(what: Event) -> str:
    return "" if what.meld is None else f" of meld {what.meld + 1}"


def _cost(what: Event) -> str:
    return "" if what.points is None else f" ({points(what.points)})"


def _wrong(what: Event, name: str, rules: Rules) -> str:
    if what.reason is None:
        return f"{name} did not declare in time{_cost(what)}."
    return f"{name} declared wrongly{_cost(what)}: {lowered(REASONS[what.reason])}"


def _missed(rules: Rules) -> str:
    limit = rules.turns.lapse_limit
    return "a missed turn" if limit == 1 else f"{limit} missed turns"


_EVENTS: Mapping[EventKind, Callable[[Event, str, Rules], str]] = {
    EventKind.DREW_CLOSED: lambda what, name, rules: f"{name} drew from the closed deck.",
    EventKind.DREW_OPEN: lambda what, name, rules: f"{name} drew {_seen(what)} from the open deck.",
    EventKind.DISCARDED: lambda what, name, rules: f"{name} discarded {_seen(what)}.",
    EventKind.FINISHED: lambda what, name, rules: f"{name} put a card in the finish slot.",
    EventKind.DECLARED: lambda what, name, rules: f"{name} declared, and the declaration is valid.",
    EventKind.WRONG: _wrong,
    EventKind.DROPPED: lambda what, name, rules: f"{name} dropped{_cost(what)}.",
    EventKind.LAPSED: lambda what, name, rules: f"{name} ran out of time.",
    EventKind.LAPSED_OUT: lambda what, name, rules: f"{name} is out of the deal after {_missed(rules)}{_cost(what)}.",
    EventKind.LEFT: lambda what, name, rules: f"{name} left{_cost(what)}.",
    EventKind.SHOWED: lambda what, name, rules: f"{name} showed{_cost(what)}.",
    EventKind.RESHUFFLED: lambda what, name, rules: "The open deck was shuffled into a new closed deck.",
    EventKind.PLACED: lambda what, name, rules: f"{name} placed {_laid(what)}.",
    EventKind.LAID_OFF: lambda what, name, rules: f"{name} laid off {_laid(what)}{_where(what)}.",
    EventKind.SWAPPED: lambda what, name, rules: f"{name} gave {_seen(what)} for a joker{_of(what)}.",
    EventKind.TOOK_BACK: lambda what, name, rules: f"{name} took back a step.",
    EventKind.STALEMATE: lambda what, name, rules: "No card is left to draw.",
}


def for_you(what: Event, rules: Rules) -> str:
    """One line for what the clock did in a player's place, said to that player."""
    match what.kind:
        case EventKind.LAPSED:
            return "Your time ran out."
        case EventKind.DREW_CLOSED:
            return "A card was drawn for you."
        case EventKind.TOOK_BACK:
            return "Your last step could not stay and was taken back."
        case EventKind.DISCARDED:
            if rules.romme is not None:
                return f"{_seen(what)} was discarded for you."
            return f"{_seen(what)}, which you had drawn, was discarded."
        case EventKind.LAPSED_OUT:
            return f"You are out of the deal after {_missed(rules)}{_cost(what)}."
    return event(what, "You", rules)


def ending(how: Ending, name: str | None) -> str:
    """How a deal ended; `name` is the winner's."""
    who = name or "Nobody"
    return {
        Ending.DECLARED: f"{who} declared and wins the deal.",
        Ending.LAST_IN: f"{who} is the last one in and wins the deal.",
        Ending.STALEMATE: f"No card was left to draw. {who} wins with the lowest hand.",
        Ending.OUT: f"{who} has no card left and wins the deal.",
        Ending.RUMMY: f"**Rummy!** {who} placed all cards in one turn and wins the deal.",
        Ending.SHARED: "No card was left to draw, and the lowest hands are equal. They share the deal.",
        Ending.TIE: "No card was left to draw, and the lowest hands are equal. The deal is dealt again.",
    }[how]
