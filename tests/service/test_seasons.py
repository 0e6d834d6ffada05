"""Starting and closing seasons, and the ways in which that cannot be done."""

from collections.abc import AsyncIterator, Awaitable
from datetime import UTC, datetime

import pytest

from bot.codes import Problem
from bot.service.errors import ServiceError
from bot.service.seasons import Seasons
from bot.store.rows.matches import Season
from bot.store.store import Store

NOW = datetime(2026, 11, 21, tzinfo=UTC)
GUILD = 5


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    opened = await Store.open("sqlite+aiosqlite://")
    yield opened
    await opened.close()


@pytest.fixture
def seasons(store: Store) -> Seasons:
    return Seasons(store, lambda: NOW)


async def test_a_season_begins_and_ends(seasons: Seasons) -> None:
    assert await seasons.running(GUILD) is None
    started = await seasons.start(GUILD, "  Diwali \t Cup ♠ ")
    assert started == Season(GUILD, 1, "Diwali Cup ♠", NOW)
    assert await seasons.running(GUILD) == started
    closed = await seasons.close(GUILD, 1)
    assert closed.closed_at == NOW
    assert await seasons.all(GUILD) == (closed,)


async def refused(work: Awaitable[Season]) -> Problem:
    with pytest.raises(ServiceError) as caught:
        await work
    return caught.value.problem


async def test_what_cannot_be_done_changes_nothing(seasons: Seasons) -> None:
    assert await refused(seasons.close(GUILD)) is Problem.NO_SEASON
    first = await seasons.start(GUILD, "First")
    assert await refused(seasons.start(GUILD, "Second")) is Problem.SEASON_RUNNING
    assert await refused(seasons.close(GUILD, 2)) is Problem.NO_SEASON
    assert await seasons.all(GUILD) == (first,)
    closed = await seasons.close(GUILD)
    assert await refused(seasons.close(GUILD, 1)) is Problem.SEASON_CLOSED
    second = await seasons.start(GUILD, "Second")
    assert await refused(seasons.close(GUILD, 1)) is Problem.SEASON_CLOSED
    assert await seasons.all(GUILD) == (closed, second)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\0b", "a\N{RIGHT-TO-LEFT OVERRIDE}b", "\N{ZERO WIDTH SPACE}"])
async def test_a_name_has_1_to_40_characters_that_can_be_seen(seasons: Seasons, name: str) -> None:
    assert await refused(seasons.start(GUILD, name)) is Problem.BAD_SEASON_NAME
    assert await seasons.all(GUILD) == ()


async def test_the_list_knows_the_month_that_has_begun(seasons: Seasons, store: Store) -> None:
    await seasons.start(GUILD, "x" * 40)
    await store.seasons.close(GUILD, NOW)
    await store.servers.change(GUILD, monthly=True)
    assert [season.name for season in await seasons.all(GUILD)] == ["x" * 40, "November 2026"]
