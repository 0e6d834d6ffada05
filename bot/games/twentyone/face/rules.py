"""The rules of twenty-one-card rummy in words, all of them made from the values of a rule set."""

from bot.faces.face import Sections
from bot.games.indian.face.rules import (
    LOSERS,
    LOWEST_WINS,
    arranged,
    clock,
    declaring_facts,
    dropping,
    dropping_fact,
    first_drop,
    leaving,
    leaving_fact,
    lowest_wins_fact,
    that_costs,
    time_to_declare,
)
from bot.games.twentyone.rules import DEAL_SHOW_LEAST, HAND_SIZE, TwentyOneRules
from bot.languages.formats import listed, with_commas
from bot.languages.sentence import say, say_in, say_many
from bot.rummy.rules import Rules
from bot.text.facts import end_facts, pick_fact, show_fact, start_facts, turn_facts
from bot.text.words import PICK, START, players, points, used_up


def short(rules: Rules, own: TwentyOneRules) -> str:
    """Return a rule set in two lines."""
    start = say("Three packs, {cards} cards each; three pure sequences to declare.", cards=HAND_SIZE)
    return f"{start}\n{_drop_short(own)} {_most(rules)} {_value_short(own)}".rstrip()


def _drop_short(own: TwentyOneRules) -> str:
    if not own.drops:
        return say("No drop.")
    return say("Drop {first} / {middle}.", first=own.first_drop, middle=own.middle_drop)


def _most(rules: Rules) -> str:
    return say("A hand costs at most {points}.", points=points(rules.scoring.full_count))


def _value_short(own: TwentyOneRules) -> str:
    return say("Value cards are settled separately.") if own.value_points else ""


def full(rules: Rules, own: TwentyOneRules) -> Sections:
    """Return all rules but the formats: titles, and the text under each."""
    return (
        (say_in("a heading", "The aim"), _aim()),
        (say_in("a heading", "Cards"), _cards_text(rules)),
        (say_in("a heading", "Jokers"), _jokers_text(rules)),
        (say_in("a heading", "Groups"), _groups_text()),
        (say_in("a heading", "Declaring"), _declaring_text(rules)),
        (say_in("a heading", "Points"), _points_text(rules, own)),
        *([(say_in("a heading", "Value points"), _value_text(own))] if own.value_points else []),
        (say_in("a heading", "Dropping and time"), _time_text(rules, own)),
    )


def _aim() -> str:
    return say(
        "The first to declare valid groups gets the points of the other hands. High score wins; all points add "
        "up to zero."
    )


def _cards_text(rules: Rules) -> str:
    dealt = say_many(
        rules.packs.printed_jokers,
        "Three packs of 52 cards, each with {number} printed joker; {cards} cards each. Then the cut card and the "
        "first open card are turned up. In a turn draw from either deck, then discard a card.",
        "Three packs of 52 cards, each with {number} printed jokers; {cards} cards each. Then the cut card and the "
        "first open card are turned up. In a turn draw from either deck, then discard a card.",
        cards=HAND_SIZE,
    )
    return " ".join(
        (
            say("For {players}.", players=players(rules)),
            START[rules.start](),
            dealt,
            used_up(rules, LOWEST_WINS()),
        )
    )


def _jokers_text(rules: Rules) -> str:
    jokers = say(
        "Jokers are the printed ones, every card of the cut card's rank, and the **upper** and the **lower "
        "joker**: the cards just above and below the cut card in its suit. Above a king comes the ace, below an "
        "ace the king. If a printed joker is cut, the ace of spades stands for it. A joker can always stand for "
        "itself."
    )
    return f"{jokers} {PICK[rules.jokers.pick]()}"


def _groups_text() -> str:
    return say(
        "A **sequence** is three or more cards in a row of one suit; the ace is low or high, but K-A-2 is not a "
        "sequence. It is **pure** if no joker stands for another card. A **set** is one rank in different suits. "
        "A **tunnela**, three identical cards, counts as a pure sequence. A **dublee** is two identical cards."
    )


