"""SQLite through aiosqlite: its private names, its threads, and who gets a connection when."""

import asyncio
import gc
import importlib.metadata
import io
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue

import aiosqlite
import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import OperationalError

from bot import log
from bot.store.address import parse_url
from bot.store.connection import SqliteConnection
from bot.store.engine import Engine
from bot.store.engines import holding_engine, reading_engine, writing_engine
from bot.store.errors import StoreFailedError
from bot.store.store import Store
from bot.store.upgrade import upgrade
from tests.processes.forks import kept, template
from tests.store.samples import TABLE, change, row
from tests.waiting import PATIENCE, until

IN_THREADS = SqliteConnection.run
MEMORY = "sqlite+aiosqlite://"
CHANGED = f"aiosqlite {importlib.metadata.version('aiosqlite')} has changed %s: see bot/store/connection.py"


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run SQLite's transactions in threads, as the bot does."""
    monkeypatch.setattr(SqliteConnection, "run", IN_THREADS)


# -- what is private in aiosqlite -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind"), [("_connector", Callable), ("_thread", threading.Thread), ("_tx", SimpleQueue)]
)
def test_aiosqlite_still_has_the_private_name(name: str, kind: type) -> None:
    assert isinstance(getattr(aiosqlite.connect(":memory:"), name, None), kind), CHANGED % name


def test_its_connector_still_opens_the_database() -> None:
    with closing(aiosqlite.connect(":memory:")._connector()) as raw:
        assert isinstance(raw, sqlite3.Connection), CHANGED % "_connector"


async def test_its_connection_is_still_that_of_the_driver() -> None:
    made = aiosqlite.connect(":memory:")
    assert getattr(made, "_connection", made) is None, CHANGED % "_connection"
    async with made:
        assert isinstance(made._connection, sqlite3.Connection), CHANGED % "_connection"


async def test_its_thread_still_calls_the_functions_in_its_queue() -> None:
    called, found = threading.Event(), []

    def function() -> None:
        found.append(threading.current_thread())
        called.set()

    async with aiosqlite.connect(":memory:") as made:
        made._tx.put_nowait((None, function))
        assert await asyncio.to_thread(called.wait, 10), CHANGED % "_tx"
        assert found == [made._thread], CHANGED % "_thread"


async def test_its_thread_still_keeps_no_process_alive() -> None:
    made = SqliteConnection(parse_url(MEMORY), lambda: sqlite3.connect(":memory:"))
    assert made._thread.daemon, CHANGED % "_thread"
    await made.close()


# -- every engine -----------------------------------------------------------------------------------


def engines(url: str) -> Iterator[Engine]:
    address = parse_url(url)
    yield writing_engine(address)
    yield reading_engine(address)
    yield reading_engine(address, as_it_lies=True)
    yield holding_engine(address)


@pytest.mark.parametrize("is_file", [True, False])
async def test_every_engine_uses_aiosqlite(sqlite: str, is_file: bool) -> None:
    """Its connections are opened, used and closed in threads of aiosqlite, whole transactions at a time."""
    await upgrade(sqlite)

    def where(connection: Connection) -> tuple[object, threading.Thread]:
        connection.execute(text("SELECT 1"))
        return connection.connection.driver_connection, threading.current_thread()

    for engine in engines(sqlite if is_file else MEMORY):
        found = [await engine.run(where)]
        async with engine.transaction() as run:
            found.append(await run(where))
        ours = [one for one in gc.get_objects() if isinstance(one, aiosqlite.Connection)]
        for raw, thread in found:
            assert [one._thread for one in ours if one._connection is raw] == [thread]
        await engine.close()
        for raw, thread in found:
            assert isinstance(raw, sqlite3.Connection)
            with pytest.raises(sqlite3.ProgrammingError, match="closed"):
                raw.execute("SELECT 1")
            await asyncio.to_thread(thread.join, PATIENCE)
            assert not thread.is_alive()


