"""The rules of the Indian game in words, all of it told from its values."""

from bot.games.indian.rules import LoserPolicy, PrintedCut, own
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.rules import DropRules, PoolRules, Rules, Start
from bot.text.facts import end_facts, paced, pick_fact, start_facts, turn_facts
from bot.text.words import (
    FORMATS,
    PICK,
    START,
    count,
    duration,
    format_title,
    lapsed,
    listed,
    lowered,
    packs,
    players,
    points,
    sentence,
    times,
    used_up,
)


def short(rules: Rules, terms: Terms | None) -> str:
    """A rule set in two lines; in that format, else in the first it plays."""
    return f"{_jokers_short(rules)}\n{_costs_short(rules, terms.format if terms else rules.formats[0])}"


def _jokers_short(rules: Rules) -> str:
    printed = rules.packs.printed_jokers
    jokers = f"{count(printed, 'printed joker')} a pack" if printed else "no printed jokers"
    return f"{packs(rules)}, {jokers}; {_start_short(rules)}."


def _start_short(rules: Rules) -> str:
    return "a toss decides who starts" if rules.start is Start.TOSS else "a random dealer"


def _costs_short(rules: Rules, format: Format) -> str:
    drops = rules.drops(format)
    drop = f"Drop {drops.first_drop} / {drops.middle_drop}" if drops else "No drop"
    out = f"; out of the deal {lapsed(rules)}" if rules.turns.has_clock else ""
    return f"{drop}, a hand at most {rules.scoring.full_count} points{out}."


def full(rules: Rules, terms: Terms | None) -> tuple[tuple[str, str], ...]:
    """The Indian game, all but the formats."""
    return (
        ("The aim", _aim(rules)),
        ("Cards", _cards_text(rules)),
        ("Jokers", _jokers_text(rules)),
        ("Groups", _groups_text(rules)),
        ("Your turn", _turn_text(rules)),
        ("Declaring", _declaring_text(rules)),
        ("Points", _points_text(rules)),
        ("Dropping and time", _time_text(rules, terms)),
    )


def no_drop(rules: Rules) -> str:
    """What leaving costs in formats without a drop."""
    lapses = f", and so does being out of the deal {lapsed(rules)}" if rules.turns.has_clock else ""
    return f"No drop: leaving costs {points(rules.scoring.full_count)}{lapses}."


def _aim(rules: Rules) -> str:
    return (
        f"{players(rules)} get 13 cards each. The first player to lay all 13 into valid "
        "groups, two of them sequences and one of those pure, wins the deal. Points are bad: the winner has none."
    )


def _cards_text(rules: Rules) -> str:
    printed = rules.packs.printed_jokers
    jokers = f"each with {count(printed, 'printed joker')}" if printed else "without printed jokers"
    apart = " A sorted hand is shown suit by suit." if own(rules).groups.suits_apart else ""
    return (
        f"{sentence(f'{packs(rules)}, {jokers}')} {START[rules.start]} After dealing, one card is "
        f"cut and one is turned up on the open deck; the rest is the closed deck.{apart}"
    )


def _jokers_text(rules: Rules) -> str:
    cut = {
        PrintedCut.ACES: "If the cut card is a printed joker, aces are wild.",
        PrintedCut.PRINTED_ONLY: "If the cut card is a printed joker, only printed jokers are jokers.",
    }[own(rules).jokers.printed_cut]
    printed = cut if rules.packs.printed_jokers else ""
    return f"Every card of the cut card's rank is wild. {printed} {PICK[rules.jokers.pick]}".replace("  ", " ")


def _groups_text(rules: Rules) -> str:
    pure = (
        "A wild card in its own place leaves a sequence pure."
        if own(rules).jokers.wild_natural_pure
        else "A sequence with any wild card in it is not pure."
    )
    limit = own(rules).groups.max_set_size
    size = f" It holds at most {limit} cards." if limit else ""
    return (
        "A **sequence** is three or more cards of one suit in order; the ace is low in A-2-3 and high in Q-K-A. It is "
        f"**pure** if no joker stands for another card. {pure} A **set** is three or more cards of one rank in "
        f"different suits.{size} Jokers may fill any sequence or set."
    )


