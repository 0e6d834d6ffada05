"""Rule sets as labelled facts, for a quick look and for comparison."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.codes import Pace
from bot.languages.formats import percent, with_commas
from bot.languages.sentence import say, say_many
from bot.rummy.match.match import courses
from bot.rummy.rules import JokerPick, LapseMode, Rules, StakeUnit
from bot.text.rules import credit, name
from bot.text.words import PACES, START, course

NOTHING: Mapping[str, str] = MappingProxyType({})


def title(rules: Rules) -> str:
    """Return the name of a rule set, and the author of its rules."""
    return f"{name(rules)} · {credit(rules)}" if rules.sheet else name(rules)


def start_facts(rules: Rules, cards: Mapping[str, str] = NOTHING) -> dict[str, str]:
    """Return the facts before the first card in any game; `cards` are this game's own facts about cards."""
    least, most = rules.min_players, rules.max_players
    packs = rules.packs.by_players if least < most else (rules.packs_for(most),)
    return {
        say("Formats"): "; ".join(course(terms, rules) for terms in courses(rules)),
        say("Players"): say("{least} to {most}", least=least, most=most) if least < most else str(most),
        say("Packs for 2, 3, 4, 5, 6 players") if least < most else say("Packs"): with_commas(
            map(str, packs if len(set(packs)) > 1 else packs[:1])
        ),
        **cards,
        say("Who begins"): START[rules.start](),
    }


def pick_fact(rules: Rules) -> dict[str, str]:
    """Return when a joker may be drawn from the open deck."""
    if rules.jokers.pick is JokerPick.ALWAYS:
        pick = say("always")
    else:
        pick = say("only the first one turned up, by the first player, in the first turn")
    return {say("A joker on the open deck may be drawn"): pick}


def show_fact(rules: Rules) -> dict[str, str]:
    """Return the time to declare or show."""
    return {say("Seconds to declare or show, at the pace {pace}", pace=_pace()): str(rules.turns.declare_seconds)}


def _pace() -> str:
    """Return the pace whose times are in a rule set; other paces replace them."""
    return PACES[Pace.BLITZ]()


def end_facts(rules: Rules, leaving: str) -> dict[str, str]:
    """Return the facts about the end in any game: for a player who leaves, for the last player, and about stakes.

    `leaving` is the cost of leaving.
    """
    rake = rules.scoring.rake_percent
    single, several = ([form for form in rules.formats if form.is_single is one] for one in (True, False))
    if several:
        last = say("wins the deal, and of a match of several deals the match")
    else:
        last = say("wins the deal")
    return {
        say("Leaving costs"): leaving,
        say("Leaving a match of several deals also costs"): say("the entry") if several else say("not played"),
        say("The last one left"): last,
        say("Stake of one deal"): _stake_of_one_deal(rules) if single else say("not played"),
        say("Stake of several deals"): say("an entry; the winner gets the pot") if several else say("not played"),
        say("Rake"): percent(rake / 100) if rake else say("what the server takes"),
    }


def _stake_of_one_deal(rules: Rules) -> str:
    match rules.scoring.points_stake:
        case StakeUnit.POINT_VALUE if rules.game.settles:
            return say("chips per point; players above 0 get what the others lose")
        case StakeUnit.POINT_VALUE:
            return say("chips per point; the winner gets what the others lose")
        case StakeUnit.BOOT:
            return say_many(
                rules.scoring.full_count,
                "the boot, for {number} point; fewer points cost their share",
                "the boot, for {number} points; fewer points cost their share",
            )
        case StakeUnit.ENTRY:
            return say("an entry; the winner gets the pot")


def turn_facts(rules: Rules, time: Mapping[str, str] = NOTHING, out: Mapping[str, str] = NOTHING) -> dict[str, str]:
    """Return the facts about turns in any game.

    `time` and `out` are this game's own facts about time and missed turns.
    """
    turns = rules.turns
    seconds = str(turns.turn_seconds) if turns.has_clock else say("no clock")
    bank = str(turns.bank_seconds) if turns.bank_seconds else say("none, nor at any other")
    rounds = turns.quiet_rounds
    return {
        say("Seconds for a turn, at the pace {pace}", pace=_pace()): seconds,
        say("Extra seconds in a deal, at the pace {pace}", pace=_pace()): bank,
        **time,
        say("Out of the deal"): _out_of_deal(rules),
        **out,
        say("Reshuffles in a deal"): str(turns.max_reshuffles) if turns.max_reshuffles >= 0 else say("no limit"),
        say("Rounds without a card from the closed deck"): say("{rounds}, then the deal ends", rounds=rounds)
        if rounds
        else say("no limit"),
    }


def _out_of_deal(rules: Rules) -> str:
    """Return when missed turns put a player out of the deal."""
    limit = rules.turns.lapse_limit
    if limit == 1:
        return say("at the first missed turn")
    if rules.turns.lapse_mode is LapseMode.CONSECUTIVE:
        return say_many(limit, "after {number} missed turn in a row", "after {number} missed turns in a row")
    return say_many(limit, "after {number} missed turn in one deal", "after {number} missed turns in one deal")
