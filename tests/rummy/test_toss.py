"""The order of the toss."""

import pytest

from bot.rummy.cards import parse_cards
from bot.rummy.toss import toss_order


def test_ace_is_high_and_suits_decide_among_equals() -> None:
    cards = parse_cards("2S KC AD KS KD KH")
    assert [str(cards[place]) for place in toss_order(cards)] == ["AD", "KS", "KH", "KD", "KC", "2S"]


def test_a_printed_joker_is_not_tossed() -> None:
    with pytest.raises(ValueError, match="printed"):
        toss_order(parse_cards("2S JK"))
