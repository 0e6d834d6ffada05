"""The answers of the western game to its rule sets."""

from collections.abc import Iterator

from bot.games.western.rules import HAND_SIZE, WesternRules, own
from bot.rummy.cards import JOKER, Card, packs
from bot.rummy.errors import ErrorText
from bot.rummy.match.formats import Format
from bot.rummy.rules import GameRules, Rules, StakeUnit


class WesternGameRules(GameRules):
    """The answers of the western game to its rule sets."""

    id = "western"
    own = WesternRules
    table = "romme"
    # Version 0.1 wrote the tables of all its games into every stored rule set, and a base may belong to another game.
    ignored = frozenset(
        f"{table}{key}"
        for table, keys in {
            "": ("groups", "points", "pool_101", "pool_201", "deals"),
            "jokers.": ("printed_cut", "wild_natural_pure"),
            "turns.": ("lapse_first_drop", "lapse_ends_first_drop"),
            "scoring.": (
                *("loser_policy", "min_loser_points", "deal_show", "deal_show_min"),
                *("auto_arrange_losers", "arrange_shown"),
            ),
        }.items()
        for key in keys
    )
    formats = (Format.POINTS, Format.BEST_OF_3, Format.BEST_OF, Format.LIMIT)
    hand_size = HAND_SIZE
    often = (
        *("romme.first_meld", "romme.joker_points", "romme.ace_points", "romme.adjacent_jokers", "romme.more_jokers"),
        *("romme.rummy_bonus", "romme.best_of", "romme.limits", "scoring.full_count"),
        *("turns.turn_seconds", "turns.lapse_limit"),
    )
    package = "bot.games.western"

    def cards(self, rules: Rules, players: int) -> tuple[Card, ...]:
        """Return packs without printed jokers of their own, and the number of jokers that the rules set (003 L7)."""
        return packs(rules.packs_for(players), 0) + (JOKER,) * own(rules).jokers

    def numbers(self, rules: Rules, format: Format) -> tuple[int, ...]:
        """Return the possible lengths of a match of several deals: numbers of deals, or limits of points."""
        return {Format.BEST_OF: own(rules).best_of, Format.LIMIT: own(rules).limits}.get(format, (0,))

    def contradictions(self, rules: Rules) -> Iterator[tuple[str, ErrorText]]:
        """Yield values that are valid one by one but not together: the key, and what is allowed."""
        for format, key in ((Format.BEST_OF, "romme.best_of"), (Format.LIMIT, "romme.limits")):
            numbers = self.numbers(rules, format)
            if format in rules.formats and not numbers:
                yield key, ErrorText("at least one number where the format {format} is played", format=format)
            if len(set(numbers)) < len(numbers):
                yield key, ErrorText("numbers, each once")
        if 3 in own(rules).best_of:
            yield "romme.best_of", ErrorText("numbers other than 3: that is the format best_of_3")
        if rules.scoring.points_stake is not StakeUnit.ENTRY:
            # Several players may share a deal here, so a price for each point would have no single winner to go to.
            yield "scoring.points_stake", ErrorText("entry with a table [romme]")
