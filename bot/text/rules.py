"""Rule sets in words: a short form of two lines, or the full rules. Everything comes from their values."""

from bot.codes import Pace
from bot.faces.face import Sections, face_of
from bot.languages.formats import alternatives, percent
from bot.languages.sentence import Sentence, publisher_name, rule_set_name, say, say_in, say_many
from bot.rummy.match import stakes
from bot.rummy.match.formats import BEST_OF, Format
from bot.rummy.match.match import Terms
from bot.rummy.rules import PoolRules, Rules, StakeUnit
from bot.text.chips import PLAY_MONEY, amount
from bot.text.words import PACES, course, format_title


def name(rules: Rules) -> str:
    """Return the name of a rule set."""
    return rule_set_name(rules.name)


def titled(name: str, rules: Rules, pace: Pace) -> str:
    """Return the text above the full rules: the `name` of the set, its author, and the pace of its times."""
    told = [credit(rules), say("Pace: {pace}.", pace=PACES[pace]())]
    if pace is not Pace.BLITZ:
        told.append(say("The rule set's own times are those of {pace}.", pace=PACES[Pace.BLITZ]()))
    return f"### {name}\n-# {' '.join(told)}"


def credit(rules: Rules) -> str:
    """Return the author of the published rules that a rule set follows, or the note for a house rule."""
    if rules.is_of_server:
        return say("House rules of this server.")
    if not rules.sheet:
        return say("House rules of this bot's host.")
    return say("After the published rules of {publisher}; not affiliated.", publisher=publisher_name(rules.sheet))


def short(rules: Rules, terms: Terms | None = None) -> str:
    """Return a rule set in two lines, for that format or for the first one it plays."""
    return face_of(rules).short(rules, terms)


def game(rules: Rules, terms: Terms | None = None) -> Sections:
    """Return the rules of the game as titled sections."""
    return face_of(rules).full(rules, terms)


def full(rules: Rules, terms: Terms) -> Sections:
    """Return the rules of one table in full."""
    return (*game(rules, terms), *_table(rules, terms))


# -- formats ----------------------------------------------------------------------------------------


def course_short(rules: Rules, terms: Terms) -> str:
    """Return a format in one line."""
    if own := face_of(rules).winning(terms.format, (terms.deals or terms.limit,), short=True):
        return own
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
    """Return the format of one table, and its stakes."""
    told = _format_text(rules, terms.format, (terms.deals or terms.limit,))
    common = f" {POOLS()}" if rules.pool(terms.format) else ""
    chips = [(say_in("a heading", "Chips"), _chips_text(rules, terms))] if terms.stake else []
    return ((course(terms, rules), told + common), *chips)


def formats(rules: Rules) -> Sections:
    """Return all formats that a rule set offers."""
    told = ((format_title(one, rules), _format_text(rules, one, rules.numbers(one))) for one in rules.formats)
    pools = [(say_in("a heading", "Pools"), POOLS())] if any(map(rules.pool, rules.formats)) else []
    return (*told, *pools, (say_in("a heading", "Chips"), _stakes_text(rules)))


def _format_text(rules: Rules, format: Format, numbers: tuple[int, ...]) -> str:
    if own := face_of(rules).winning(format, numbers, short=False):
        return own if format.is_single else f"{own} {LEAVING()}"
    if pool := rules.pool(format):
        return _pool_text(pool)
    if format is Format.DEALS:
        return " ".join(filter(None, (_deals_text(rules, numbers), face_of(rules).no_drop(rules), LEAVING())))
    if format is Format.BEST_OF_3:
        return " ".join(filter(None, (_best_text(rules, (BEST_OF,)), face_of(rules).no_drop(rules), LEAVING())))
    if format is Format.BEST_OF:
        return f"{_best_text(rules, numbers)} {LEAVING()}"
    if format is Format.LIMIT:
        return f"{_limit_text(rules, numbers)} {LEAVING()}"
    return say("A match is one deal; the winner of the deal wins the match.")


ALL_ALT = Sentence("the rules in full")

LEAVING = Sentence("A player who leaves is out for good and loses the entry; the last one left wins.")

POOLS = Sentence(
    "Points add up, and the first turn passes on; the last one left wins. **Rejoining**: once out, you may buy back in "
    "before the next deal for another entry, while two others are in, with one point more than the highest of them. "
    "**Sharing**: three left of four or more players, or two of three or more, may agree to share the pool. Each gets "
    "an entry for every first drop left beyond the fewest any of them has left; the rest is shared equally. "
    "A player who leaves loses the entry."
)
"""The rules that all pools share."""


def _pool_text(pool: PoolRules) -> str:
    return say_many(
        pool.limit,
        "Out at {number} point. A first drop costs {first_drop}, a later one {later_drop}. No rejoining once a player "
        "in has more than {rejoin_most}. When all who may share the pool have {split_least} or more, it is shared "
        "equally at once.",
        "Out at {number} points. A first drop costs {first_drop}, a later one {later_drop}. No rejoining once a player "
        "in has more than {rejoin_most}. When all who may share the pool have {split_least} or more, it is shared "
        "equally at once.",
        first_drop=pool.first_drop,
        later_drop=pool.middle_drop,
        rejoin_most=pool.rejoin_max,
        split_least=pool.split_min,
    )


