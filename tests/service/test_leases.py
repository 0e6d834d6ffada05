"""A process that ends."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.error_fields import cause_of
from bot.service.leases import leases
from bot.service.leases.leases import Leases
from bot.store import migrate
from bot.store.connection import SqliteConnection
from bot.store.errors import DatabaseNewerError, StoreFailedError
from bot.store.store import Store
from tests.listeners import QuietLeases
from tests.waiting import until

LOCKED = "the file is locked by another process, or the disk does not answer"
IN_THREADS = SqliteConnection.run
"""The bot waits for a lock beside the event loop; other tests do not."""


async def test_a_database_that_does_not_answer_keeps_no_process_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SqliteConnection, "run", IN_THREADS)
    monkeypatch.setattr(leases, "ENDING_SECONDS", 0.2)
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}")
    ending = Leases(store, "ending", QuietLeases())
    assert await ending.begin(1) == 1
    with closing(sqlite3.connect(tmp_path / "paplu.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # the writer waits for half a minute
        async with asyncio.timeout(10):
            await ending.leave(60.0)
            await ending.close()
        other.execute("ROLLBACK")
    await store.close()


async def test_why_it_is_not_sure_is_known_until_it_is_again(tmp_path: Path) -> None:
    now = [0.0]
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}")
    one = Leases(store, "one", QuietLeases(), now=lambda: now[0])
    await one.begin(1)

    def cause_now() -> str | None:
        with pytest.raises(StoreFailedError) as unsure:
            one.check(None)
        return cause_of(unsure.value)

    with closing(sqlite3.connect(tmp_path / "paplu.db", isolation_level=None)) as other:
        other.execute("ALTER TABLE leases RENAME TO gone")
        now[0] += leases.SURE_SECONDS + 1
        assert not await one.look()
        assert cause_now() == "no such table: leases"
        other.execute("ALTER TABLE gone RENAME TO leases")
    assert await one.look()
    one.check(None)
    now[0] += leases.SURE_SECONDS + 1
    assert cause_now() == "the lease of this shard is not sure"
    await one.close()
    await store.close()


async def test_the_log_names_the_lock_before_the_database_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SqliteConnection, "run", IN_THREADS)
    monkeypatch.setattr(leases, "SILENT_SECONDS", 0.05)
    now = [0.0]
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}")
    one = Leases(store, "one", QuietLeases(), now=lambda: now[0])
    await one.begin(1)
    with closing(sqlite3.connect(tmp_path / "paplu.db", isolation_level=None)) as other, capture_logs() as logs:
        other.execute("BEGIN IMMEDIATE")
        now[0] += leases.SURE_SECONDS + 1
        looking = asyncio.create_task(one.look())
        await until(lambda: logs, "the log")
        assert not looking.done()
        assert [line["cause"] for line in logs] == [LOCKED]
        with pytest.raises(StoreFailedError) as unsure:
            one.check(None)
        assert cause_of(unsure.value) == LOCKED
        other.execute("ROLLBACK")
    assert await looking
    one.check(None)
    await one.close()
    await store.close()


async def test_a_process_is_alone_from_one_look_to_the_next_until_another_comes(tmp_path: Path) -> None:
    url, now, told = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}", [0.0], []
    stores = [await Store.open(url), await Store.open(url)]

    class Told(QuietLeases):
        def alone(self) -> None:
            told.append(now[0])

    one = Leases(stores[0], "one", Told(), now=lambda: now[0])
    two = Leases(stores[1], "two", QuietLeases(), now=lambda: now[0])

    async def look() -> bool:
        now[0] += 3.0
        await one.look()
        return one.is_alone

    assert await one.begin(2) == 2
    assert not one.is_alone  # what another process has written just before may be on its way
    assert await look()
    await two.begin(2)
    assert not await look()
    await two.close()
    assert not await look()
    assert await look()
    assert told == [3.0, 12.0]
    now[0] += leases.SURE_SECONDS + 1
    assert not one.is_alone
    assert await look()
    await one.close()
    assert not one.is_alone
    for store in stores:
        await store.close()


async def test_the_shuffle_is_the_newest_that_all_living_processes_know(tmp_path: Path) -> None:
    now, store = [0.0], await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}")
    one = Leases(store, "one", QuietLeases(), now=lambda: now[0])
    await one.begin(1)
    assert one.shuffle == 2
    with closing(sqlite3.connect(tmp_path / "paplu.db", isolation_level=None)) as other:
        # A process of the release before writes no version.
        other.execute("INSERT INTO processes (name, beat, shares, leaves) VALUES ('old', 1, 0, 0)")
        now[0] += 1
        assert await one.look()
        assert one.shuffle == 1
        for _ in range(10):  # it beats no more
            now[0] += 2
            assert await one.look()
        assert one.shuffle == 2
    await one.leave(0.0)
    await one.close()
    await store.close()


async def test_the_release_before_words_gets_no_shard_beside_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows the revisions up to 0029: a start of it is refused, and one that still runs ends."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    this = await Store.open(url)
    monkeypatch.setattr(migrate, "head", lambda: "0029")
    monkeypatch.setattr(migrate, "_known", lambda: {f"{number:04}" for number in range(1, 30)})
    with pytest.raises(DatabaseNewerError):
        await Store.open(url)
    running = Leases(this, "running", QuietLeases())
    await running.begin(1)
    assert running.is_superseded.is_set()
    await this.close()
