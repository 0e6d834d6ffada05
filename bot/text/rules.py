"""Rule sets in words: two lines of one, or all of it. Everything is told from its values."""

from bot.rummy.match import stakes
from bot.rummy.match.match import BEST_OF, Terms
from bot.rummy.match.stakes import Unit
from bot.rummy.rules import (
    Format,
    LoserPolicy,
    PoolRules,
    PrintedCut,
    Rules,
    Start,
)
from bot.text.chips import PLAY_MONEY, amount
from bot.text.romme_rules import romme_full, romme_short
from bot.text.words import (
    PACES,
    PICK,
    START,
    count,
    course,
    duration,
    format_title,
    in_a_row,
    packs,
    players,
    points,
    times,
)


def titled(name: str, rules: Rules, pace: str) -> str:
    """Above the rules in full: `name` of the set, whose it is, and the pace its times are of."""
    return f"### {name}\n-# {credit(rules)} Pace: {PACES[pace]}."


def credit(rules: Rules) -> str:
    """Whose published rules a rule set follows; empty for a house rule."""
    if not rules.sheet:
        return "A house rule of this bot's host."
    return f"After the published rules of {rules.sheet}; not affiliated."


def short(rules: Rules, terms: Terms | None = None) -> str:
    """A rule set in two lines; in that format, else in the first it plays."""
    if rules.romme is not None:
        return romme_short(rules, rules.romme)
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
    lapses = count(rules.turns.lapse_limit, "missed turn")
    return f"{drop}, a hand at most {rules.scoring.full_count} points; out of the deal after {lapses}{in_a_row(rules)}."


def full(rules: Rules, terms: Terms | None = None) -> tuple[tuple[str, str], ...]:
    """A rule set in full: titles and what stands under each; for one table, or for all that can be played."""
    deal = romme_full(rules, rules.romme) if rules.romme else _indian(rules, terms)
    return (*deal, *(_formats(rules) if terms is None else _table(rules, terms)))


def _indian(rules: Rules, terms: Terms | None) -> tuple[tuple[str, str], ...]:
    """The Indian game, all but the formats."""
    return (
        ("The aim", _aim(rules)),
        ("Cards", _cards_text(rules)),
        ("Jokers", _jokers_text(rules)),
        ("Groups", _groups_text(rules)),
        ("Your turn", _turn_text(rules)),
        ("Declaring", _declaring_text(rules)),
        ("Points", _points_text(rules)),
        ("Dropping and time", _time_text(rules, terms.format if terms else rules.formats[0])),
    )


# -- formats ----------------------------------------------------------------------------------------


def course_short(rules: Rules, terms: Terms) -> str:
    """A format in one line."""
    if pool := rules.pool(terms.format):
        return f"out at {points(pool.limit)}; the last one left wins"
    if terms.format is Format.DEALS:
        return f"a stack of {_stack(rules, terms.deals)} each; the biggest wins"
    if terms.format in (Format.BEST_OF_3, Format.BEST_OF):
        return f"{count(terms.deals or BEST_OF, 'deal')}; the fewest points win"
    if terms.format is Format.LIMIT:
        return f"until somebody has {points(terms.limit)}; the fewest win"
    return "one deal; its winner wins"


def _table(rules: Rules, terms: Terms) -> tuple[tuple[str, str], ...]:
    """The format of one table, and what is played for there."""
    told = _format_text(rules, terms.format, (terms.deals or terms.limit,))
    common = f" {POOLS}" if rules.pool(terms.format) else ""
    chips = [("Chips", _chips_text(rules, terms))] if terms.stake else []
    return ((course(terms, rules), told + common), *chips)


def _formats(rules: Rules) -> tuple[tuple[str, str], ...]:
    """All formats that can be played."""
    told = ((format_title(one, rules), _format_text(rules, one, rules.numbers(one))) for one in rules.formats)
    return (*told, *([("Pools", POOLS)] if any(map(rules.pool, rules.formats)) else []))


