"""The rules of gin in words, all of them made from the values of a rule set."""

from collections.abc import Sequence

from bot.faces.face import Sections
from bot.games.gin.rules import HAND_SIZE, LEFT_IN_DECK, GinRules
from bot.languages.formats import alternatives
from bot.languages.sentence import say, say_in, say_many
from bot.rummy.match.formats import Format
from bot.rummy.rules import Rules
from bot.text.facts import end_facts, start_facts, turn_facts
from bot.text.words import START, UNHURRIED, missed_turns, times


def short(rules: Rules, own: GinRules) -> str:
    """Return a rule set in two lines."""
    points = say(
        "High score wins: you score the difference in deadwood, plus {gin} for gin or {undercut} for an undercut.",
        gin=own.gin_bonus,
        undercut=own.undercut_bonus,
    )
    return f"{' '.join(filter(None, (_start(own), _spade(own))))}\n{points}"


def _start(own: GinRules) -> str:
    """Return how many cards are dealt, and with how much deadwood a player may knock."""
    if own.open_card_limits:
        return say(
            "Two players, {cards} cards each, no jokers; the first open card says how to knock.", cards=HAND_SIZE
        )
    if not own.knock_max:
        return say("Two players, {cards} cards each, no jokers; knock with gin only.", cards=HAND_SIZE)
    return say(
        "Two players, {cards} cards each, no jokers; knock with {most} or less.", cards=HAND_SIZE, most=own.knock_max
    )


def _spade(own: GinRules) -> str:
    """Return the rule about a spade as the first open card; empty if there is none."""
    return say("If the first open card is a spade, the deal counts double.") if own.spade_doubles else ""


def full(rules: Rules, own: GinRules) -> Sections:
    """Return all rules but the formats: titles, and the text under each."""
    return (
        (say_in("a heading", "The aim"), _aim()),
        (say_in("a heading", "Cards and melds"), _cards_text(rules)),
        (say_in("a heading", "The first turn"), _first_text()),
        (say_in("a heading", "Your turn"), _turn_text(rules)),
        (say_in("a heading", "Knocking"), _knock_text(own)),
        (say_in("a heading", "Points"), _points_text(own)),
        *([(say_in("a heading", "A match"), _match_text(own))] if Format.LIMIT in rules.formats else []),
        (say_in("a heading", "Time"), _time_text(rules, own)),
    )


def _aim() -> str:
    return say(
        "Two players lay their hands into melds. Cards outside melds are **deadwood**. A player with little of "
        "it knocks, and the one with less deadwood wins the deal. High score wins."
    )


def _cards_text(rules: Rules) -> str:
    told = (
        say(
            "One pack of 52 without jokers, {cards} cards each; the next card is turned up on the open deck.",
            cards=HAND_SIZE,
        ),
        START[rules.start](),
        say("The loser of a deal deals the next."),
        say(
            "A **sequence** is three or more cards of one suit in order; the ace is low only. A **set** is three or "
            "four cards of one rank. A card counts in one meld. As deadwood an ace counts 1, jack, queen and king 10, "
            "other cards their number."
        ),
    )
    return " ".join(told)


def _first_text() -> str:
    return say(
        "The player who does not deal may **take** the open card or **pass**; after a pass the dealer may. If both "
        "pass, the first player draws from the closed deck. There is no passing after that."
    )


def _turn_text(rules: Rules) -> str:
    turn = say(
        "Draw a card from the closed or the open deck, then discard one. A card from the open deck cannot be discarded "
        "in the same turn."
    )
    return f"{turn} {_void_text(rules)}"


def _void_text(rules: Rules) -> str:
    """Return when a deal is void."""
    if not rules.turns.quiet_rounds:
        return say(
            "The closed deck is never made again: when a turn ends without a knock and {left} cards are left in it, "
            "the deal doesn't count, and the same dealer deals again.",
            left=LEFT_IN_DECK,
        )
    return say_many(
        rules.turns.quiet_rounds,
        "The closed deck is never made again: when a turn ends without a knock and {left} cards are left in it, or "
        "after {number} round without a card from the closed deck, the deal is void, and the same dealer deals again.",
        "The closed deck is never made again: when a turn ends without a knock and {left} cards are left in it, or "
        "after {number} rounds without a card from the closed deck, the deal doesn't count, and the same dealer deals "
        "again.",
        left=LEFT_IN_DECK,
    )


def _knock_text(own: GinRules) -> str:
    return " ".join(
        filter(
            None,
            (
                say("Instead of a discard, throw a card face down and show your ten."),
                _limit_text(own),
                say("Nobody has to knock."),
                say("**Gin** is a knock with no deadwood."),
                say("**Big gin** is all eleven cards in melds, with no discard.") if own.big_gin_bonus else "",
                say(
                    "After any other knock the other player lays off cards on the knocker's melds. The table lays both "
                    "hands as well as can be for the player who holds them, and lays off all that helps."
                ),
            ),
        )
    )


