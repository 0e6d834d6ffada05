"""Opening, upgrading, refusing and backing up databases."""

# ruff: noqa: ASYNC240 (the files of these tests are small)

import asyncio
import gzip
import signal
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, func, select, text

from bot.store import checks, files, migrate, schema
from bot.store.address import is_missing, parse_url, safe_name
from bot.store.backups import backup
from bot.store.checks import revision
from bot.store.connection import SqliteConnection
from bot.store.engines import reading_engine, writing_engine
from bot.store.errors import (
    DatabaseAwayError,
    DatabaseCorruptError,
    DatabaseNewerError,
    DatabaseUnusableError,
    StoreFailedError,
)
from bot.store.schema import metadata
from bot.store.store import Store
from bot.store.upgrade import upgrade
from tests.ports import kept_port
from tests.processes.forks import forked
from tests.store.samples import TABLE, change, lines, names
from tests.waiting import until

KILLED_UPGRADE = """
import asyncio, os, signal, sys
from sqlalchemy import event
from sqlalchemy.engine import Engine
from bot.store.upgrade import upgrade

left = int(sys.argv[2])

@event.listens_for(Engine, "after_cursor_execute")
def count(*args):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(upgrade(sys.argv[1]))
"""

OPENED_WITHOUT_ROOM = """
import asyncio, resource, sys
from bot.store.errors import StoreError
from bot.store.store import Store

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    asyncio.run(Store.open(sys.argv[1]))
except StoreError as error:
    print(type(error).__name__, error)
"""

OLD = Path(__file__).parents[1] / "stored" / "v0_1" / "paplu.db.gz"
IN_THREADS = SqliteConnection.run
PLAINLY_MADE = SqliteConnection.__init__  # other tests do not wait for the disk


async def filled(url: str, tables: int = 60) -> None:
    store = await Store.open(url)
    await asyncio.gather(*(store.tables.commit(change(table, journal=lines(*range(50)))) for table in names(tables)))
    await store.close()


async def run_on(url: str, statement: str) -> None:
    engine = writing_engine(parse_url(url))
    await engine.run(lambda connection: connection.execute(text(statement)))
    await engine.close()


async def test_migrations_lead_to_the_schema_of_the_code(url: str) -> None:
    await upgrade(url)

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return list(compare_metadata(context, metadata))

    engine = reading_engine(parse_url(url))
    assert await engine.run(differences) == []
    await engine.close()


async def test_an_upgrade_tells_what_it_did(url: str) -> None:
    assert await upgrade(url) == (None, migrate.head(), None)
    assert await upgrade(url) == (migrate.head(), migrate.head(), None)
    assert await revision(url) == (migrate.head(), migrate.head())


async def test_a_newer_database_is_refused(url: str) -> None:
    await upgrade(url)
    await run_on(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseNewerError, match=r"at revision 9999, .*paplu db backup FILE"):
        await Store.open(url)


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> str:
    """Let the code know a newer revision, whose migration does nothing. Return the revision before."""
    newest = migrate.head()
    monkeypatch.setattr(migrate, "head", lambda: "9999")
    return newest


async def test_an_empty_database_is_upgraded_without_a_copy(
    url: str, caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest
) -> None:
    with caplog.at_level("WARNING"):
        await upgrade(url)
        assert not caplog.records
        before = request.getfixturevalue("newer")
        assert await upgrade(url) == (before, "9999", None)
    assert f"from revision {before} to 9999" in caplog.text


async def test_the_copy_made_at_a_start_is_named_in_the_log(
    sqlite: str, file: Path, caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest
) -> None:
    await filled(sqlite, 1)
    before = request.getfixturevalue("newer")
    with caplog.at_level("WARNING"):
        await (await Store.open(sqlite)).close()
    assert f"Copied to {file}.revision-{before} before the upgrade" in caplog.text


async def test_what_a_file_holds_is_copied_before_its_upgrade(
    sqlite: str, file: Path, request: pytest.FixtureRequest
) -> None:
    await filled(sqlite, 1)
    before = request.getfixturevalue("newer")
    kept = [(await upgrade(sqlite)).copy for _ in range(2)]
    assert kept == [file.with_name(f"paplu.db.revision-{before}{end}") for end in ("", "-2")]
    for copy in kept:
        assert copy is not None
        with closing(sqlite3.connect(copy)) as raw:
            assert raw.execute("SELECT COUNT(*) FROM journal").fetchone() == (50,)
            assert raw.execute("SELECT version_num FROM alembic_version").fetchone() == (before,)
    assert (await upgrade(sqlite, unsaved=True)).copy is None


