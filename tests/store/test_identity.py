"""The file of a database that is deleted or replaced while it is open."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest

from bot.store import files
from bot.store.errors import StoreFailedError
from bot.store.store import Store

NOW = datetime(2026, 11, 23, tzinfo=UTC)


@pytest.mark.parametrize("replaced", [False, True])
async def test_nothing_is_confirmed_before_the_file_is_back(tmp_path: Path, replaced: bool) -> None:
    file, elsewhere = tmp_path / "paplu.db", tmp_path / "elsewhere.db"
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await store.alarms.beat("one", NOW)
    file.rename(elsewhere)
    if replaced:
        shutil.copy(elsewhere, file)
    for attempt in (store.alarms.beat("one", NOW), store.alarms.next_due(), store.alarms.next_due()):
        with pytest.raises(StoreFailedError, match="deleted or replaced"):
            await attempt
    assert file.exists() == replaced
    elsewhere.rename(file)
    await store.alarms.beat("one", NOW)
    assert await store.alarms.next_due() is None
    await store.close()


BEATS = 400  # processes, whose rows fill some pages


def beats(file: Path) -> int:
    """Return how many of them a sound file holds, opened by itself, with whatever journal lies beside it."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        (count,) = connection.execute("SELECT count(*) FROM beats").fetchone()
    return int(count)


@pytest.mark.parametrize("end", ["asked and closed", "closed", "asked and killed"])
async def test_a_file_that_was_replaced_by_an_older_copy_is_not_spoilt(tmp_path: Path, end: str) -> None:
    """The journal belongs to the file that was open, which is whole too, wherever it is now."""
    file, older, elsewhere = tmp_path / "paplu.db", tmp_path / "older.db", tmp_path / "elsewhere.db"
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await store.alarms.beat("first", NOW)
    files.copy(file, older, Event())
    for number in range(BEATS):
        await store.alarms.beat(f"process {number}", NOW)
    file.rename(elsewhere)
    older.rename(file)
    if "asked" in end:
        with suppress(StoreFailedError):
            await store.alarms.beat("never", NOW)
    if "closed" in end:
        await store.close()
    there = tmp_path / "there"  # as a process finds it that starts once this one has gone
    there.mkdir()
    for end_of_name in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            shutil.copy(f"{file}{end_of_name}", there)
    assert beats(there / "paplu.db") == 1
    assert beats(elsewhere) == 1 + BEATS
    if "killed" in end:
        await store.close()


async def test_what_others_write_to_the_file_that_lies_there_now_stays(tmp_path: Path) -> None:
    file, older = tmp_path / "paplu.db", tmp_path / "older.db"
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await store.alarms.beat("first", NOW)
    assert await store.alarms.next_due() is None  # connections that read are open, too
    files.copy(file, older, Event())
    older.rename(file)
    with pytest.raises(StoreFailedError):
        await store.alarms.beat("never", NOW)
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        with other:
            other.execute("CREATE TABLE others AS SELECT zeroblob(500000)")
        for attempt in (store.alarms.beat("never", NOW), store.alarms.next_due()):
            with pytest.raises(StoreFailedError):
                await attempt
        await store.close()
        assert other.execute("SELECT count(*) FROM others").fetchone() == (1,)
    assert beats(file) == 1


def opened() -> list[str]:
    """Return the files that this process has opened."""
    folder = "/proc/self/fd"
    return [f"{folder}/{number}" for number in os.listdir(folder) if os.path.lexists(f"{folder}/{number}")]


ON_LINUX = pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="only Linux shows a process's files")


@ON_LINUX
async def test_a_file_that_was_replaced_is_left(tmp_path: Path) -> None:
    """Closed later, its connections would tidy up the journal of the file that lies in its place."""
    file, elsewhere = tmp_path / "paplu.db", tmp_path / "elsewhere.db"
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await store.alarms.beat("one", NOW)
    assert await store.alarms.next_due() is None
    file.rename(elsewhere)
    shutil.copy(elsewhere, file)
    assert str(elsewhere) in map(os.readlink, opened())
    with pytest.raises(StoreFailedError):
        await store.alarms.beat("never", NOW)
    assert not any(str(tmp_path) in os.readlink(one) for one in opened())
    await store.close()


@ON_LINUX
async def test_a_deleted_file_can_be_saved_as_long_as_the_bot_runs(tmp_path: Path) -> None:
    file = tmp_path / "paplu.db"
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await store.alarms.beat("first", NOW)
    file.unlink()
    with pytest.raises(StoreFailedError):
        await store.alarms.beat("never", NOW)
    shutil.copyfile(next(one for one in opened() if os.readlink(one) == f"{file} (deleted)"), file)
    await store.close()
    assert beats(file) == 1
