"""Seasons: started and closed by the staff, or with each month."""

import asyncio
from datetime import UTC, datetime

import pytest

from bot.store.rows.matches import MatchFilter, Season
from bot.store.store import Store
from tests.store.matches import GUILD, ended
from tests.store.samples import ANN, BEN, NOW, OTHER, SECOND, TABLE

DECEMBER = datetime(2026, 12, 1, tzinfo=UTC)
MARCH = datetime(2027, 3, 5, 20, 15, tzinfo=UTC)
MARCH_BEGINS = datetime(2027, 3, 1, tzinfo=UTC)


async def test_seasons_are_started_and_closed_one_at_a_time(store: Store) -> None:
    assert await store.seasons.close(GUILD, NOW) is None
    first = await store.seasons.start(GUILD, "Spring ♠", NOW)
    assert first == Season(GUILD, 1, "Spring ♠", NOW)
    assert await store.seasons.start(GUILD, "Summer", NOW) is None
    assert await store.seasons.running(GUILD, MARCH) == first
    closed = await store.seasons.close(GUILD, NOW + SECOND)
    assert closed == Season(GUILD, 1, "Spring ♠", NOW, NOW + SECOND)
    assert await store.seasons.close(GUILD, MARCH) is None
    assert await store.seasons.running(GUILD, MARCH) is None
    second = await store.seasons.start(GUILD, "Summer", MARCH)
    assert await store.seasons.all(GUILD) == (closed, second)
    assert await store.seasons.all(GUILD + 1) == ()


async def test_a_season_is_closed_by_its_number_only_while_it_runs(store: Store) -> None:
    await store.seasons.start(GUILD, "First", NOW)
    await store.seasons.close(GUILD, NOW, 1)
    second = await store.seasons.start(GUILD, "Second", NOW)
    assert await store.seasons.close(GUILD, NOW, 1) is None
    assert await store.seasons.running(GUILD, NOW) == second


async def test_seasons_may_go_by_month(store: Store) -> None:
    await store.servers.change(GUILD, monthly=True)
    november = await store.seasons.running(GUILD, NOW)
    assert november == Season(GUILD, 1, "November 2026", NOW)
    assert await store.seasons.running(GUILD, DECEMBER - SECOND) == november
    march = await store.seasons.running(GUILD, MARCH)
    assert march == Season(GUILD, 2, "March 2027", MARCH_BEGINS)
    assert await store.seasons.all(GUILD) == (Season(GUILD, 1, "November 2026", NOW, DECEMBER), march)
    assert await store.seasons.running(GUILD, DECEMBER) == march, "by a clock that is behind"


async def test_a_month_begins_with_the_first_match_that_ends_in_it(store: Store) -> None:
    await store.servers.change(GUILD, monthly=True)
    await store.tables.commit(ended(TABLE, [ANN, BEN], at=DECEMBER - SECOND))
    await store.tables.commit(ended(OTHER, [ANN, BEN], at=DECEMBER))
    assert [(season.name, season.closed_at) for season in await store.seasons.all(GUILD)] == [
        ("November 2026", DECEMBER),
        ("December 2026", None),
    ]
    assert [one.match.season for one in await store.matches.history(MatchFilter(GUILD))] == [2, 1]
    assert [len(await store.standings.page(GUILD, season, "")) for season in (1, 2)] == [2, 2]


async def test_a_clock_that_ran_ahead_once_names_no_later_months(store: Store) -> None:
    await store.servers.change(GUILD, monthly=True)
    await store.tables.commit(ended(TABLE, [ANN, BEN], at=MARCH))
    await store.seasons.close(GUILD, NOW)
    await store.tables.commit(ended(OTHER, [ANN, BEN], at=NOW))
    assert [season.name for season in await store.seasons.all(GUILD)] == ["March 2027", "November 2026"]
    assert [one.match.season for one in await store.matches.history(MatchFilter(GUILD))] == [2, 1]


async def test_a_month_that_the_staff_closed_stays_closed(store: Store) -> None:
    own = await store.seasons.start(GUILD, "Cup", NOW)
    await store.servers.change(GUILD, monthly=True)
    assert await store.seasons.running(GUILD, NOW) == own, "until the month is over"
    await store.seasons.close(GUILD, NOW)
    november = await store.seasons.running(GUILD, NOW)
    assert november is not None
    assert november.name == "November 2026"
    await store.seasons.close(GUILD, NOW + SECOND)
    assert await store.seasons.running(GUILD, NOW + SECOND) is None
    await store.tables.commit(ended(TABLE, [ANN, BEN], at=NOW + SECOND))
    assert [one.match.season for one in await store.matches.history(MatchFilter(GUILD))] == [0]
    december = await store.seasons.running(GUILD, DECEMBER)
    assert december is not None
    assert december.name == "December 2026"


@pytest.mark.parametrize("monthly", [True, False])
async def test_of_many_at_once_one_begins_the_season(url: str, monthly: bool) -> None:
    stores = [await Store.open(url), await Store.open(url)]
    await stores[0].servers.change(GUILD, monthly=monthly)
    if monthly:
        started = [stores[number % 2].seasons.running(GUILD, NOW) for number in range(8)]
    else:
        started = [stores[number % 2].seasons.start(GUILD, "Cup", NOW) for number in range(8)]
    answers = await asyncio.gather(*started)
    (season,) = await stores[0].seasons.all(GUILD)
    assert answers.count(season) == (8 if monthly else 1)
    closed = await asyncio.gather(*(stores[number % 2].seasons.close(GUILD, NOW) for number in range(4)))
    assert sum(one is not None for one in closed) == 1
    for store in stores:
        await store.close()
