"""The rule values of the western game, with melds on the table (003)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from bot.rummy.cards import JOKER, Card, packs
from bot.rummy.match.formats import Format
from bot.rummy.rules import GameRules, PointsStake, Rules
from bot.rummy.toml import Between

HAND_SIZE = 13


@dataclass(frozen=True, slots=True)
class WesternRules:
    """What only the western game has: the TOML table `[romme]`."""

    jokers: Annotated[int, Between(0, 12)]
    """Jokers in all, whatever the packs (003 L7)."""
    joker_points: Annotated[int, Between(0, 100)]
    """What a joker left in hand costs (F2)."""
    ace_points: Annotated[int, Between(1, 100)]
    """What an ace left in hand costs (F2)."""
    first_meld: Annotated[int, Between(0, 100)]
    """The fewest points of what a player places first, in one turn; 0: any (F4)."""
    adjacent_jokers: bool
    """Jokers may lie side by side in a sequence (F8)."""
    more_jokers: bool
    """A meld may hold more jokers than other cards (against 003 L49-51)."""
    rummy_bonus: Annotated[int, Between(0, 1000)]
    """Comes off the points of a player who places all cards in one turn, nothing before (003 L62)."""
    best_of: Annotated[tuple[int, ...], Between(2, 99)]
    """How many deals a match of several may have."""
    limits: Annotated[tuple[int, ...], Between(10, 10_000)]
    """Points at which a match may end."""


def own(rules: Rules) -> WesternRules:
    """The western values of a rule set of this game."""
    assert isinstance(rules.own, WesternRules)
    return rules.own


def western_rules(rules: Rules) -> WesternRules | None:
    """The western values of a rule set; None: it is for another game."""
    return rules.own if isinstance(rules.own, WesternRules) else None


class WesternGameRules(GameRules):
    """What the rule sets of this game ask of it."""

    id = "western"
    own = WesternRules
    table = "romme"
    # Version 0.1 wrote the tables of all its games into every rule set that it stored.
    ignored = frozenset(
        f"{table}{key}"
        for table, keys in {
            "": ("jokers", "groups", "points", "pool_101", "pool_201", "deals"),
            "turns.": ("lapse_first_drop",),
            "scoring.": ("loser_policy", "min_loser_points", "deal_show", "deal_show_min", "auto_arrange_losers"),
        }.items()
        for key in keys
    )
    formats = (Format.POINTS, Format.BEST_OF_3, Format.BEST_OF, Format.LIMIT)
    hand_size = HAND_SIZE
    package = "bot.games.western"

    def cards(self, rules: Rules, players: int) -> tuple[Card, ...]:
        """Packs without printed jokers of their own, and so many jokers in all (003 L7)."""
        return packs(rules.packs_for(players), 0) + (JOKER,) * own(rules).jokers

    def face_up(self, rules: Rules) -> int:
        """The first open card. One card more is asked for, so that something is left to draw."""
        return 2

    def numbers(self, rules: Rules, format: Format) -> tuple[int, ...]:
        """How many deals, or the limit, a match of several deals may have."""
        return {Format.BEST_OF: own(rules).best_of, Format.LIMIT: own(rules).limits}.get(format, (0,))

    def contradictions(self, rules: Rules) -> Iterator[tuple[str, str]]:
        """Values that are fine one by one and cannot be played together: the key, and what is allowed."""
        for format, key in ((Format.BEST_OF, "romme.best_of"), (Format.LIMIT, "romme.limits")):
            numbers = self.numbers(rules, format)
            if format in rules.formats and not numbers:
                yield key, f"at least one number where the format {format} is played"
            if len(set(numbers)) < len(numbers):
                yield key, "numbers, each once"
        if 3 in own(rules).best_of:
            yield "romme.best_of", "numbers other than 3: that is the format best_of_3"
        if rules.scoring.points_stake is not PointsStake.ENTRY:
            # Several may share a deal here: what each point costs would have nobody to go to.
            yield "scoring.points_stake", "entry with a table [romme]"
