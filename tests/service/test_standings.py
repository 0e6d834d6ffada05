"""League points, counts and ratings, against a second calculation from all matches at once."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match.league import parse_scheme, worth
from bot.service.match_effects import COUNTING, award, rating
from bot.store.rows.matches import Finished, MatchFilter, MatchRow, ResultRow, Standing
from bot.store.store import Store
from tests.store.matches import ending

GUILD = 7
START = datetime(2026, 11, 20, tzinfo=UTC)
FORMATS = ("points", "pool_101", "deals_3")
SCHEMES = ("", "10 6 3 1", "5")
SCOPES = [(season, format) for season in range(12) for format in (*FORMATS, "")]


def finishers(*sizes: int) -> tuple[ResultRow, ...]:
    """Return results of players who share places in groups of these sizes, the best first."""
    rows: list[ResultRow] = []
    for size in sizes:
        place = len(rows) + 1
        rows += [
            ResultRow(TableId("abc123"), Seat(seat), PlayerId(seat), "", place, size, 0, 1, 0, 0, 0, 0)
            for seat in range(len(rows), len(rows) + size)
        ]
    return tuple(rows)


@pytest.mark.parametrize(
    ("sizes", "scheme", "points"),
    [
        ([1, 1], "", [2, 0]),
        ([1, 1, 1, 1], "", [4, 2, 1, 0]),
        ([2], "", [1, 1]),
        ([2, 1], "", [2, 2, 0]),
        ([3, 1], "", [Fraction(7, 3)] * 3 + [0]),
        ([1, 2, 1], "", [4, Fraction(3, 2), Fraction(3, 2), 0]),
        ([1, 4, 1], "", [6, Fraction(5, 2), Fraction(5, 2), Fraction(5, 2), Fraction(5, 2), 0]),
        ([1, 1, 1], "10 6 3 1", [10, 6, 3]),
        ([1] * 6, "10 6 3 1", [10, 6, 3, 1, 0, 0]),
        ([1, 2], "5", [5, 0, 0]),
        ([6], "1", [Fraction(1, 6)] * 6),
    ],
)
def test_league_points(sizes: Sequence[int], scheme: str, points: Sequence[Fraction]) -> None:
    assert [Fraction(one.league, 60) for one in award(finishers(*sizes), scheme)] == points


def test_a_scheme_is_up_to_six_numbers() -> None:
    assert parse_scheme(" 10  6 3 ") == (10, 6, 3)
    assert parse_scheme("1000 6 5 4 3 0") == (1000, 6, 5, 4, 3, 0)
    assert worth(2, parse_scheme("10 6 3")) == (10, 6)
    for text in ("ten", "1 -1", "1.5", "1001", "7 6 5 4 3 2 1"):
        with pytest.raises(ValueError):
            parse_scheme(text)


def test_ratings_begin_at_1000_and_go_up_with_a_win() -> None:
    start = Standing(GUILD, 0, "", PlayerId(1))
    assert rating(start) == 1000
    winner, *_, loser = map(rating, COUNTING.count(finishers(1, 1, 1), (start,) * 3))
    assert loser < 1000 < winner
    assert len({*map(rating, COUNTING.count(finishers(3), (start,) * 3))}) == 1


@pytest.mark.parametrize("sizes", [[2, 1, 1], [2, 1], [3, 1, 1, 1], [2, 1, 1, 1, 1], [1, 2, 2, 1], [1, 5], [5, 1]])
def test_a_better_place_among_equals_gives_the_better_rating(sizes: Sequence[int]) -> None:
    start = Standing(GUILD, 0, "", PlayerId(1))
    results = finishers(*sizes)
    found = [rating(one) for one in COUNTING.count(results, (start,) * len(results))]
    assert found == sorted(found, reverse=True)
    assert len({round(each, 6) for each in found}) == len(sizes)


# -- the property -----------------------------------------------------------------------------------


@st.composite
def matches(draw: st.DrawFn) -> dict[str, Any]:
    """Return a match among two to six of eight players, with ties, and the staff's actions before it."""
    players = draw(st.permutations(range(1, 9)))[: draw(st.integers(2, 6))]
    few = st.integers(0, 9)
    return {
        "before": draw(st.sampled_from(("", "", "", "start", "close", "scheme"))),
        "scheme": draw(st.sampled_from(SCHEMES)),
        "format": draw(st.sampled_from(FORMATS)),
        "counted": draw(st.integers(0, 5)) > 0,
        "seconds": draw(st.integers(-1, 3)),  # since the last one, by a clock that may be behind
        "players": players,
        "rungs": [draw(st.integers(0, 3)) for _ in players],  # the same rung shares a place
        "numbers": [draw(st.tuples(few, few, few, few, few, st.integers(-900, 900))) for _ in players],
    }


