"""Several processes at one database, and processes killed as they write."""

import asyncio
import random
import signal
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.codes import TableStatus
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.store.errors import QuotaError, StaleError
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.ledger import Account
from bot.store.rows.subjects import Change, JournalLine, Quota, QuotaKind
from bot.store.rows.tables import TableRow
from bot.store.store import Store
from tests.processes.forks import forked
from tests.store.samples import ANN, BEN, NOW, alarm, change, changed, moved, names, row
from tests.waiting import until

TABLES = names(5)
ROUNDS = 4
WRITE = "import asyncio, sys; from tests.store.test_processes import write; asyncio.run(write(sys.argv[1]))"


async def play(store: Store, player: str, chance: random.Random) -> dict[TableId, list[str]]:
    """Make 30 commits at random tables. Return the lines that were acknowledged, by table."""
    said: dict[TableId, list[str]] = defaultdict(list)
    for number in range(30):
        table = chance.choice(TABLES)
        line = f"{player} {number}"
        await insist(store, table, line)
        said[table].append(line)
    return said


async def insist(store: Store, table: TableId, action: str) -> None:
    """Append this line, building on whatever is there by then."""
    while True:
        stored = await store.tables.load(table)
        version = stored.row.version if stored else 0
        await asyncio.sleep(0)
        line = JournalLine(version, "seat 1", action, NOW)
        try:
            await store.tables.commit(change(table, version, journal=(line,), alarms=(alarm(table, step=version),)))
        except StaleError:
            continue
        return


@pytest.mark.parametrize("seed", range(3))
async def test_no_line_is_lost_or_doubled_between_two_stores(url: str, seed: int) -> None:
    stores = [await Store.open(url), await Store.open(url)]
    games = (play(stores[player % 2], f"player {player}", random.Random(10 * seed + player)) for player in range(6))
    said = await asyncio.gather(*games)
    for table in TABLES:
        stored = await stores[0].tables.load(table)
        assert stored is not None
        assert [line.seq for line in stored.journal] == list(range(stored.row.version))
        assert [one.step for one in stored.alarms] == [stored.row.version - 1]
        actions = [line.action for line in stored.journal]
        assert sorted(actions) == sorted(line for of_one in said for line in of_one[table])
        for of_one in said:
            assert [line for line in actions if line in set(of_one[table])] == of_one[table]
    for store in stores:
        await store.close()


