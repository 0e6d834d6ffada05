"""The rule values of thirteen-card Indian rummy."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from bot.rummy.cards import JOKER, Card, Rank
from bot.rummy.rules import DropRules, PoolRules, Rules
from bot.rummy.toml import Between

HAND_SIZE = 13


class PrintedCut(StrEnum):
    """What is wild when the cut card is a printed joker."""

    ACES = "aces"
    PRINTED_ONLY = "printed_only"


class LoserPolicy(StrEnum):
    """Which valid groups spare a loser their points."""

    TWO_SEQ_OR_ALL = "two_seq_or_all"
    """None, unless there are two sequences, one of them pure (001 L181)."""
    PURE_PROTECTS = "pure_protects"
    """Without a second sequence the pure sequence alone (000 L24)."""
    ANY_VALID_GROUP = "any_valid_group"
    """Every valid group (004 L25-26, read literally)."""


@dataclass(frozen=True, slots=True)
class WildRules:
    """Which cards are jokers."""

    printed_cut: PrintedCut
    wild_natural_pure: bool
    """A card of the wild rank in its own place leaves a sequence pure (002 L10)."""


@dataclass(frozen=True, slots=True)
class GroupRules:
    """Limits of groups."""

    max_set_size: Annotated[int, Between(0, HAND_SIZE)]
    """Most cards in a set, jokers included; 0 is no limit."""
    suits_apart: bool = False
    """A sorted hand is shown suit by suit (004 L22)."""


@dataclass(frozen=True, slots=True)
class LapseRules:
    """What lapses cost."""

    lapse_first_drop: bool
    """A player who lapses out without ever drawing pays the first drop instead of the middle drop."""
    lapse_ends_first_drop: bool = False
    """After a lapse only the middle drop is left, as after a card was drawn (C-35)."""


@dataclass(frozen=True, slots=True)
class LoserRules:
    """Points of a loser who shows cards."""

    loser_policy: LoserPolicy
    min_loser_points: Annotated[int, Between(0, 100)]
    deal_show: bool
    """Half the points for a loser who had no turn before the declaration (002 L63-66)."""
    deal_show_min: Annotated[int, Between(0, 100)]
    auto_arrange_losers: bool
    """The solver arranges what a loser holds; where `arrange_shown` is false, only what was not grouped in time."""
    arrange_shown: bool = False
    """To show never costs more than to do nothing: the cheapest groups at hand count (D7)."""


@dataclass(frozen=True, slots=True)
class DealsRules:
    """A fixed number of deals, played for chips."""

    counts: Annotated[tuple[int, ...], Between(1, 100)]


@dataclass(frozen=True, slots=True)
class IndianRules:
    """What only the Indian game has, each a TOML table; three hold further keys of tables that all games share."""

    jokers: WildRules
    groups: GroupRules
    turns: LapseRules
    scoring: LoserRules
    points: DropRules
    """What a drop costs in the points format."""
    pool_101: PoolRules
    pool_201: PoolRules
    deals: DealsRules


def own(rules: Rules) -> IndianRules:
    """Return the Indian values of a rule set of this game."""
    assert isinstance(rules.own, IndianRules)
    return rules.own


def wild_rank(cut: Card, rules: Rules) -> Rank | None:
    """Return the rank whose cards are jokers besides the printed ones; None if no rank is (A10, A11)."""
    if cut != JOKER:
        return cut.rank
    return Rank.ACE if own(rules).jokers.printed_cut is PrintedCut.ACES else None
