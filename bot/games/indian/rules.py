"""The rule values of thirteen-card Indian rummy."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from bot.rummy.cards import JOKER, Card, Rank
from bot.rummy.rules import DropRules, PoolRules, Rules
from bot.rummy.toml import Between

HAND_SIZE = 13


class PrintedCut(StrEnum):
    """The wild rank if the cut card is a printed joker."""

    ACES = "aces"
    PRINTED_ONLY = "printed_only"


class LoserPolicy(StrEnum):
    """The valid groups that save a loser points."""

    TWO_SEQ_OR_ALL = "two_seq_or_all"
    """No group, unless there are two sequences, one of them pure (001 L181)."""
    PURE_PROTECTS = "pure_protects"
    """Only the pure sequence counts without a second one (000 L24)."""
    PURE_FREES_GROUPS = "pure_frees_groups"
    """Every valid group, once one of them is a pure sequence; else none (E5)."""
    ANY_VALID_GROUP = "any_valid_group"
    """Every valid group (004 L25-26, read literally)."""


@dataclass(frozen=True, slots=True)
class WildRules:
    """The cards that are jokers."""

    printed_cut: PrintedCut
    wild_natural_pure: bool
    """Whether a sequence stays pure with a card of the wild rank in its own place (002 L10)."""


@dataclass(frozen=True, slots=True)
class GroupRules:
    """Limits of groups."""

    max_set_size: Annotated[int, Between(0, HAND_SIZE)]
    """Most cards in a set, jokers included; 0: no limit."""
    suits_apart: bool = False
    """Whether a sorted hand is shown suit by suit (004 L22)."""


@dataclass(frozen=True, slots=True)
class LapseRules:
    """The cost of lapses."""

    lapse_first_drop: bool
    """Whether a player who lapses out without ever drawing pays the first drop instead of the middle drop."""
    lapse_ends_first_drop: bool = False
    """Whether only the middle drop is left after a lapse, as after a draw (C-35)."""


@dataclass(frozen=True, slots=True)
class LoserRules:
    """The points of losers."""

    loser_policy: LoserPolicy
    min_loser_points: Annotated[int, Between(0, 100)]
    deal_show: bool
    """Whether a loser who had no turn before the declaration pays half (002 L63-66)."""
    deal_show_min: Annotated[int, Between(0, 100)]
    auto_arrange_losers: bool
    """Whether the solver arranges the hands of losers; without `arrange_shown`, only cards that were not grouped in
    time.
    """
    arrange_shown: bool = False
    """Whether the cheapest groups at hand count, so that showing never costs more than doing nothing (D7)."""


@dataclass(frozen=True, slots=True)
class DealsRules:
    """A fixed number of deals, played for chips."""

    counts: Annotated[tuple[int, ...], Between(1, 100)]


@dataclass(frozen=True, slots=True)
class IndianRules:
    """The values that only the Indian game has, each a TOML table; three hold further keys of tables that all games
    share.
    """

    jokers: WildRules
    groups: GroupRules
    turns: LapseRules
    scoring: LoserRules
    points: DropRules
    """The cost of a drop in the points format."""
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
