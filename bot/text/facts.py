"""Rule sets as facts, each with a label: to be read at a glance, and to be compared."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.rummy.match.match import courses
from bot.rummy.rules import LapseMode, Rules
from bot.text.rules import credit
from bot.text.words import START, count, course, lowered

NOTHING: Mapping[str, str] = MappingProxyType({})


def title(rules: Rules) -> str:
    """What a rule set is called, and whose rules it follows."""
    return f"{rules.name}. {credit(rules)}" if rules.sheet else rules.name


def start_facts(rules: Rules, cards: Mapping[str, str] = NOTHING) -> dict[str, str]:
    """What any game settles before the first card; `cards`: what this game settles besides about them."""
    return {
        "Formats": "; ".join(lowered(course(terms, rules)) for terms in courses(rules)),
        "Players": f"{rules.min_players} to {rules.max_players}",
        "Packs for 2, 3, 4, 5, 6 players": ", ".join(map(str, rules.packs.by_players)),
        **cards,
        "Who begins": START[rules.start],
    }


def turn_facts(rules: Rules, time: Mapping[str, str] = NOTHING, out: Mapping[str, str] = NOTHING) -> dict[str, str]:
    """What any game settles about turns; `time`, `out`: what this game settles besides about time and missed turns."""
    turns = rules.turns
    together = {LapseMode.CONSECUTIVE: "in a row", LapseMode.CUMULATIVE: "in one deal"}
    many = f"after {count(turns.lapse_limit, 'missed turn')} {together[turns.lapse_mode]}"
    return {
        "Seconds for a turn": str(turns.turn_seconds) if turns.has_clock else "no clock",
        "Extra seconds in a deal": str(turns.bank_seconds),
        **time,
        "Out of the deal": "at the first missed turn" if turns.lapse_limit == 1 else many,
        **out,
        "Reshuffles in a deal": str(turns.max_reshuffles) if turns.max_reshuffles >= 0 else "no limit",
        "Rounds without a card from the closed deck": f"{turns.quiet_rounds}, then the deal ends"
        if turns.quiet_rounds
        else "no limit",
    }
