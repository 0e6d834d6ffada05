"""What happened at a table: a line for each event, and how a deal ended."""

from collections.abc import Callable, Mapping

from bot.games.face import face_of
from bot.rummy.deal_view import Event, EventCode, EventKind
from bot.rummy.outcome import Ending, EndingCode
from bot.rummy.rules import UNATTENDED_ROUNDS, Rules
from bot.text.words import card, count, points


def event(what: Event, name: str, rules: Rules) -> str:
    """One line for something everybody saw."""
    said = _EVENTS.get(what.kind)
    return said(what, name, rules) if said else face_of(rules).event(what, name, rules)


def seen(what: Event) -> str:
    """The card, where everybody saw it."""
    return card(what.card) if what.card else "a card"


def charged(what: Event) -> str:
    """What it cost, in brackets; empty where it cost nothing."""
    return "" if what.points is None else f" ({points(what.points)})"


def _missed(rules: Rules) -> str:
    limit = rules.turns.lapse_limit
    return "a missed turn" if limit == 1 else f"{limit} missed turns"


_EVENTS: Mapping[EventCode, Callable[[Event, str, Rules], str]] = {
    EventKind.DREW_CLOSED: lambda what, name, rules: f"{name} drew from the closed deck.",
    EventKind.DREW_OPEN: lambda what, name, rules: f"{name} drew {seen(what)} from the open deck.",
    EventKind.DISCARDED: lambda what, name, rules: f"{name} discarded {seen(what)}.",
    EventKind.DROPPED: lambda what, name, rules: f"{name} dropped{charged(what)}.",
    EventKind.LAPSED: lambda what, name, rules: f"{name} ran out of time.",
    EventKind.LAPSED_OUT: lambda what, name, rules: f"{name} is out of the deal after {_missed(rules)}{charged(what)}.",
    EventKind.LEFT: lambda what, name, rules: f"{name} left{charged(what)}.",
    EventKind.RESHUFFLED: lambda what, name, rules: "The open deck was shuffled into a new closed deck.",
    EventKind.STALEMATE: lambda what, name, rules: "No card is left to draw.",
    EventKind.QUIET_SOON: lambda what, name, rules: (
        "If nobody draws from the closed deck in the next round, the deal ends."
    ),
    EventKind.QUIET: lambda what, name, rules: (
        f"Nobody has drawn from the closed deck for {count(rules.turns.quiet_rounds, 'round')}, so the deal ends."
    ),
    EventKind.UNATTENDED: lambda what, name, rules: (
        f"No person has been in the deal for {count(UNATTENDED_ROUNDS, 'round')}, so it ends."
    ),
}


def for_you(what: Event, rules: Rules) -> str:
    """One line for what the clock did in a player's place, said to that player."""
    if own := face_of(rules).event_for_you(what, rules):
        return own
    match what.kind:
        case EventKind.LAPSED:
            return "Your time ran out."
        case EventKind.DREW_CLOSED:
            return "A card was drawn for you."
        case EventKind.DISCARDED:
            return f"{seen(what)} was discarded for you."
        case EventKind.LAPSED_OUT:
            return f"You are out of the deal after {_missed(rules)}{charged(what)}."
    return event(what, "You", rules)


_ENDINGS: Mapping[EndingCode, str] = {
    Ending.LAST_IN: "{who} is the last one in and wins the deal.",
    Ending.STALEMATE: "No card was left to draw. {who} wins with the lowest hand.",
    Ending.QUIET: "Nobody drew from the closed deck any more. {who} wins with the lowest hand.",
    Ending.UNATTENDED: "No person was left in the deal. {who} wins with the lowest hand.",
}


def ending(how: EndingCode, name: str | None, rules: Rules) -> str:
    """How a deal ended; `name` is the winner's."""
    sentence = face_of(rules).endings.get(how) or _ENDINGS[how]
    return sentence.replace("{who}", name or "Nobody")
