"""Rule sets as facts, each with a label: to be read at a glance, and to be compared."""

from bot.rummy.match.match import courses
from bot.rummy.rules import Format, JokerPick, LapseMode, LoserPolicy, PoolRules, PrintedCut, Rules, WesternRules
from bot.text.rules import credit
from bot.text.words import FORMATS, START, count, course, lowered, points


def title(rules: Rules) -> str:
    """What a rule set is called, and whose rules it follows."""
    return f"{rules.name}. {credit(rules)}" if rules.sheet else rules.name


def facts(rules: Rules) -> dict[str, str]:
    """Everything a rule set settles, by its label."""
    if rules.romme is not None:
        return _western_facts(rules, rules.romme)
    return _start_facts(rules) | _joker_facts(rules) | _turn_facts(rules) | _points_facts(rules)


def _western_facts(rules: Rules, romme: WesternRules) -> dict[str, str]:
    started, turns = _start_facts(rules), _turn_facts(rules)
    shared = ("Formats", "Players", "Packs for 2, 3, 4, 5, 6 players", "Who begins")
    timed = ("Seconds for a turn", "Extra seconds in a deal", "Out of the deal", "Reshuffles in a deal")
    return {
        **{label: started[label] for label in shared},
        "Jokers in all": str(romme.jokers),
        "First meld": f"worth {romme.first_meld} or more" if romme.first_meld else "any",
        "Jokers side by side": "yes" if romme.adjacent_jokers else "no",
        "More jokers than other cards in a meld": "yes" if romme.more_jokers else "no",
        "A joker left in hand": str(romme.joker_points),
        "An ace left in hand": str(romme.ace_points),
        "All placed in one turn": f"{points(romme.rummy_bonus)} off",
        **{label: turns[label] for label in timed},
        "Rake": f"{rules.scoring.rake_percent} %",
    }


def _start_facts(rules: Rules) -> dict[str, str]:
    return {
        "Formats": "; ".join(lowered(course(terms, rules)) for terms in courses(rules)),
        "Players": f"{rules.min_players} to {rules.max_players}",
        "Packs for 2, 3, 4, 5, 6 players": ", ".join(map(str, rules.packs.by_players)),
        "Printed jokers in each pack": str(rules.packs.printed_jokers),
        "Who begins": lowered(START[rules.start]).removesuffix("."),
    }


def _joker_facts(rules: Rules) -> dict[str, str]:
    cut = {
        PrintedCut.ACES: "all aces are wild",
        PrintedCut.PRINTED_ONLY: "only printed jokers are jokers",
    }
    pick = {
        JokerPick.FIRST_OPEN_ONLY: "only the first card turned up, by whoever begins, on the first turn",
        JokerPick.ALWAYS: "always",
    }
    pure = rules.jokers.wild_natural_pure
    limit = rules.groups.max_set_size
    return {
        "When a printed joker is cut": cut[rules.jokers.printed_cut],
        "A joker on the open deck may be drawn": pick[rules.jokers.pick],
        "A wild card in its own place": "leaves a sequence pure" if pure else "spoils a pure sequence",
        "Cards in a set": f"3 to {limit}, jokers included" if limit else "3 or more, jokers included",
    }


def _turn_facts(rules: Rules) -> dict[str, str]:
    turns = rules.turns
    together = {LapseMode.CONSECUTIVE: "in a row", LapseMode.CUMULATIVE: "in one deal"}
    many = f"after {count(turns.lapse_limit, 'missed turn')} {together[turns.lapse_mode]}"
    never_drew = "the first drop if nothing was drawn, else the middle drop"
    return {
        "Seconds for a turn": str(turns.turn_seconds),
        "Extra seconds in a deal": str(turns.bank_seconds),
        "Seconds to show": str(turns.declare_seconds),
        "Out of the deal": "at the first missed turn" if turns.lapse_limit == 1 else many,
        "Which then costs": never_drew if turns.lapse_first_drop else "the middle drop",
        "Reshuffles in a deal": str(turns.max_reshuffles),
    }


def _points_facts(rules: Rules) -> dict[str, str]:
    spared = {
        LoserPolicy.TWO_SEQ_OR_ALL: "every meld, once there are two sequences and one is pure; else nothing",
        LoserPolicy.PURE_PROTECTS: "every meld, once there are two sequences and one is pure; "
        "with a pure sequence alone, that one",
        LoserPolicy.ANY_VALID_GROUP: "every meld",
    }
    scoring = rules.scoring
    half = f"half the points, at least {scoring.deal_show_min}"
    arranged = "arranged by the table" if scoring.auto_arrange_losers else "left as they are"
    pools = {Format.POOL_101: rules.pool_101, Format.POOL_201: rules.pool_201}
    return {
        "Full count, also for a wrong declaration": str(scoring.full_count),
        "A loser is spared": spared[scoring.loser_policy],
        "A loser pays at least": str(scoring.min_loser_points),
        "Declared before one's first turn": half if scoring.deal_show else "no difference",
        "Cards a loser did not group in time": arranged,
        "First drop": str(rules.points.first_drop),
        "Middle drop": str(rules.points.middle_drop),
        "Rake": f"{scoring.rake_percent} %",
        **{FORMATS[form]: _pool(pool) if form in rules.formats else "none" for form, pool in pools.items()},
    }


def _pool(pool: PoolRules) -> str:
    return (
        f"out at {pool.limit}, drops {pool.first_drop} and {pool.middle_drop}, "
        f"rejoin while nobody is above {pool.rejoin_max}, shared when all stand at {pool.split_min} or more"
    )