def _format_text(rules: Rules, format: Format, numbers: tuple[int, ...]) -> str:
    if pool := rules.pool(format):
        return _pool_text(pool)
    if format is Format.DEALS:
        return f"{_deals_text(rules, numbers)} {_no_drop(rules)}"
    if format is Format.BEST_OF_3:
        return " ".join([_best_text((BEST_OF,)), *([] if rules.romme else [_no_drop(rules)])])
    if format is Format.BEST_OF:
        return _best_text(numbers)
    if format is Format.LIMIT:
        return _limit_text(numbers)
    return "A match is one deal, and whoever wins the deal wins the match."


POOLS = (
    "Points add up, and the first turn passes on; the last one left wins. **Rejoining**: once out, you may buy back in "
    "before the next deal for another entry, while two others are in, with one point more than the highest of them. "
    "**Sharing**: three left of four or more players, or two of three or more, may agree to share the pool. Each gets "
    "an entry for every first drop left beyond the fewest any of them has left; the rest is shared equally. "
    "Whoever leaves loses their entry."
)
"""What all pools have in common."""


def _pool_text(pool: PoolRules) -> str:
    return (
        f"Out at {points(pool.limit)}. A drop costs {pool.first_drop} before your first draw, {pool.middle_drop} "
        f"later. No rejoining once somebody in has more than {pool.rejoin_max}. When all who may share "
        f"the pool have {pool.split_min} or more, it is shared equally at once."
    )


def _best_text(numbers: tuple[int, ...]) -> str:
    deals = _either([*map(str, numbers[:-1]), count(numbers[-1], "deal")])
    return f"{deals}; the first turn passes on. The fewest points win; those who share them play one deal more."


def _limit_text(numbers: tuple[int, ...]) -> str:
    limit = _either([*map(str, numbers[:-1]), points(numbers[-1])])
    return (
        f"Points add up until somebody has {limit} or more; the first turn passes on. The fewest points win; those who "
        "share them share the first place."
    )


def _deals_text(rules: Rules, deals: tuple[int, ...]) -> str:
    stacks = [f"{_stack(rules, number)} for {count(number, 'deal')}" for number in deals]
    return (
        f"Everybody starts with a stack: {_either(stacks)}. Whoever wins a deal gets the points of the others from "
        "theirs; the first turn passes on. In the end the biggest stack wins; those who share it play one deal more."
    )


def _stack(rules: Rules, deals: int) -> int:
    return deals * rules.scoring.full_count


