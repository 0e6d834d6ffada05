"""Deadlines, and the time in which no one kept them."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.codes import TableStatus
from bot.rummy.ids import TableId
from bot.store.rows.alarms import ALL_SHARDS, NO_GAP, AlarmKind, Gap, Shards
from bot.store.rows.outbox import OutboxKind
from bot.store.store import Store
from tests.store.samples import NOW, OTHER, SECOND, TABLE, alarm, change, changed, names, row


async def absorb(store: Store, now: datetime, process: str = "p1", shards: Shards = ALL_SHARDS) -> Gap:
    return await store.alarms.absorb_gap(process, now, longer_than=15 * SECOND, told_over=60 * SECOND, shards=shards)


async def test_the_nearest_alarm_is_known(store: Store) -> None:
    assert await store.alarms.next_due() is None
    await store.tables.commit(change(alarms=(alarm(due=NOW + 5 * SECOND), alarm(kind=AlarmKind.REMIND, due=NOW))))
    assert await store.alarms.next_due() == NOW


async def test_due_alarms_come_oldest_first(store: Store) -> None:
    late = [alarm(table, due=NOW - number * SECOND) for number, table in enumerate(names(5))]
    for one in late:
        await store.tables.commit(change(one.of, alarms=(one,)))
    await store.tables.commit(change(alarms=(alarm(due=NOW + timedelta(microseconds=1)),)))
    assert await store.tables.due(NOW) == tuple(reversed(late))
    assert await store.tables.due(NOW, 2) == (late[4], late[3])


async def test_only_an_unchanged_alarm_is_deleted(store: Store) -> None:
    rung = alarm()
    await store.tables.commit(change(alarms=(rung,)))
    assert not await store.tables.delete_alarm(replace(rung, step=rung.step - 1))
    assert not await store.tables.delete_alarm(replace(rung, due=rung.due - SECOND))
    assert await store.tables.delete_alarm(rung)
    assert not await store.tables.delete_alarm(rung)
    assert await store.alarms.next_due() is None


async def test_the_first_start_of_all_is_no_gap(store: Store) -> None:
    await store.tables.commit(change(alarms=(alarm(),)))
    assert await absorb(store, NOW) == NO_GAP
    assert await store.alarms.next_due() == NOW


@pytest.mark.parametrize(
    ("seconds", "moved", "told"), [(15, 0, False), (16, 16, False), (60, 60, False), (61, 61, True)]
)
async def test_deadlines_move_by_the_gap(store: Store, seconds: int, moved: int, told: bool) -> None:
    await store.tables.commit(change(alarms=(alarm(), alarm(kind=AlarmKind.REMIND))))
    await store.tables.commit(changed(row(OTHER, status=TableStatus.LOBBY), alarms=(alarm(OTHER, AlarmKind.IDLE),)))
    await store.alarms.beat("p0", NOW - 40 * SECOND)
    await store.alarms.beat("p1", NOW)
    after = NOW + seconds * SECOND
    assert await absorb(store, after) == Gap(moved, (TABLE,) if told else ())
    assert {one.due for one in await store.tables.due(NOW + timedelta(days=1))} == {NOW + moved * SECOND}
    posted = [(one.of, one.kind, one.number, one.channel) for one in await store.tables.unsent()]
    assert posted == ([(TABLE, OutboxKind.BACK, int(after.timestamp()), 100)] if told else [])


@pytest.mark.parametrize(
    ("kinds", "told"),
    [
        ([AlarmKind.PAUSE], True),
        ([AlarmKind.VOTE], True),
        ([AlarmKind.TURN, AlarmKind.VOTE], True),
        ([AlarmKind.COMPUTER], False),
    ],
)
async def test_a_table_is_told_once_where_people_were_waited_for(
    store: Store, kinds: list[AlarmKind], told: bool
) -> None:
    await store.tables.commit(change(alarms=tuple(alarm(kind=kind) for kind in kinds)))
    await store.alarms.beat("p1", NOW)
    assert (await absorb(store, NOW + 61 * SECOND)).tables == ((TABLE,) if told else ())


async def test_deadlines_move_once(store: Store) -> None:
    await store.tables.commit(change(alarms=(alarm(),)))
    await store.alarms.beat("p1", NOW)
    now = NOW + timedelta(hours=1)
    assert (await absorb(store, now, "p2")).seconds == 3600
    assert await absorb(store, now + SECOND, "p1") == NO_GAP
    assert await store.alarms.next_due() == now


async def test_a_beat_from_the_future_is_no_gap(store: Store) -> None:
    await store.alarms.beat("p1", NOW + timedelta(hours=1))
    gap = await absorb(store, NOW, "p2")
    assert (gap, gap.was_ahead) == (NO_GAP, True)


async def test_two_processes_move_deadlines_once(url: str) -> None:
    one, two = await Store.open(url), await Store.open(url)
    await one.tables.commit(change(alarms=(alarm(),)))
    await one.alarms.beat("gone", NOW)
    now = NOW + timedelta(hours=1)
    gaps = await asyncio.gather(absorb(one, now, "p1"), absorb(two, now, "p2"))
    assert sorted(gap.seconds for gap in gaps) == [0, 3600]
    assert await two.alarms.next_due() == now
    assert len(await two.tables.unsent()) == 1
    await one.close()
    await two.close()


async def test_a_clock_that_ran_ahead_hides_no_gap(store: Store) -> None:
    await store.alarms.beat("p1", NOW)
    await store.alarms.beat("p2", NOW + 7200 * SECOND)
    gap = await absorb(store, NOW + 1800 * SECOND)
    assert gap.seconds == 1800
    assert await absorb(store, NOW + 1801 * SECOND) == NO_GAP


# -- shards -----------------------------------------------------------------------------------------


def of(count: int, *ids: int) -> Shards:
    return Shards(frozenset(ids), count)


async def table_on(store: Store, number: int, guild: int | None) -> TableId:
    """Return a table of that server with a turn that is due now."""
    id = names(9)[number]
    await store.tables.commit(changed(row(id, guild=guild), alarms=(alarm(id),)))
    return id


async def dues(store: Store) -> dict[TableId, float]:
    """Return by how many seconds each deadline has moved."""
    alarms = await store.tables.due(NOW + timedelta(days=9))
    return {one.of: (one.due - NOW).total_seconds() for one in alarms}


GUILDS = [number << 22 for number in range(4)]


async def test_the_shard_of_a_server_is_what_discord_says(store: Store) -> None:
    guilds = [*GUILDS, (1 << 62) + (7 << 22), None]
    tables = [await table_on(store, number, guild) for number, guild in enumerate(guilds)]
    for count in (1, 2, 3, 5):
        for shard in range(count):
            due = {one.of for one in await store.tables.due(NOW, shards=of(count, shard))}
            numbered = zip(tables, guilds, strict=True)
            assert due == {id for id, guild in numbered if ((guild or 0) >> 22) % count == shard}
            assert await store.alarms.next_due(of(count, shard)) == (NOW if due else None)
    assert of(2, 0).hold(None)
    assert [of(2, 1).hold(guild) for guild in GUILDS] == [False, True, False, True]


async def test_only_the_deadlines_of_the_shard_that_was_gone_move(store: Store) -> None:
    here, there, dm = [await table_on(store, number, guild) for number, guild in enumerate((0, 1 << 22, None))]
    await store.alarms.beat("p0", NOW, of(2, 0))
    await store.alarms.beat("p1", NOW, of(2, 1))
    later = NOW + 100 * SECOND
    await store.alarms.beat("p1", later, of(2, 1))
    before = await store.tables.version(here), await store.tables.version(there)
    assert await absorb(store, later, "p0", of(2, 0)) == Gap(100, (dm, here) if dm < here else (here, dm))
    assert await dues(store) == {here: 100, dm: 100, there: 0}
    after = await store.tables.version(here), await store.tables.version(there)
    assert after == ((before[0] or 0) + 1, before[1]), "no process goes on with the old deadlines"
    assert await absorb(store, later, "p2", of(2, 0)) == NO_GAP


@pytest.mark.parametrize("before", [1, 2, 3])
@pytest.mark.parametrize("after", [1, 2, 3])
async def test_deploys_with_other_numbers_of_shards_lose_no_time(store: Store, before: int, after: int) -> None:
    tables = [await table_on(store, number, guild) for number, guild in enumerate(GUILDS)]
    for shard in range(before):
        await store.alarms.beat("old", NOW + shard * 100 * SECOND, of(before, shard))
    now = NOW + 1000 * SECOND
    for shard in range(after):
        await absorb(store, now, "new", of(after, shard))
    moved = await dues(store)
    assert moved == {id: 1000 - 100 * (number % before) for number, id in enumerate(tables)}
    assert await absorb(store, now, "new", of(after, *range(after))) == NO_GAP
    for shard in range(after):
        assert await absorb(store, now + 500 * SECOND, "newer", of(after, shard)) != NO_GAP
    assert await dues(store) == {id: due + 500 for id, due in moved.items()}
