"""Pictures of standings and profiles have room for any name and number, and their words hold the same content."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.drawing.canvas import WIDTH
from bot.render.phrases import ALT_LIMIT
from bot.render.profile import alt_profile, draw_profile, profile_words
from bot.render.standings import alt_standings, draw_standings, standing_words
from tests.render.leagues import BEYOND, NEVER, ONCE, PROFILE, line, page
from tests.render.test_hand import is_printable, size_of

MOST_BYTES = 60 * 1024
RATINGS = st.lists(st.floats(-900, 9000), max_size=50).map(tuple)


@settings(max_examples=40)
@given(st.text(max_size=60), st.integers(1, 100_000), st.integers(0, 10**9), st.floats(-900, 9000))
def test_any_line_can_be_drawn_and_told(name: str, place: int, count: int, rating: float) -> None:
    counted = dict.fromkeys(("matches", "deals", "deals_won", "league"), count)
    lines = (line(place, name, **counted, rating=rating, mine=True),) * 10
    shown = replace(page(title=name), lines=lines)
    png, words = draw_standings(shown), alt_standings(shown)
    assert size_of(png)[0] == WIDTH
    assert len(png) <= MOST_BYTES
    assert len(words) <= ALT_LIMIT
    assert is_printable(words)


@settings(max_examples=40)
@given(st.text(max_size=60), st.integers(0, 10**9), RATINGS)
def test_any_profile_can_be_drawn_and_told(name: str, count: int, ratings: tuple[float, ...]) -> None:
    profile = replace(PROFILE, name=name, average=float(count), league=count, deals_won=count, ratings=ratings)
    png, words = draw_profile(profile), alt_profile(profile)
    assert size_of(png)[0] == WIDTH
    assert len(png) <= MOST_BYTES
    assert len(words) <= ALT_LIMIT
    assert is_printable(words)


def test_ten_names_of_any_length_have_room_in_the_words() -> None:
    lines = tuple(line(i, "W" * 40) for i in range(91, 101))
    words = alt_standings(replace(page(), lines=lines))
    assert "100: WWW" in words or words.endswith("…")
    assert len(words) <= ALT_LIMIT


def test_words_of_a_line() -> None:
    (words,) = standing_words(replace(page(), lines=(line(1),)), ["Asha"])
    assert words == "1: Asha, 201.33 league points, 40 of 113 won, 28 % of deals won, rating 1385"


def test_the_own_line_stands_out() -> None:
    assert draw_standings(page(mine=4)) != draw_standings(page(mine=5)) != draw_standings(page(mine=None))


def test_large_numbers_lose_their_fractions_only() -> None:
    assert [shown.numbers[2] for shown in BEYOND.lines] == ["98765"] * 3
    assert line(1).numbers == ("113", "40", "201.33", "28 %", "1385")


def test_one_who_never_played_a_deal_has_no_average() -> None:
    assert line(1, deals=0).numbers[3] == "–"
    assert "Points a deal: –" in profile_words(NEVER)


@pytest.mark.parametrize(
    ("profile", "told"),
    [
        (NEVER, "Not rated yet"),
        (ONCE, "Rating 1062, after one match"),
        (
            replace(PROFILE, ratings=(1002.0, -1.0, 1204.4)),
            "Rating 1204, over the last 3 matches: from 1002, lowest −1, highest 1204",
        ),
    ],
)
def test_words_of_the_chart(profile: object, told: str) -> None:
    assert profile_words(profile)[-1] == told  # type: ignore[arg-type]


def test_the_chart_follows_the_rating() -> None:
    up, down = (replace(PROFILE, ratings=ratings) for ratings in ((1.0, 2.0), (2.0, 1.0)))
    assert draw_profile(up) != draw_profile(down)


def test_a_rating_that_stays_is_drawn_as_well() -> None:
    assert size_of(draw_profile(replace(PROFILE, ratings=(3.0,) * 50)))[0] == WIDTH