def finished(number: int, at: datetime, drawn: dict[str, Any]) -> Finished:
    """Return the match, as a table hands it over."""
    table, rungs = TableId(f"t{number:05}"), drawn["rungs"]
    rows = tuple(
        ResultRow(
            table,
            Seat(seat),
            PlayerId(player),
            f"{player} of {table}",
            1 + sum(other < rungs[seat] for other in rungs),
            rungs.count(rungs[seat]),
            0,
            *drawn["numbers"][seat],
        )
        for seat, player in enumerate(drawn["players"])
    )
    match = MatchRow(table, GUILD, 0, drawn["format"], "circle", 0, 1, len(rows), drawn["counted"], False, at)
    return Finished(match, rows, COUNTING)


Played = tuple[int, str, str, tuple[ResultRow, ...]]
"""Season, format and scheme of a match that counts, and its results as handed over."""


async def play(store: Store, all_drawn: Sequence[dict[str, Any]]) -> list[Played]:
    """Let these matches end. Return those that count."""
    played: list[Played] = []
    started = season = 0
    scheme, at = "", START
    for number, drawn in enumerate(all_drawn):
        at += timedelta(seconds=drawn["seconds"])
        if drawn["before"] == "start" and await store.seasons.start(GUILD, "a", at):
            started += 1
            season = started
        elif drawn["before"] == "close" and await store.seasons.close(GUILD, at):
            season = 0
        elif drawn["before"] == "scheme":
            scheme = drawn["scheme"]
            await store.servers.change(GUILD, league_points=scheme)
        one = finished(number, at, drawn)
        await store.tables.commit(ending(one))
        if one.match.counted:
            played.append((season, drawn["format"], scheme, one.results))
    return played


def plain_league(results: Sequence[ResultRow], scheme: str) -> dict[PlayerId | None, Fraction]:
    """Return the league points of everybody, place by place."""
    players, own = len(results), [int(word) for word in scheme.split()]
    points: dict[PlayerId | None, Fraction] = {}
    taken = 0
    for _, group in groupby(sorted(results, key=lambda one: one.place), key=lambda one: one.place):
        sharing = list(group)
        total = 0
        for place in range(taken + 1, taken + len(sharing) + 1):
            usual = players - place + (place == 1)
            total += (own[place - 1] if place <= len(own) else 0) if own else usual
        points |= {one.player: Fraction(total, len(sharing)) for one in sharing}
        taken += len(sharing)
    return points


def plain_standing(player: PlayerId, played: Sequence[Played]) -> dict[str, Any]:
    """Return the standing of a player after these matches."""
    own = [(one, scheme, all) for *_, scheme, all in played for one in all if one.player == player]
    wins = "".join("w" if one.place == 1 else "l" for one, *_ in own)
    runs = wins.split("l")
    names = ("deals", "deals_won", "points", "drops", "wrong", "chips")
    return {name: sum(getattr(one, name) for one, *_ in own) for name in names} | {
        "name": own[-1][0].name,
        "matches": len(own),
        "won": wins.count("w"),
        "streak": len(runs[-1]),
        "best_streak": max(map(len, runs)),
        "league": 60 * sum((plain_league(all, scheme)[player] for _, scheme, all in own), Fraction()),
    }