def _limit_text(own: GinRules) -> str:
    """Return the most deadwood that may knock."""
    if own.open_card_limits:
        return say("The first open card sets the most deadwood of a knock: its points; an ace allows gin only.")
    if own.knock_max:
        return say("You may knock with {most} or less.", most=own.knock_max)
    return say("You may knock only with no deadwood at all.")


def _points_text(own: GinRules) -> str:
    knock = say(
        "If the knocker has less deadwood, the knocker gets the difference. If not, it is an **undercut**: the other "
        "player gets the difference and {undercut} more.",
        undercut=own.undercut_bonus,
    )
    spade = say("If the first open card is a spade, the deal counts double, bonuses too.") if own.spade_doubles else ""
    return " ".join(filter(None, (knock, _gin_text(own), spade)))


def _gin_text(own: GinRules) -> str:
    if not own.big_gin_bonus:
        return say(
            "After gin the knocker gets the other's deadwood and {gin} more; there is no laying off and no undercut.",
            gin=own.gin_bonus,
        )
    return say(
        "After gin the knocker gets the other's deadwood and {gin} more, after big gin {big} more; there is no laying "
        "off and no undercut.",
        gin=own.gin_bonus,
        big=own.big_gin_bonus,
    )


def _match_text(own: GinRules) -> str:
    ends = say(
        "Deals are played until one player reaches the limit, and that player has won. Then the winner gets {game} "
        "more, and each player {box} for every deal won, which is called a box.",
        game=own.game_bonus,
        box=own.box_bonus,
    )
    shutout = say("If the other player has won no deal, the winner's total counts double.")
    return f"{ends} {shutout}" if own.shutout_doubles else ends


def first_at(limit: int) -> str:
    """Return how a match to a limit is won, in a few words."""
    return say_many(limit, "The first player with {number} point wins.", "The first player with {number} points wins.")


def to_a_limit(limits: Sequence[int]) -> str:
    """Return how a match to a limit is won, and who deals."""
    return say_many(
        limits[-1],
        # Translators: {limits} is a number or a choice of them: "100, 150 or 250"
        "The first player with {limits} point wins. The loser of a deal deals the next.",
        "The first player with {limits} points wins. The loser of a deal deals the next.",
        limits=alternatives(map(str, limits)),
    )


def _time_text(rules: Rules, own: GinRules) -> str:
    if not rules.turns.has_clock:
        leaving = say_many(
            own.undercut_bonus,
            "If a player leaves, the other one gets their deadwood and {number} point more, and a match of several "
            "deals.",
            "If a player leaves, the other one gets their deadwood and {number} points more, and a match of several "
            "deals.",
        )
        return f"{UNHURRIED()} {leaving}"
    told = (
        say("The clock: {clock}.", clock=times(rules)),
        say("If you miss your turn, a drawn card is discarded, and the first open card is left."),
        missed_turns(rules),
        say_many(
            own.undercut_bonus,
            "Then, or if you leave, the other player gets your deadwood and {number} point more, and a match of "
            "several deals.",
            "Then, or if you leave, the other player gets your deadwood and {number} points more, and a match of "
            "several deals.",
        ),
    )
    return " ".join(told)


def facts(rules: Rules, own: GinRules) -> dict[str, str]:
    """Return all values of a rule set, by label."""
    leaving = say("the deadwood and {more} more, for the other player", more=own.undercut_bonus)
    return {
        **start_facts(rules),
        say("Who deals next"): say("the loser of a deal; the same dealer deals again if a deal doesn't count"),
        say("The first turn"): say(
            "the player who does not deal takes the open card or passes, then the dealer does; after two passes the "
            "first player draws from the closed deck"
        ),
        say_in("a label", "Deadwood to knock"): _limit_fact(own),
        say_in("a label", "Gin"): _more(own.gin_bonus),
        say_in("a label", "Big gin"): _more(own.big_gin_bonus) if own.big_gin_bonus else say("not played"),
        say_in("a label", "Undercut"): _more(own.undercut_bonus),
        say("A spade as the first open card"): say("doubles the deal") if own.spade_doubles else say("counts as any"),
        say("For the winner of a match"): str(own.game_bonus),
        say("For each deal won, at the end of a match"): str(own.box_bonus),
        say("No deal won by the other"): say("doubles the total") if own.shutout_doubles else say("counts as any"),
        **turn_facts(rules, out={say("Which then costs"): say("the match")}),
        say("If no player ends a deal"): say(
            "it doesn't count, also when a turn ends without a knock and {left} cards are left in the closed deck",
            left=LEFT_IN_DECK,
        ),
        **end_facts(rules, leaving),
    }


def _limit_fact(own: GinRules) -> str:
    if own.open_card_limits:
        return say("the points of the first open card; an ace: gin only")
    return say("{most} or less", most=own.knock_max) if own.knock_max else say("gin only")


def _more(points: int) -> str:
    return say("{points} more", points=points)
