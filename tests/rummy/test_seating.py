"""Rounds of a knock-out: everybody sits once, the best are spread, as few meet again as can be."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.tournament.seating import Seating, seat_round, shape

LIMITS = st.integers(2, 6).flatmap(lambda seats: st.tuples(st.just(seats), st.integers(1, seats - 1)))
"""Seats at a table and how many advance."""


def repeats(tables: Sequence[Sequence[int]], last: Mapping[int, int]) -> int:
    """Return how many pairs sit together that sat together before."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return sum(one in last and last[one] == last.get(other) for one, other in pairs)


def splits(players: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield all ways to sit down at tables of these sizes."""
    if not players:
        yield ()
        return
    first, *rest = players
    for size in set(sizes):
        others = list(sizes)
        others.remove(size)
        for mates in combinations(rest, size - 1):
            for more in splits([player for player in rest if player not in mates], others):
                yield ((first, *mates), *more)


@given(st.integers(2, 512), LIMITS)
def test_the_shape_of_a_round(players: int, limits: tuple[int, int]) -> None:
    seats, advance = limits
    if players <= seats:
        return
    tables, byes = shape(players, seats, advance)
    smallest, extra = divmod(players - byes, tables)
    assert byes <= tables
    assert 2 <= smallest <= smallest + (extra > 0) <= seats
    if byes:
        assert smallest > advance
        possible = [n for n in range(players - byes + 1, players + 1) for t in range(1, n) if n <= t * seats]
        assert not any(t * (advance + 1) <= n <= t * seats for n in possible for t in range(1, n + 1))


@pytest.mark.parametrize(
    ("players", "seats", "advance", "expected"),
    [(5, 2, 1, (2, 1)), (8, 2, 1, (4, 0)), (7, 6, 4, (1, 1)), (11, 6, 5, (2, 0)), (5, 3, 2, (2, 0)), (9, 4, 1, (3, 0))],
)
def test_byes_only_where_needed(players: int, seats: int, advance: int, expected: tuple[int, int]) -> None:
    assert shape(players, seats, advance) == expected


def test_the_first_round_is_a_snake() -> None:
    assert seat_round(range(11), 4, 1, {}) == ((0, 5, 6), (1, 4, 7, 10), (2, 3, 8, 9))
    assert seat_round(range(5), 2, 1, {}) == ((1, 4), (2, 3))


@st.composite
def later_rounds(draw: st.DrawFn, most: int) -> tuple[list[int], int, int, dict[int, int]]:
    """Return players, seats, how many advance, and the table from which each player comes."""
    seats, advance = draw(LIMITS)
    count = draw(st.integers(seats + 1, most))
    players = sorted(draw(st.sets(st.integers(0, 511), min_size=count, max_size=count)))
    tables = [table for table in range(count) for _ in range(draw(st.integers(1, 5)))][:count]
    last = dict(zip(draw(st.permutations(players)), tables, strict=True))
    for player in draw(st.lists(st.sampled_from(players), max_size=2)):
        last.pop(player, None)  # had a bye
    return players, seats, advance, last


def check_seated(tables: Seating, players: Sequence[int], seats: int, advance: int) -> None:
    count, byes = shape(len(players), seats, advance)
    assert sorted(player for table in tables for player in table) == list(players[byes:])
    assert len(tables) == count
    assert max(map(len, tables)) - min(map(len, tables)) <= 1
    for row in range(0, len(players) - byes, count):
        among = set(players[byes:][row : row + count])
        assert max(len(among.intersection(table)) for table in tables) == 1


@given(later_rounds(most=120))
def test_everybody_sits_once_and_the_best_are_spread(case: tuple[list[int], int, int, dict[int, int]]) -> None:
    players, seats, advance, last = case
    tables = seat_round(players, seats, advance, last)
    check_seated(tables, players, seats, advance)
    sizes = Counter(last[player] for table in tables for player in table if player in last)
    spread = [divmod(size, len(tables)) for size in sizes.values()]
    # Nobody meets again where a group is no larger than there are tables.
    fewest = sum(extra * each + len(tables) * each * (each - 1) // 2 for each, extra in spread)
    assert repeats(tables, last) == fewest


@given(later_rounds(most=9))
def test_no_seating_at_all_has_fewer_repeats(case: tuple[list[int], int, int, dict[int, int]]) -> None:
    players, seats, advance, last = case
    tables = seat_round(players, seats, advance, last)
    seated = sorted(player for table in tables for player in table)
    assert repeats(tables, last) == min(repeats(split, last) for split in splits(seated, [*map(len, tables)]))