def _turn_text(rules: Rules) -> str:
    return "Draw a card from the closed or the open deck, then discard one on the open deck. " + used_up(
        rules, "hands are arranged for the fewest points, the lowest wins, and equal lowest hands are dealt again"
    )


def _declaring_text(rules: Rules) -> str:
    full, loser = rules.scoring.full_count, own(rules).scoring
    return (
        "After drawing, put one card aside and declare the other 13 in groups. They are judged exactly as you grouped "
        f"them. A wrong declaration costs {points(full)}, and the others play on. After a valid one, the other players "
        f"{_to_show(rules)} group what they hold"
        + {
            (True, True): "; shown or not, their cards are arranged for the fewest points. At a table without help "
            f"{CHEAPER}.",
            (True, False): f"; {CHEAPER}.",
            (False, True): "; what they leave undone is arranged for them.",
            (False, False): ".",
        }[loser.arrange_shown, loser.auto_arrange_losers]
    )


CHEAPER = "their groups at the declaration or at the end count, whichever cost less"


def _to_show(rules: Rules) -> str:
    return f"have {duration(rules.turns.declare_seconds)} to" if rules.turns.has_clock else "may still"


def _points_text(rules: Rules) -> str:
    scoring, loser = rules.scoring, own(rules).scoring
    spared = {
        LoserPolicy.TWO_SEQ_OR_ALL: "Groups spare you points only if you have two sequences, one of them pure; "
        "otherwise every card counts.",
        LoserPolicy.PURE_PROTECTS: "With two sequences, one of them pure, every valid group spares its cards; with "
        "a pure sequence alone, only that one does.",
        LoserPolicy.ANY_VALID_GROUP: "Every valid group spares its cards.",
    }[loser.loser_policy]
    least = f", and at least {loser.min_loser_points}" if loser.min_loser_points else ""
    half = (
        f" A player who had no turn before the declaration pays half, at least {loser.deal_show_min}."
        if loser.deal_show
        else ""
    )
    return (
        "Ace, king, queen, jack and ten count 10, other cards their number, jokers nothing. "
        f"{spared} A hand costs at most {points(scoring.full_count)}{least}.{half}"
    )


def _time_text(rules: Rules, terms: Terms | None) -> str:
    # Where no format is chosen, each of them says its own prices.
    drops, full = rules.drops(terms.format if terms else rules.formats[0]), points(rules.scoring.full_count)
    if drops is None:
        return f"There is no drop in this format. Leaving costs {full}{_SHOWN}. {_clock(rules, full)}"
    is_any = terms is None and len(rules.formats) > 1
    first, later = ("that of a first drop", "the price of a later drop") if is_any else _prices(drops)
    there = f"In {lowered(format_title(rules.formats[0], rules))} you" if is_any else "You"
    early = f" Before your first draw it is {first}." if own(rules).turns.lapse_first_drop else ""
    return (
        f"{there} may drop before drawing: {points(drops.first_drop)} before your {_first_move(rules)}, "
        f"{points(drops.middle_drop)} later. Leaving the table costs the same, with a card in the finish slot "
        f"{full}{_SHOWN}. {_clock(rules, later, early)}"
    )


_SHOWN = "; after a declaration it costs what your cards cost"
"""What leaving costs while groups are shown."""


def _prices(drops: DropRules) -> tuple[str, str]:
    return points(drops.first_drop), points(drops.middle_drop)


def _clock(rules: Rules, price: str, early: str = "") -> str:
    alone = "The last one left in a deal wins it."
    if not rules.turns.has_clock:
        return f"{alone} No clock: {times(rules)}."
    return (
        f"{alone} The clock: {times(rules)}. If you miss a turn, the card you drew is discarded; {lapsed(rules)} you "
        f"are out of the deal for {price}.{early}"
    )