async def test_an_upgrade_that_cannot_be_copied_changes_nothing(
    sqlite: str, file: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(sqlite, 1)
    before, held = request.getfixturevalue("newer"), file.read_bytes()

    def no_room(file: Path, **_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "touch", no_room)
    with pytest.raises(DatabaseUnusableError, match="No space left on device"):
        await Store.open(sqlite)
    monkeypatch.undo()
    assert await revision(sqlite) == (before, before)
    assert file.read_bytes() == held


async def test_what_a_start_alone_has_written_needs_no_copy(url: str, request: pytest.FixtureRequest) -> None:
    store = await Store.open(url)
    await store.alarms.beat("elsewhere/1/a", datetime.now(UTC))
    await store.close()
    before = request.getfixturevalue("newer")
    assert await upgrade(url) == (before, "9999", None)


async def test_on_a_server_the_host_makes_the_copy(postgresql: str, request: pytest.FixtureRequest) -> None:
    await filled(postgresql, 1)
    before = request.getfixturevalue("newer")
    with pytest.raises(DatabaseUnusableError) as refused:
        await Store.open(postgresql)
    assert f"pg_dump --format=custom --file=paplu-{before}.dump 'postgresql://" in str(refused.value)
    assert "paplu db upgrade --no-backup" in str(refused.value)
    assert (await revision(postgresql))[0] == before
    assert await upgrade(postgresql, unsaved=True) == (before, "9999", None)


async def test_a_database_is_read_as_it_is(url: str, request: pytest.FixtureRequest) -> None:
    await filled(url, 1)
    store = await Store.open_to_read(url)
    assert len(await store.tables.open_rows(None)) == 1
    with pytest.raises(StoreFailedError):
        await store.tables.commit(change(names(2)[1]))
    await store.close()
    request.getfixturevalue("newer")
    with pytest.raises(DatabaseUnusableError, match="paplu db upgrade"):
        await Store.open_to_read(url)


@pytest.mark.parametrize("statements", [3, 8, 14, 20])
async def test_a_killed_upgrade_leaves_nothing_half(url: str, statements: int, tmp_path: Path) -> None:
    upgrades = forked(KILLED_UPGRADE, url, str(statements), log=tmp_path / "said")
    assert await upgrades.wait() == -signal.SIGKILL
    assert await revision(url) == (None, migrate.head())
    store = await Store.open(url)
    await store.tables.commit(change())
    await store.close()


FOREIGN = "CREATE TABLE bread (crumbs INTEGER)"


async def test_a_database_of_another_program_is_not_made_ours(url: str, file: Path) -> None:
    if is_missing(url):
        with closing(sqlite3.connect(file)) as raw, raw:
            raw.execute(FOREIGN)
    else:
        await run_on(url, FOREIGN)
    before = file.read_bytes() if file.exists() else b""
    for attempt in (Store.open, upgrade):
        with pytest.raises(DatabaseUnusableError, match="tables of another program, such as bread, and was left as it"):
            await attempt(url)
    assert (file.read_bytes() if file.exists() else b"") == before
    await run_on(url, "CREATE TABLE alembic_version AS SELECT 'theirs' AS version_num")
    with pytest.raises(DatabaseUnusableError, match="tables of another program, such as bread"):
        await Store.open(url)


async def test_what_an_extension_brings_is_no_other_program(postgresql: str) -> None:
    await run_on(postgresql, "CREATE TABLE spatial_ref_sys AS SELECT 4326 AS srid")
    await run_on(postgresql, "ALTER EXTENSION plpgsql ADD TABLE spatial_ref_sys")  # as that of PostGIS is its own
    assert (await upgrade(postgresql)).before is None


async def test_of_two_who_upgrade_at_once_one_waits(url: str) -> None:
    results = await asyncio.gather(*(upgrade(url) for _ in range(4)))
    assert sorted(before is None for before, *_ in results) == [False, False, False, True]


async def test_an_sqlite_database_is_kept_safe(sqlite: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SqliteConnection, "__init__", PLAINLY_MADE)
    store = await Store.open(sqlite)

    def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names]

    assert await store.database.writing.run(pragmas) == ["wal", 2, 1]
    await store.close()
    assert file.exists()


def damage_header(data: bytes) -> bytes:
    return b"This is not a database. " * 100 + data[2400:]


def damage_page(data: bytes) -> bytes:
    """Return a file with the last page of the journal spoiled, which nothing reads before a check does."""
    with closing(sqlite3.connect(":memory:")) as raw:
        raw.deserialize(data[:18] + b"\1\1" + data[20:])  # memory has no write-ahead log
        (root,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'journal'").fetchone()
    pointer = (root - 1) * 4096 + 8  # to the last child of the root
    page = (int.from_bytes(data[pointer : pointer + 4]) - 1) * 4096
    return data[:page] + b"\xa5" * 4096 + data[page + 4096 :]


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2 + 100]


