"""Copies that are made while the bot runs."""

# ruff: noqa: ASYNC240 (the files of these tests are small)

import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.error_fields import cause_of
from bot.store.backups import Backups, backup
from bot.store.errors import DatabaseUnusableError
from bot.store.store import Store
from tests.store.samples import NOW, change, names

HOUR = timedelta(hours=1)


def backups(url: str, folder: Path, kept: int = 3) -> Backups:
    return Backups(url, folder, 6 * HOUR, kept)


def tables_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (journal,) = raw.execute("SELECT COUNT(*) FROM journal").fetchone()
        (found,) = raw.execute("SELECT COUNT(*) FROM tables").fetchone()
        assert journal == found, "each table was committed with its line"
        return int(found)


async def test_copies_are_made_when_they_are_due_and_the_oldest_go(sqlite: str, tmp_path: Path) -> None:
    store, folder = await Store.open(sqlite), tmp_path / "safe" / "here"
    tables, made = names(30), []
    for hour in range(30):
        await store.tables.commit(change(tables[hour]))
        # A new process each hour: what is due is read off the folder.
        if (copy := await backups(sqlite, folder).make_due(NOW + hour * HOUR)) is not None:
            made.append(hour)
            assert tables_in(copy) == hour + 1
            assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    await store.close()
    assert made == [0, 6, 12, 18, 24]
    assert sorted(file.name for file in folder.iterdir()) == [
        f"paplu-{NOW + hour * HOUR:%Y%m%dT%H%M%S}Z.db" for hour in made[-3:]
    ]


async def test_a_copy_is_on_the_disk_before_it_has_its_name(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(sqlite)).close()
    copy, synced, sync = tmp_path / "copy.db", dict[int, int](), os.fsync

    def note(opened: int) -> None:
        assert not copy.exists()
        synced[os.fstat(opened).st_ino] = os.fstat(opened).st_size
        sync(opened)

    monkeypatch.setattr(os, "fsync", note)
    await backup(sqlite, copy)
    assert synced == {copy.stat().st_ino: copy.stat().st_size}


async def test_a_copy_made_in_the_middle_of_play_is_whole(sqlite: str, tmp_path: Path) -> None:
    store, tables = await Store.open(sqlite), iter(names(400))

    async def play() -> None:
        for table in tables:
            await store.tables.commit(change(table))
            await asyncio.sleep(0)

    playing = asyncio.create_task(play())
    made = [await backups(sqlite, tmp_path / "copies", 9).make_due(NOW + n * 6 * HOUR) for n in range(5)]
    await playing
    await store.close()
    counts = [tables_in(copy) for copy in made if copy is not None]
    assert len(counts) == 5
    assert counts == sorted(counts)


async def test_other_files_stay_and_what_was_interrupted_is_cleared_away(sqlite: str, tmp_path: Path) -> None:
    await (await Store.open(sqlite)).close()
    others = ["paplu-20200101T000000Z.db.gz", "paplu-mine.db", "paplu-20209999T000000Z.db", "notes.txt"]
    for name in others:
        (tmp_path / name).touch()
    unfinished = tmp_path / "paplu.db.unfinished"
    unfinished.write_bytes(b"half")
    os.utime(unfinished, (NOW.timestamp() - 60,) * 2)
    assert await backups(sqlite, tmp_path, 1).make_due(NOW) is None, "another process makes one"
    assert await backups(sqlite, tmp_path, 1).make_due(NOW + 2 * HOUR) is not None
    assert await backups(sqlite, tmp_path, 1).make_due(NOW + 9 * HOUR) is not None
    left = {file.name for file in tmp_path.iterdir()} - {"paplu.db", "paplu.db-wal", "paplu.db-shm", "paplu.db.number"}
    assert left == {*others, f"paplu-{NOW + 9 * HOUR:%Y%m%dT%H%M%S}Z.db"}


async def test_a_copy_that_fails_leaves_the_older_ones(sqlite: str, file: Path, tmp_path: Path) -> None:
    await (await Store.open(sqlite)).close()
    folder = tmp_path / "copies"
    first = await backups(sqlite, folder, 1).make_due(NOW)
    file.write_bytes(b"no database any more" * 500)
    with pytest.raises(DatabaseUnusableError, match=f"cannot write a copy to {folder}: cannot copy {file}: "):
        await backups(sqlite, folder, 1).make_due(NOW + 7 * HOUR)
    assert [*folder.iterdir()] == [first]
    (tmp_path / "file").touch()
    for file_or_folder in (tmp_path / "file", tmp_path / "file" / "folder"):
        with pytest.raises(DatabaseUnusableError) as failed:
            await backups(sqlite, file_or_folder).make_due(NOW)
        assert str(cause_of(failed.value)).startswith(f"cannot write a copy to {file_or_folder}: ")


async def test_of_two_processes_that_begin_at_once_one_copies_and_the_other_spoils_nothing(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(sqlite)).close()
    folder, touch = tmp_path / "copies", Path.touch

    def late(file: Path, mode: int = 0o666, exist_ok: bool = True) -> None:
        file.write_bytes(b"theirs")
        touch(file, mode, exist_ok)

    monkeypatch.setattr(Path, "touch", late)
    assert await backups(sqlite, folder).make_due(NOW) is None
    (theirs,) = folder.iterdir()
    assert theirs.read_bytes() == b"theirs"
