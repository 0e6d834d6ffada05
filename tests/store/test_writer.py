"""Commits that wait together are written together, and no caller is left waiting."""

import asyncio
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, event, text

from bot.counts import CommitCounts
from bot.store.address import parse_url
from bot.store.connection import SqliteConnection
from bot.store.database import Database
from bot.store.engines import writing_engine
from bot.store.errors import StoreClosedError, StoreFailedError
from bot.store.repositories.tables import TableRepository
from bot.store.rows.outbox import MessageRef
from bot.store.rows.subjects import Quota, QuotaKind
from bot.store.store import Store
from tests.store.samples import NOW, TABLE, change, lines, names, row
from tests.waiting import PATIENCE

IN_THREADS = SqliteConnection.run


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run SQLite's transactions in threads, as the bot does."""
    monkeypatch.setattr(SqliteConnection, "run", IN_THREADS)


@contextmanager
def transactions(store: Store) -> Iterator[list[object]]:
    """Count the write transactions begun inside."""
    begun: list[object] = []

    def note(connection: Connection) -> None:
        begun.append(connection)

    event.listen(store.database.writing.sync, "begin", note)
    yield begun
    event.remove(store.database.writing.sync, "begin", note)


async def test_waiting_commits_share_a_transaction(store: Store) -> None:
    with transactions(store) as begun:
        await asyncio.gather(*(store.tables.commit(change(table)) for table in names(100)))
        assert len(begun) <= 2
    assert await store.tables.count(Quota(QuotaKind.TABLES, 1 << 61, 0)) == 100


async def test_what_nobody_waits_for_joins_the_next_transaction(sqlite: str) -> None:
    store = await Store.open(sqlite)
    await store.tables.commit(change(TABLE))
    refs = [MessageRef(TABLE, kind, 1, number, NOW) for number, kind in enumerate(("board", "call", "start"))]
    for ref in refs:
        await store.tables.set_message(ref)
    with transactions(store) as begun:
        store.tables.delete_message_soon(refs[0])
        store.database.writer.join(lambda connection: connection.execute(text("no statement")))
        await asyncio.sleep(0)
        assert not begun
        await store.tables.set_message(refs[1])
        assert 1 <= len(begun) <= 4, "the one that fails makes the others be tried alone"
    assert await store.tables.messages_of(TABLE) == (refs[1], refs[2])
    store.tables.delete_message_soon(refs[1])
    await store.close()
    with pytest.raises(StoreClosedError):
        store.tables.delete_message_soon(refs[2])
    again = await Store.open(sqlite)
    assert await again.tables.messages_of(TABLE) == (refs[2],)
    await again.close()


async def test_a_failure_that_nobody_waits_for_is_logged_once(sqlite: str, caplog: pytest.LogCaptureFixture) -> None:
    store = await Store.open(sqlite)
    store.database.writer.join(lambda connection: connection.execute(text("no statement")))
    store.database.writer.join(lambda connection: connection.execute(text("SELECT 5")))
    await store.tables.commit(change(TABLE))
    await asyncio.sleep(0)
    told = [record.getMessage() for record in caplog.records if "had joined" in record.getMessage()]
    assert len(told) == 1
    assert "syntax error" in told[0]
    await store.close()


async def test_each_transaction_is_counted_with_its_time_and_size(sqlite: str) -> None:
    commits = CommitCounts()
    store = await Store.open(sqlite, batch=10, commits=commits)
    before = [sum(row.counts) for _, row in (*commits.seconds, *commits.changes)]
    assert not before
    await asyncio.gather(*(store.tables.commit(change(table)) for table in names(25)))
    ((_, seconds), (_, changes)) = (*commits.seconds, *commits.changes)
    assert sum(seconds.counts) == sum(changes.counts) == 3
    assert changes.total == 25
    assert 0 < seconds.total < PATIENCE
    assert not list(commits.failed)
    with pytest.raises(StoreFailedError):
        await store.tables.commit(change(journal=lines(0, 0)))
    assert dict(commits.failed) == {(): 3}, "together, and then twice alone"
    await store.close()


async def test_a_batch_has_a_limit(sqlite: str) -> None:
    store = await Store.open(sqlite, batch=10)
    with transactions(store) as begun:
        await asyncio.gather(*(store.tables.commit(change(table)) for table in names(100)))
        assert len(begun) == 10
    await store.close()


