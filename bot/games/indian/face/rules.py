"""The rules of the Indian game in words, all of them made from the values of a rule set."""

from collections.abc import Iterator

from bot.games.indian.rules import LoserPolicy, PrintedCut, own
from bot.languages.formats import listed
from bot.languages.sentence import Sentence, say, say_in, say_many
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.rules import PoolRules, Rules, Start
from bot.text.facts import end_facts, pick_fact, show_fact, start_facts, turn_facts
from bot.text.words import (
    FORMATS,
    PICK,
    START,
    UNHURRIED,
    duration,
    format_title,
    missed_turns,
    packs,
    players,
    points,
    used_up,
)


def short(rules: Rules, terms: Terms | None) -> str:
    """Return a rule set in two lines, for that format or else for the first that it plays."""
    return f"{_jokers_short(rules)}\n{_costs_short(rules, terms.format if terms else rules.formats[0])}"


def _jokers_short(rules: Rules) -> str:
    printed = rules.packs.printed_jokers
    jokers = (
        say_many(printed, "{number} printed joker a pack", "{number} printed jokers a pack")
        if printed
        else say("no printed jokers")
    )
    # Translators: such as "2 packs, 1 printed joker a pack."
    cards = say("{packs}, {jokers}.", packs=packs(rules), jokers=jokers)
    start = say("A toss decides who starts.") if rules.start is Start.TOSS else say("A random dealer.")
    return f"{cards} {start}"


def _costs_short(rules: Rules, format: Format) -> str:
    drops, most = rules.drops(format), points(rules.scoring.full_count)
    costs = (
        say(
            "Drop {first} / {later}, a hand at most {points}.",
            first=drops.first_drop,
            later=drops.middle_drop,
            points=most,
        )
        if drops
        else say("No drop, a hand at most {points}.", points=most)
    )
    return f"{costs} {missed_turns(rules)}" if rules.turns.has_clock else costs


def times(rules: Rules) -> str:
    """Return the times of the clock."""
    turns = rules.turns
    turn, show = duration(turns.turn_seconds), duration(turns.declare_seconds)
    if not turns.bank_seconds:
        return say("{turn} for a turn, {show} to declare or show", turn=turn, show=show)
    return say(
        "{turn} for a turn, {bank} of extra time in each deal, {show} to declare or show",
        turn=turn,
        bank=duration(turns.bank_seconds),
        show=show,
    )


def full(rules: Rules, terms: Terms | None) -> tuple[tuple[str, str], ...]:
    """Return the rules of the Indian game, all but the formats."""
    return (
        (say_in("a heading", "The aim"), _aim(rules)),
        (say_in("a heading", "Cards"), _cards_text(rules)),
        (say_in("a heading", "Jokers"), _jokers_text(rules)),
        (say_in("a heading", "Groups"), _groups_text(rules)),
        (say_in("a heading", "Your turn"), _turn_text(rules)),
        (say_in("a heading", "Declaring"), _declaring_text(rules)),
        (say_in("a heading", "Points"), _points_text(rules)),
        (say_in("a heading", "Dropping and time"), _time_text(rules, terms)),
    )


def no_drop(rules: Rules) -> str:
    """Return the cost of leaving in formats without a drop."""
    cost = points(rules.scoring.full_count)
    if not rules.turns.has_clock:
        return say("No drop: leaving costs {points}.", points=cost)
    return say("No drop: leaving costs {points}, and so does being out of the deal for missed turns.", points=cost)


def _aim(rules: Rules) -> str:
    # Translators: {players} is such as "2 to 6 players"
    return say(
        "{players} get 13 cards each. The first to lay all 13 into valid groups, with two sequences, one of them "
        "pure, wins the deal. Low score wins: the winner has no points.",
        players=players(rules),
    )


def _cards_text(rules: Rules) -> str:
    printed = rules.packs.printed_jokers
    told = [
        say_many(
            printed,
            "{packs}, each with {number} printed joker.",
            "{packs}, each with {number} printed jokers.",
            packs=packs(rules),
        )
        if printed
        else say("{packs}, without printed jokers.", packs=packs(rules)),
        START[rules.start](),
        say("After dealing, one card is cut and one is turned up on the open deck; the rest is the closed deck."),
    ]
    if own(rules).groups.suits_apart:
        told.append(say("A sorted hand is shown suit by suit."))
    return " ".join(told)


