"""Pictures of tournaments have room for any name and size, and their words hold the same content."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.bracket import (
    HIGHEST,
    BoxLine,
    BracketMark,
    RoundBand,
    TableBox,
    alt_bracket,
    bracket_pages,
    bracket_words,
    draw_bracket,
)
from bot.render.bracket_tree import TREE_OF, BracketTree, alt_tree, draw_tree, tree_words
from bot.render.drawing.canvas import WIDTH
from bot.render.phrases import ALT_LIMIT
from bot.render.placings import alt_places, draw_places, place_words
from tests.render.test_hand import is_printable, size_of
from tests.render.tournaments import a_round, final, knock_out, league, page, tree

MOST_BYTES = 100 * 1024


@settings(max_examples=20)
@given(st.integers(2, 512), st.integers(2, 6))
def test_a_bracket_of_any_size_is_readable_and_whole(entrants: int, seats: int) -> None:
    bands = knock_out(entrants, seats)
    pages = bracket_pages("Cup", bands)
    boxes = [box.title for page in pages for band in page.bands for box in band.tables]
    assert boxes == [box.title for band in bands for box in band.tables]
    assert len(pages) == 1 or entrants > 64
    for shown in (pages[0], pages[-1]):
        png = draw_bracket(shown)
        assert size_of(png)[0] == WIDTH
        assert size_of(png)[1] <= HIGHEST + 20
        assert len(png) <= MOST_BYTES


@settings(max_examples=20)
@given(st.integers(2, TREE_OF), st.integers(2, 6))
def test_a_tree_of_any_size_has_each_table_once_on_one_page(entrants: int, seats: int) -> None:
    titles = [box.title for band in knock_out(entrants, seats) for box in band.tables]
    shown = tree(entrants, seats)
    assert sorted(line.split(":")[0].split(" (")[0] for line in tree_words(shown)) == sorted(titles)
    assert tree_words(shown)[0].startswith(f"{titles[0]}: Asha 0 champion")
    png = draw_tree(shown)
    assert size_of(png)[0] == WIDTH
    assert size_of(png)[1] <= HIGHEST
    assert len(png) <= MOST_BYTES


@settings(max_examples=30)
@given(st.text(max_size=60), st.text(max_size=12), st.sampled_from(BracketMark))
def test_any_name_can_be_drawn_and_told(name: str, total: str, mark: BracketMark) -> None:
    box = TableBox("Table 1", (BoxLine(name, "12", mark),) * 6, "deal 12")
    whole = BracketTree(name, replace(box, feeders=(box, replace(box, feeders=(box,) * 5))), box)
    (shown,) = bracket_pages(name, [RoundBand("Round 1", (box,) * 10, (name,) * 3)])
    places = replace(league(), title=name, lines=tuple(replace(line, name=name) for line in league().lines))
    for png, words in (
        (draw_bracket(shown), alt_bracket(shown)),
        (draw_places(places), alt_places(places)),
        (draw_tree(whole), alt_tree(whole)),
    ):
        assert size_of(png)[0] == WIDTH
        assert len(words) <= ALT_LIMIT
        assert is_printable(words)


def test_pages_are_numbered() -> None:
    pages = bracket_pages("Cup", knock_out(512, 4))
    assert [shown.title for shown in pages] == [f"Cup · {i}/{len(pages)}" for i in range(1, len(pages) + 1)]
    assert page(16, 4).title == "Autumn Cup"


def test_words_of_a_round() -> None:
    first, second, *_, byes = bracket_words(a_round())
    assert first.startswith("Round 2, Table 5: Asha 0 goes on, ")
    assert first.endswith("60 out")
    assert second.startswith("Round 2, Table 6 (deal 2): ")
    assert byes == "Round 2, no table: Dev"


@pytest.mark.parametrize(
    ("shown", "line"),
    [(league(), "1: Asha, Played 6, Won 6, Points 30"), (final(), "1: Asha, Prize 5,000.00")],
)
def test_words_of_places(shown: object, line: str) -> None:
    assert place_words(shown)[0] == line  # type: ignore[arg-type]


def test_who_gets_nothing_is_told_by_the_name_alone() -> None:
    assert place_words(final())[-1].endswith("Dev")
