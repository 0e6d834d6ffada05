"""The guarded commit, and the queries about tables."""

import asyncio

import pytest

from bot.codes import TableStatus
from bot.rummy.ids import TableId
from bot.store.errors import StaleError, StoreFailedError
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.subjects import Quota, QuotaKind, Stored, StoredTable
from bot.store.store import Store
from tests.store.samples import (
    ANN,
    BEN,
    NOW,
    OTHER,
    SECOND,
    TABLE,
    alarm,
    change,
    changed,
    entropy,
    lines,
    names,
    opening,
    posting,
    row,
)


async def journal_of(store: Store, table: TableId = TABLE) -> list[int]:
    stored = await store.tables.load(table)
    return [] if stored is None else [line.seq for line in stored.journal]


async def test_a_table_comes_back_as_it_was_committed(store: Store) -> None:
    first = change(journal=lines(0, 1), entropy=entropy(0, 1), alarms=(alarm(),))
    await store.tables.commit(first)
    second = changed(
        row(version=2, status=TableStatus.FINISHED, step=9, lobby="{}", digest="d2", changed_at=NOW + 5 * SECOND),
        journal=lines(2),
        entropy=entropy(2),
    )
    await store.tables.commit(second)
    assert await store.tables.load(TABLE) == Stored(second.row, lines(0, 1, 2), entropy(0, 1, 2), (alarm(),))


async def test_there_is_no_table_of_an_unknown_name(store: Store) -> None:
    assert await store.tables.load(TABLE) is None


async def test_a_stale_change_writes_nothing(store: Store) -> None:
    await store.tables.commit(change(alarms=(alarm(),)))
    await store.tables.commit(change(expected=1))
    before = await store.tables.load(TABLE)
    stale = change(
        expected=1, journal=lines(5), entropy=entropy(0), alarms=(), outbox=(posting(),), people=frozenset({BEN})
    )
    with pytest.raises(StaleError) as caught:
        await store.tables.commit(stale)
    assert (caught.value.of, caught.value.expected, caught.value.found) == (TABLE, 1, 2)
    assert await store.tables.load(TABLE) == before
    assert await store.tables.unsent() == ()
    assert await store.tables.of_player(BEN) == ()


@pytest.mark.parametrize("expected", [0, 3])
async def test_a_change_must_build_on_what_is_there(store: Store, expected: int) -> None:
    await store.tables.commit(change())
    with pytest.raises(StaleError):
        await store.tables.commit(change(expected=expected))
    with pytest.raises(StaleError):
        await store.tables.commit(change(OTHER, expected=1))
    assert await store.tables.load(OTHER) is None


async def test_changes_of_one_table_in_one_batch_build_on_each_other(store: Store) -> None:
    one_too_many = change(expected=2, journal=lines(9))
    changes = [change(), change(expected=1), change(OTHER), change(expected=2), one_too_many, change(expected=3)]
    results = await asyncio.gather(*map(store.tables.commit, changes), return_exceptions=True)
    assert [type(result) for result in results] == [type(None)] * 4 + [StaleError, type(None)]
    assert await journal_of(store) == [0, 1, 2, 3]
    assert await journal_of(store, OTHER) == [0]


async def test_the_innocent_survive_a_change_that_fails(store: Store) -> None:
    tables = names(20)
    changes = [change(table) for table in tables]
    changes[7] = change(tables[7], journal=lines(0, 0))
    results = await asyncio.gather(*map(store.tables.commit, changes), return_exceptions=True)
    assert [number for number, result in enumerate(results) if result is not None] == [7]
    assert isinstance(results[7], StoreFailedError)
    assert [row.id for row in await store.tables.open_rows()] == tables[:7] + tables[8:]


async def test_an_alarm_of_a_kind_replaces_the_last_and_none_leaves_them(store: Store) -> None:
    turn, remind = alarm(), alarm(kind=AlarmKind.REMIND)
    await store.tables.commit(change(alarms=(turn, remind)))
    await store.tables.commit(change(expected=1))
    assert set(await store.tables.due(NOW)) == {turn, remind}
    later = alarm(due=NOW + SECOND, step=8)
    await store.tables.commit(change(expected=2, alarms=(later,)))
    assert await store.tables.due(NOW + SECOND) == (later,)
    await store.tables.commit(change(expected=3, alarms=()))
    assert await store.alarms.next_due() is None


