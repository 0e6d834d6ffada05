"""The pictures of the own hand: every card in its place, under the right mark, and the points."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.render.drawing.palette import Colour
from bot.render.drawing.theme import Theme
from bot.render.hand import draw_hand
from bot.rummy.cards import CARDS, JOKER, Card, card_texts, group_texts, in_suit_order
from bot.rummy.deal_view import Phase
from bot.rummy.outcome import SeatStatus
from tests.render.drawn import Picture, face, faces, read
from tests.render.scenes import deal_view, seat_view, view_of

THEMES = [Theme(four, large) for four in (False, True) for large in (False, True)]


def hand(theme: Theme = Theme(), **deal: Any) -> Picture:
    """Return the picture of that hand."""
    return read(lambda: draw_hand(view_of(deal_view(**deal)), theme))


def costs(card: Card, wild: Card) -> int:
    """Return points of a card in no meld."""
    if card == JOKER or card.rank == wild.rank:
        return 0
    return 10 if str(card)[0] in "ATJQK" else int(str(card)[0])


@pytest.mark.parametrize("theme", THEMES, ids=str)
def test_every_group_lies_under_its_kind(theme: Theme) -> None:
    groups = "2H 3H 4H | 5C 6C 7D 8C | KS KD KC | 9D TD"
    picture = hand(theme, groups=groups, hand="JK QH 7S", drawn="7S")
    assert picture.rows == [
        ["✔", "Pure", "2♥", "3♥", "4♥"],
        ["★", "Impure", "5♣", "6♣", "7♦(wild)", "8♣"],
        ["=", "Set", "K♠", "K♦", "K♣"],
        ["✘", "Not yet", "9♦", "10♦"],
        ["Ungrouped", "Q♥", "Joker", "7♠(wild, new)"],
    ]
    assert picture.outside() == [["29 points", "Cut", "7♥", "Wild", "7★"]]


def test_the_finishing_card_lies_apart() -> None:
    groups = "2H 3H 4H | 5C 6C 8C | KS KD KC | 9D 9C 9S"
    picture = hand(groups=groups, finishing=Card.parse("QD"), phase=Phase.DECLARE, cut="TS")
    assert [row[1:] for row in picture.rows[:-1]] == [
        ["Pure", *faces("2H 3H 4H")],
        ["Not yet", *faces("5C 6C 8C")],
        ["Set", *faces("KS KD KC")],
        ["Set", *faces("9D 9C 9S")],
    ]
    assert picture.rows[-1] == ["Finish", "Q♦"]
    # With one sequence all cards count, 85 points; a hand costs 80 at most.
    assert picture.outside() == [["80 points", "only one sequence yet", "Cut", "10♠", "Wild", "10★"]]


@pytest.mark.parametrize("theme", THEMES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_loose_cards_lie_in_the_order_of_suits(seed: int, theme: Theme) -> None:
    dice = Random(f"{seed} {theme}")
    *held, cut = dice.sample(CARDS, 14)
    held.insert(dice.randrange(len(held)), JOKER)
    drawn = held[dice.randrange(len(held) - 1)]  # sorted since
    picture = hand(theme, hand=card_texts(held), cut=str(cut), drawn=str(drawn))
    assert all(row[0] == "Ungrouped" for row in picture.rows)
    assert [text for row in picture.rows for text in row[1:]] == [
        marked(card, cut, drawn) for card in in_suit_order(held)
    ]
    sums = f"{min(80, sum(costs(card, cut) for card in held))} points"
    wild = ["Cut", face(cut), "Wild", f"{face(cut)[:-1]}★"]
    assert picture.outside() == [[sums, "no pure sequence yet", *wild]]


def marked(card: Card, cut: Card, drawn: Card) -> str:
    """Return how a card of the hand reads."""
    marks = ["wild"] * (card.rank == cut.rank) + ["new"] * (card == drawn)
    return f"{face(card)}({', '.join(marks)})" if marks else face(card)


def test_the_drawn_card_stands_last_until_the_player_sorts() -> None:
    held = "KS 2C 4D"
    assert hand(hand=f"{held} 3C", drawn="3C").rows == [["Ungrouped", "2♣", "4♦", "K♠", "3♣(new)"]]
    assert hand(hand=f"3C {held}", drawn="3C").rows == [["Ungrouped", "2♣", "3♣(new)", "4♦", "K♠"]]


@pytest.mark.parametrize("seed", range(4))
def test_grouped_cards_lie_in_the_order_of_their_groups(seed: int) -> None:
    dice = Random(seed)
    *held, cut = dice.sample(CARDS, 14)
    ends = [0, *sorted(dice.sample(range(1, 13), 3))]
    groups = [held[a:b] for a, b in pairwise(ends)]
    loose = list(in_suit_order(held[ends[-1] :]))
    picture = hand(groups=group_texts(groups), hand=card_texts(loose), cut=str(cut), drawn=str(held[0]))
    shown = [[text for text in row if text[0] not in "✔★=✘"][1:] for row in picture.rows]
    assert shown == [[marked(card, cut, held[0]) for card in group] for group in (*groups, loose)]


def test_the_colours_of_the_suits_are_the_players_choice() -> None:
    two, four = (hand(Theme(four_colour=four), hand="2C 3D 4S 5H JK") for four in (False, True))
    plain = [Colour.BLACK, Colour.RED, Colour.BLACK, Colour.RED, Colour.VIOLET]
    assert [item.ink for item in two.items if item.is_card] == plain
    inks = [item.ink for item in four.items if item.is_card]
    assert inks == [Colour.GREEN, Colour.BLUE, *plain[2:]]


@pytest.mark.parametrize("theme", THEMES, ids=str)
@pytest.mark.parametrize(
    ("status", "points", "told"),
    [
        (SeatStatus.DROPPED, 20, "Dropped, 20 points"),
        (SeatStatus.LAPSED, 40, "Missed turns, 40 points"),
        (SeatStatus.LEFT, 40, "Left, 40 points"),
        (SeatStatus.WRONG, 80, "Declared wrongly, 80 points"),
    ],
)
def test_one_who_left_the_deal_reads_how(status: SeatStatus, points: int, told: str, theme: Theme) -> None:
    picture = hand(theme, hand="KS TH 9C", seats=[seat_view(0, status, points), seat_view(1)], cut="9D")
    assert picture.outside() == [[told, "Cut", "9♦", "Wild", "9★"]]
    assert picture.rows == [["Ungrouped", "9♣(wild)", "K♠", "10♥"]]