def _jokers_text(rules: Rules) -> str:
    told = [say("Every card of the cut card's rank is wild.")]
    if rules.packs.printed_jokers:
        told.append(_PRINTED_CUT[own(rules).jokers.printed_cut]())
    return " ".join((*told, PICK[rules.jokers.pick]()))


_PRINTED_CUT = {
    PrintedCut.ACES: Sentence("If the cut card is a printed joker, aces are wild."),
    PrintedCut.PRINTED_ONLY: Sentence("If the cut card is a printed joker, only printed jokers are jokers."),
}


def _groups_text(rules: Rules) -> str:
    limit = own(rules).groups.max_set_size
    told = [
        say(
            "A **sequence** is three or more cards of one suit in order; the ace is low in A-2-3 and high in Q-K-A. "
            "It is **pure** if no joker stands for another card."
        ),
        say("A wild card in its own place leaves a sequence pure.")
        if own(rules).jokers.wild_natural_pure
        else say("A sequence with any wild card in it is not pure."),
        say("A **set** is three or more cards of one rank in different suits."),
    ]
    if limit:
        told.append(say_many(limit, "It holds at most {number} card.", "It holds at most {number} cards."))
    return " ".join((*told, say("Jokers may fill any sequence or set.")))


def _turn_text(rules: Rules) -> str:
    draw = say("Draw a card from the closed or the open deck, then discard one on the open deck.")
    return f"{draw} {used_up(rules, LOWEST_WINS())}"


LOWEST_WINS = Sentence(
    "Then hands are arranged for the fewest points, the lowest wins, and equal lowest hands are dealt again."
)
"""The rule for the end of a deal in which no card is left to draw."""


def _declaring_text(rules: Rules) -> str:
    full, loser = rules.scoring.full_count, own(rules).scoring
    told = [
        say(
            "After drawing, put one card aside and declare the other 13 in groups. They are judged exactly as you "
            "grouped them."
        ),
        say("A wrong declaration costs {points}, and the others play on.", points=points(full)),
        *time_to_declare(rules),
        *arranged(loser.auto_arrange_losers, shown=loser.arrange_shown),
    ]
    return " ".join(told)


def time_to_declare(rules: Rules) -> Iterator[str]:
    """Yield what the clock does to a declaration, and how long the others may group their cards."""
    if not rules.turns.has_clock:
        yield say("After a valid one, the other players may still group what they hold.")
        return
    yield say(
        "If the time runs out with a card in the finish slot, the groups that you looked at or saved are declared if "
        "they are valid; if not, that is a wrong declaration."
    )
    yield say(
        "After a valid one, the other players have {time} to group what they hold.",
        time=duration(rules.turns.declare_seconds),
    )


def arranged(auto_arrange: bool, *, shown: bool = True) -> Iterator[str]:
    """Yield how the hands of losers are arranged; `shown`: in the same way if their groups are shown in time."""
    if shown and auto_arrange:
        yield say("Shown or not, their cards are arranged for the fewest points.")
        yield say("At a table without help, their groups at the declaration or at the end count, whichever cost less.")
    elif shown:
        yield say("Their groups at the declaration or at the end count, whichever cost less.")
    elif auto_arrange:
        yield say("Cards they leave loose are arranged for them.")


def _points_text(rules: Rules) -> str:
    scoring, loser = rules.scoring, own(rules).scoring
    most = points(scoring.full_count)
    told = [
        say("Ace, king, queen, jack and ten count 10, other cards their number, jokers nothing."),
        _SPARED[loser.loser_policy](),
        say("A hand costs at most {most}, and at least {least}.", most=most, least=loser.min_loser_points)
        if loser.min_loser_points
        else say("A hand costs at most {most}.", most=most),
    ]
    if loser.deal_show:
        told.append(
            say(
                "A player who had no turn before the declaration pays half, at least {least}.",
                least=loser.deal_show_min,
            )
        )
    return " ".join(told)


_SPARED = {
    LoserPolicy.TWO_SEQ_OR_ALL: Sentence(
        "Groups spare you points only if you have two sequences, one of them pure; otherwise every card counts."
    ),
    LoserPolicy.PURE_PROTECTS: Sentence(
        "With two sequences, one of them pure, every valid group spares its cards; with a pure sequence alone, only "
        "that one does."
    ),
    LoserPolicy.PURE_FREES_GROUPS: Sentence(
        "With a pure sequence, every valid group spares its cards; without one every card counts."
    ),
    LoserPolicy.ANY_VALID_GROUP: Sentence("Every valid group spares its cards."),
}


