"""The counts of a database, and the entries that wait in it too long."""

from datetime import timedelta

from bot.codes import TableStatus
from bot.rummy.ids import TableId
from bot.store.rows.alarms import Shards
from bot.store.store import Store
from tests.store.samples import NOW, OTHER, SECOND, alarm, change, changed, opening, posting, row


async def test_an_empty_database_holds_nothing(store: Store) -> None:
    census = await store.census.take(NOW)
    assert (census.tables, census.tournaments, census.matches) == ({}, {}, 0)
    assert (census.overdue, census.longest_overdue, census.unsent, census.processes) == (0, 0.0, 0, ())


async def test_open_tables_are_counted_by_status(store: Store) -> None:
    await store.tables.commit(change())
    await store.tables.commit(change(OTHER))
    await store.tables.commit(opening(TableStatus.LOBBY, TableId("lobby1")))
    await store.tables.commit(opening(TableStatus.CLOSED, TableId("closed")))
    assert (await store.census.take(NOW)).tables == {"playing": 2, "lobby": 1}


async def test_what_waits_too_long_is_counted(store: Store) -> None:
    await store.tables.commit(changed(row(), (alarm(due=NOW),), outbox=(posting(created_at=NOW),)))
    soon, late = await store.census.take(NOW + SECOND), await store.census.take(NOW + timedelta(minutes=2))
    assert (soon.overdue, soon.longest_overdue, soon.unsent) == (0, 0.0, 0)
    assert (late.overdue, late.longest_overdue, late.unsent) == (1, 120.0, 1)


async def test_processes_tell_their_shards_and_their_last_beat(store: Store) -> None:
    await store.alarms.beat("one", NOW, Shards(frozenset({0, 2}), 3))
    await store.alarms.beat("two", NOW + SECOND, Shards(frozenset({1}), 3))
    beats = (await store.census.take(NOW)).processes
    assert [(beat.process, beat.shards, beat.of, beat.at) for beat in beats] == [
        ("two", (1,), 3, NOW + SECOND),
        ("one", (0, 2), 3, NOW),
    ]
