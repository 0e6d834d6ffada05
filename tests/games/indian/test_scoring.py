"""Points of losers; the sheets' own examples are in the vectors."""

import pytest

from bot.games.indian.rules import LoserPolicy
from bot.games.indian.scoring import charge, loser_points, raw_points
from bot.rummy.cards import Rank, parse_cards, parse_groups
from tests.known import shipped, with_own

CIRCLE, WINZO, TOKING = shipped("circle"), shipped("winzo"), shipped("toking")
FREES = with_own(CIRCLE, "scoring", loser_policy=LoserPolicy.PURE_FREES_GROUPS)
ANY = with_own(CIRCLE, "scoring", loser_policy=LoserPolicy.ANY_VALID_GROUP)


@pytest.mark.parametrize(
    ("text", "circle", "winzo", "frees", "any_group"),
    [
        ("3H 4H 5H | 7C 8C 9C | KS KD KH | QC", 10, 10, 10, 10),
        # One pure sequence and a set.
        ("3H 4H 5H | KS KD KH | QC", 52, 40, 10, 10),
        # Two sequences, none of them pure.
        ("3H 4H JK | 7C 8C JK | QC", 32, 32, 32, 10),
        ("KS KD KH | QC", 40, 40, 40, 10),
        ("3H 4H | KS", 17, 17, 17, 17),
    ],
)
def test_what_each_policy_spares(text: str, circle: int, winzo: int, frees: int, any_group: int) -> None:
    groups = parse_groups(text)
    assert raw_points(groups, (), None, CIRCLE) == circle
    assert raw_points(groups, (), None, WINZO) == winzo
    assert raw_points(groups, (), None, FREES) == frees
    assert raw_points(groups, (), None, ANY) == any_group


def test_jokers_cost_nothing_wherever_they_are() -> None:
    cards = parse_cards("JK QD QS KS")
    assert raw_points((), cards, Rank.QUEEN, CIRCLE) == 10
    assert raw_points((cards,), (), Rank.QUEEN, CIRCLE) == 10


@pytest.mark.parametrize(
    ("raw", "plain", "shown"), [(0, 2, 2), (2, 2, 2), (5, 5, 2), (79, 79, 39), (80, 80, 40), (95, 80, 40)]
)
def test_cap_minimum_and_deal_show(raw: int, plain: int, shown: int) -> None:
    assert charge(raw, CIRCLE) == plain
    assert charge(raw, CIRCLE, deal_show=True) == shown


def test_deal_show_only_where_the_rule_set_has_it() -> None:
    assert charge(30, TOKING, deal_show=True) == 30
    assert charge(0, TOKING) == 0


def test_the_minimum_holds_in_a_deal_show_too() -> None:
    dear = with_own(CIRCLE, "scoring", min_loser_points=10)
    assert charge(6, dear, deal_show=True) == 10


def test_a_complete_hand_that_was_not_declared() -> None:
    groups = parse_groups("2H 3H 4H 5H | 5C 6C JK 8C | 9D 9C 9S | KH KD KS")
    assert loser_points(groups, (), None, CIRCLE) == 2
    assert loser_points(groups, (), None, WINZO) == 0
