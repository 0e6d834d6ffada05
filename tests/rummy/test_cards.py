"""Cards, packs and their text."""

import pytest

from bot.rummy.cards import (
    CARDS,
    JOKER,
    Card,
    Rank,
    Suit,
    card_texts,
    group_texts,
    packs,
    parse_cards,
    parse_groups,
)
from bot.rummy.errors import CardTextError


@pytest.mark.parametrize("card", [*CARDS, JOKER], ids=str)
def test_text_and_parse_are_inverse(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert Card.parse(str(card).lower()) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10H", Card(Rank.TEN, Suit.HEARTS)),
        ("t♥", Card(Rank.TEN, Suit.HEARTS)),
        ("10♠️", Card(Rank.TEN, Suit.SPADES)),
        ("q♦", Card(Rank.QUEEN, Suit.DIAMONDS)),
        ("A♣", Card(Rank.ACE, Suit.CLUBS)),
        ("JK1", JOKER),
        ("jk2", JOKER),
        ("PJ", JOKER),
        ("Joker", JOKER),
        ("joker", JOKER),
        (" JOKER ", JOKER),
        ("7 ♠", Card(Rank.SEVEN, Suit.SPADES)),
        ("7♥ (wild)", Card(Rank.SEVEN, Suit.HEARTS)),
    ],
)
def test_other_ways_to_write_a_card(text: str, card: Card) -> None:
    assert Card.parse(text) == card


@pytest.mark.parametrize("text", ["", "1H", "11H", "HH", "7", "S7", "JKJK", "wild", "♠", "\x00", "7S" * 1000])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(CardTextError) as caught:
        Card.parse(text)
    assert caught.value.word == text


def test_indices_run_from_0_to_52() -> None:
    assert [card.index for card in (JOKER, *CARDS)] == list(range(53))


def test_a_printed_joker_has_no_suit_and_nothing_else_lacks_one() -> None:
    with pytest.raises(ValueError, match="suit"):
        Card(Rank.JOKER, Suit.CLUBS)
    with pytest.raises(ValueError, match="suit"):
        Card(Rank.ACE, None)


def test_points_of_a_suit() -> None:
    hearts = [card.points for card in CARDS if card.suit is Suit.HEARTS]
    assert hearts == [10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


def test_packs_hold_their_printed_jokers() -> None:
    cards = packs(2, 2)
    assert len(cards) == 108
    assert cards.count(JOKER) == 4
    assert all(cards.count(card) == 2 for card in CARDS)


def test_groups_read_back_as_written() -> None:
    text = "2H 3H 4H | 5C 6C QD | JK"
    assert group_texts(parse_groups(text)) == text
    assert card_texts(parse_cards("2H,3H  4H")) == "2H 3H 4H"
    assert parse_cards("7♥ (wild) Joker") == (Card(Rank.SEVEN, Suit.HEARTS), JOKER)
    assert parse_groups("| 2H || ") == (parse_cards("2H"),)