async def test_the_number_of_statements_does_not_grow_with_the_batch(store: Store) -> None:
    counts = []
    for size in (2, 200):
        seen: list[str] = []

        def note(*args: object, seen: list[str] = seen) -> None:
            seen.append(str(args[2]))

        engine = store.database.writing.sync
        event.listen(engine, "before_cursor_execute", note)
        tables = [table for table in names(202) if (table >= "t00002") == (size == 200)]
        await asyncio.gather(*(store.tables.commit(change(table)) for table in tables))
        event.remove(engine, "before_cursor_execute", note)
        counts.append(len(seen))
    assert counts[0] == counts[1]


async def test_a_caller_who_leaves_harms_no_one(store: Store) -> None:
    for round, delay in enumerate((0.0, 0.0, 0.0005, 0.001, 0.002)):
        tasks = [asyncio.create_task(store.tables.commit(change(table, round))) for table in names(30)]
        await asyncio.sleep(delay)
        tasks[3].cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [result for number, result in enumerate(results) if number != 3] == [None] * 29
        left = await store.tables.load(names(30)[3])
        found = 0 if left is None else left.row.version
        assert left is None or [line.seq for line in left.journal] == list(range(found))
        if found == round:
            await store.tables.commit(change(names(30)[3], round))


async def test_a_reader_who_leaves_harms_no_one(store: Store) -> None:
    await store.tables.commit(change())
    for round in range(20):
        tasks = [asyncio.create_task(store.tables.load(TABLE)) for _ in range(5)]
        await asyncio.sleep(round / 10000)
        for task in tasks[1:]:
            task.cancel()
        assert await tasks[0] is not None
    assert await store.tables.version(TABLE) == 1


async def test_closing_finishes_what_waits_and_refuses_what_comes(sqlite: str) -> None:
    store = await Store.open(sqlite)
    tasks = [asyncio.create_task(store.tables.commit(change(table))) for table in names(30)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*tasks) == [None] * 30
    for late in (
        store.tables.commit(change()),
        store.alarms.beat("p1", NOW),
        store.tables.load(TABLE),
        store.alarms.next_due(),
    ):
        with pytest.raises(StoreClosedError):
            await late
    await store.close()
    again = await Store.open(sqlite)
    assert len(await again.tables.open_rows()) == 30
    await again.close()


async def test_the_event_loop_goes_on_while_transactions_run(sqlite: str) -> None:
    store = await Store.open(sqlite)
    goes_on = threading.Event()

    def waiting(_: Connection) -> bool:
        return goes_on.wait(PATIENCE)

    long = [asyncio.create_task(run(waiting)) for run in (store.database.read, store.database.writer.submit)]
    assert await store.tables.load(TABLE) is None  # by the other reader
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0.01)
    assert not closing.done()
    goes_on.set()
    assert await asyncio.gather(*long) == [True, True]
    await closing


async def test_no_caller_hangs_when_the_writer_is_killed(sqlite: str) -> None:
    store = await Store.open(sqlite, batch=5)
    tasks = [asyncio.create_task(store.tables.commit(change(table))) for table in names(30)]
    await asyncio.sleep(0.001)
    (writer,) = (task for task in asyncio.all_tasks() if task.get_name() == "store writer")
    writer.cancel()
    results = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), PATIENCE)
    assert any(isinstance(result, StoreClosedError) for result in results)
    await store.tables.commit(change())  # the next one starts a writer of its own
    await store.close()


async def test_a_fault_in_one_job_is_its_own(sqlite: str) -> None:
    await (await Store.open(sqlite)).close()
    engine = writing_engine(parse_url(sqlite))
    database = Database(engine, None, 10)
    run = database.writer.submit

    def broken(_: Connection) -> None:
        raise ZeroDivisionError

    def wrong(connection: Connection) -> None:
        connection.execute(text("DELETE FROM beats"))
        connection.execute(text("SELECT nothing FROM nowhere"))

    def right(connection: Connection) -> int:
        return len(connection.execute(text("SELECT 5")).all())

    jobs = (run(broken), TableRepository(database).commit(change()), run(wrong), run(right))
    results = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(result) for result in results] == [ZeroDivisionError, type(None), StoreFailedError, int]
    await database.close()


async def test_a_failure_is_one_line(store: Store) -> None:
    with pytest.raises(StoreFailedError) as caught:
        await store.tables.commit(change(journal=lines(0, 0)))
    assert str(caught.value)
    assert "\n" not in str(caught.value)


async def test_no_log_line_and_no_traceback_shows_what_is_stored(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"):
        await store.tables.commit(change())
        await store.tables.load(TABLE)
        with pytest.raises(StoreFailedError) as caught:
            await store.tables.commit(change(expected=1, journal=lines(0)))
    seen = caplog.text + "".join(traceback.format_exception(caught.value))
    assert "now one by one" in seen
    for secret in ("discard 0", str(row().seed), row().seed.hex()):
        assert secret not in seen
