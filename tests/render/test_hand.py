"""Whatever the hand, its picture is a PNG of fixed width and few bytes."""

from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.games.indian.face import words
from bot.games.indian.face.words import worth
from bot.games.indian.view import indian_deal
from bot.render.drawing.canvas import WIDTH
from bot.render.drawing.theme import Theme
from bot.render.hand import draw_hand, drawn_fans
from bot.render.phrases import ALT_LIMIT
from bot.render.words import alt_hand
from bot.rummy.cards import card_texts, group_texts, packs
from bot.rummy.outcome import SeatStatus
from tests.render.scenes import SINGLES, deal_view, seat_view, view_of

MOST_BYTES = 40 * 1024
MOST_HEIGHT = 1500
THEMES = st.builds(Theme, four_colour=st.booleans(), large=st.booleans())


@st.composite
def hands(draw: st.DrawFn) -> dict[str, Any]:
    """Return 13 or 14 cards of three packs in any groups, perhaps one of them just drawn."""
    cards = draw(st.permutations(packs(3, 1)))[: draw(st.integers(13, 14))]
    cuts = sorted(draw(st.lists(st.integers(0, 14), max_size=14)))
    edges = [0, *(cut for cut in cuts if cut <= len(cards))]
    groups = [cards[a:b] for a, b in pairwise(edges) if a < b]
    drawn = draw(st.sampled_from([None, *cards]))
    return {
        "groups": group_texts(groups),
        "hand": card_texts(cards[edges[-1] :]),
        "drawn": str(drawn) if drawn else None,
        "cut": str(draw(st.sampled_from(packs(1, 1)))),
    }


def is_printable(words: str) -> bool:
    """Return whether words hold no control characters; isolates stand round names that are written from the right."""
    return words.replace("\u2068", "").replace("\u2069", "").isprintable()


def size_of(png: bytes) -> tuple[int, int]:
    """Return width and height of a PNG that decodes."""
    with Image.open(BytesIO(png)) as picture:
        picture.load()
        assert picture.format == "PNG"
        return picture.size


@settings(max_examples=80)
@given(hands(), THEMES)
def test_any_hand_fits(hand: dict[str, Any], theme: Theme) -> None:
    view = view_of(deal_view(**hand))
    png = draw_hand(view, theme)
    width, height = size_of(png)
    assert width == WIDTH
    assert height <= MOST_HEIGHT
    assert len(png) <= MOST_BYTES
    assert len(alt_hand(view)) <= ALT_LIMIT


@pytest.mark.parametrize("large", [False, True])
def test_a_group_for_every_card_fits(large: bool) -> None:
    assert len(draw_hand(view_of(deal_view(**SINGLES)), Theme(True, large))) <= MOST_BYTES


def test_the_same_hand_is_the_same_file() -> None:
    view = view_of(deal_view("2H 3H 4H", "KS JK"))
    assert draw_hand(view) == draw_hand(view)


def test_no_hand_gets_the_picture_of_another() -> None:
    """Pictures are cached; these differ in one thing each."""
    first: dict[str, Any] = {"groups": "2H 3H 4H", "hand": "KS JK", "cut": "7D"}
    others: tuple[dict[str, Any], ...] = (
        {"drawn": "KS"},
        {"hand": "KS QS"},
        {"cut": "8D"},
        {"cut": "7C"},
        {"groups": "2H 3H | 4H"},
    )
    views = [view_of(deal_view(**first | other)) for other in ({}, *others)]
    kept = [draw_hand(view) for view in views]
    assert len(set(kept)) == len(kept)
    for view, picture in zip(views, kept, strict=True):
        drawn_fans.cache_clear()
        assert draw_hand(view) == picture


def test_settings_change_the_picture() -> None:
    view = view_of(deal_view("2D 3D 4D", "KS JK"))
    pictures = {draw_hand(view, Theme(four, large)) for four in (False, True) for large in (False, True)}
    assert len(pictures) == 4


def test_a_public_view_has_no_hand() -> None:
    with pytest.raises(ValueError):
        draw_hand(view_of(deal_view(seat=None)))


def test_points_count_all_without_two_sequences() -> None:
    held = worth(deal_view("2H 3H 4H", "KS QD"))
    assert (held.counts, held.lack) == (29, "only one sequence yet")


def test_jokers_cost_nothing() -> None:
    assert worth(deal_view("", "JK 7S 7D KS")).counts == 10


def test_words_name_groups_and_the_drawn_card() -> None:
    said = alt_hand(view_of(deal_view("2H 3H 4H | TS TD", "KS JK", drawn="JK")))
    assert "Pure sequence: 2♥ 3♥ 4♥." in said
    assert "Not valid yet: 10♠ 10♦." in said
    assert "Ungrouped: K♠ Joker." in said
    assert "Just drawn: Joker." in said


def test_words_name_cards_in_the_order_of_suits() -> None:
    view = view_of(deal_view("", "KS 2C AH 3C", drawn="3C"))
    assert "Ungrouped: 2♣ 3♣ K♠ A♥." in alt_hand(view)
    assert "▫️ 2♣ 3♣ K♠ A♥" in words.hand(indian_deal(view.deal))


def test_words_say_what_a_hand_costs_and_what_it_lacks() -> None:
    for groups, loose, told, lacks in (
        ("2H 3H 4H", "KS QD", "29 points", "only one sequence yet"),
        ("KS KD KC", "TC TD TH QS", "70 points", "no pure sequence yet"),
        ("", "KC KD KH KS QC QD QH QS JC", "80 points", "no pure sequence yet"),
    ):
        view = view_of(deal_view(groups, loose))
        assert f"{told}, {lacks}." in alt_hand(view)
        written = words.hand(indian_deal(view.deal))
        assert written.startswith(f"**{told}**, {lacks}\n")
        assert written.count("points") == 1


def test_words_say_how_one_left() -> None:
    seats = [seat_view(0, SeatStatus.DROPPED, 20), seat_view(1)]
    assert alt_hand(view_of(deal_view("", "KS", seats=seats))).startswith("You: dropped, 20 points.")


def test_one_who_sits_out_has_an_empty_hand() -> None:
    view = view_of(deal_view(seats=[seat_view(0, SeatStatus.ABSENT, 0), seat_view(1)]))
    assert size_of(draw_hand(view))[0] == WIDTH
    assert alt_hand(view).startswith("You: not in this deal.")


def test_a_long_sequence_stays_in_one_piece() -> None:
    view = view_of(deal_view("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"))
    assert size_of(draw_hand(view, Theme(large=True))) == size_of(draw_hand(view))