async def test_a_file_that_cannot_be_opened_leaves_nothing_to_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The event loop of a command ends soon after that."""
    ends: list[asyncio.Future[object] | None] = []

    def stop(connection: aiosqlite.Connection) -> asyncio.Future[object] | None:
        ends.append(aiosqlite_stop(connection))
        return ends[-1]

    aiosqlite_stop = aiosqlite.Connection.stop
    monkeypatch.setattr(aiosqlite.Connection, "stop", stop)
    engine = reading_engine(parse_url(f"{MEMORY}/no/such/folder/paplu.db"))
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        await engine.run(lambda _: None)
    assert [end is not None and end.done() for end in ends] == [True]
    await engine.close()


async def test_a_transaction_begins_and_ends_in_the_thread_of_its_connection(engine: Engine) -> None:
    threads: list[threading.Thread] = []

    def note(_: Connection) -> None:
        threads.append(threading.current_thread())

    for sign in ("begin", "commit", "rollback"):
        event.listen(engine.sync, sign, note)
    async with engine.transaction() as run:
        await run(note)
    with suppress(ZeroDivisionError):
        async with engine.transaction() as run:
            await run(note)
            raise ZeroDivisionError
    assert len(threads) == 6
    assert len(set(threads)) == 1
    assert threads[0] is not threading.main_thread()


# -- who gets a connection, and when ----------------------------------------------------------------


@pytest.fixture
async def engine(sqlite: str) -> AsyncIterator[Engine]:
    """Yield an engine with one connection."""
    await upgrade(sqlite)
    made = writing_engine(parse_url(sqlite))
    yield made
    await made.close()


@pytest.fixture
async def readers(sqlite: str) -> AsyncIterator[Engine]:
    """Yield an engine with two connections."""
    await upgrade(sqlite)
    made = reading_engine(parse_url(sqlite))
    yield made
    await made.close()


class Long:
    """Work that goes on until it is told to end."""

    def __init__(self) -> None:
        self.begun, self.ends = threading.Event(), threading.Event()

    def __call__(self, _: Connection) -> None:
        self.begun.set()
        assert self.ends.wait(PATIENCE)


class Unwanted:
    """Work that should not begin."""

    is_begun = False

    def __call__(self, _: Connection) -> None:
        self.is_begun = True


async def test_work_whose_caller_has_gone_is_not_begun(engine: Engine) -> None:
    long, unwanted = Long(), Unwanted()
    first = asyncio.create_task(engine.run(long))
    await until(long.begun.is_set)
    gone = asyncio.create_task(engine.run(unwanted))
    third = asyncio.create_task(engine.run(lambda _: None))
    await asyncio.sleep(0)
    gone.cancel()
    long.ends.set()
    await asyncio.gather(first, third)
    assert not unwanted.is_begun


async def test_work_in_a_transaction_whose_caller_has_gone_is_not_begun(engine: Engine) -> None:
    long, unwanted = Long(), Unwanted()
    async with engine.transaction() as run:
        first = asyncio.ensure_future(run(long))
        gone = asyncio.ensure_future(run(unwanted))
        await until(long.begun.is_set)
        gone.cancel()
        await asyncio.sleep(0)
        long.ends.set()
        await first
        await run(lambda _: None)
    assert not unwanted.is_begun


async def test_a_read_takes_whichever_reader_is_free(readers: Engine) -> None:
    async def read() -> None:
        async with asyncio.timeout(PATIENCE / 2):
            await asyncio.gather(*(readers.run(lambda connection: connection.scalar(text("SELECT 1"))) for _ in "1234"))

    long = Long()
    slow = asyncio.create_task(readers.run(long))
    await until(long.begun.is_set)
    await read()
    slow.cancel()  # its work goes on
    await asyncio.gather(slow, return_exceptions=True)
    await read()
    long.ends.set()


async def test_reads_that_wait_come_first_come_first_served(readers: Engine) -> None:
    longs, begun = [Long(), Long()], list[int]()
    slow = [asyncio.create_task(readers.run(long)) for long in longs]
    for long in longs:
        await until(long.begun.is_set)

    def note(number: int) -> Callable[[Connection], None]:
        return lambda _: begun.append(number)

    waiting = [asyncio.create_task(readers.run(note(number))) for number in range(20)]
    await asyncio.sleep(0)
    longs[0].ends.set()
    await waiting[0]
    late = asyncio.create_task(readers.run(note(20)))
    await asyncio.gather(*waiting, late)
    assert begun == list(range(21))
    longs[1].ends.set()
    await asyncio.gather(*slow)


async def test_a_transaction_that_is_given_up_as_it_begins_leaves_its_connection_free(
    engine: Engine, file: Path
) -> None:
    async def begin() -> None:
        async with engine.transaction():
            raise AssertionError("it has begun")

    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        task = asyncio.create_task(begin())
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.sleep(0)
        other.execute("ROLLBACK")
        with pytest.raises(asyncio.CancelledError):
            await task
        await engine.run(lambda connection: connection.execute(text("DELETE FROM beats")))
        other.execute("BEGIN IMMEDIATE")


# -- the end ----------------------------------------------------------------------------------------


class Endless:
    """A statement that goes on until it is interrupted."""

    def __init__(self) -> None:
        self.begun = threading.Event()

    def __call__(self, connection: Connection) -> None:
        connection.connection.driver_connection.set_progress_handler(self.begun.set, 1000)  # type: ignore[union-attr]
        connection.execute(text("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT sum(x) FROM n"))


async def test_stopping_interrupts_what_runs_and_refuses_what_comes(sqlite: str) -> None:
    store = await Store.open(sqlite)
    endless, unwanted = [Endless() for _ in range(3)], Unwanted()
    running = [
        store.database.writer.submit(endless[0]),
        store.database.read(endless[1]),
        store.database.read(endless[2]),
    ]
    waiting = [store.database.read(unwanted), store.database.writer.submit(unwanted)]
    tasks = [asyncio.ensure_future(work) for work in (*running, *waiting)]
    for one in endless:
        await until(one.begun.is_set)
    store.stop()
    async with asyncio.timeout(PATIENCE / 2):
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(result) for result in results] == [StoreFailedError] * 5
        for refused in (store.database.read(unwanted), store.database.writer.submit(unwanted)):
            with pytest.raises(StoreFailedError, match="let go"):
                await refused
        await store.close()
    assert not unwanted.is_begun


async def test_stopping_interrupts_before_it_returns(engine: Engine) -> None:
    """The event loop may be about to end, so nothing is left for it to do."""
    endless, ended = Endless(), threading.Event()

    def work(connection: Connection) -> None:
        try:
            endless(connection)
        finally:
            ended.set()

    task = asyncio.create_task(engine.run(work))
    await until(endless.begun.is_set)
    engine.stop()
    assert ended.wait(PATIENCE)
    with pytest.raises(OperationalError, match="interrupted"):
        await task


async def test_a_transaction_whose_caller_has_gone_is_interrupted(engine: Engine) -> None:
    endless = Endless()

    async def begin() -> None:
        async with engine.transaction() as run:
            await run(endless)

    task = asyncio.create_task(begin())
    await until(endless.begun.is_set)
    task.cancel()
    async with asyncio.timeout(PATIENCE / 2):
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_closing_serves_those_who_wait(readers: Engine) -> None:
    longs = [Long() for _ in range(8)]
    tasks = [asyncio.create_task(readers.run(long)) for long in longs]
    await until(longs[1].begun.is_set)
    closing = asyncio.create_task(readers.close())
    await asyncio.sleep(0.01)
    with pytest.raises(ConnectionAbortedError, match="let go"):
        await readers.run(Unwanted())
    for long in longs:
        assert not closing.done()
        await until(long.begun.is_set)
        long.ends.set()
    await asyncio.gather(*tasks, closing)


FAILING_START = """
import inspect, sys
from importlib import import_module
from bot.cli.main import main

