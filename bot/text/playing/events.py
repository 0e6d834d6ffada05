"""What happened at a table: a line for each event, and how a deal ended."""

from collections.abc import Callable, Iterable, Mapping

from bot.games.face import face_of
from bot.rummy.deal_view import Event, EventCode, EventKind
from bot.rummy.outcome import Ending, EndingCode
from bot.rummy.rules import UNATTENDED_ROUNDS, Rules
from bot.text.words import card, count, listed, points


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


def time_ran_out(clauses: Iterable[str]) -> str:
    """Tells a player what the clock did in their place; nothing: it passed their turn on."""
    return f"Time ran out: {listed(clauses) or 'you missed your turn'}."


def by_clock(happened: Iterable[Event], rules: Rules) -> list[str]:
    """What the clock did in a player's place, said to that player: a line for each time that it did something."""
    times: list[list[str]] = []
    for what in happened:
        is_lapse = what.kind is EventKind.LAPSED
        if is_lapse or not times or face_of(rules).is_missed_deadline(what):
            times.append([])
        times[-1] += [] if is_lapse else [_for_you(what, rules)]
    return [*map(time_ran_out, times)]


def _for_you(what: Event, rules: Rules) -> str:
    """One thing that the clock did in a player's place, as part of a sentence said to that player."""
    if own := face_of(rules).event_for_you(what):
        return own
    match what.kind:
        case EventKind.DREW_CLOSED:
            return "a card was drawn for you"
        case EventKind.DISCARDED:
            return f"{seen(what)} was thrown"
    return f"you are out of the deal after {_missed(rules)}{charged(what)}"


_ENDINGS: Mapping[EndingCode, str] = {
    Ending.LAST_IN: "{who} is the last one playing and wins the deal.",
    Ending.STALEMATE: "No card was left to draw. {who} wins with the lowest hand.",
    Ending.QUIET: "Nobody drew from the closed deck any more. {who} wins with the lowest hand.",
    Ending.UNATTENDED: "No person was left in the deal. {who} wins with the lowest hand.",
}


def ending(how: EndingCode, name: str | None, rules: Rules) -> str:
    """How a deal ended; `name` is the winner's."""
    sentence = str(face_of(rules).endings.get(how) or _ENDINGS[how])
    return sentence.replace("{who}", name or "Nobody")
