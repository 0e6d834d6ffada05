"""Settings of a server: given values change, wrong ones change nothing."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codes import Problem
from bot.rummy.match.league import parse_scheme
from bot.service.errors import ServiceError
from bot.service.processes import OnlyProcess
from bot.service.server_settings import ServerSettingsCache, parse_league, zone_of
from bot.store.rows.settings import ServerSettings
from bot.store.store import Store
from tests.service.context import MEMORY

GUILD = 7


@pytest.fixture
async def servers() -> AsyncIterator[ServerSettingsCache]:
    store = await Store.open(MEMORY)
    yield ServerSettingsCache(store.servers, lambda: datetime(2026, 1, 1, tzinfo=UTC), OnlyProcess("test"))
    await store.close()


async def test_what_is_given_changes_and_the_rest_stays(servers: ServerSettingsCache) -> None:
    assert await servers.change(GUILD) == await servers.find(GUILD) == ServerSettings(GUILD)
    assert await servers.change(GUILD, rake_percent=10, league_points=" 10, 6 3 1 ") == ServerSettings(
        GUILD, True, 10, "10 6 3 1"
    )
    assert await servers.change(GUILD, chips=False, monthly=True) == ServerSettings(GUILD, False, 10, "10 6 3 1", True)
    assert await servers.change(GUILD, chips=True, rake_percent=0, league_points="Default") == ServerSettings(
        GUILD, monthly=True
    )
    assert await servers.find(GUILD) == ServerSettings(GUILD, monthly=True)
    assert await servers.find(8) == ServerSettings(8)


@pytest.mark.parametrize(
    ("mistaken", "problem"),
    [
        ({"rake_percent": -1}, Problem.BAD_RAKE),
        ({"rake_percent": 51}, Problem.BAD_RAKE),
        ({"rake_percent": 10**30}, Problem.BAD_RAKE),
        ({"league_points": "3 4"}, Problem.BAD_LEAGUE),
        ({"rake_percent": 5, "league_points": "1 2"}, Problem.BAD_LEAGUE),
        ({"zone": "IST"}, Problem.BAD_ZONE),
        ({"zone": "../../etc/passwd"}, Problem.BAD_ZONE),
        ({"zone": "  "}, Problem.BAD_ZONE),
    ],
)
async def test_a_mistake_changes_nothing(
    servers: ServerSettingsCache, mistaken: dict[str, Any], problem: Problem
) -> None:
    with pytest.raises(ServiceError) as caught:
        await servers.change(GUILD, chips=False, **mistaken)
    assert caught.value.problem is problem
    assert await servers.find(GUILD) == ServerSettings(GUILD)


@pytest.mark.parametrize(
    "typed",
    ["", " ", "x", "7 6 5 4 3 2 1", "1001", "-1", "+1", "1.5", "1_0", "٣", "10 6 default", "1 0 1", "9" * 5000, "0x1"],
)
def test_no_league_points(typed: str) -> None:
    with pytest.raises(ServiceError):
        parse_league(typed)


@given(st.text())
def test_what_is_kept_is_what_standings_read(typed: str) -> None:
    try:
        kept = parse_league(typed)
    except ServiceError:
        return
    assert kept == " ".join(map(str, parse_scheme(kept)))


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=6))
def test_falling_points_are_kept(points: list[int]) -> None:
    points.sort(reverse=True)
    assert parse_scheme(parse_league(" ".join(map(str, points)))) == tuple(points)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Asia/Kolkata", "Asia/Kolkata"),
        ("asia/kolkata", "Asia/Kolkata"),
        ("Kolkata", "Asia/Kolkata"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
    ],
)
async def test_a_zone_is_typed_by_its_name_or_city(servers: ServerSettingsCache, typed: str, zone: str) -> None:
    assert zone_of(await servers.find(GUILD)).key == "UTC"
    assert zone_of(await servers.change(GUILD, zone=typed)).key == zone
    assert zone_of(await servers.find(GUILD)).key == zone


def test_a_zone_that_is_no_longer_known_is_utc() -> None:
    assert zone_of(ServerSettings(GUILD, zone="Mars/Base")).key == "UTC"
