"""Pictures and words of the western game: anything that can be played, and nothing that is hidden."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.western.codes import WesternEnding
from bot.games.western.deal import WesternDeal
from bot.games.western.face.alt import planned_hand
from bot.games.western.face.pictures import PICTURES
from bot.games.western.melds import Meld
from bot.render.drawing.canvas import WIDTH
from bot.render.drawing.names import Names
from bot.render.drawing.theme import Theme
from bot.render.hand import draw_hand
from bot.render.phrases import ALT_LIMIT
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.table import draw_table
from bot.render.words import alt_hand, alt_sheet, alt_show, alt_table
from bot.rummy.cards import JOKER, Card, Seat, parse_cards
from bot.rummy.outcome import Outcome
from bot.rummy.table import Table
from bot.rummy.view import View
from tests import playing
from tests.games.western.test_placement import VARIANTS, some_turn
from tests.known import western_view
from tests.render.scenes import NAMES
from tests.render.test_hand import MOST_BYTES, MOST_HEIGHT, THEMES, size_of
from tests.render.western import (
    HELD,
    RULES,
    RUMMY,
    SHARED,
    SIX,
    STALEMATE,
    STAND_INS,
    TWENTY,
    ended,
    meld,
    played,
    romme_table,
    romme_view,
)

WIDE = {Seat(i): "W" * 60 for i in range(6)}
EVERY = 9
"""The number of steps of a table of which one is looked at."""


def tables(seed: int, players: int) -> Iterator[Table]:
    """Yield some moments of a deal played by chance."""
    for i, (table, _) in enumerate(playing.played(RULES, players, random.Random(seed), wildness=0.2)):
        if i % EVERY == 0 or table.deal is None or table.deal.outcome is not None:
            yield table


def otherwise(table: Table, seed: int) -> Table:
    """Return a table that looks the same to all, with other cards face down."""
    deal = table.deal
    assert isinstance(deal, WesternDeal)
    hidden = [*deal.closed, *(card for hand in deal.hands for card in hand.cards)]
    random.Random(seed).shuffle(hidden)
    hands = []
    for hand in deal.hands:
        hands.append(replace(hand, cards=tuple(hidden[: len(hand.cards)])))
        del hidden[: len(hand.cards)]
    drawn = hands[deal.turn].cards[-1] if deal.drawn else None
    return replace(table, deal=replace(deal, hands=tuple(hands), closed=tuple(hidden), drawn=drawn))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_hidden_cards_change_no_public_picture(players: int) -> None:
    melds = 0
    for table in tables(players, players):
        assert isinstance(table.deal, WesternDeal)
        if table.deal.outcome is not None:
            continue
        melds = max(melds, len(table.deal.melds))
        other = otherwise(table, players)
        public = draw_table(table.view(None), NAMES), alt_table(table.view(None), NAMES)
        for seat in (None, *map(Seat, range(players))):
            view = other.view(seat)
            assert (draw_table(view, NAMES), alt_table(view, NAMES)) == public
    assert melds


@settings(max_examples=6)
@given(st.integers(0, 1 << 32), st.integers(2, 6), THEMES)
def test_whatever_is_played_can_be_drawn_and_told(seed: int, players: int, theme: Theme) -> None:
    for table in tables(seed, players):
        assert size_of(draw_table(table.view(None), WIDE))[0] == WIDTH
        assert len(alt_table(table.view(None), NAMES)) <= ALT_LIMIT
        for seat in map(Seat, range(players)):
            _check_hand(table.view(seat), theme)
        if table.match.outcomes:
            assert size_of(draw_show(table.view(None), WIDE))[0] == WIDTH
            assert len(alt_show(table.view(None), NAMES)) <= ALT_LIMIT


def _check_hand(view: View, theme: Theme) -> None:
    png = draw_hand(view, theme)
    width, height = size_of(png)
    assert width == WIDTH
    assert height <= MOST_HEIGHT
    assert len(png) <= MOST_BYTES
    assert len(alt_hand(view)) <= ALT_LIMIT


# -- the table --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5H JK 7H", "5♥ Joker (6♥) 7♥"),
        ("QC QS JK", "Q♣ Q♠ Joker (Q♥ or Q♦)"),
        ("QC QS QH JK", "Q♣ Q♠ Q♥ Joker (Q♦)"),
        ("AD 2D JK", "A♦ 2♦ Joker (3♦)"),
    ],
)
def test_a_joker_is_told_with_what_it_stands_for(text: str, words: str) -> None:
    assert f"melds #1 {words}." in alt_table(romme_table(romme_view("", [meld(0, text)])), NAMES)


def test_the_same_joker_in_another_place_is_another_picture() -> None:
    pictures = {
        draw_table(romme_table(romme_view("", [meld(0, text)])), NAMES) for text in ("JK 5H 6H", "4H 5H JK", "5H JK 7H")
    }
    assert len(pictures) == 3


def test_the_board_tells_every_meld_with_its_number_and_owner() -> None:
    words = alt_table(romme_table(romme_view("", TWENTY, seats=SIX, drawn="9D")), NAMES)
    assert "Asha: to discard, 13 cards, opened, total 0; melds #1 Q♣ Q♠ Joker (Q♥ or Q♦), #7 2♠ 3♠ 4♠, #13 " in words
    assert "#20 10♣ 10♠ 10♦" in words
    assert len(alt_table(romme_table(romme_view("", TWENTY, seats=SIX)), WIDE)) < ALT_LIMIT


def test_who_has_placed_too_little_has_not_opened() -> None:
    strict = replace(romme_view().own, first_meld=30)
    words = alt_table(romme_table(romme_view("", [meld(0, "2C 3C 4C"), meld(1, "TC JC QC")], own=strict)), NAMES)
    assert "Asha: to draw, 13 cards, total 0; melds #1" in words
    assert "Bartholomew the Magnificent of Nowhere: 13 cards, opened" in words


def test_a_phone_still_shows_twenty_melds_at_once() -> None:
    """A phone of 390 points' width is 844 high."""
    assert 390 * size_of(draw_table(romme_table(romme_view("", TWENTY, seats=SIX)), NAMES))[1] <= 870 * WIDTH


