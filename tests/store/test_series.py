"""Series in the store: begun once, changed by one at a time, and due by the clock, on every database."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from bot.rummy.ids import TournamentId
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.tournaments import SeriesRow
from bot.store.store import Store
from tests.store.samples import NOW, SECOND, changed
from tests.store.test_tournaments import CUP, GUILD, OTHER, change, tournament

HOUR = timedelta(hours=1)
ROW = SeriesRow(CUP, GUILD, "mon,fri Europe/Berlin", TournamentId("next11"), NOW + 3 * HOUR, NOW + 2 * HOUR)


async def test_what_was_begun_is_found_until_it_is_ended(store: Store) -> None:
    assert await store.series.begin(ROW, most=2)
    assert await store.series.find(CUP) == ROW
    assert await store.series.of_guild(GUILD) == (ROW,)
    assert await store.series.of_guild(5) == ()
    assert not await store.series.begin(ROW, most=2)
    earlier = replace(ROW, id=OTHER, start_at=NOW)
    assert await store.series.begin(earlier, most=2)
    assert not await store.series.begin(replace(ROW, id=TournamentId("third1")), most=2)
    assert await store.series.of_guild(GUILD) == (earlier, ROW)
    assert await store.series.end(CUP)
    assert not await store.series.end(CUP)
    assert await store.series.find(CUP) is None
    assert not await store.series.change(replace(ROW, version=2))


async def test_of_two_changes_on_one_version_one_is_written(store: Store) -> None:
    await store.series.begin(ROW, most=2)
    first, second = (replace(ROW, version=2, next=TournamentId(code)) for code in ("aaaaaa", "bbbbbb"))
    assert sorted(await asyncio.gather(store.series.change(first), store.series.change(second))) == [False, True]
    assert await store.series.find(CUP) in (first, second)


async def test_of_many_that_begin_at_once_only_so_many_do(url: str) -> None:
    one, two = await Store.open(url), await Store.open(url)
    rows = [replace(ROW, id=TournamentId(f"cup{number:03}")) for number in range(8)]
    begun = (store.series.begin(row, most=3) for row, store in zip(rows, [one, two] * 4, strict=True))
    assert sum(await asyncio.gather(*begun)) == 3
    await asyncio.gather(one.close(), two.close())


async def test_deadlines_stay_at_their_hour_after_an_outage(store: Store) -> None:
    await store.series.begin(ROW, most=2)
    assert await store.alarms.next_due() == ROW.due
    assert await store.series.due(ROW.due - SECOND) == ()
    await store.alarms.beat("p1", NOW)
    await store.alarms.absorb_gap("p1", NOW + 5 * HOUR, longer_than=15 * SECOND, told_over=60 * SECOND)
    assert await store.series.due(NOW + 5 * HOUR) == (Alarm(ROW.due, CUP, AlarmKind.SERIES),)


async def test_the_newest_tournament_of_a_series(store: Store) -> None:
    assert await store.tournaments.newest_of(CUP) is None
    await store.tournaments.commit(change())
    newest = await store.tournaments.newest_of(CUP)
    assert newest is not None
    assert newest.row.id == CUP
    for number, code in enumerate(("late11", "aaaaaa"), start=1):
        row = tournament(TournamentId(code), series=CUP, created_at=NOW + (3 - number) * HOUR)
        await store.tournaments.commit(changed(row))
    await store.tournaments.commit(changed(tournament(OTHER, created_at=NOW + 9 * HOUR)))
    newest = await store.tournaments.newest_of(CUP)
    assert newest is not None
    assert (newest.row.id, newest.row.series) == ("late11", CUP)