def _either(choices: list[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *most, last = choices
    return f"{', '.join(most)} or {last}" if most else last


def _no_drop(rules: Rules) -> str:
    return f"No drop: leaving or missing too many turns costs {points(rules.scoring.full_count)}."


def _chips_text(rules: Rules, terms: Terms) -> str:
    chips, rake = f"{amount(terms.stake)} chips", rules.scoring.rake_percent
    held, full = amount(stakes.buy_in(rules, terms)), points(rules.scoring.full_count)
    told = {
        Unit.POINT_VALUE: f"A point costs {chips}; {held} are held from each player until the end. The winner gets "
        "what the others lose.",
        Unit.BOOT: f"{full[:1].upper()}{full[1:]} cost {chips}, held from each player until the end; fewer points cost "
        "their share. The winner gets what the others lose.",
        Unit.ENTRY: f"Each pays {chips} before the first deal, and the winner gets the pot.",
    }[stakes.unit(rules, terms)]
    house = f" The house takes {rake} % of that." if rake else ""
    return f"{told}{house} A match that ends without a result gives everything back.\n{PLAY_MONEY}"


# -- the parts --------------------------------------------------------------------------------------


def _aim(rules: Rules) -> str:
    return (
        f"{players(rules)} get 13 cards each. Whoever first lays all 13 into valid "
        "groups, two of them sequences and one of those pure, wins the deal. Points are bad: the winner has none."
    )


def _cards_text(rules: Rules) -> str:
    printed = rules.packs.printed_jokers
    jokers = f"each with {count(printed, 'printed joker')}" if printed else "without printed jokers"
    return (
        f"{packs(rules)[:1].upper()}{packs(rules)[1:]}, {jokers}. {START[rules.start]} After dealing, one card is "
        "cut and one is turned up on the open deck; the rest is the closed deck."
    )


def _jokers_text(rules: Rules) -> str:
    cut = {
        PrintedCut.ACES: "If the cut card is a printed joker, aces are wild.",
        PrintedCut.PRINTED_ONLY: "If the cut card is a printed joker, only printed jokers are jokers.",
    }[rules.jokers.printed_cut]
    printed = cut if rules.packs.printed_jokers else ""
    return f"Every card of the cut card's rank is wild. {printed} {PICK[rules.jokers.pick]}".replace("  ", " ")


def _groups_text(rules: Rules) -> str:
    pure = (
        "A wild card in its own place leaves a sequence pure."
        if rules.jokers.wild_natural_pure
        else "A sequence with any wild card in it is not pure."
    )
    limit = rules.groups.max_set_size
    size = f" It holds at most {limit} cards." if limit else ""
    return (
        "A **sequence** is three or more cards of one suit in order; the ace is low in A-2-3 and high in Q-K-A. It is "
        f"**pure** if no joker stands for another card. {pure} A **set** is three or more cards of one rank in "
        f"different suits.{size} Jokers may fill any sequence or set."
    )


def _turn_text(rules: Rules) -> str:
    reshuffles = rules.turns.max_reshuffles
    used_up = (
        f"A used-up closed deck is made anew from the discards, at most {count(reshuffles, 'time')} a deal; "
        if reshuffles
        else "When the closed deck is used up, "
    )
    return (
        "Draw a card from the closed or the open deck, then discard one on the open deck. "
        f"{used_up}{'after that ' if reshuffles else ''}the lowest hand wins, and equal lowest hands are dealt again."
    )


def _declaring_text(rules: Rules) -> str:
    full = rules.scoring.full_count
    return (
        "After drawing, put one card aside and declare the other 13 in groups. They are judged exactly as you grouped "
        f"them. A wrong declaration costs {points(full)}, and the others play on. After a valid one, the other players "
        f"have {duration(rules.turns.declare_seconds)} to group what they hold"
        + ("; what they leave undone is arranged for them." if rules.scoring.auto_arrange_losers else ".")
    )


def _points_text(rules: Rules) -> str:
    scoring = rules.scoring
    spared = {
        LoserPolicy.TWO_SEQ_OR_ALL: "Groups spare you points only if you have two sequences, one of them pure; "
        "otherwise every card counts.",
        LoserPolicy.PURE_PROTECTS: "With two sequences, one of them pure, every valid group spares its cards; with "
        "a pure sequence alone, only that one does.",
        LoserPolicy.ANY_VALID_GROUP: "Every valid group spares its cards.",
    }[scoring.loser_policy]
    least = f", and at least {scoring.min_loser_points}" if scoring.min_loser_points else ""
    half = (
        f" Whoever had no turn before the declaration pays half, at least {scoring.deal_show_min}."
        if scoring.deal_show
        else ""
    )
    return (
        "Ace, king, queen, jack and ten count 10, other cards their number, jokers nothing. "
        f"{spared} A hand costs at most {points(scoring.full_count)}{least}.{half}"
    )


def _time_text(rules: Rules, format: Format) -> str:
    turns, drops, full_count = rules.turns, rules.drops(format), rules.scoring.full_count
    lapses = (
        "at the first missed turn" if turns.lapse_limit == 1 else f"after {turns.lapse_limit} missed turns"
    ) + in_a_row(rules)
    drop = (
        f"You may drop before drawing: {points(drops.first_drop)} before your first draw, {points(drops.middle_drop)} "
        "later."
        if drops
        else "There is no drop in this format."
    )
    first = f" Before your first draw it is {points(drops.first_drop)}." if drops and turns.lapse_first_drop else ""
    return (
        f"{drop} The clock: {times(rules)}. If you miss a turn, the card you drew is discarded; {lapses} you are "
        f"out of the deal for {points(drops.middle_drop if drops else full_count)}.{first}"
    )