def captions_of(melds: Sequence[Meld], called: Names) -> list[str]:
    """Return the numbers and names above all melds."""
    deal = romme_view("", melds, seats=SIX)
    laid = PICTURES.melds(deal, [seat.seat for seat in SIX], called, Theme())
    assert laid is not None
    return [str(fan.mark.word) for row in laid.rows for fan in row]


def test_names_above_melds_take_the_room_of_their_row() -> None:
    def captions(melds: Sequence[Meld]) -> list[str]:
        return captions_of(melds, NAMES)

    assert captions([meld(1, "2S 3S 4S")]) == ["#1 · Bartholomew the Magnificent of Nowhere"]
    assert captions([meld(1, "2S 3S 4S")] * 3)[0].startswith("#1 · Bartholomew")
    assert [word.split()[0] for word in captions(TWENTY)] == [f"#{number}" for number in range(1, 21)]


def test_the_names_of_computers_stand_whole_above_melds() -> None:
    called = {Seat(i): f"Computer {i}" for i in range(6)}
    assert captions_of(TWENTY, called) == [
        f"#{number} · Computer {one.owner}" for number, one in enumerate(TWENTY, start=1)
    ]


# -- the own hand -----------------------------------------------------------------------------------


def test_cards_lie_in_the_order_of_suits() -> None:
    mixed = "KD 2H AS 3C JK 2C"
    assert planned_hand(romme_view(mixed)).rest == parse_cards("2C 3C AS 2H KD JK")


def test_what_can_be_placed_comes_first() -> None:
    words = alt_hand(romme_table(romme_view(HELD, STAND_INS[1:], drawn="9D")))
    assert words.startswith("Place: Q♣ Q♠ Q♥. For the joker of #1: 4♥. To meld #1: 8♥ 9♥. Place + joker: 9♦ 10♦ J♦")
    assert words.endswith("Just drawn: 9♦. 121 points. 111 points can be placed.")


@given(st.integers(0, 1 << 32))
@settings(max_examples=4)
def test_a_plan_shows_every_card_of_the_hand_once(seed: int) -> None:
    for table in tables(seed, 3):
        deal = western_view(table.view(table.deal.turn if table.deal else None))
        assert deal is not None
        now = planned_hand(deal)
        laid = [card for _, _, cards in now.steps for card in cards]
        assert sorted([*laid, *now.rest], key=_key) == sorted(deal.hand, key=_key)


def _key(card: Card) -> int:
    return card.index


def test_a_joker_that_goes_from_meld_to_meld_is_told_with_the_swap() -> None:
    lying = [meld(1, "6D 7D JK"), meld(2, "9D 9H 9S"), meld(0, "TC JC QC")]
    view = romme_table(romme_view("8D KS 2C", lying, drawn="2C"))
    assert alt_hand(view).startswith("For the joker of #1 · To meld #1: 8♦. In hand: 2♣ K♠.")
    assert size_of(draw_hand(view))[0] == WIDTH


