"""Rule sets in words: two lines of one, or all of it. Everything is told from its values."""

from bot.games.face import Sections, face_of
from bot.languages.saying import say, say_many
from bot.rummy.match import stakes
from bot.rummy.match.formats import BEST_OF, Format
from bot.rummy.match.match import Terms
from bot.rummy.rules import PoolRules, Rules, StakeUnit
from bot.text.chips import PLAY_MONEY, amount
from bot.text.words import (
    PACES,
    alternatives,
    best_points,
    count,
    course,
    format_title,
    points,
)


def titled(name: str, rules: Rules, pace: str) -> str:
    """Above the rules in full: `name` of the set, whose it is, and the pace its times are of."""
    own_times = "" if pace == "blitz" else f" The rule set's own times are those of {PACES['blitz']}."
    return f"### {name}\n-# {credit(rules)} Pace: {PACES[pace]}.{own_times}"


def credit(rules: Rules) -> str:
    """Whose published rules a rule set follows; empty for a house rule."""
    if not rules.sheet:
        return "A house rule of this bot's host."
    return f"After the published rules of {rules.sheet}; not affiliated."


def short(rules: Rules, terms: Terms | None = None) -> str:
    """A rule set in two lines; in that format, else in the first it plays."""
    return face_of(rules).short(rules, terms)


def game(rules: Rules, terms: Terms | None = None) -> Sections:
    """How the game is played: titles and what stands under each."""
    return face_of(rules).full(rules, terms)


def full(rules: Rules, terms: Terms) -> Sections:
    """The rules of one table in full."""
    return (*game(rules, terms), *_table(rules, terms))


# -- formats ----------------------------------------------------------------------------------------


def course_short(rules: Rules, terms: Terms) -> str:
    """A format in one line."""
    if pool := rules.pool(terms.format):
        return say_many(
            pool.limit,
            "Out at {number} point; the last one left wins.",
            "Out at {number} points; the last one left wins.",
        )
    if terms.format is Format.DEALS:
        return say("A stack of {points} each; the biggest wins.", points=_stack(rules, terms.deals))
    most = rules.more_is_better(terms.format)
    if terms.format in (Format.BEST_OF_3, Format.BEST_OF):
        deals = terms.deals or BEST_OF
        if most:
            return say_many(deals, "{number} deal; the most points win.", "{number} deals; the most points win.")
        return say_many(deals, "{number} deal; the fewest points win.", "{number} deals; the fewest points win.")
    if terms.format is Format.LIMIT:
        if most:
            return say_many(
                terms.limit,
                "Until a player has {number} point; the most win.",
                "Until a player has {number} points; the most win.",
            )
        return say_many(
            terms.limit,
            "Until a player has {number} point; the fewest win.",
            "Until a player has {number} points; the fewest win.",
        )
    return say("One deal; its winner wins.")


def _table(rules: Rules, terms: Terms) -> Sections:
    """The format of one table, and what is played for there."""
    told = _format_text(rules, terms.format, (terms.deals or terms.limit,))
    common = f" {POOLS}" if rules.pool(terms.format) else ""
    chips = [("Chips", _chips_text(rules, terms))] if terms.stake else []
    return ((course(terms, rules), told + common), *chips)


def formats(rules: Rules) -> Sections:
    """All formats that can be played."""
    told = ((format_title(one, rules), _format_text(rules, one, rules.numbers(one))) for one in rules.formats)
    pools = [("Pools", POOLS)] if any(map(rules.pool, rules.formats)) else []
    return (*told, *pools, ("Chips", _stakes_text(rules)))


def _format_text(rules: Rules, format: Format, numbers: tuple[int, ...]) -> str:
    if pool := rules.pool(format):
        return _pool_text(pool)
    if format is Format.DEALS:
        return " ".join(filter(None, (_deals_text(rules, numbers), face_of(rules).no_drop(rules), LEAVING)))
    if format is Format.BEST_OF_3:
        return " ".join(filter(None, (_best_text(rules, (BEST_OF,)), face_of(rules).no_drop(rules), LEAVING)))
    if format is Format.BEST_OF:
        return f"{_best_text(rules, numbers)} {LEAVING}"
    if format is Format.LIMIT:
        return f"{_limit_text(rules, numbers)} {LEAVING}"
    return "A match is one deal; the winner of the deal wins the match."


