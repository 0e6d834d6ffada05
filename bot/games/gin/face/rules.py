"""The rules of gin in words, all of it told from its values."""

from bot.games.face import Sections
from bot.games.gin.rules import HAND_SIZE, LEFT_IN_DECK, GinRules
from bot.rummy.match.formats import Format
from bot.rummy.rules import Rules
from bot.text.facts import end_facts, start_facts, turn_facts
from bot.text.words import count, lapsed, points, times

FIRST_OPEN = "the points of the first open card; an ace: gin only"


def _limit(own: GinRules) -> str:
    if own.open_card_limits:
        return FIRST_OPEN
    return f"{own.knock_max} or less" if own.knock_max else "gin only"


def short(rules: Rules, own: GinRules) -> str:
    """A rule set in two lines."""
    limit = f"knock with {_limit(own)}" if not own.open_card_limits else "the first open card says how to knock"
    spade = "; a spade there doubles the deal" if own.spade_doubles else ""
    return (
        f"Two players, {HAND_SIZE} cards each, no jokers; {limit}{spade}.\n"
        f"Points are good: the difference in deadwood, gin {own.gin_bonus} more, an undercut {own.undercut_bonus} more."
    )


def full(rules: Rules, own: GinRules) -> Sections:
    """All but the formats: titles and what stands under each."""
    return (
        ("The aim", _aim()),
        ("Cards and melds", _cards_text(rules)),
        ("The first turn", _first_text()),
        ("Your turn", _turn_text(rules)),
        ("Knocking", _knock_text(own)),
        ("Points", _points_text(own)),
        *([("A match", _match_text(own))] if Format.LIMIT in rules.formats else []),
        ("Time", _time_text(rules, own)),
    )


def _aim() -> str:
    return (
        "Two players lay their hands into melds. What lies in no meld is **deadwood**. A player with little of it "
        "knocks, and the one with less deadwood wins the deal. Points are good, and the most points win."
    )


def _cards_text(rules: Rules) -> str:
    return (
        f"One pack of 52 without jokers, {HAND_SIZE} cards each; the next card is turned up on the open deck. The "
        "first dealer is chosen by chance, then the loser of a deal deals the next. A **sequence** is three or more "
        "cards of one suit in order; the ace is low only. A **set** is three or four cards of one rank. A card counts "
        "in one meld. As deadwood an ace counts 1, jack, queen and king 10, other cards their number."
    )


def _first_text() -> str:
    return (
        "The player who does not deal may **take** the open card or **pass**; after a pass the dealer may. If both "
        "pass, the first player draws from the closed deck. There is no passing after that."
    )


def _turn_text(rules: Rules) -> str:
    rounds = rules.turns.quiet_rounds
    quiet = f", or after {count(rounds, 'round')} without a card from the closed deck" if rounds else ""
    return (
        "Draw a card from the closed or the open deck, then discard one. A card from the open deck cannot be discarded "
        f"in the same turn. The closed deck is never made again: when a turn ends without a knock and {LEFT_IN_DECK} "
        f"cards are left in it{quiet}, the deal is void, and the same dealer deals again."
    )


def _knock_text(own: GinRules) -> str:
    limit = (
        "The first open card sets the most deadwood of a knock: its points; an ace allows gin only."
        if own.open_card_limits
        else f"You may knock with {_limit(own)}."
        if own.knock_max
        else "You may knock only with no deadwood at all."
    )
    big = " **Big gin** is all eleven cards in melds, with no discard." if own.big_gin_bonus else ""
    return (
        f"Instead of a discard, throw a card face down and show your ten. {limit} Nobody has to knock. **Gin** is a "
        f"knock with no deadwood.{big} After any other knock the other player lays off cards on the knocker's melds. "
        "The table lays both hands as well as can be for the player who holds them, and lays off all that helps."
    )


def _points_text(own: GinRules) -> str:
    big = f", after big gin {own.big_gin_bonus}" if own.big_gin_bonus else ""
    spade = " If the first open card is a spade, the deal counts double, bonuses too." if own.spade_doubles else ""
    return (
        "If the knocker has less deadwood, the knocker gets the difference. If not, it is an **undercut**: the other "
        f"player gets the difference and {own.undercut_bonus} more. After gin the knocker gets the other's deadwood "
        f"and {own.gin_bonus} more{big}; there is no laying off and no undercut.{spade}"
    )


def _match_text(own: GinRules) -> str:
    shutout = " If the other player has won no deal, the winner's total counts double." if own.shutout_doubles else ""
    return (
        "Deals are played until one player reaches the limit, and that player has won. Then the winner gets "
        f"{own.game_bonus} more, and each player {own.box_bonus} for every deal won, which is called a box.{shutout}"
    )


def _time_text(rules: Rules, own: GinRules) -> str:
    leaves = f"gets their deadwood and {points(own.undercut_bonus)} more, and a match of several deals"
    if not rules.turns.has_clock:
        return f"No clock: {times(rules)}. If a player leaves, the other one {leaves}."
    return (
        f"The clock: {times(rules)}. If you miss your turn, a drawn card is discarded, and the first open card is "
        f"left; {lapsed(rules)} you are out of the deal. Then, or if you leave, the other player {leaves}."
    )


def facts(rules: Rules, own: GinRules) -> dict[str, str]:
    """Everything a rule set settles, by its label."""
    leaving = f"the deadwood and {own.undercut_bonus} more, for the other player"
    return {
        **start_facts(rules),
        "Deadwood to knock": _limit(own),
        "Gin": f"{own.gin_bonus} more",
        "Big gin": f"{own.big_gin_bonus} more" if own.big_gin_bonus else "not played",
        "Undercut": f"{own.undercut_bonus} more",
        "A spade as the first open card": "doubles the deal" if own.spade_doubles else "counts as any",
        "For the winner of a match": str(own.game_bonus),
        "For each deal won, at the end of a match": str(own.box_bonus),
        "No deal won by the other": "doubles the total" if own.shutout_doubles else "counts as any",
        **turn_facts(rules, out={"Which then costs": "the match"}),
        **end_facts(rules, leaving),
    }
