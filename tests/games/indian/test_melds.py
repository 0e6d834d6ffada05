"""The kinds of groups; the sheets' own examples are in the vectors."""

import random

import pytest

from bot.games.indian.melds import MeldKind, kind_of, readings
from bot.games.indian.rules import own
from bot.rummy.cards import Rank, parse_cards
from tests.games.indian import brute_force
from tests.known import shipped, with_own
from tests.rummy.hands import hard_hand, some_wild, variants

CIRCLE = shipped("circle")
PURE, IMPURE, SET = MeldKind.PURE_SEQUENCE, MeldKind.IMPURE_SEQUENCE, MeldKind.SET


@pytest.mark.parametrize(
    ("text", "wild", "kinds"),
    [
        ("AH 2H 3H", None, (PURE,)),
        ("QH KH AH", None, (PURE,)),
        ("KH AH 2H", None, ()),
        ("KH AH JK", None, (IMPURE,)),
        ("AH JK 3H", None, (IMPURE,)),
        ("JK JK JK", None, (SET,)),
        ("5H JK JK", None, (IMPURE, SET)),
        ("5H 6H 7H", Rank.SIX, (PURE,)),
        ("5H 6H 8H", Rank.SIX, ()),
        ("5H 6H JK 8H", Rank.SIX, (IMPURE,)),
        ("5H 6S 7H", Rank.SIX, (IMPURE,)),
        ("QH QS QD", Rank.QUEEN, (SET,)),
        ("QH QH QD", Rank.QUEEN, (SET,)),
        ("QH QH QD", None, ()),
        ("7H 7S", None, ()),
        ("7H 7S 7D 7C JK JK", None, (SET,)),
        ("5H 5H 6H 7H", None, ()),
        ("3H 6H JK JK", None, (IMPURE,)),
        ("3H 7H JK JK", None, ()),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", None, (PURE,)),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", None, (PURE,)),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH JK AH", None, (IMPURE,)),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH AH", None, ()),
        ("AH AH 2H", None, ()),
    ],
)
def test_readings(text: str, wild: Rank | None, kinds: tuple[MeldKind, ...]) -> None:
    assert readings(parse_cards(text), wild, CIRCLE) == kinds


@pytest.mark.parametrize(
    ("text", "wild", "kind"),
    [
        ("5H 6H 7H", None, PURE),
        ("5H 6H 7H", Rank.TWO, PURE),
        ("5H 6H 7H", Rank.SIX, IMPURE),
        ("5H JK 7H", None, IMPURE),
    ],
)
def test_wild_cards_in_their_own_place_are_a_switch(text: str, wild: Rank | None, kind: MeldKind) -> None:
    literal = with_own(CIRCLE, "jokers", wild_natural_pure=False)
    assert kind_of(parse_cards(text), wild, literal) is kind


def test_largest_set_is_a_switch() -> None:
    four = with_own(CIRCLE, "groups", max_set_size=4)
    assert kind_of(parse_cards("7H 7S 7D JK"), None, four) is SET
    assert kind_of(parse_cards("7H 7S 7D 7C JK"), None, four) is MeldKind.INVALID


def test_groups_match_the_slow_reading() -> None:
    rng = random.Random(1)
    names = {"pure": PURE, "impure": IMPURE, "set": SET, None: MeldKind.INVALID}
    for _ in range(3000):
        cards = hard_hand(rng, rng.randrange(8))
        wild, rules = some_wild(rng, cards), rng.choice(variants())
        slow = brute_force.kind(cards, wild, own(rules).jokers.wild_natural_pure, own(rules).groups.max_set_size)
        assert kind_of(cards, wild, rules) is names[slow], (cards, wild)
