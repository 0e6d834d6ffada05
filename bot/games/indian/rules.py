"""The rule values of thirteen-card Indian rummy."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from bot.rummy.cards import JOKER, Card, Rank, packs
from bot.rummy.match.formats import Format
from bot.rummy.rules import DropRules, GameRules, PoolRules, Rules
from bot.rummy.toml import Between

HAND_SIZE = 13


class PrintedCut(StrEnum):
    """What is wild when the cut card is a printed joker."""

    ACES = "aces"
    PRINTED_ONLY = "printed_only"


class JokerPick(StrEnum):
    """When a joker may be picked from the open deck."""

    FIRST_OPEN_ONLY = "first_open_only"
    """Only the card turned up at the deal, by the first player in the first turn (002 L32-33)."""
    ALWAYS = "always"


class LoserPolicy(StrEnum):
    """Which valid groups spare a loser their points."""

    TWO_SEQ_OR_ALL = "two_seq_or_all"
    """None, unless there are two sequences, one of them pure (001 L181)."""
    PURE_PROTECTS = "pure_protects"
    """Without a second sequence the pure sequence alone (000 L24)."""
    ANY_VALID_GROUP = "any_valid_group"
    """Every valid group (004 L25-26, read literally)."""


@dataclass(frozen=True, slots=True)
class JokerRules:
    """What jokers may do."""

    printed_cut: PrintedCut
    pick: JokerPick
    wild_natural_pure: bool
    """A card of the wild rank in its own place leaves a sequence pure (002 L10)."""


@dataclass(frozen=True, slots=True)
class GroupRules:
    """Limits of groups."""

    max_set_size: Annotated[int, Between(0, HAND_SIZE)]
    """Most cards in a set, jokers included; 0 is no limit."""


@dataclass(frozen=True, slots=True)
class LapseRules:
    """What lapsing out costs."""

    lapse_first_drop: bool
    """A player who lapses out without ever drawing pays the first drop instead of the middle drop."""


@dataclass(frozen=True, slots=True)
class LoserRules:
    """Points of a loser who shows cards."""

    loser_policy: LoserPolicy
    min_loser_points: Annotated[int, Between(0, 100)]
    deal_show: bool
    """Half the points for a loser who had no turn before the declaration (002 L63-66)."""
    deal_show_min: Annotated[int, Between(0, 100)]
    auto_arrange_losers: bool
    """The solver arranges what a loser did not group in time."""


@dataclass(frozen=True, slots=True)
class DealsRules:
    """A fixed number of deals, played for chips."""

    counts: Annotated[tuple[int, ...], Between(1, 100)]


@dataclass(frozen=True, slots=True)
class IndianRules:
    """What only the Indian game has, each a TOML table; `turns` and `scoring` are further keys of shared tables."""

    jokers: JokerRules
    groups: GroupRules
    turns: LapseRules
    scoring: LoserRules
    points: DropRules
    """What a drop costs in the points format."""
    pool_101: PoolRules
    pool_201: PoolRules
    deals: DealsRules


def own(rules: Rules) -> IndianRules:
    """The Indian values of a rule set of this game."""
    assert isinstance(rules.own, IndianRules)
    return rules.own


def wild_rank(cut: Card, rules: Rules) -> Rank | None:
    """The rank whose cards are jokers besides the printed ones; None: no rank is (A10, A11)."""
    if cut != JOKER:
        return cut.rank
    return Rank.ACE if own(rules).jokers.printed_cut is PrintedCut.ACES else None


class IndianGameRules(GameRules):
    """What the rule sets of this game ask of it."""

    id = "indian"
    own = IndianRules
    formats = (Format.POINTS, Format.POOL_101, Format.POOL_201, Format.DEALS, Format.BEST_OF_3)
    hand_size = HAND_SIZE
    package = "bot.games.indian"

    def cards(self, rules: Rules, players: int) -> tuple[Card, ...]:
        """Whole packs, each with its printed jokers."""
        return packs(rules.packs_for(players), rules.packs.printed_jokers)

    def face_up(self, rules: Rules) -> int:
        """The cut card and the first open card."""
        return 2

    def numbers(self, rules: Rules, format: Format) -> tuple[int, ...]:
        """How many deals a match of the format `deals` may have."""
        return own(rules).deals.counts if format is Format.DEALS else (0,)

    def pool(self, rules: Rules, format: Format) -> PoolRules | None:
        """The limits of a pool; None for the other formats."""
        return {Format.POOL_101: own(rules).pool_101, Format.POOL_201: own(rules).pool_201}.get(format)

    def drops(self, rules: Rules, format: Format) -> DropRules | None:
        """What a drop costs: in points and in pools; None in the other formats (B12, B13)."""
        if pool := self.pool(rules, format):
            return DropRules(pool.first_drop, pool.middle_drop)
        return own(rules).points if format is Format.POINTS else None

    def contradictions(self, rules: Rules) -> Iterator[tuple[str, str]]:
        """Values that are fine one by one and cannot be played together: the key, and what is allowed."""
        counts = own(rules).deals.counts
        if Format.DEALS in rules.formats and not counts:
            yield "deals.counts", "at least one number where the format deals is played"
        if len(set(counts)) < len(counts):
            yield "deals.counts", "numbers, each once"
        yield from self._endless_pools(rules)
        if 0 < own(rules).groups.max_set_size < 3:
            yield "groups.max_set_size", f"0 (no limit) or a whole number from 3 to {HAND_SIZE}"

    def _endless_pools(self, rules: Rules) -> Iterator[tuple[str, str]]:
        """Pools in which lapsing out costs nothing: with all players away they would never end."""
        for format in rules.formats:
            if pool := self.pool(rules, format):
                word = "first_drop" if own(rules).turns.lapse_first_drop else "middle_drop"
                if not getattr(pool, word):
                    yield f"{format}.{word}", "a whole number from 1 to 1000, for it is what lapsing out costs"
