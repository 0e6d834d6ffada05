"""The log beside a file: that of another file is refused, its own never."""

import asyncio
import shutil
import signal
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.cli.database.command import backup_lines, check_lines, moved_lines
from bot.cli.status import counted
from bot.store.address import SQLITE
from bot.store.backups import backup
from bot.store.errors import DatabaseUnusableError
from bot.store.store import Store
from tests.processes.forks import forked
from tests.store.samples import change, names

PLAYED = """
import asyncio, os, signal, sys
from bot.store.store import Store
from tests.store.samples import change

async def play():
    store = await Store.open(sys.argv[1])
    for table in sys.argv[2:]:
        await store.tables.commit(change(table))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(play())
"""
"""A bot that is killed after it has stored these tables."""
STARTED = """
import asyncio, os, signal, sys
from bot.store.store import Store

left = int(sys.argv[2])

def kill(event, arguments):
    global left
    if event.startswith(("os.rem", "os.ren", "sqlite3.connect")) or event == "open":
        left -= 1
        if left < 0:
            signal.raise_signal(signal.SIGKILL)

from bot.store import checks
renew = checks._renew_number

def watched(file):
    sys.addaudithook(kill)
    renew(file)
    os._exit(0)

checks._renew_number = watched
asyncio.run(Store.open(sys.argv[1]))
"""
"""A start that is killed when it has done that many steps of renewing the number."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bot").mkdir()
    return tmp_path / "bot"


@pytest.fixture
def file(folder: Path) -> Path:
    """Return the database of a bot that was killed: its second and third table lie in the log."""
    one, two, three = names(3)

    async def fill() -> None:
        store = await Store.open(url(folder / "paplu.db"))
        await store.tables.commit(change(one))
        await store.close()

    asyncio.run(fill())
    run(PLAYED, url(folder / "paplu.db"), two, three)
    assert (folder / "paplu.db-wal").stat().st_size
    return folder / "paplu.db"


def url(file: Path) -> str:
    return f"{SQLITE}:///{file}"


def run(code: str, *arguments: object) -> int:
    """Return how a process ends that runs this code."""

    async def wait() -> int:
        return await forked(code, *map(str, arguments), log=Path("/dev/null")).wait()

    return asyncio.run(wait())


def tables(file: Path) -> int:
    """Return the number of tables that a start finds."""

    async def count() -> int:
        store = await Store.open(url(file))
        found = await store.tables.number(are_open=True)
        await store.close()
        return found

    return asyncio.run(count())


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}


def test_a_bot_that_was_killed_starts_again_with_all_that_it_stored(file: Path) -> None:
    assert tables(file) == 3
    run(PLAYED, url(file), *names(5)[3:])
    assert tables(file) == 5


def number_in(file: Path) -> int:
    """Return the number in the file alone, without its log."""
    with closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as raw:
        return int(raw.execute("PRAGMA user_version").fetchone()[0])


def numbers_beside(file: Path) -> list[int]:
    return [int(number) for number in Path(f"{file}.number").read_text().split()]


def test_a_start_that_is_killed_at_any_step_is_never_refused_later(file: Path, tmp_path: Path) -> None:
    for step in range(20):
        there = tmp_path / str(step)
        shutil.copytree(file.parent, there)
        status = run(STARTED, url(there / "paplu.db"), step)
        assert number_in(there / "paplu.db") in numbers_beside(there / "paplu.db")
        run(PLAYED, url(there / "paplu.db"), *names(4)[3:])
        assert tables(there / "paplu.db") == 4
        if status == 0:
            break
        assert status == -signal.SIGKILL
    assert step > 4


Use = Callable[[str, Path], Coroutine[Any, Any, object]]


async def start(address: str, _: Path) -> None:
    await Store.open(address)


async def check_it(address: str, _: Path) -> list[object]:
    return [line async for line in check_lines(address)]


async def copy_it(address: str, new: Path) -> list[object]:
    return [line async for line in backup_lines(address, new)]


async def move_it(address: str, new: Path) -> list[object]:
    return [line async for line in moved_lines(address, url(new))]


async def count_it(address: str, _: Path) -> object:
    return await counted(address)


@pytest.mark.parametrize("use", [start, check_it, copy_it, move_it, count_it])
def test_the_log_of_another_file_is_refused_and_stays(use: Use, file: Path) -> None:
    """The file was replaced by a copy that was made after the start to which the log belongs."""
    copy = file.parent.parent / "copy.db"
    asyncio.run(backup(url(file), copy))
    shutil.copy(copy, file)
    before = contents(file.parent)
    with pytest.raises(DatabaseUnusableError, match=r"move paplu.db-wal and paplu.db-shm away, or put that file back"):
        asyncio.run(use(url(file), copy.with_name("new.db")))
    assert contents(file.parent) == before
    for end in ("-wal", "-shm"):
        Path(f"{file}{end}").unlink()
    assert tables(file) == 3


def test_a_log_without_a_number_beside_it_is_used(file: Path) -> None:
    Path(f"{file}.number").unlink()
    assert tables(file) == 3


async def test_two_processes_and_the_later_one_is_killed(file: Path, tmp_path: Path) -> None:
    older = await Store.open(url(file))
    newer = await Store.open(url(file))
    await older.tables.commit(change(names(4)[3]))
    await older.close()
    await newer.tables.commit(change(names(5)[4]))
    there = tmp_path / "killed"
    shutil.copytree(file.parent, there)
    assert (there / "paplu.db-wal").stat().st_size
    later = await Store.open(url(there / "paplu.db"))
    assert await later.tables.number(are_open=True) == 5
    await later.close()
    await newer.close()


def replace(file: Path, copy: Path) -> None:
    """Replace a file by a copy, as hosts did by hand."""
    for end in ("-wal", "-shm"):
        Path(f"{file}{end}").unlink()
    shutil.copy(copy, file)


async def test_a_file_that_was_replaced_by_hand_and_is_read_during_the_start(file: Path, tmp_path: Path) -> None:
    """Nobody is alone at that start, and the number beside the file is that of the file before."""
    copy = tmp_path / "copy.db"
    await backup(url(file), copy)
    replace(file, copy)
    with closing(sqlite3.connect(file)) as reader:
        reader.execute("PRAGMA journal_mode = WAL")
        reader.execute("SELECT count(*) FROM tables").fetchone()
        store = await Store.open(url(file))
        await store.tables.commit(change(names(4)[3]))
        there = tmp_path / "killed"
        shutil.copytree(file.parent, there)
        await store.close()
    later = await Store.open(url(there / "paplu.db"))
    assert await later.tables.number(are_open=True) == 4
    await later.close()