@pytest.mark.parametrize("damage", [damage_header, damage_page, cut])
async def test_a_corrupt_file_is_refused_and_not_touched(sqlite: str, file: Path, damage: object) -> None:
    await filled(sqlite)
    assert callable(damage)
    file.write_bytes(damage(file.read_bytes()))
    before = file.read_bytes()
    for attempt in (Store.open, upgrade):
        with pytest.raises(DatabaseUnusableError) as caught:
            await attempt(sqlite)
        assert str(file) in str(caught.value)
        assert "\n" not in str(caught.value)
    assert file.read_bytes() == before


async def test_a_large_file_is_checked_after_it_is_opened(
    sqlite: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(sqlite)
    monkeypatch.setattr(checks, "LARGE", file.stat().st_size)
    store = await Store.open(sqlite)
    await store.check()
    await store.close()
    file.write_bytes(damage_page(file.read_bytes()))
    store = await Store.open(sqlite)
    with pytest.raises(DatabaseCorruptError, match=r"paplu\.db: the file is corrupt"):
        await store.check()
    file.unlink()
    with pytest.raises(DatabaseUnusableError) as caught:
        await store.check()
    assert not isinstance(caught.value, DatabaseCorruptError)
    await store.close()


async def test_a_locked_file_may_be_free_later(sqlite: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await filled(sqlite, 1)
    monkeypatch.setattr(files, "LOCK_SECONDS", 0.1)
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseAwayError, match="database is locked"):
            await Store.open(sqlite)
    await (await Store.open(sqlite)).close()


@pytest.mark.parametrize("room", [1 << 12, 1 << 16])
async def test_a_full_disk_may_have_room_later(sqlite: str, file: Path, tmp_path: Path, room: int) -> None:
    """A process that may write no larger files gets the error of a full disk."""
    said = tmp_path / "said"
    said.touch()
    without_room = forked(OPENED_WITHOUT_ROOM, sqlite, str(room), log=said)
    assert await without_room.wait() == 0
    assert said.read_text().startswith("DatabaseAwayError cannot use the database")
    await (await Store.open(sqlite)).close()


async def test_a_full_disk_has_no_room_for_the_copy_before_an_upgrade(sqlite: str, file: Path, tmp_path: Path) -> None:
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    said, room = tmp_path / "said", file.stat().st_size // 2
    without_room = forked(OPENED_WITHOUT_ROOM, sqlite, str(room), log=said)
    assert await without_room.wait() == 0
    assert "DatabaseAwayError cannot copy" in said.read_text()
    await (await Store.open(sqlite)).close()


async def test_work_that_is_stopped_in_a_transaction_leaves_nothing(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even a write that goes on in a thread at that moment leaves nothing."""
    monkeypatch.setattr(SqliteConnection, "run", IN_THREADS)
    await upgrade(sqlite)
    engine = writing_engine(parse_url(sqlite))
    writes, done = threading.Event(), threading.Event()

    def rows() -> Iterator[tuple[int]]:
        for number in range(1, 100_000):
            if number == 100:
                writes.set()
            yield (number,)

    def write(connection: Connection) -> None:
        cursor: Any = connection.connection.cursor()
        try:
            cursor.executemany("INSERT INTO owner_servers (guild) VALUES (?)", rows())
        finally:
            done.set()

    async def stopped() -> None:
        async with engine.transaction() as run:
            await run(write)

    task = asyncio.create_task(stopped())
    await until(writes.is_set, "the first rows")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(done.is_set, "the end of the thread's work")
    count = select(func.count()).select_from(schema.owner_servers)
    assert await engine.run(lambda connection: connection.scalar(count)) == 0
    await engine.close()


@pytest.mark.parametrize("left", ["-wal", "-journal"])
async def test_a_large_file_that_nobody_closed_is_checked_first(
    sqlite: str, file: Path, monkeypatch: pytest.MonkeyPatch, left: str
) -> None:
    await filled(sqlite)
    file.write_bytes(damage_page(file.read_bytes()))
    monkeypatch.setattr(checks, "LARGE", 1)
    Path(f"{file}{left}").write_bytes(b"x")
    with pytest.raises(DatabaseUnusableError, match=r"paplu\.db: the file is corrupt"):
        await Store.open(sqlite)


async def test_a_large_file_is_checked_before_an_upgrade(
    sqlite: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(sqlite)
    await run_on(sqlite, "UPDATE alembic_version SET version_num = '0012'")
    before = damage_page(file.read_bytes())
    file.write_bytes(before)
    monkeypatch.setattr(checks, "LARGE", 1)
    with pytest.raises(DatabaseUnusableError, match=r"paplu\.db: the file is corrupt"):
        await upgrade(sqlite, unsaved=True)
    assert {one.name for one in file.parent.iterdir()} == {file.name, f"{file.name}.number"}
    assert file.read_bytes() == before


async def test_a_read_only_file_is_refused(sqlite: str, file: Path) -> None:
    await filled(sqlite)
    before = file.read_bytes()
    file.chmod(0o444)
    with pytest.raises(DatabaseUnusableError, match=r"paplu\.db: the file is read-only"):
        await Store.open(sqlite)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "a database's address looks like"),
        ("paplu.db", "a database's address looks like"),
        ("mysql://root@localhost/paplu", "a database's address looks like"),
        ("sqlite+aiosqlite:////nowhere/at/all/paplu.db", "cannot use the database /nowhere/at/all/paplu.db: "),
        ("sqlite+aiosqlite:////", "cannot use the database /: "),
        ("sqlite+aiosqlite:///paplu.db?mode=ro", "the address of an SQLite file has no options"),
        ("postgresql+asyncpg://ann:secret@127.0.0.1:PORT/paplu", r"cannot use the database .*127\.0\.0\.1.*: "),
        ("postgresql+asyncpg://ann@127.0.0.1:PORT/paplu?password=secret", r"//ann@127\.0\.0\.1:\d+/paplu: "),
        ("postgresql+asyncpg:///paplu?host=127.0.0.1&port=PORT&user=ann&password=secret", r"///paplu\?host=127.*: "),
        ("postgresql+asyncpg://ann@127.0.0.1:PORT/paplu?passwort=secret", r"//ann@127\.0\.0\.1:\d+/paplu: "),
        ("postgresql+asyncpg://ann:my@secret@127.0.0.1:PORT/paplu", "@ is written as %40"),
        ("postgresql+asyncpg://ann:my@x/secret@127.0.0.1:PORT/paplu", "@ is written as %40"),
        ("postgresql+asyncpg://ann:my@secret?@127.0.0.1:PORT/paplu", "@ is written as %40"),
        ("postgresql+asyncpg://ann@127.0.0.1:PORT/paplu?port=secret", "the options of the database's address"),
    ],
)
async def test_an_unusable_address_is_one_clear_line(url: str, message: str) -> None:
    with kept_port() as port, pytest.raises(DatabaseUnusableError, match=message) as caught:
        await Store.open(url.replace("PORT", str(port)))
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "ann:secret@host:5433/paplu",
        "ann:secret?secret@host:5433/paplu",
        "ann@host:5433/paplu?password=secret&ssl=require",
    ],
)
def test_a_database_is_named_without_its_password(address: str) -> None:
    assert safe_name(parse_url(f"postgresql+asyncpg://{address}")) == "postgresql+asyncpg://ann@host:5433/paplu"


async def test_a_missing_postgresql_database_is_one_clear_line(postgresql: str) -> None:
    with pytest.raises(DatabaseUnusableError, match="does not exist"):
        await Store.open(postgresql.replace("/paplu", "/other"))


async def test_a_backup_is_taken_while_the_bot_runs(sqlite: str, tmp_path: Path) -> None:
    store = await Store.open(sqlite)
    await store.tables.commit(change())
    copy = tmp_path / "copy.db"
    writing = asyncio.gather(*(store.tables.commit(change(table)) for table in names(50)))
    await backup(sqlite, copy)
    await writing
    await store.close()
    restored = await Store.open(f"sqlite+aiosqlite:///{copy}")
    assert await restored.tables.load(TABLE) is not None
    await restored.close()
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_a_backup_overwrites_nothing(sqlite: str, tmp_path: Path) -> None:
    await filled(sqlite, 1)
    kept = tmp_path / "kept.txt"
    kept.write_text("mine")
    with pytest.raises(DatabaseUnusableError, match=r"kept\.txt exists already"):
        await backup(sqlite, kept)
    assert kept.read_text() == "mine"
    with pytest.raises(DatabaseUnusableError, match="cannot write"):
        await backup(sqlite, tmp_path / "no" / "folder.db")


async def test_a_backup_of_nothing_makes_nothing(sqlite: str, file: Path, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusableError, match="there is no database"):
        await backup(sqlite, tmp_path / "copy.db")
    file.write_bytes(b"not a database" * 1000)
    with pytest.raises(DatabaseUnusableError, match="cannot copy"):
        await backup(sqlite, tmp_path / "copy.db")
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


async def test_a_server_is_backed_up_by_its_own_tool(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusableError, match="pg_dump"):
        await backup("postgresql+asyncpg://ann@host/paplu", tmp_path / "copy.db")
