"""Declarations are judged as submitted; the sheets' own examples are in the vectors."""

import pytest

from bot.games.indian.declaration import Reason, judge
from bot.games.indian.melds import MeldKind
from bot.rummy.cards import Rank, parse_cards, parse_groups
from tests.known import shipped

CIRCLE = shipped("circle")
GOOD = "2H 3H 4H 5H | 5C 6C JK | 9D 9C 9S | KH KD KS"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GOOD, Reason.OK),
        ("2H 3H 4H 5H | 5C 6C JK | 9D 9C 9S", Reason.CARD_COUNT),
        (GOOD + " KC", Reason.CARD_COUNT),
        ("2H 3H 4H 5H | 5C 6C JK | 9D 9C 9C | KH KD KS", Reason.INVALID_GROUP),
        ("2H JK 4H 5H | 5C 6C JK | 9D 9C 9S | KH KD KS", Reason.NO_PURE_SEQUENCE),
        ("2H 3H 4H 5H | 5C 5D 5S | 9D 9C 9S | KH KD KS", Reason.NEED_TWO_SEQUENCES),
        # Several things wrong: the first in the order of the reasons is told.
        ("2H 3H | 4H 5H", Reason.CARD_COUNT),
        ("2H 3H | 4H 5H 6H | 5C 6C JK 8C | 9D 9C 9S KS", Reason.INVALID_GROUP),
        # One long run is one sequence (C12).
        ("2H 3H 4H 5H 6H 7H | 9D 9C 9S | KH KD KS KC", Reason.NEED_TWO_SEQUENCES),
        # Jokers must be grouped (D2).
        ("2H 3H 4H 5H | 5C 6C 7C 8C | 9D 9C 9S 9H | JK", Reason.INVALID_GROUP),
    ],
)
def test_reasons(text: str, reason: Reason) -> None:
    judged = judge(parse_groups(text), None, CIRCLE)
    assert judged.reason is reason
    assert judged.valid == (reason is Reason.OK)


def test_groups_must_be_the_hand_held() -> None:
    groups = parse_groups(GOOD)
    hand = parse_cards(GOOD.replace("|", " "))
    assert judge(groups, None, CIRCLE, reversed(hand)).valid
    other = (*hand[:-1], *parse_cards("KC"))
    assert judge(groups, None, CIRCLE, other).reason is Reason.CARD_COUNT
    assert judge(groups, None, CIRCLE, (*hand, *parse_cards("KC"))).reason is Reason.CARD_COUNT


def test_a_group_of_wild_cards_is_no_second_sequence() -> None:
    text = "QH QS QD | 6H 7H 8H 9H | 5S 5H 5D | TS TH TD"
    judged = judge(parse_groups(text), Rank.QUEEN, CIRCLE)
    assert judged.reason is Reason.NEED_TWO_SEQUENCES
    assert judged.kinds == (MeldKind.SET, MeldKind.PURE_SEQUENCE, MeldKind.SET, MeldKind.SET)


def test_the_kinds_of_all_groups_are_told_even_when_cards_are_missing() -> None:
    judged = judge(parse_groups("2H 3H 4H | KS"), None, CIRCLE)
    assert judged.kinds == (MeldKind.PURE_SEQUENCE, MeldKind.INVALID)
