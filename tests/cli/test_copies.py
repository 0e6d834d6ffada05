"""Copies that are cut short, and the output of `paplu db check` for empty and half-written files."""

import asyncio
import gzip
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.address import SQLITE
from bot.store.checks import revision
from bot.store.store import Store
from tests.cli.calls import call
from tests.postgresql import fresh
from tests.processes.forks import forked
from tests.store.samples import change, names

OLD = Path(__file__).parents[1] / "stored" / "v0_1" / "paplu.db.gz"
HALFWAY = """
import os, sys, threading
from bot.cli.main import main
from bot.store import files, upgrade

files.STEP, left = 1, 1500

class Sign(threading.Event):
    def is_set(self):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), int(sys.argv[1]))
            self.wait(60)
        return super().is_set()

upgrade.Event = files.Event = Sign
raise SystemExit(main(sys.argv[2:]))
"""
"""`paplu`, which gets a signal when it has copied 1,500 pages, most of them to the disk."""
KILLED = """
import os, signal, sqlite3, sys
raw = sqlite3.connect(sys.argv[1], isolation_level=None)
for statement in sys.argv[2:]:
    raw.execute(statement)
os.kill(os.getpid(), signal.SIGKILL)
"""
"""A process that writes to a file, and dies before it has closed it."""

Printed = pytest.CaptureFixture[str]


def address(file: Path | str) -> str:
    return f"{SQLITE}:///{file}"


