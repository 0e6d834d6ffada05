"""Events at a table, a line for each, and the endings of deals."""

from collections.abc import Iterable, Mapping, Sequence

from bot.faces.face import face_of
from bot.languages.sentence import Sentence, say, say_in, say_many
from bot.rummy.deal_view import Event, EventKind
from bot.rummy.outcome import Ending, EndingCode
from bot.rummy.rules import UNATTENDED_ROUNDS, Rules
from bot.text.words import card, points


def event(what: Event, name: str, rules: Rules) -> str:
    """Return one line for an event that everybody saw."""
    cost = _cost(what, rules)
    match what.kind:
        case EventKind.DREW_CLOSED:
            return say("{who} drew from the closed deck.", who=name)
        case EventKind.DREW_OPEN:
            return say("{who} drew {card} from the open deck.", who=name, card=_seen(what))
        case EventKind.DISCARDED:
            return say("{who} discarded {card}.", who=name, card=_seen(what))
        case EventKind.DROPPED if cost is None:
            return say("{who} dropped.", who=name)
        case EventKind.DROPPED:
            return say("{who} dropped ({points}).", who=name, points=cost)
        case EventKind.LAPSED:
            return say("{who} ran out of time.", who=name)
        case EventKind.LAPSED_OUT if cost is None:
            return say_many(
                rules.turns.lapse_limit,
                "{who} is out of the deal after a missed turn.",
                "{who} is out of the deal after {number} missed turns.",
                who=name,
            )
        case EventKind.LAPSED_OUT:
            return say_many(
                rules.turns.lapse_limit,
                "{who} is out of the deal after a missed turn ({points}).",
                "{who} is out of the deal after {number} missed turns ({points}).",
                who=name,
                points=cost,
            )
        case EventKind.LEFT if cost is None:
            return say("{who} left.", who=name)
        case EventKind.LEFT:
            return say("{who} left ({points}).", who=name, points=cost)
        case EventKind.RESHUFFLED:
            return say("The open deck was shuffled into a new closed deck.")
        case EventKind.STALEMATE:
            return say("No cards are left to draw.")
        case EventKind.QUIET_SOON:
            return say("If nobody draws from the closed deck in the next round, the deal ends.")
        case EventKind.QUIET:
            return say_many(
                rules.turns.quiet_rounds,
                "Nobody has drawn from the closed deck for {number} round, so the deal ends.",
                "Nobody has drawn from the closed deck for {number} rounds, so the deal ends.",
            )
        case EventKind.UNATTENDED:
            return say_many(
                UNATTENDED_ROUNDS,
                "Only computers have been playing for {number} round, so the deal ends.",
                "Only computers have been playing for {number} rounds, so the deal ends.",
            )
    return face_of(rules).event(what, name, rules)


def _seen(what: Event) -> str:
    """Return the card that everybody saw."""
    assert what.card is not None
    return card(what.card)


def _cost(what: Event, rules: Rules) -> str | None:
    """Return the cost of an event as the points that a sheet shows: below 0 if points are good."""
    return None if what.points is None else points(rules.game.cost(what.points))


def time_ran_out(done: Sequence[str]) -> str:
    """Return the clock's actions in place of a player, as sentences. Without any, say that it passed their turn on."""
    if not done:
        return say("Time ran out: you missed your turn.")
    return " ".join((say("Time ran out."), *done))


def by_clock(happened: Iterable[Event], rules: Rules) -> list[str]:
    """Return the clock's actions in place of a player, for that player: a line for each time."""
    times: list[list[str]] = []
    for what in happened:
        is_lapse = what.kind is EventKind.LAPSED
        if is_lapse or not times or face_of(rules).is_missed_deadline(what):
            times.append([])
        times[-1] += [] if is_lapse else [_for_you(what, rules)]
    return [*map(time_ran_out, times)]


def _for_you(what: Event, rules: Rules) -> str:
    """Return one action of the clock in place of a player."""
    cost = _cost(what, rules)
    if own := face_of(rules).event_for_you(what):
        return own
    match what.kind:
        case EventKind.DREW_CLOSED:
            # Translators: stands after "Time ran out."
            return say("A card was drawn for you.")
        case EventKind.DISCARDED:
            # Translators: stands after "Time ran out."
            return say("{card} was thrown.", card=_seen(what))
    if cost is None:
        return say_many(
            rules.turns.lapse_limit,
            # Translators: stands after "Time ran out."
            "You are out of the deal after a missed turn.",
            "You are out of the deal after {number} missed turns.",
        )
    return say_many(
        rules.turns.lapse_limit,
        # Translators: stands after "Time ran out."
        "You are out of the deal after a missed turn ({points}).",
        "You are out of the deal after {number} missed turns ({points}).",
        points=cost,
    )


_ENDINGS: Mapping[EndingCode, Sentence] = {
    Ending.LAST_IN: Sentence("{who} is the last one playing and wins the deal."),
    Ending.STALEMATE: Sentence("No cards were left to draw. {who} wins with the lowest hand."),
    Ending.QUIET: Sentence("Nobody was drawing from the closed deck any more. {who} wins with the lowest hand."),
    Ending.UNATTENDED: Sentence("Only computers were left. {who} wins with the lowest hand."),
}


def ending(how: EndingCode, name: str | None, rules: Rules) -> str:
    """Return the ending of a deal; `name` is the winner's."""
    said = face_of(rules).endings.get(how) or _ENDINGS[how]
    # Translators: stands where a winner's name would stand
    return said(who=name or say_in("a player", "Nobody"))