LEAVING = "A player who leaves is out for good and loses the entry; the last one left wins."

POOLS = (
    "Points add up, and the first turn passes on; the last one left wins. **Rejoining**: once out, you may buy back in "
    "before the next deal for another entry, while two others are in, with one point more than the highest of them. "
    "**Sharing**: three left of four or more players, or two of three or more, may agree to share the pool. Each gets "
    "an entry for every first drop left beyond the fewest any of them has left; the rest is shared equally. "
    "A player who leaves loses the entry."
)
"""What all pools have in common."""


def _pool_text(pool: PoolRules) -> str:
    return (
        f"Out at {points(pool.limit)}. A first drop costs {pool.first_drop}, a later one {pool.middle_drop}. No "
        f"rejoining once a player in has more than {pool.rejoin_max}. When all who may share the pool have "
        f"{pool.split_min} or more, it is shared equally at once."
    )


def _best_text(rules: Rules, numbers: tuple[int, ...]) -> str:
    deals = alternatives([*map(str, numbers[:-1]), count(numbers[-1], "deal")])
    best = best_points(rules, Format.BEST_OF)
    return (
        f"{deals}; the first turn passes on. {best.capitalize()} points win; those who share them play one deal more."
    )


def _limit_text(rules: Rules, numbers: tuple[int, ...]) -> str:
    limit = alternatives([*map(str, numbers[:-1]), points(numbers[-1])])
    best = best_points(rules, Format.LIMIT)
    return (
        f"Points add up until a player has {limit} or more; the first turn passes on. {best.capitalize()} points win; "
        "those who share them share the first place."
    )


def _deals_text(rules: Rules, deals: tuple[int, ...]) -> str:
    stacks = [f"{_stack(rules, number)} for {count(number, 'deal')}" for number in deals]
    return (
        f"Everybody starts with a stack: {alternatives(stacks)}. The winner of a deal gets the points of the others "
        "from theirs; the first turn passes on. In the end the biggest stack wins; those who share it play one deal "
        "more."
    )


def _stack(rules: Rules, deals: int) -> int:
    return deals * rules.scoring.full_count


def _stakes_text(rules: Rules) -> str:
    """What may be played for in each format."""
    single, several = ([form for form in rules.formats if form.is_single is one] for one in (True, False))
    full, rake = points(rules.scoring.full_count), rules.scoring.rake_percent
    entry = "each player pays the stake as an entry, and the winner gets the pot."
    one_deal = {
        StakeUnit.POINT_VALUE: "the stake is what a point costs, and the winner gets what the others lose.",
        StakeUnit.BOOT: f"the stake is the boot, which is what {full} cost; fewer points cost their share, and the "
        "winner gets what the others lose.",
        StakeUnit.ENTRY: entry,
    }[rules.scoring.points_stake]
    is_all = not single or one_deal == entry
    parts = [
        *(f"{format_title(form, rules)}: {one_deal}" for form in single if not is_all),
        *([f"{'All formats' if is_all else 'Other formats'}: {entry}"] if several or is_all else []),
        f"The house takes {rake} % of that." if rake else "A server may take a share of that.",
    ]
    return " ".join(parts)


def _chips_text(rules: Rules, terms: Terms) -> str:
    chips, rake = f"{amount(terms.stake)} chips", rules.scoring.rake_percent
    held, full = amount(stakes.buy_in(rules, terms)), points(rules.scoring.full_count)
    told = {
        StakeUnit.POINT_VALUE: f"A point costs {chips}; {held} are held from each player until the end. The winner "
        "gets what the others lose.",
        StakeUnit.BOOT: f"{full[:1].upper()}{full[1:]} cost {chips}, held from each player until the end; fewer points "
        "cost their share. The winner gets what the others lose.",
        StakeUnit.ENTRY: f"Each pays {chips} before the first deal, and the winner gets the pot.",
    }[stakes.unit(rules, terms)]
    house = f" The house takes {rake} % of that." if rake else ""
    return f"{told}{house} A match that ends without a result gives everything back.\n{PLAY_MONEY()}"