def _time_text(rules: Rules, terms: Terms | None) -> str:
    # If no format is chosen, the text of each format names its own prices.
    drops, full = rules.drops(terms.format if terms else rules.formats[0]), points(rules.scoring.full_count)
    if drops is None:
        return f"{leaving(rules, has_drop=False)} {clock(rules, that_costs(full))}"
    is_any = terms is None and len(rules.formats) > 1
    first, later = points(drops.first_drop), points(drops.middle_drop)
    drop = dropping(first, later, until_missed=_is_first_until_missed(rules))
    if is_any:
        # Translators: {format} is such as "Points rummy", {rule} says when one may drop in it
        drop = say_in("a format", "{format}: {rule}", format=format_title(rules.formats[0], rules), rule=drop)
    told = [drop, leaving(rules, has_drop=True)]
    told.append(clock(rules, say("That costs as much as a later drop.") if is_any else that_costs(later)))
    if own(rules).turns.lapse_first_drop and rules.turns.has_clock:
        told.append(
            say("Before your first draw it costs as much as a first drop.")
            if is_any
            else say("Before your first draw it costs {points}.", points=first)
        )
    return " ".join(told)


def that_costs(points: str) -> str:
    """Return the cost of what was said before."""
    return say("That costs {points}.", points=points)


def dropping(first: str, later: str, *, until_missed: bool) -> str:
    """Return when a player may drop, and the cost; `until_missed`: a missed turn ends the time of the first drop."""
    if until_missed:
        return say(
            "You may drop before drawing: {first} before your first draw or missed turn, {later} later.",
            first=first,
            later=later,
        )
    return say("You may drop before drawing: {first} before your first draw, {later} later.", first=first, later=later)


def leaving(rules: Rules, *, has_drop: bool) -> str:
    """Return the cost of leaving."""
    full = points(rules.scoring.full_count)
    if has_drop:
        return say(
            "Leaving the table costs the same, with a card in the finish slot {points}; after a declaration it costs "
            "what your cards cost.",
            points=full,
        )
    return say(
        "There is no drop in this format. Leaving costs {points}; after a declaration it costs what your cards cost.",
        points=full,
    )


def clock(rules: Rules, cost: str) -> str:
    """Return how time runs, and what happens to a player who misses turns; `cost` is the sentence for the cost."""
    alone = say("The last one left in a deal wins it.")
    if not rules.turns.has_clock:
        return " ".join((alone, UNHURRIED()))
    told = (
        alone,
        say("The clock: {clock}.", clock=times(rules)),
        say("If you miss a turn, the card you drew is discarded."),
        missed_turns(rules),
        cost,
    )
    return " ".join(told)


def _is_first_until_missed(rules: Rules) -> bool:
    """Return whether a missed turn ends the time of the first drop.

    If one missed turn is too many, only a draw ends it.
    """
    return own(rules).turns.lapse_ends_first_drop and rules.turns.lapse_limit > 1


# -- facts ------------------------------------------------------------------------------------------


def facts(rules: Rules) -> dict[str, str]:
    """Return all values of a rule set, by label."""
    without = [format_title(form, rules) for form in rules.formats if rules.drops(form) is None]
    lapsed_out = {
        say("Which then costs"): say("the first drop if nothing was drawn, else the middle drop")
        if own(rules).turns.lapse_first_drop
        else say("the middle drop"),
        say("Formats without a drop"): say(
            "{formats}; being out for missed turns costs the full count there", formats=listed(without)
        )
        if without
        else say_in("formats", "none"),
    }
    start = start_facts(rules, {say("Printed jokers in each pack"): str(rules.packs.printed_jokers)})
    turns = turn_facts(rules, show_fact(rules), lapsed_out)
    ends = end_facts(rules, leaving_fact())
    return start | _joker_facts(rules) | turns | lowest_wins_fact() | _points_facts(rules) | ends


def lowest_wins_fact() -> dict[str, str]:
    """Return who wins a deal in which nobody declares."""
    return {
        say("If no player ends a deal"): say(
            "hands are arranged for the fewest points and the lowest wins; equal lowest hands are dealt again"
        )
    }