async def test_my_tables_are_the_open_ones_where_i_sit(store: Store) -> None:
    await store.tables.commit(change(people=frozenset({ANN, BEN})))
    await store.tables.commit(change(OTHER, people=frozenset({ANN})))
    assert {row.id for row in await store.tables.of_player(ANN)} == {TABLE, OTHER}
    await store.tables.commit(change(expected=1))
    assert [row.id for row in await store.tables.of_player(BEN)] == [TABLE]
    await store.tables.commit(change(expected=2, people=frozenset({ANN})))
    assert await store.tables.of_player(BEN) == ()
    await store.tables.commit(changed(row(version=4, status=TableStatus.VOID)))
    assert [row.id for row in await store.tables.of_player(ANN)] == [OTHER]


async def test_my_recent_tables_are_those_that_are_over(store: Store) -> None:
    both = frozenset({ANN, BEN})
    for age, (table, status) in enumerate(zip(names(5), TableStatus, strict=True)):
        await store.tables.commit(opening(status, table, people=both, changed_at=NOW + age * SECOND))
    newer = opening(TableStatus.FINISHED, OTHER, frozenset({ANN}), channel=7, changed_at=NOW + 9 * SECOND)
    await store.tables.commit(newer)
    finished, void = names(5)[2:4]
    assert [row.id for row in await store.tables.recent_of(ANN)] == [OTHER, void, finished]
    assert [row.id for row in await store.tables.recent_of(ANN, 1)] == [OTHER]
    assert [row.id for row in await store.tables.recent_of(BEN)] == [void, finished]
    assert [row.id for row in await store.tables.recent_of(ANN, channel=100)] == [void, finished]
    await store.tables.set_channel(finished, 100, 555)
    assert [row.id for row in await store.tables.recent_of(ANN, channel=555)] == [finished]
    assert await store.tables.recent_of(ANN, channel=8) == ()


async def test_lobbies_and_open_tables_are_counted(store: Store) -> None:
    for table, status in zip(names(5), TableStatus, strict=True):
        await store.tables.commit(opening(status, table, guild=5))
    await store.tables.commit(opening(TableStatus.LOBBY, TABLE, guild=6, host=BEN))
    assert await store.tables.count(Quota(QuotaKind.TABLES, 5, 0)) == 2
    assert await store.tables.count(Quota(QuotaKind.TABLES, 6, 0)) == 1
    assert await store.tables.count(Quota(QuotaKind.TABLES, 7, 0)) == 0
    assert await store.tables.count(Quota(QuotaKind.LOBBIES, ANN, 0)) == 1
    assert await store.tables.count(Quota(QuotaKind.LOBBIES, BEN, 0)) == 1


@pytest.mark.parametrize("status", TableStatus)
async def test_only_a_match_that_is_over_is_finished(store: Store, status: TableStatus) -> None:
    await store.tables.commit(opening(status))
    found = await store.tables.finished(TABLE)
    assert (found is not None) == (status in {TableStatus.FINISHED, TableStatus.VOID})


async def test_open_tables_are_read_page_by_page(store: Store) -> None:
    tables = names(7)
    await asyncio.gather(*(store.tables.commit(change(table, alarms=(alarm(table),))) for table in tables))
    await store.tables.commit(opening(TableStatus.CLOSED))
    read: list[StoredTable] = []
    while page := await store.tables.open_tables(read[-1].row.id if read else None, 3):
        read.extend(page)
    assert [stored.row.id for stored in read] == tables
    assert all(stored.journal == lines(0) and len(stored.alarms) == 1 for stored in read)


async def test_where_a_table_plays_is_a_version_of_its_own(store: Store) -> None:
    await store.tables.commit(change())
    assert await store.tables.set_channel(TABLE, 100, 555) == 2
    with pytest.raises(StaleError):
        await store.tables.commit(changed(row(version=2, status=TableStatus.PLAYING)))
    await store.tables.commit(changed(row(version=3, status=TableStatus.PLAYING, thread=555)))
    stored = await store.tables.load(TABLE)
    assert stored is not None
    assert (stored.row.channel, stored.row.thread, stored.row.version) == (100, 555, 3)
    assert await store.tables.set_channel(OTHER, 1, 2) is None
    assert await store.tables.of_channel(555) == (TABLE,)
    assert await store.tables.of_channel(100) == (TABLE,)
    await store.tables.commit(changed(row(version=4, status=TableStatus.FINISHED, thread=555)))
    assert await store.tables.of_channel(555) == ()


def test_the_seed_is_not_shown() -> None:
    assert "seed" not in repr(row())
    assert repr(bytes(range(32))) not in repr(change())
