"""The number of cards that three pure sequences still miss; every answer is compared with trying all groups."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

import pytest

from bot.games.twentyone.search.distance import missing
from bot.rummy.cards import CARDS, JOKER, Card, parse_cards
from tests.games.twentyone.brute import runs
from tests.games.twentyone.test_solver import dealt

GROUPS = [Counter(run) for run in runs() if len(run) == 3] + [Counter({card: 3}) for card in (JOKER, *CARDS)]


def tried(hand: Sequence[Card]) -> int:
    """Return the fewest cards that three of all groups miss."""
    held = Counter(hand)
    near = [group for group in GROUPS if (group & held).total() > 1]
    most = 0
    for size in range(4):
        for some in combinations_with_replacement(near, size):
            wanted = sum(some, Counter[Card]())
            most = max(
                most, (wanted & held).total() + min(3 - size, (held - wanted).total())
            )  # a card for each other group
    return 9 - most


@pytest.mark.parametrize("kind", range(4))
def test_missing_cards_are_those_of_trying_all_groups(kind: int) -> None:
    dice = random.Random(40 + kind)
    for _ in range(12):
        hand, _ = dealt(dice, dice.choice((5, 7, 9)), kind)
        assert missing(hand) == tried(hand)


def test_a_low_and_a_high_ace_are_two_cards() -> None:
    assert missing(parse_cards("AS 2S 3S QS KS")) == 4
    assert missing(parse_cards("AS AS 2S 3S QS KS")) == 3


def test_three_pure_sequences_miss_nothing() -> None:
    assert missing(parse_cards("2S 3S 4S 5S 6S 7H 7H 7H JK JK JK")) == 0
