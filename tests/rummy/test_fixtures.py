"""The draw of a league: everybody plays as often, against as many different opponents as can be."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.tournament.fixtures import fixtures, meetings, redraw
from tests.rummy.test_seating import splits


def opponents(players: int, seats: int, matches: int) -> int:
    """Return how many pairs meet at least once."""
    return len(meetings(fixtures(players, seats, matches)))


def most_opponents(players: int, seats: int, matches: int) -> int:
    """Return the most pairs that any draw of such rounds lets meet, by trying all."""
    tables = -(-players // seats)
    sizes = [players // tables + (table < players % tables) for table in range(tables)]
    rounds = {frozenset(meetings([split])) for split in splits(range(players), sizes)}
    drawn = {next(iter(rounds))} if len(set(sizes)) == 1 else set(rounds)
    for _ in range(matches - 1):
        drawn = {met | more for met in drawn for more in rounds}
    return max(map(len, drawn))


@given(st.integers(2, 90), st.integers(2, 6), st.integers(1, 12))
def test_everybody_plays_as_often(players: int, seats: int, matches: int) -> None:
    rounds = fixtures(players, seats, matches)
    played = Counter(player for tables in rounds for table in tables for player in table)
    short = [player for player in range(players) if played[player] < matches]
    odd = seats == 2 and players % 2 == matches % 2 == 1
    assert max(played.values()) == matches
    assert [played[player] for player in short] == [matches - 1] * odd
    for tables in rounds:
        sizes = [len(table) for table in tables]
        assert 2 <= min(sizes) <= max(sizes) <= min(seats, min(sizes) + 1)
        assert len({player for table in tables for player in table}) == sum(sizes)


@given(st.integers(2, 60), st.integers(1, 59))
def test_two_a_table_meet_all_before_any_again(players: int, matches: int) -> None:
    met = meetings(fixtures(players, 2, matches))
    assert max(met.values()) <= -(-matches // (players - 1))


@pytest.mark.parametrize(("players", "seats"), [(4, 3), (5, 3), (6, 3), (7, 4), (5, 4), (6, 5), (7, 6), (6, 4)])
@pytest.mark.parametrize("matches", [1, 2, 3, 4])
def test_no_draw_at_all_has_more_opponents(players: int, seats: int, matches: int) -> None:
    assert opponents(players, seats, matches) == most_opponents(players, seats, matches)


@pytest.mark.parametrize(
    ("players", "seats", "matches"),
    [(9, 3, 4), (16, 4, 5), (25, 5, 6), (18, 3, 6), (24, 4, 5), (48, 6, 6), (64, 4, 10), (511, 5, 10), (512, 4, 20)],
)
def test_nobody_meets_again(players: int, seats: int, matches: int) -> None:
    assert set(meetings(fixtures(players, seats, matches)).values()) == {1}


@pytest.mark.parametrize(("players", "seats", "matches"), [(12, 4, 5), (15, 3, 7), (24, 6, 5), (36, 6, 5), (40, 4, 10)])
def test_nine_in_ten_of_all_that_could_be(players: int, seats: int, matches: int) -> None:
    bound = min(players * (players - 1) // 2, meetings(fixtures(players, seats, matches)).total())
    assert opponents(players, seats, matches) >= 0.9 * bound


def test_a_redraw_avoids_who_has_met() -> None:
    met = meetings([((0, 1, 2), (3, 4, 5), (6, 7, 8))])
    tables = redraw([(player, 1) for player in range(9)], 3, met)
    assert not {pair for table in tables for pair in combinations(table, 2)} & set(met)


def test_who_sits_out_is_the_best_ranked_of_those_who_need_the_fewest() -> None:
    assert redraw([(0, 2), (1, 1), (2, 1)], 2, meetings([])) == ((0, 2),)
    assert redraw([(0, 1), (1, 0)], 2, meetings([])) == ()