module, _, names = sys.argv[1].partition(":")
*outer, name = names.split(".")
owner = import_module(module)
for one in outer:
    owner = getattr(owner, one)
done = getattr(owner, name)

def fail():
    print("fails", flush=True)
    raise RuntimeError

def after(*given, **named):
    answer = done(*given, **named)
    fail()
    return answer

async def after_waiting(*given, **named):
    answer = await done(*given, **named)
    fail()
    return answer

async def instead(*given, **named):
    fail()

functions = {"after": after_waiting if inspect.iscoroutinefunction(done) else after, "instead": instead}
setattr(owner, name, functions[sys.argv[2]])
raise SystemExit(main(["run"]))
"""
STEPS = [
    ("bot.store.upgrade:prepare", "after"),
    ("aiosqlite:connect", "after"),
    ("bot.store.migrate:upgrade", "after"),
    ("bot.store.connection:SqliteConnection.run", "after"),
    ("bot.store.engine:SqliteEngine.close", "instead"),
    ("bot.store.store:upgrade", "after"),
    ("bot.store.store:reading_engine", "after"),
    ("bot.store.database:Database.__init__", "after"),
    ("bot.store.store:Store.__init__", "after"),
    ("bot.app:App.__init__", "after"),
    ("bot.app:App.run", "instead"),
]


@pytest.mark.parametrize(("step", "when"), STEPS, ids=lambda part: str(part).rpartition(":")[2])
async def test_a_start_that_fails_at_a_step_ends_its_process(sqlite: str, tmp_path: Path, step: str, when: str) -> None:
    said = tmp_path / "said"
    said.touch()
    environment = {**kept(), "DISCORD_TOKEN": "a.b.c", "DATABASE_URL": sqlite, "GUARD_FILE": f"{said}.guard"}
    process = template().start(FAILING_START, (step, when), environment, said)
    await until(lambda: "fails" in said.read_text(encoding="utf-8"), "the fault")
    for _ in range(200):  # 2 s, and longer on a busy machine, where this process waits for its turn too
        if process.returncode is not None:
            break
        await asyncio.sleep(0.01)
    assert process.returncode == 1
    assert "RuntimeError" in said.read_text(encoding="utf-8")


# -- the log ----------------------------------------------------------------------------------------


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """The lines logged at level DEBUG."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    log.configure("DEBUG", "json", stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)


async def test_no_log_shows_values_of_statements(sqlite: str, logged: io.StringIO) -> None:
    """The level DEBUG of aiosqlite would log each function that it calls with its arguments, seeds too."""
    store = await Store.open(sqlite)
    await store.tables.commit(change())
    assert await store.tables.load(TABLE) is not None
    await store.close()
    async with aiosqlite.connect(":memory:") as made:
        await made.execute("SELECT ?", (row().seed.hex(),))
    logging.getLogger("bot").debug("logged")
    assert "logged" in logged.getvalue()
    for secret in (row().seed.hex(), repr(row().seed), "discard 0", "aiosqlite"):
        assert secret not in logged.getvalue()