def plain_skills(played: Sequence[Played]) -> Iterator[dict[int, tuple[float, float]]]:
    """Yield everybody's mu and sigma after each match."""
    model = BradleyTerryFull()
    skills: dict[int, Any] = defaultdict(model.rating)
    for *_, results in played:
        players = [one.player or 0 for one in results]
        teams = model.rate([[skills[player]] for player in players], [float(one.place) for one in results])
        skills.update((player, team[0]) for player, team in zip(players, teams, strict=True))
        yield {player: (skill.mu, skill.sigma) for player, skill in skills.items()}


def in_scope(played: Sequence[Played], season: int, format: str) -> list[Played]:
    return [one for one in played if season in (0, one[0]) and format in ("", one[1])]


async def kept(store: Store) -> list[object]:
    """Return all that counting writes."""
    standings = [await store.standings.page(GUILD, *scope, 100) for scope in SCOPES]
    return [standings, await store.matches.history(MatchFilter(GUILD), limit=1000)]


def check_standings(found: Sequence[Standing], played: Sequence[Played]) -> None:
    players = {one.player for *_, results in played for one in results}
    assert {one.player for one in found} == players
    assert list(found) == sorted(found, key=lambda one: (-one.league, -one.won, one.player))
    skills = list(plain_skills(played))[-1] if played else {}
    for one in found:
        plain = plain_standing(one.player, played)
        assert {name: getattr(one, name) for name in plain} == plain
        assert (one.mu, one.sigma) == skills[one.player]


async def check_all(all_drawn: Sequence[dict[str, Any]]) -> None:
    store = await Store.open("sqlite+aiosqlite://")
    try:
        played = await play(store, all_drawn)
        before = await kept(store)
        for season, format in SCOPES:
            check_standings(await store.standings.page(GUILD, season, format, 100), in_scope(played, season, format))
        matches = await store.matches.history(MatchFilter(GUILD), limit=1000)
        counted = [one for one in reversed(matches) if one.match.counted]
        for one, (season, _, scheme, _), skills in zip(counted, played, plain_skills(played), strict=True):
            assert one.match.season == season
            league = plain_league(one.results, scheme)
            for row in one.results:
                mu, sigma = skills[row.player or 0]
                assert row.league == 60 * league[row.player]
                assert row.rating == pytest.approx(1000 + 24 * (mu - 3 * sigma), abs=1e-9)
        assert (await store.standings.rebuild(COUNTING)).corrected == 0
        assert await kept(store) == before
    finally:
        await store.close()


@settings(max_examples=25)
@given(st.lists(matches(), min_size=1, max_size=40))
def test_standings_are_what_all_matches_come_to(all_drawn: list[dict[str, Any]]) -> None:
    asyncio.run(check_all(all_drawn))


async def test_the_wins_in_a_row_of_a_winner_end_with_that_match() -> None:
    def drawn(winner: int, **changes: Any) -> dict[str, Any]:
        rungs = [0, 1] if winner == 1 else [1, 0] if winner == 2 else [0, 0]
        usual = {"before": "", "scheme": "", "format": "points", "counted": True, "seconds": 1}
        return {**usual, "players": [1, 2], "rungs": rungs, "numbers": [(0,) * 6] * 2, **changes}

    store = await Store.open("sqlite+aiosqlite://")
    try:
        await play(store, [*map(drawn, (1, 2, 1)), drawn(1, counted=False), *map(drawn, (1, 0, 2))])
        found = [await store.matches.of(TableId(f"t{number:05}")) for number in range(7)]
    finally:
        await store.close()
    assert [one.in_a_row for one in found if one is not None] == [1, 1, 1, 0, 2, 0, 2], "a shared first place is a win"