@pytest.mark.parametrize("seed", range(4))
def test_any_plan_can_be_drawn_and_told(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(50):
        deal = some_turn(dice, dice.choice(VARIANTS), dice.randint(3, 12))
        view = romme_table(deal.view(deal.turn))
        _check_hand(view, Theme(large=dice.random() < 0.5))
        assert ": ." not in alt_hand(view)


def test_a_drawn_card_that_was_put_down_is_not_told_as_held() -> None:
    table = romme_table(romme_view("QC QS 2D", [meld(0, "9D 9H 9S")], drawn="9S"))
    assert "Just drawn" not in alt_hand(table)
    assert "Just drawn: 2♦." in alt_hand(romme_table(romme_view("QC QS 2D", drawn="2D")))


def test_nothing_is_proposed_out_of_turn() -> None:
    assert alt_hand(romme_table(romme_view("QC QS QH 2D", turn=Seat(1)))).startswith("In hand: Q♣ Q♠ Q♥ 2♦.")


def test_a_swapped_joker_is_marked_until_it_is_used() -> None:
    one, other = (romme_table(romme_view("2C 5C 9D JK", STAND_INS, drawn="9D", owed=owed)) for owed in (0, 1))
    assert draw_hand(one) != draw_hand(other)
    assert "1 swapped joker must be used in this turn." in alt_hand(other)


def test_an_opening_that_is_asked_for_is_told() -> None:
    strict = replace(romme_view().own, first_meld=40)
    assert alt_hand(romme_table(romme_view("2C 5C", own=strict))).endswith("Opens with 40 points.")
    assert alt_hand(romme_table(romme_view("2C 5C"))).endswith("Nothing placed yet.")


def test_the_last_card_but_one_goes_out() -> None:
    assert alt_hand(romme_table(romme_view("QC QS QH 2D", drawn="2D"))).endswith("Can go out.")


# -- after a deal -----------------------------------------------------------------------------------


def test_a_rummy_is_told_with_its_bonus() -> None:
    words = alt_show(played("limit_200", RUMMY), NAMES)
    assert words.startswith("Asha has a Rummy: all cards placed in one turn. Asha: Rummy: 25 points off, −25 points.")
    assert "🎉🎉🎉: 109 points; left in hand 2♣ Q♣" in words
    assert "wild" not in words


def test_a_stalemate_ranks_all_hands() -> None:
    words = alt_show(played("limit_200", STALEMATE), NAMES)
    told = [line.partition(",")[0] for line in words.split(". ")[1:]]
    assert [line.rpartition(" ")[2] for line in told] == ["5", "2", "2", "4"]
    assert "lowest hand: 5, 0 points" in words


def test_equal_lowest_hands_share_a_deal() -> None:
    view = played("limit_200", SHARED)
    assert alt_show(view, NAMES).startswith("Asha and Bartholomew the Magnificent of Nowhere share the lowest hand")
    assert "Asha: won, total 0." in alt_table(view, NAMES)


def test_the_sheet_names_the_limit_and_counts_below_nothing() -> None:
    assert alt_sheet(played("limit_200", RUMMY), NAMES).startswith("To 200 points · after deal 1. Asha: −25 points,")
    over = alt_sheet(played("limit_200", RUMMY, RUMMY), NAMES)
    assert over.startswith("To 200 points · ended after deal 2. Asha wins. Asha: −50 points, deals −25, −25.")
    assert alt_sheet(played("best_of_5", RUMMY), NAMES).startswith("Best of five · after deal 1.")
    assert alt_sheet(played("points", RUMMY), NAMES).startswith("Single deal · ended after deal 1. Asha wins.")


@settings(max_examples=30)
@given(st.lists(st.lists(st.integers(0, 12), min_size=3, max_size=3), min_size=1, max_size=40))
def test_any_match_can_be_drawn_and_told(costs: list[list[int]]) -> None:
    deals: list[Outcome] = []
    for cost in costs:
        hands = ["JK " * count for count in cost]
        deals.append(ended(WesternEnding.RUMMY if sum(cost) % 2 else WesternEnding.OUT, "", *hands[1:]))
    view = played("limit_500", *deals)
    assert size_of(draw_sheet(view, WIDE))[0] == WIDTH
    assert len(alt_sheet(view, WIDE)) <= ALT_LIMIT
    assert size_of(draw_table(view, WIDE))[0] == WIDTH


def test_a_hand_of_jokers_is_worth_much() -> None:
    assert romme_view("JK JK").points == 2 * romme_view().own.joker_points
    assert JOKER in planned_hand(romme_view("JK JK")).rest