async def test_postgresql_tells_of_each_committed_table_also_after_its_connection_was_lost(postgresql: str) -> None:
    one, other = await Store.open(postgresql), await Store.open(postgresql)
    lost = text("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    for _ in range(2):
        news = aiter(one.tables.news())
        assert await anext(news) is None
        stored = await other.tables.load(TABLES[0])
        await insist(other, TABLES[0], "draw closed")
        assert await anext(news) == (TABLES[0], 1 + (stored.row.version if stored else 0))
        with pytest.raises(StaleError):
            await other.tables.commit(change(TABLES[0], 7))
        assert await one.database.read(lambda connection: connection.execute(lost).scalar_one()) == 1
        with pytest.raises(StopAsyncIteration):
            await anext(news)
    await one.close()
    await other.close()


async def write(url: str) -> None:
    """Commit to every table as fast as possible, and print the acknowledged versions, for ever."""
    store = await Store.open(url)
    await asyncio.gather(*(write_on(store, table) for table in TABLES))


async def write_on(store: Store, table: TableId) -> None:
    stored = await store.tables.load(table)
    version = stored.row.version if stored else 0
    while True:
        alarms = tuple(alarm(table, kind, step=version) for kind in AlarmKind)
        stake = moved(f"stake {table} {version}", (Account.mint(1), -5), (Account.escrow(1, table), 5))
        await store.tables.commit(change(table, version, alarms=alarms, movements=(stake,)))
        version += 1
        print(table, version, flush=True)


async def killed(url: str, seconds: float, said: Path) -> dict[TableId, int]:
    """Let a process write for that long, and kill it. Return the versions it acknowledged."""
    writer = forked(WRITE, url, log=said)
    await until(lambda: said.stat().st_size, "the first commit")
    await asyncio.sleep(seconds)
    writer.kill()
    assert await writer.wait() == -signal.SIGKILL
    return acknowledged(said)


def acknowledged(said: Path) -> dict[TableId, int]:
    lines = said.read_text(encoding="utf-8").splitlines()
    return {TableId(line.split()[0]): int(line.split()[1]) for line in lines if len(line.split()) == 2}


async def test_what_was_acknowledged_survives_a_kill(url: str, tmp_path: Path) -> None:
    chance = random.Random(5)
    for _ in range(ROUNDS):
        versions = await killed(url, chance.random() / 4, tmp_path / "said")
        store = await Store.open(url)
        assert versions
        for table, version in versions.items():
            stored = await store.tables.load(table)
            assert stored is not None
            # A commit may be on disk whose answer was never printed: one at most of a table.
            assert stored.row.version in (version, version + 1)
            assert [line.seq for line in stored.journal] == list(range(stored.row.version))
            assert [one.step for one in stored.alarms] == [stored.row.version - 1] * len(AlarmKind)
            assert await store.ledger.balance(Account.escrow(1, table)) == 5 * stored.row.version
        assert await store.ledger.faults() == ()
        await store.close()


async def test_a_server_that_drops_its_connections_loses_nothing(postgresql: str, postgresql_server: Any) -> None:
    store = await Store.open(postgresql)
    for version in range(10):
        writing = asyncio.gather(*(store.tables.commit(change(table, version)) for table in TABLES))
        postgresql_server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        await writing
        assert [row.version for row in await store.tables.open_rows()] == [version + 1] * len(TABLES)
    await store.close()


async def accepted(store: Store, change: Change[TableId, TableRow]) -> bool:
    """Return whether there was room for that change."""
    try:
        await store.tables.commit(change)
    except QuotaError:
        return False
    return True


@pytest.mark.parametrize(
    ("quota", "status", "people"),
    [
        (Quota(QuotaKind.LOBBIES, ANN, 3), TableStatus.LOBBY, {ANN}),
        (Quota(QuotaKind.RUNNING, BEN, 3), TableStatus.PLAYING, {ANN, BEN}),
        (Quota(QuotaKind.ALONE, BEN, 3), TableStatus.PLAYING, {BEN}),
        (Quota(QuotaKind.TABLES, 5, 3), TableStatus.LOBBY, {ANN}),
    ],
)
async def test_no_more_is_open_than_may_be_between_two_stores(
    url: str, quota: Quota, status: TableStatus, people: set[PlayerId]
) -> None:
    stores = [await Store.open(url), await Store.open(url)]
    opened = [
        changed(row(table, status=status, guild=5), people=frozenset(people), quotas=(quota,)) for table in names(12)
    ]
    taken = await asyncio.gather(*(accepted(stores[i % 2], one) for i, one in enumerate(opened)))
    assert sum(taken) == 3
    assert [await store.tables.count(quota) for store in stores] == [3, 3]
    assert len(await stores[0].tables.open_rows()) == 3
    for store in stores:
        await store.close()


async def test_what_does_not_count_leaves_room(store: Store) -> None:
    running, alone = Quota(QuotaKind.RUNNING, ANN, 1), Quota(QuotaKind.ALONE, ANN, 1)
    others = [
        row(names(6)[0], status=TableStatus.FINISHED),
        row(names(6)[1], status=TableStatus.LOBBY),
        row(names(6)[2], tournament=TournamentId("cup123")),
    ]
    for one in others:
        await store.tables.commit(changed(one, people=frozenset({ANN})))
    await store.tables.commit(changed(row(names(6)[3]), people=frozenset({ANN, BEN}), quotas=(running, alone)))
    assert [await store.tables.count(quota) for quota in (running, alone)] == [1, 0]
    # Its own table is the one that counts.
    await store.tables.commit(changed(row(names(6)[3], 2), people=frozenset({ANN}), quotas=(running, alone)))
    assert [await store.tables.count(quota) for quota in (running, alone)] == [1, 1]
    with pytest.raises(QuotaError):
        await store.tables.commit(changed(row(names(6)[4]), people=frozenset({ANN}), quotas=(alone,)))
    assert await store.tables.load(names(6)[4]) is None


FROZEN = """
import asyncio, os, signal, sys
from bot.store import engines
from bot.store.errors import StoreFailedError
from bot.store.store import Store

engines.IDLE_SECONDS = 1
stops = [True, True]


def change(roster):
    if stops and stops.pop():
        os.kill(os.getpid(), signal.SIGSTOP)
    return roster


async def main():
    store = await Store.open(sys.argv[1])
    try:
        await store.roster.change(change)
    except StoreFailedError:
        print("failed", flush=True)
    await store.roster.change(change)
    await store.close()
    print("closed", flush=True)


asyncio.run(main())
"""


async def test_a_process_frozen_in_a_transaction_stops_no_other_and_goes_on(postgresql: str, tmp_path: Path) -> None:
    store, said = await Store.open(postgresql), tmp_path / "said"
    frozen = forked(FROZEN, postgresql, log=said)
    state = Path(f"/proc/{frozen.pid}/stat")
    try:
        for _ in range(2):  # a transaction that failed is tried again by itself
            await until(lambda: state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "T", "the stop")
            async with asyncio.timeout(10):
                await store.roster.change(lambda roster: roster)
            frozen.send_signal(signal.SIGCONT)
            await asyncio.sleep(0.2)
        await frozen.wait()
        lines = said.read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if line in ("failed", "closed")] == ["failed", "closed"], lines
    finally:
        frozen.kill()
        await store.close()
