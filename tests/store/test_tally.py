"""The tally beside a database: it shows that the database was put back to a copy, and nothing else does."""

import asyncio
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.codes import TableStatus
from bot.rummy.ids import TableId
from bot.store.address import SQLITE
from bot.store.backups import backup
from bot.store.rows.put_backs import PutBack
from bot.store.rows.subjects import Change, JournalLine
from bot.store.rows.tables import TableRow
from bot.store.start_number import beside
from bot.store.store import Store
from tests.store.samples import NOW, SECOND, change, names, row


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "bot").mkdir()
    return tmp_path / "bot" / "paplu.db"


def url(file: Path) -> str:
    return f"{SQLITE}:///{file}"


def dealt(table: TableId, expected: int = 0, at: int = 1) -> Change[TableId, TableRow]:
    """Return a change that deals cards, that many seconds after `NOW`."""
    line = JournalLine(expected, "dealer", "deal AS 2S", NOW)
    found = change(table, expected, journal=(line,))
    return Change(row(table, expected + 1, changed_at=NOW + at * SECOND), found.effects)


async def filled(file: Path, *changes: Change[TableId, TableRow]) -> None:
    """Run a bot that stores these changes, each in a transaction of its own."""
    store = await Store.open(url(file))
    for one in changes:
        await store.tables.commit(one)
    await store.close()


async def found(file: Path) -> PutBack | None:
    """Return what a start finds."""
    store = await Store.open(url(file))
    newest = await store.put_backs.newest()
    await store.close()
    return newest


def count(file: Path) -> int:
    tally = beside(file)
    return 0 if tally is None else tally.count


def in_database(file: Path) -> int:
    with closing(sqlite3.connect(file)) as raw:
        return int((raw.execute("SELECT count FROM tally").fetchone() or [0])[0])


async def test_starts_deals_and_ends_are_counted_and_moves_are_not(file: Path) -> None:
    one, two, three = names(3)
    await filled(file, change(one), change(one, 1))
    assert (count(file), in_database(file)) == (0, 0)
    await filled(file, dealt(one, 2), change(one, 3), dealt(two), dealt(one, 4))
    assert (count(file), in_database(file)) == (3, 3)
    await filled(file, Change(row(one, 6, status=TableStatus.VOID)), Change(row(three, status=TableStatus.CLOSED)))
    assert (count(file), in_database(file)) == (5, 5)


async def test_a_start_that_waits_for_a_beacon_is_counted_and_a_later_round_is_not(file: Path) -> None:
    (one,) = names(1)
    named = (JournalLine(number, "dealer", f"round {number} quicknet", NOW) for number in range(2))
    await filled(file, *(change(one, line.seq, journal=(line,)) for line in named))
    assert (count(file), in_database(file)) == (1, 1)


async def test_what_is_refused_is_not_counted(file: Path) -> None:
    store = await Store.open(url(file))
    one, two = names(2)
    refused = await asyncio.gather(
        *map(store.tables.commit, (dealt(one), dealt(one), dealt(two))), return_exceptions=True
    )
    assert sum(isinstance(error, Exception) for error in refused) == 1
    await store.close()
    assert (count(file), in_database(file)) == (2, 2)


async def test_a_copy_put_back_by_hand_is_found_once_with_what_is_missing(file: Path, tmp_path: Path) -> None:
    one, two = names(2)
    await filled(file, dealt(one, at=60))
    await backup(url(file), tmp_path / "copy.db")
    await filled(file, dealt(one, 1, at=120), dealt(two, at=180))
    shutil.copy(tmp_path / "copy.db", file)
    put_back = await found(file)
    assert put_back is not None
    assert (put_back.back_to, put_back.until, put_back.missing, put_back.settled_at) == (
        NOW + timedelta(minutes=1),
        NOW + timedelta(minutes=3),
        2,
        None,
    )
    assert await found(file) == put_back
    await filled(file, dealt(one, 1))
    assert await found(file) == put_back
    assert (count(file), in_database(file)) == (4, 4)


@pytest.mark.parametrize(
    "text",
    ["", "tally", "tally x 9 1", "7\ntally {id} nine 1", "tally {id} 1 1", "tally {id} 9 99999999999999999999", "\xff"],
)
async def test_a_file_that_is_behind_missing_unreadable_or_of_another_says_nothing(text: str, file: Path) -> None:
    await filled(file, *(dealt(name) for name in names(2)))
    tally = beside(file)
    assert tally is not None
    small = Path(f"{file}.number")
    await asyncio.to_thread(small.write_text, text.format(id=tally.id), encoding="latin-1")
    assert await found(file) is None
    await asyncio.to_thread(small.unlink)
    assert await found(file) is None


async def test_another_database_in_its_place_says_nothing_and_is_counted_anew(file: Path) -> None:
    await filled(file, *(dealt(name) for name in names(5)))
    other = file.with_name("other.db")
    await filled(other, dealt(names(1)[0]))
    shutil.copy(other, file)
    assert await found(file) is None
    await filled(file, dealt(names(2)[1]))
    assert count(file) == 2


async def test_two_processes_count_together(file: Path) -> None:
    stores = [await Store.open(url(file)) for _ in range(2)]
    for number, name in enumerate(names(20)):
        await stores[number % 2].tables.commit(dealt(name))
    for store in stores:
        await store.close()
    assert in_database(file) == 20
    assert count(file) <= 20
    assert await found(file) is None


KILLS = 200


async def test_a_process_killed_between_any_two_steps_is_never_taken_for_a_copy(file: Path, tmp_path: Path) -> None:
    """A kill leaves the small file as it is, and of the database what is committed, which another reader sees."""
    left: list[tuple[int, int]] = []
    copies: list[Path] = []

    def kill() -> None:
        left.append((count(file), in_database(file)))
        if len(left) % (KILLS // 4) == 0:
            copies.append(tmp_path / f"kill-{len(left)}")
            shutil.copytree(file.parent, copies[-1])

    store = await Store.open(url(file))
    with at_each_step(file.parent, kill):
        for name in names(60):
            await store.tables.commit(dealt(name))
            await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "tally"))
    await store.close()
    assert len(left) >= KILLS
    assert {beside for beside, _ in left} == set(range(60))
    assert all(beside <= committed for beside, committed in left)
    for there in copies:
        assert await found(there / "paplu.db") is None


@contextmanager
def at_each_step(folder: Path, act: Callable[[], None]) -> Iterator[None]:
    """Call `act` before each opening or renaming of a file in a folder, in the thread that does it."""
    state = {"on": True, "busy": False}

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if not state["on"] or state["busy"] or event not in ("open", "os.rename", "os.remove"):
            return
        if isinstance(arguments[0], str | os.PathLike) and str(arguments[0]).startswith(str(folder)):
            state["busy"] = True
            act()
            state["busy"] = False

    sys.addaudithook(hook)
    try:
        yield
    finally:
        state["on"] = False