def _declaring_text(rules: Rules) -> str:
    ways = say(
        "Put a card in the finish slot and declare in one of four ways: three pure sequences or tunnelas, and "
        "all other cards in sequences, sets and tunnelas; three tunnelas; eight dublees; eight jokers in one "
        "group. In the last three, the other cards do not matter. Groups count exactly as you laid them. A wrong "
        "declaration costs {points}, and the others play on.",
        points=points(rules.scoring.full_count),
    )
    return " ".join((ways, *time_to_declare(rules)))


def _points_text(rules: Rules, own: TwentyOneRules) -> str:
    lost = say(
        "Ace, king, queen, jack and ten cost 10, other cards their number, jokers nothing. With fewer than three "
        "pure sequences all cards of a loser count, otherwise only loose ones; {points} at most.",
        points=points(rules.scoring.full_count),
    )
    cheap = say("Six dublees cost {points}.", points=points(own.six_dublees)) if own.six_dublees else ""
    told = (lost, cheap, _deal_show_text() if own.deal_show else "", *arranged(own.help_losers))
    return " ".join(filter(None, told))


def _deal_show_text() -> str:
    return say(
        "A player who had no turn before the declaration pays half, rounded up, at least {least}.",
        least=DEAL_SHOW_LEAST,
    )


def _value_text(own: TwentyOneRules) -> str:
    settled = say(
        "The cut, the upper and the lower joker are value cards. One, two or three of a kind count {kind}; the "
        "three together are a **marriage**, and one, two or three marriages count {marriages}. At the end each "
        "pair of players still in settles the difference, apart from the points of the deal.",
        kind=listed(map(str, own.value_of_kind)),
        marriages=listed(map(str, own.value_of_marriages)),
    )
    best = say("The player with the most points of both together wins.")
    return f"{settled} {best}"


def _time_text(rules: Rules, own: TwentyOneRules) -> str:
    told = [leaving(rules, has_drop=own.drops), _void_text()]
    if own.drops:
        first, middle = points(own.first_drop), points(own.middle_drop)
        told.insert(0, dropping(first, middle, until_missed=_is_first_until_missed(rules)))
    lapsed = own.middle_drop if own.drops else rules.scoring.full_count
    return " ".join((*told, clock(rules, that_costs(points(lapsed)))))


def _void_text() -> str:
    return say("If a deal that a player left is dealt again, what it cost them goes to the winner of the match.")


def _is_first_until_missed(rules: Rules) -> bool:
    """Return whether a missed turn ends the time of the first drop; at a limit of one it puts the player out."""
    return rules.turns.lapse_limit > 1


def facts(rules: Rules, own: TwentyOneRules) -> dict[str, str]:
    """Return all values of a rule set, by label."""
    none = say("not played")
    half = say("half the points, rounded up, at least {least}", least=DEAL_SHOW_LEAST)
    lapsed = say("the middle drop") if own.drops else str(rules.scoring.full_count)
    return {
        **start_facts(rules, {say("Printed jokers in a pack"): str(rules.packs.printed_jokers)}),
        **pick_fact(rules),
        **declaring_facts(rules),
        **(dropping_fact() if own.drops else {}),
        say("First drop"): first_drop(own.first_drop, until_missed=_is_first_until_missed(rules))
        if own.drops
        else none,
        say("Middle drop"): str(own.middle_drop) if own.drops else none,
        say("Declared before one's first turn"): half if own.deal_show else say("no difference"),
        say("Six dublees of a loser"): str(own.six_dublees) if own.six_dublees else say("count as any cards"),
        say("Value of one, two, three cards of a kind"): _values(own.value_of_kind, own),
        say("Value of one, two, three marriages"): _values(own.value_of_marriages, own),
        say("The cards of the losers"): LOSERS[True, own.help_losers](),
        **turn_facts(rules, show_fact(rules), {say("Which then costs"): lapsed}),
        **lowest_wins_fact(),
        **end_facts(rules, leaving_fact()),
    }


def _values(values: tuple[int, ...], own: TwentyOneRules) -> str:
    return with_commas(map(str, values)) if own.value_points else say("not played")
