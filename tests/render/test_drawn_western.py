"""The pictures of the western game: melds and their owners, hands and their points, deals and totals."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.games.western.codes import WesternEnding
from bot.games.western.melds import Meld
from bot.render.drawing.palette import Colour
from bot.render.drawing.theme import Theme
from bot.render.hand import draw_hand
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.table import draw_table
from bot.rummy.cards import CARDS, JOKER, Card, Seat, card_texts
from bot.rummy.deal_view import OpenCard
from bot.rummy.outcome import Ending
from bot.rummy.view import View
from tests.render.drawn import Picture, face, read
from tests.render.scenes import CALLED, PLAYERS, seat_view
from tests.render.western import ended, meld, played, romme_table, romme_view

THEMES = [Theme(four, large) for four in (False, True) for large in (False, True)]
SHOWN = {
    "QC QS JK": "Q♣ | Q♠ | Joker(Q♥ Q♦)",
    "QC QS QH JK": "Q♣ | Q♠ | Q♥ | Joker(Q♦)",
    "9D 9H 9S": "9♠ | 9♥ | 9♦",
    "6S 6H 6D": "6♠ | 6♥ | 6♦",
    "6C 6S JK": "6♣ | 6♠ | Joker(6♥ 6♦)",
    "9C 9H JK": "9♣ | 9♥ | Joker(9♠ 9♦)",
    "5H JK 7H 8H": "5♥ | Joker(6♥) | 7♥ | 8♥",
    "TD JD QD KD AD": "10♦ | J♦ | Q♦ | K♦ | A♦",
    "JK 9S TS": "Joker(8♠) | 9♠ | 10♠",
    "AC 2C 3C": "A♣ | 2♣ | 3♣",
    "8C 9C JK JC": "8♣ | 9♣ | Joker(10♣) | J♣",
    "JS QS JK AS": "J♠ | Q♠ | Joker(K♠) | A♠",
    "2H 3H 4H 5H 6H 7H": "2♥ | 3♥ | 4♥ | 5♥ | 6♥ | 7♥",
    "TC TS TD": "10♣ | 10♠ | 10♦",
}
"""Melds as they are laid, and as they read."""


def seats(count: int, cards: Sequence[int] = (), **changes: Any) -> list[Any]:
    held = cards or [13] * count
    return [replace(seat_view(i), cards=held[i], **changes) for i in range(count)]


def board(view: View, theme: Theme = Theme()) -> Picture:
    return read(lambda: draw_table(view, CALLED, theme))


def hand(held: str, melds: Sequence[Meld] = (), theme: Theme = Theme(), **deal: Any) -> Picture:
    return read(lambda: draw_hand(romme_table(romme_view(held, melds, **deal)), theme))


# -- the table --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_board_says_who_has_how_many_cards_and_points(seed: int) -> None:
    dice = Random(seed)
    count = dice.randint(2, 6)
    totals, held = dice.sample(range(-99, 200), count), dice.sample(range(2, 14), count)
    turn, closed, top = dice.randrange(count), dice.randint(1, 80), dice.choice(CARDS)
    thrown = (OpenCard(top, Seat((turn - 1) % count)),)
    deal = romme_view(seats=seats(count, held), turn=Seat(turn), closed=closed, open=thrown)
    picture = board(romme_table(deal, tuple(totals)))
    assert picture.outside() == [
        [PLAYERS[turn], "to draw"],
        ["To 200 points · deal 1  ·  No melds yet"],
        ["[back]", face(top)],
        [f"{closed} closed", f"from {PLAYERS[(turn - 1) % count]}"],
    ]
    assert [row[:-1] for row in picture.seated(count)] == [
        [str(held[i]), *["D"] * (i == count - 1), str(totals[i]).replace("-", "−"), PLAYERS[i]] for i in range(count)
    ]
    assert [row[-1].startswith("to draw") for row in picture.seated(count)] == [i == turn for i in range(count)]
    assert [tile.rim for tile in picture.seats(count)] == [Colour.ACCENT if i == turn else None for i in range(count)]


@pytest.mark.parametrize("seed", range(4))
def test_every_meld_lies_under_its_number_and_owner(seed: int) -> None:
    dice = Random(seed)
    chosen = dice.sample(sorted(SHOWN), dice.randint(3, len(SHOWN)))
    owners = [dice.randrange(6) for _ in chosen]
    melds = [meld(owner, text) for owner, text in zip(owners, chosen, strict=True)]
    deal = romme_view("", melds, seats=seats(6))
    picture = board(romme_table(deal), Theme(four_colour=seed % 2 == 1))
    assert picture.outside()[1] == [f"To 200 points · deal 1  ·  {len(melds)} melds"]
    told = [
        [f"#{number} · {PLAYERS[owner]}", *SHOWN[text].split(" | ")]
        for number, (owner, text) in enumerate(zip(owners, chosen, strict=True), start=1)
    ]
    lying = picture.tiles[3:-3]
    above, below = (
        [one for one, owner in zip(told, owners, strict=True) if (owner < 3) is is_above] for is_above in (True, False)
    )
    assert [picture.rows[picture.tiles.index(tile)] for tile in lying] == [*above, *below]
    deck = picture.item("[back]").foot
    assert [tile.box[3] < deck for tile in lying] == [True] * len(above) + [False] * len(below)
    for i, row in enumerate(picture.seated(6)[1:], start=1):
        assert ("13 cards, opened" in row) == (i in owners)


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("text", sorted(SHOWN))
def test_a_meld_reads_as_it_was_laid(text: str, four: bool) -> None:
    picture = board(romme_table(romme_view("", [meld(1, text)])), Theme(four_colour=four))
    assert "#1 · Ravi\n" + SHOWN[text] in picture.paragraphs


# -- the own hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_cards_in_hand_lie_in_order_and_are_added_up(seed: int, theme: Theme) -> None:
    dice = Random(f"{seed} {theme}")
    held = [*dice.sample(CARDS, 12), JOKER]
    picture = hand(card_texts(held), theme=theme, turn=Seat(1))
    ordered = [face(card) for suit in "CSHD" for card in CARDS if card in held and str(card)[-1] == suit]
    assert all(row[0] == "In hand" for row in picture.rows)
    assert [text for row in picture.rows for text in row[1:]] == [*ordered, "Joker"]
    assert picture.outside() == [[f"{sum(map(costs, held))} points", "nothing placed yet"]]


def costs(card: Card) -> int:
    """Return points of a card left in hand."""
    rank = str(card)[0]
    return 20 if card == JOKER else 11 if rank == "A" else 10 if rank in "TJQK" else int(rank)


def test_what_can_be_put_down_lies_apart_with_what_it_spares() -> None:
    held = "2C 5C QC 3S QS QH 4H 8H 9H 9D TD JD AD JK"
    lying = [meld(1, "JK 5H 6H 7H"), meld(2, "TC JC QC KC AC"), meld(3, "9D 9H 9S")]
    picture = hand(held, lying, drawn="9D")
    assert picture.rows == [
        ["✔", "Place", "Q♣", "Q♠", "Q♥"],
        ["★", "For the joker of #1", "4♥"],
        ["To meld #1", "8♥", "9♥"],
        ["✔", "Place + joker", "9♦(new)", "10♦", "J♦", "Joker", "A♦"],
        ["In hand", "2♣", "5♣", "3♠"],
    ]
    in_hand = 2 + 5 + 10 + 3 + 10 + 10 + 4 + 8 + 9 + 9 + 10 + 10 + 11 + 20
    assert picture.outside() == [[f"{in_hand} points", f"{in_hand - 2 - 5 - 3} points can be placed"]]


@pytest.mark.parametrize("theme", THEMES, ids=str)
def test_a_swapped_joker_is_marked(theme: Theme) -> None:
    lying = [meld(0, "7C 7S 7D")]
    picture = hand("2C 5C KD JK", lying, theme, drawn="KD", owed=1)
    assert picture.rows == [["To meld #1", "Joker(use)"], ["In hand", "2♣", "5♣", "K♦(new)"]]
    assert picture.outside() == [["37 points", "use the swapped joker"]]


# -- after a deal -----------------------------------------------------------------------------------


def test_a_show_lays_out_what_was_left_in_each_hand() -> None:
    outcome = ended(WesternEnding.RUMMY, "KC 4S AH JK", "", "TC JC 5H 6H", "9D 9S 6C", winners=(1,), left=(2,))
    picture = read(lambda: draw_show(played("limit_200", outcome), CALLED))
    assert picture.paragraphs == [
        "Ravi has a Rummy: all cards placed in one turn",
        "Ravi | −25 points",
        "Rummy: 25 points off",
        f"Kabir | {9 + 9 + 6} points",
        "Left in hand\n6♣ | 9♠ | 9♦",
        f"Meena | {10 + 4 + 11 + 20} points",
        "Left in hand\nK♣ | 4♠ | A♥ | Joker",
        f"Asha | left | {10 + 10 + 5 + 6} points",
    ]


def test_a_stalemate_shows_places_and_what_the_winner_held() -> None:
    outcome = ended(Ending.STALEMATE, "KC 4S", "2C 3H", "KD 4H", "9S TS JK", winners=(1,))
    picture = read(lambda: draw_show(played("limit_200", outcome), CALLED))
    assert picture.paragraphs == [
        "Ravi has the lowest hand: no cards left to draw",
        "Ravi | 0 points",
        "lowest hand: 5",
        "Left in hand\n2♣ | 3♥",
        "Meena | place 2 | 14 points",
        "Left in hand\nK♣ | 4♠",
        "Asha | place 2 | 14 points",
        "Left in hand\n4♥ | K♦",
        "Kabir | place 4 | 39 points",
        "Left in hand\n9♠ | 10♠ | Joker",
    ]


@pytest.mark.parametrize("seed", range(4))
def test_the_sheet_adds_up_what_was_left_in_hand(seed: int) -> None:
    dice = Random(seed)
    count, deals = dice.randint(2, 6), dice.randint(2, 5)
    changes, outcomes = [], []
    for _ in range(deals):
        winner = dice.randrange(count)
        hands = [dice.sample(CARDS, dice.randint(1, 3)) if i != winner else [] for i in range(count)]
        rummy = dice.random() < 0.5
        ending = WesternEnding.RUMMY if rummy else WesternEnding.OUT
        outcomes.append(ended(ending, *map(card_texts, hands), winners=(winner,)))
        changes.append([(-25 if rummy else 0) if i == winner else sum(map(costs, hands[i])) for i in range(count)])
    picture = read(lambda: draw_sheet(played("limit_200", *outcomes), CALLED))
    assert picture.outside() == [
        [f"To 200 points · after deal {deals}"],
        ["Deal", *(str(number + 1) for number in range(deals)), "Total"],
    ]
    totals = [sum(deal[i] for deal in changes) for i in range(count)]
    assert picture.rows == [
        [PLAYERS[i], *(signed(deal[i]) for deal in changes), signed(totals[i])]
        for i in sorted(range(count), key=totals.__getitem__)
    ]


def signed(number: int) -> str:
    return str(number).replace("-", "−")


def test_a_finished_match_is_headed_by_its_winner() -> None:
    spared, lost = (
        ended(WesternEnding.RUMMY, "KC 4S", "", winners=(1,)),
        ended(WesternEnding.OUT, "", "9S", winners=(0,)),
    )
    picture = read(lambda: draw_sheet(played("best_of_2", spared, lost), CALLED))
    assert picture.outside()[:2] == [["Ravi wins"], ["Best of two · ended after deal 2"]]
    assert picture.rows == [["Ravi", "−25", "9", "−16"], ["Meena", "14", "0", "14"]]
    assert [tile.rim for tile in picture.tiles] == [Colour.ACCENT, None]
