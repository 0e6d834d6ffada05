"""Prizes are paid out to the last hundredth."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.tournament.prizes import payouts, prizes


@pytest.mark.parametrize(
    ("pot", "shares", "expected"),
    [
        (1000, (50, 30, 20), (500, 300, 200)),
        (1001, (1, 1, 1), (334, 334, 333)),
        (5, (50, 30, 20), (3, 1, 1)),
        (7, (0, 1, 1), (0, 4, 3)),
        (0, (1,), (0,)),
    ],
)
def test_prizes_of_places(pot: int, shares: Sequence[int], expected: Sequence[int]) -> None:
    assert prizes(pot, shares) == expected


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((1, 2, 3, 4), (500, 300, 200, 0)),
        ((1, 1, 3, 4), (400, 400, 200, 0)),
        ((1, 2, 3, 3, 3), (500, 300, 67, 67, 66)),
        ((1, 2), (625, 375)),
    ],
)
def test_who_share_a_place_share_its_prizes(places: Sequence[int], expected: Sequence[int]) -> None:
    assert payouts(1000, (50, 30, 20), places) == expected


@given(
    st.integers(0, 10**9),
    st.lists(st.integers(1, 100), min_size=1, max_size=12),
    st.lists(st.booleans(), min_size=1, max_size=40),
)
def test_everything_is_paid_out(pot: int, shares: list[int], equal: list[bool]) -> None:
    places: list[int] = []
    for number, same in enumerate(equal, start=1):
        places.append(places[-1] if places and same else number)
    got = payouts(pot, sorted(shares, reverse=True), places)
    assert sum(got) == pot
    assert min(got) >= 0
    assert list(got) == sorted(got, reverse=True)


@pytest.mark.parametrize(("pot", "shares"), [(-1, (1,)), (1, ()), (1, (0, 0)), (1, (2, -1))])
def test_no_such_prizes(pot: int, shares: Sequence[int]) -> None:
    with pytest.raises(ValueError):
        prizes(pot, shares)