def declaring_facts(rules: Rules) -> dict[str, str]:
    """Return the cost of a wrong declaration, and the rule for a late one."""
    return {
        say("Full count, also for a wrong declaration"): str(rules.scoring.full_count),
        say("No declaration in time"): say(
            "groups that were looked at or saved are declared if they are valid; if not, it is a wrong declaration"
        ),
    }


def dropping_fact() -> dict[str, str]:
    """Return when a player may drop."""
    return {say("When a player may drop"): say("in their own turn, before drawing")}


def leaving_fact() -> str:
    """Return the cost of leaving."""
    return say(
        "what a drop would cost then; without a drop, and with a card in the finish slot, the full count; after a "
        "declaration what one's cards cost"
    )


def _joker_facts(rules: Rules) -> dict[str, str]:
    pure = own(rules).jokers.wild_natural_pure
    limit = own(rules).groups.max_set_size
    return {
        say("When a printed joker is cut"): _CUT[own(rules).jokers.printed_cut](),
        **pick_fact(rules),
        say("A wild card in its own place"): say("leaves a sequence pure") if pure else say("spoils a pure sequence"),
        say("A sorted hand is shown"): say("suit by suit") if own(rules).groups.suits_apart else say("in one row"),
        say("Cards in a set"): say("3 to {most}, jokers included", most=limit)
        if limit
        else say("3 or more, jokers included"),
    }


_CUT = {
    PrintedCut.ACES: Sentence("all aces are wild"),
    PrintedCut.PRINTED_ONLY: Sentence("only printed jokers are jokers"),
}


def _points_facts(rules: Rules) -> dict[str, str]:
    loser = own(rules).scoring
    half = say("half the points, at least {least}", least=loser.deal_show_min)
    single = FORMATS[Format.POINTS]()
    first = own(rules).points.first_drop
    pools = {Format.POOL_101: own(rules).pool_101, Format.POOL_201: own(rules).pool_201}
    return {
        **declaring_facts(rules),
        say("A loser is spared"): _SPARES[loser.loser_policy](),
        say("A loser pays at least"): str(loser.min_loser_points),
        say("Declared before one's first turn"): half if loser.deal_show else say("no difference"),
        say("The cards of the losers"): LOSERS[loser.arrange_shown, loser.auto_arrange_losers](),
        **dropping_fact(),
        say("First drop, {format}", format=single): first_drop(first, until_missed=_is_first_until_missed(rules)),
        say("Middle drop, {format}", format=single): str(own(rules).points.middle_drop),
        **{
            FORMATS[form](): _pool(pool) if form in rules.formats else say_in("formats", "none")
            for form, pool in pools.items()
        },
    }


def first_drop(cost: int, *, until_missed: bool) -> str:
    """Return the cost of a first drop, and how long it is one."""
    if until_missed:
        return say("{cost}, before one's first draw or missed turn", cost=cost)
    return say("{cost}, before one's first draw", cost=cost)


_SPARES = {
    LoserPolicy.TWO_SEQ_OR_ALL: Sentence("every meld, once there are two sequences and one is pure; else nothing"),
    LoserPolicy.PURE_PROTECTS: Sentence(
        "every meld, once there are two sequences and one is pure; with a pure sequence alone, that one"
    ),
    LoserPolicy.PURE_FREES_GROUPS: Sentence("every meld, once there is a pure sequence; else nothing"),
    LoserPolicy.ANY_VALID_GROUP: Sentence("every meld"),
}
LOSERS = {
    (True, True): Sentence(
        "arranged for the fewest points, shown or not; at a table without help their groups at the declaration or at "
        "the end count, whichever cost less"
    ),
    (True, False): Sentence("their groups at the declaration or at the end count, whichever cost less"),
    (False, True): Sentence("arranged by the table where not grouped in time"),
    (False, False): Sentence("left as they are"),
}
"""Sentences by two answers: whether shown hands are arranged, and whether the hands of losers are."""


def _pool(pool: PoolRules) -> str:
    return say(
        "out at {limit}, drops {first} and {later}, rejoin while nobody is above {rejoin}, shared when all stand at "
        "{split} or more",
        limit=pool.limit,
        first=pool.first_drop,
        later=pool.middle_drop,
        rejoin=pool.rejoin_max,
        split=pool.split_min,
    )