def _best_text(rules: Rules, numbers: tuple[int, ...]) -> str:
    deals = say_many(
        numbers[-1],
        # Translators: {numbers} is a number or a choice of them: "2, 3 or 4"
        "{numbers} deal; the first turn passes on.",
        "{numbers} deals; the first turn passes on.",
        numbers=alternatives(map(str, numbers)),
    )
    if rules.more_is_better(Format.BEST_OF):
        best = say("The most points win; those who share them play one deal more.")
    else:
        best = say("The fewest points win; those who share them play one deal more.")
    return f"{deals} {best}"


def _limit_text(rules: Rules, numbers: tuple[int, ...]) -> str:
    limit = say_many(
        numbers[-1],
        # Translators: {numbers} is a number or a choice of them: "100, 200 or 500"
        "Points add up until a player has {numbers} point or more; the first turn passes on.",
        "Points add up until a player has {numbers} points or more; the first turn passes on.",
        numbers=alternatives(map(str, numbers)),
    )
    if rules.more_is_better(Format.LIMIT):
        best = say("The most points win; those who share them share the first place.")
    else:
        best = say("The fewest points win; those who share them share the first place.")
    return f"{limit} {best}"


def _deals_text(rules: Rules, deals: tuple[int, ...]) -> str:
    stacks = [
        say_many(number, "{points} for {number} deal", "{points} for {number} deals", points=_stack(rules, number))
        for number in deals
    ]
    return say(
        # Translators: {stacks} such as "160 for 2 deals or 240 for 3 deals"
        "Everybody starts with a stack: {stacks}. The winner of a deal gets the points of the others from theirs; the "
        "first turn passes on. In the end the biggest stack wins; those who share it play one deal more.",
        stacks=alternatives(stacks),
    )


def _stack(rules: Rules, deals: int) -> int:
    return deals * rules.scoring.full_count


def _stakes_text(rules: Rules) -> str:
    """Return the possible stakes of each format."""
    single, several = ([form for form in rules.formats if form.is_single is one] for one in (True, False))
    is_all = not single or rules.scoring.points_stake is StakeUnit.ENTRY
    parts = [] if is_all else [_stake_of_one_deal(rules, format_title(form, rules)) for form in single]
    if is_all:
        parts.append(say("All formats: each player pays the stake as an entry, and the winner gets the pot."))
    elif several:
        parts.append(say("Other formats: each player pays the stake as an entry, and the winner gets the pot."))
    return " ".join([*parts, _rake(rules) or say("A server may take a share of that.")])


def _stake_of_one_deal(rules: Rules, format: str) -> str:
    """Return the meaning of a stake in a match of one deal, if it is no entry."""
    if rules.game.settles:
        return say(
            "{format}: the stake is what a point costs, and players with points above 0 get what the others lose.",
            format=format,
        )
    if rules.scoring.points_stake is StakeUnit.POINT_VALUE:
        return say(
            "{format}: the stake is what a point costs, and the winner gets what the others lose.", format=format
        )
    return say_many(
        rules.scoring.full_count,
        "{format}: the stake is the boot, which is what {number} point costs; fewer points cost their share, and the "
        "winner gets what the others lose.",
        "{format}: the stake is the boot, which is what {number} points cost; fewer points cost their share, and the "
        "winner gets what the others lose.",
        format=format,
    )


def _rake(rules: Rules) -> str:
    """Return the house's share; empty if there is none, or if the server sets it."""
    rake = rules.scoring.rake_percent
    # Translators: {percent} such as "5 %"
    return say("The house takes {percent} of that.", percent=percent(rake / 100)) if rake else ""


def _chips_text(rules: Rules, terms: Terms) -> str:
    back = say("A match that ends without a result gives everything back.")
    return f"{' '.join(filter(None, (_stake_text(rules, terms), _rake(rules), back)))}\n{PLAY_MONEY()}"


def _stake_text(rules: Rules, terms: Terms) -> str:
    """Return the meaning of a table's stake."""
    chips = amount(terms.stake)
    match stakes.unit(rules, terms):
        case StakeUnit.POINT_VALUE if rules.game.settles:
            return say(
                "A point costs {chips} chips; {held} are held from each player until the end, and nobody loses more. "
                "Players with points above 0 get what the others lose.",
                chips=chips,
                held=amount(stakes.buy_in(rules, terms)),
            )
        case StakeUnit.POINT_VALUE:
            return say(
                "A point costs {chips} chips; {held} are held from each player until the end. The winner gets what the "
                "others lose.",
                chips=chips,
                held=amount(stakes.buy_in(rules, terms)),
            )
        case StakeUnit.BOOT:
            return say_many(
                rules.scoring.full_count,
                "{number} point costs {chips} chips, held from each player until the end; fewer points cost their "
                "share. The winner gets what the others lose.",
                "{number} points cost {chips} chips, held from each player until the end; fewer points cost their "
                "share. The winner gets what the others lose.",
                chips=chips,
            )
        case StakeUnit.ENTRY:
            return say("Each pays {chips} chips before the first deal, and the winner gets the pot.", chips=chips)