def _first_move(rules: Rules) -> str:
    """What ends the first drop; where one missed turn is one too many, only a draw is left to do so."""
    lapses = own(rules).turns.lapse_ends_first_drop and rules.turns.lapse_limit > 1
    return "first draw or missed turn" if lapses else "first draw"


# -- facts ------------------------------------------------------------------------------------------


def facts(rules: Rules) -> dict[str, str]:
    """Everything a rule set settles, by its label."""
    never_drew = "the first drop if nothing was drawn, else the middle drop"
    without = [lowered(format_title(form, rules)) for form in rules.formats if rules.drops(form) is None]
    costs_there = f"where being out {lapsed(rules)} costs the full count"
    lapsed_out = {
        "Which then costs": never_drew if own(rules).turns.lapse_first_drop else "the middle drop",
        "Formats without a drop": f"{listed(without)}, {costs_there}" if without else "none",
    }
    start = start_facts(rules, {"Printed jokers in each pack": str(rules.packs.printed_jokers)})
    turns = turn_facts(rules, {paced("Seconds to declare or show"): str(rules.turns.declare_seconds)}, lapsed_out)
    ends = end_facts(
        rules,
        "what a drop would cost then; without a drop, and with a card in the finish slot, the full count; after a "
        "declaration what one's cards cost",
    )
    return start | _joker_facts(rules) | turns | _points_facts(rules) | ends


def _joker_facts(rules: Rules) -> dict[str, str]:
    cut = {
        PrintedCut.ACES: "all aces are wild",
        PrintedCut.PRINTED_ONLY: "only printed jokers are jokers",
    }
    pure = own(rules).jokers.wild_natural_pure
    limit = own(rules).groups.max_set_size
    return {
        "When a printed joker is cut": cut[own(rules).jokers.printed_cut],
        **pick_fact(rules),
        "A wild card in its own place": "leaves a sequence pure" if pure else "spoils a pure sequence",
        "A sorted hand is shown": "suit by suit" if own(rules).groups.suits_apart else "in one row",
        "Cards in a set": f"3 to {limit}, jokers included" if limit else "3 or more, jokers included",
    }


def _points_facts(rules: Rules) -> dict[str, str]:
    spared = {
        LoserPolicy.TWO_SEQ_OR_ALL: "every meld, once there are two sequences and one is pure; else nothing",
        LoserPolicy.PURE_PROTECTS: "every meld, once there are two sequences and one is pure; "
        "with a pure sequence alone, that one",
        LoserPolicy.ANY_VALID_GROUP: "every meld",
    }
    scoring, loser = rules.scoring, own(rules).scoring
    half = f"half the points, at least {loser.deal_show_min}"
    arranged = {
        (True, True): f"arranged for the fewest points, shown or not; at a table without help {CHEAPER}",
        (True, False): CHEAPER,
        (False, True): "arranged by the table where not grouped in time",
        (False, False): "left as they are",
    }[loser.arrange_shown, loser.auto_arrange_losers]
    single = lowered(FORMATS[Format.POINTS]())
    pools = {Format.POOL_101: own(rules).pool_101, Format.POOL_201: own(rules).pool_201}
    return {
        "Full count, also for a wrong declaration": str(scoring.full_count),
        "A loser is spared": spared[loser.loser_policy],
        "A loser pays at least": str(loser.min_loser_points),
        "Declared before one's first turn": half if loser.deal_show else "no difference",
        "The cards of the losers": arranged,
        f"First drop, {single}": f"{own(rules).points.first_drop}, before one's {_first_move(rules)}",
        f"Middle drop, {single}": str(own(rules).points.middle_drop),
        **{FORMATS[form](): _pool(pool) if form in rules.formats else "none" for form, pool in pools.items()},
    }


def _pool(pool: PoolRules) -> str:
    return (
        f"out at {pool.limit}, drops {pool.first_drop} and {pool.middle_drop}, "
        f"rejoin while nobody is above {pool.rejoin_max}, shared when all stand at {pool.split_min} or more"
    )
