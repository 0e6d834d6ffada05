"""Rule sets as facts, each with a label: to be read at a glance, and to be compared."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.rummy.match.match import courses
from bot.rummy.rules import JokerPick, LapseMode, Rules, StakeUnit
from bot.text.rules import credit
from bot.text.words import PACES, START, count, course, lowered, points

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
        "Who begins": START[rules.start](),
    }


def pick_fact(rules: Rules) -> dict[str, str]:
    """When a joker may be drawn from the open deck."""
    pick = {
        JokerPick.FIRST_OPEN_ONLY: "only the first card turned up, by the player who begins, on the first turn",
        JokerPick.ALWAYS: "always",
    }
    return {"A joker on the open deck may be drawn": pick[rules.jokers.pick]}


def paced(label: str) -> str:
    """The label of a time, which other paces replace."""
    return f"{label}, at the pace {PACES['blitz']}"


def end_facts(rules: Rules, leaving: str) -> dict[str, str]:
    """How any game ends for a player who leaves, and for the last one; what is played for. `leaving`: what it costs."""
    full, rake = points(rules.scoring.full_count), rules.scoring.rake_percent
    entry = "an entry; the winner gets the pot"
    of_points = {
        StakeUnit.POINT_VALUE: "what a point costs; the winner gets what the others lose",
        StakeUnit.BOOT: f"the boot, which is what {full} cost; fewer points cost their share",
        StakeUnit.ENTRY: entry,
    }[rules.scoring.points_stake]
    single, several = ([form for form in rules.formats if form.is_single is one] for one in (True, False))
    return {
        "Leaving costs": f"{leaving}; of a match of several deals also the entry" if several else leaving,
        "The last one left": "wins the deal, and of a match of several deals the match" if several else "wins the deal",
        "Stake of one deal": of_points if single else "not played",
        "Stake of several deals": entry if several else "not played",
        "Rake": f"{rake} %" if rake else "what the server takes",
    }


def turn_facts(rules: Rules, time: Mapping[str, str] = NOTHING, out: Mapping[str, str] = NOTHING) -> dict[str, str]:
    """What any game settles about turns; `time`, `out`: what this game settles besides about time and missed turns."""
    turns = rules.turns
    together = {LapseMode.CONSECUTIVE: "in a row", LapseMode.CUMULATIVE: "in one deal"}
    many = f"after {count(turns.lapse_limit, 'missed turn')} {together[turns.lapse_mode]}"
    return {
        paced("Seconds for a turn"): str(turns.turn_seconds) if turns.has_clock else "no clock",
        paced("Extra seconds in a deal"): str(turns.bank_seconds) if turns.bank_seconds else "none, nor at any other",
        **time,
        "Out of the deal": "at the first missed turn" if turns.lapse_limit == 1 else many,
        **out,
        "Reshuffles in a deal": str(turns.max_reshuffles) if turns.max_reshuffles >= 0 else "no limit",
        "Rounds without a card from the closed deck": f"{turns.quiet_rounds}, then the deal ends"
        if turns.quiet_rounds
        else "no limit",
    }