def ends(code: str, *arguments: object, log: Path) -> int:
    """Return how a process ends that runs this code."""

    async def wait() -> int:
        return await forked(code, *map(str, arguments), log=log).wait()

    status = asyncio.run(wait())
    assert "Traceback" not in log.read_text(encoding="utf-8")
    return status


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Return the contents and times of the files in a folder, without the index of a log, which each reader repairs."""
    return {
        file.name: (file.read_bytes(), file.stat().st_mtime_ns)
        for file in folder.iterdir()
        if not file.name.endswith("-shm")
    }


def told_by_check(file: object, printed: Printed, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """Return the status of `paplu db check` for that file, and its output."""
    monkeypatch.setenv("DATABASE_URL", address(str(file)))
    status, out, err = call(printed, "db", "check")
    return status, out + err


def fattened(file: Path) -> Path:
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("CREATE TABLE fat AS SELECT zeroblob(8000000)")  # 2,000 pages
    return file


@pytest.fixture
def log(here: Path) -> Path:
    """Return the file into which processes write; they run in its folder."""
    return here / "said"


@pytest.fixture
def filled(here: Path) -> Path:
    """Return a database of this version."""

    async def fill() -> None:
        store = await Store.open(address(here / "paplu.db"))
        for table in names(40):
            await store.tables.commit(change(table))
        await store.close()

    asyncio.run(fill())
    return fattened(here / "paplu.db")


@pytest.fixture
def old(here: Path) -> Path:
    """Return a database of version 0.1, with a few of its finished matches: a check replays each."""
    file = here / "paplu.db"
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("PRAGMA foreign_keys = ON")
        some = 'SELECT "table" FROM results LIMIT 9'
        raw.execute(f"DELETE FROM tables WHERE status = 'finished' AND id NOT IN ({some})")
    return fattened(file)


# -- copies -----------------------------------------------------------------------------------------


def test_a_killed_backup_leaves_nothing_of_its_name(
    filled: Path, log: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ends(HALFWAY, int(signal.SIGKILL), "db", "backup", "copy.db", log=log) == -signal.SIGKILL
    half = filled.with_name("copy.db.unfinished")
    assert not filled.with_name("copy.db").exists()
    before = state(filled.parent)
    status, told = told_by_check(half, capsys, monkeypatch)
    assert status == 2
    assert "copy.db.unfinished: a write to it was cut short" in told
    assert state(filled.parent) == before
    monkeypatch.undo()
    monkeypatch.chdir(filled.parent)
    assert call(capsys, "db", "backup", "copy.db")[0] == 2, "it may be one that is being made"
    half.unlink()
    assert call(capsys, "db", "backup", "copy.db")[0] == 0
    assert told_by_check("copy.db", capsys, monkeypatch) == told_by_check(filled, capsys, monkeypatch)


@pytest.mark.parametrize(("sign", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_copy_leaves_nothing(filled: Path, log: Path, sign: signal.Signals, status: int) -> None:
    assert ends(HALFWAY, int(sign), "db", "backup", "copy.db", log=log) == status
    assert not [*filled.parent.glob("copy*")]


@pytest.mark.parametrize(
    ("sign", "status", "left"),
    [(signal.SIGKILL, -signal.SIGKILL, [".unfinished", ".unfinished-journal"]), (signal.SIGTERM, 143, [])],
)
def test_an_upgrade_that_is_cut_short_while_it_copies_leaves_no_copy(
    old: Path, log: Path, sign: signal.Signals, status: int, left: list[str], capsys: Printed
) -> None:
    before, _ = asyncio.run(revision(address(old)))
    assert ends(HALFWAY, int(sign), "db", "upgrade", log=log) == status
    copy = f"paplu.db.revision-{before}"
    assert sorted(file.name for file in old.parent.glob(f"{copy}*")) == [f"{copy}{end}" for end in left]
    assert asyncio.run(revision(address(old)))[0] == before
    assert call(capsys, "db", "upgrade")[0] == 0
    assert [file.name for file in old.parent.glob(f"{copy}*")] == [copy]


# -- checks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["empty", "of another program", "half moved"])
def test_what_holds_no_data_of_paplu_is_not_called_sound(
    kind: str, here: Path, log: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = here / "some.db"
    file.touch()
    if kind == "of another program":
        with closing(sqlite3.connect(file)) as raw, raw:
            raw.execute("CREATE TABLE theirs AS SELECT 1")
    elif kind == "half moved":
        ends(KILLED, file, "PRAGMA journal_mode = WAL", "BEGIN IMMEDIATE", "CREATE TABLE tables (id)", log=log)
    before = state(here)
    assert told_by_check(file, capsys, monkeypatch) == (2, f"paplu: {file} holds no data of paplu\n")
    assert state(here) == before


def test_an_empty_database_on_a_server_is_not_called_sound(
    postgresql_server: object, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", fresh(postgresql_server))
    status, _, told = call(capsys, "db", "check")
    assert status == 2
    assert "holds no data of paplu" in told


@pytest.mark.parametrize("kind", ["filled", "old"])
def test_check_reads_what_a_killed_bot_has_written_and_leaves_it_there(
    kind: str, log: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    file: Path = request.getfixturevalue(kind)
    _, fine = told_by_check(file, capsys, monkeypatch)
    ends(KILLED, file, "PRAGMA journal_mode = WAL", "DELETE FROM tables", log=log)
    assert Path(f"{file}-wal").stat().st_size
    before = state(file.parent)
    _, told = told_by_check(file, capsys, monkeypatch)
    assert told != fine
    assert state(file.parent) == before


def test_of_an_older_file_check_says_nothing_of_an_upgrade(
    old: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert "The books of chips are right." in told_by_check(old, capsys, monkeypatch)[1]
    assert caplog.text == ""
    assert call(capsys, "db", "upgrade")[0] == 0
    assert "an older paplu will refuse it from now on" in caplog.text


def test_check_undoes_no_write_that_was_cut_short(
    filled: Path, log: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil = "UPDATE tables SET rules = rules || hex(zeroblob(9000))"
    ends(KILLED, filled, "PRAGMA journal_mode = DELETE", "PRAGMA cache_size = 1", "BEGIN", spoil, log=log)
    assert filled.with_name("paplu.db-journal").stat().st_size
    before = state(filled.parent)
    status, told = told_by_check(filled, capsys, monkeypatch)
    assert status == 2
    assert "a write to it was cut short, which the next start of the bot undoes" in told
    assert state(filled.parent) == before
    assert call(capsys, "db", "upgrade")[0] == 0
    with closing(sqlite3.connect(filled)) as raw:
        assert raw.execute("SELECT max(length(rules)) < 9000, count(*) FROM tables").fetchone() == (1, 40)


def test_check_reads_the_database_of_a_running_bot(
    filled: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(filled, isolation_level=None)) as raw:
        _, fine = told_by_check(filled, capsys, monkeypatch)
        raw.execute("DELETE FROM tables")
        before = state(filled.parent)
        _, told = told_by_check(filled, capsys, monkeypatch)
        assert told != fine
        assert state(filled.parent) == before
