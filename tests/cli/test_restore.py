"""The return to a copy of the database."""

import asyncio
import errno
import gzip
import os
import shutil
import signal
import sqlite3
from contextlib import closing, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.cli.database.command import restored_lines
from bot.service.processes import new_name
from bot.store.checks import revision
from bot.store.errors import DatabaseInUseError
from bot.store.store import Store
from tests.cli.calls import call
from tests.cli.test_copies import KILLED, OLD, address, ends, state
from tests.service.context import ASHA, BEN, desk
from tests.store.samples import NOW

Printed = pytest.CaptureFixture[str]

AGAIN = "If nobody has played since then, paplu db accept-gap lets all go on.\n"
STOPPED = """
import os, signal, sys
from bot.cli.main import main

def refuse(*_):
    raise OSError("no links here")

if sys.argv[2] == "none":
    os.link = refuse
STEPS = {"os.link", "os.rename", "os.remove", "os.rmdir", "sqlite3.connect"}
left = int(sys.argv[1])

def kill(event, _):
    global left
    if event in STEPS:
        left -= 1
    if event in STEPS and left < 0:
        os.kill(os.getpid(), signal.SIGKILL)

from bot.store import restore
put_in = restore._put_in

def watched(*arguments):
    sys.addaudithook(kill)
    return put_in(*arguments)

restore._put_in = watched
raise SystemExit(main(["db", "restore", "copy.db"]))
"""
"""`paplu db restore`, killed when it has done that many steps of putting the copy in."""


@pytest.fixture
def file(here: Path) -> Path:
    """Return a database with one open table. `copy.db` is an earlier copy without one."""

    async def fill() -> None:
        async with desk(address(here / "paplu.db")):
            pass
        shutil.copy(here / "paplu.db", here / "copy.db")
        async with desk(address(here / "paplu.db")) as d:
            await d.table(ASHA, BEN)

    asyncio.run(fill())
    return here / "paplu.db"


def tables(file: Path) -> int:
    """Return the number of tables in a sound file, which is opened together with its journals."""
    with closing(sqlite3.connect(file)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return int(raw.execute("SELECT count(*) FROM tables").fetchone()[0])


def killed(file: Path) -> None:
    """Leave a second table in the log, as a process that was killed does."""
    with closing(sqlite3.connect(file)) as raw:
        others = ", ".join(name for _, name, *_ in raw.execute("PRAGMA table_info(tables)") if name != "id")
    insert = f"INSERT INTO tables (id, {others}) SELECT 'more', {others} FROM tables"
    assert ends(KILLED, file, "PRAGMA journal_mode = WAL", insert, log=file.with_name("said")) == -signal.SIGKILL
    assert Path(f"{file}-wal").stat().st_size


def key(file: Path) -> bytes:
    """Return the key of the deals of the day to come."""
    with closing(sqlite3.connect(file)) as raw:
        drawn = raw.execute("SELECT key FROM daily_keys ORDER BY first_day DESC").fetchone()
        return bytes((drawn or raw.execute("SELECT key FROM hash_keys WHERE name = 'daily_seeds'").fetchone())[0])


def test_restoring_names_the_open_tables_and_keeps_what_was_there(file: Path, capsys: Printed) -> None:
    shutil.copy(file, "later.db")
    status, out, _ = call(capsys, "db", "restore", "copy.db")
    assert (status, tables(file)) == (0, 0)
    assert out.endswith("\nNo bot has run with it yet, so nothing in it has to end.\n")
    with closing(sqlite3.connect(file)) as raw:
        assert raw.execute("SELECT settled_at FROM put_backs").fetchall() == []
    first = key(file)
    status, out, err = call(capsys, "db", "restore", "later.db")
    assert (status, err) == (0, "")
    with closing(sqlite3.connect(file)) as raw:
        (table,) = raw.execute("SELECT id FROM tables").fetchone()
    assert out.startswith(f"{table}: sound\n1 open table replayed.\nThe books of chips are right.\n")
    assert "The deals of the day from" in out
    before = file.with_name("paplu.db.before-restore-2")
    told = out.removesuffix(AGAIN).split("Restored later.db. ")[1].splitlines()
    assert told[0] == f"The database from before is {before} now."
    assert "the bot ends 1 open table without a result" in told[2]
    with closing(sqlite3.connect(file)) as raw:
        assert raw.execute("SELECT settled_at FROM put_backs").fetchall() == [(None,)]
    assert (tables(file), tables(before), tables(file.with_name("paplu.db.before-restore"))) == (1, 0, 1)
    assert tables(Path("later.db")) == 1
    assert key(file) != key(Path("later.db"))
    assert key(file) != first
    assert not [one for one in file.parent.iterdir() if one.name.endswith((".unfinished", "-journal", "-wal", "-shm"))]


def test_what_a_killed_bot_has_written_last_is_kept_too(file: Path, capsys: Printed) -> None:
    killed(file)
    assert call(capsys, "db", "restore", "copy.db")[0] == 0
    assert not any(Path(f"{file}{end}").exists() for end in ("-wal", "-shm"))
    assert (tables(file), tables(file.with_name("paplu.db.before-restore"))) == (0, 2)


async def restore(file: Path) -> list[str]:
    return [line async for line, _ in restored_lines(address(file), Path("copy.db"))]


def refuse(*_: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("readable", [True, False])
def test_where_files_have_one_name_the_database_from_before_is_copied(
    readable: bool, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not readable:
        file.write_bytes(b"no database any more" * 500)
    content = file.read_bytes()
    monkeypatch.setattr("os.link", refuse)
    asyncio.run(restore(file))
    before = file.with_name("paplu.db.before-restore")
    assert tables(file) == 0
    assert tables(before) == 1 if readable else before.read_bytes() == content


@pytest.mark.parametrize("links", ["os.link", "none"])
def test_a_restore_that_is_killed_leaves_one_of_both_whole(links: str, file: Path) -> None:
    killed(file)
    there = {name: content for name, (content, _) in state(file.parent).items()}
    found = []
    for step in range(20):
        for left in file.parent.glob("paplu.db*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        for name, content in there.items():
            file.with_name(name).write_bytes(content)
        status = ends(STOPPED, step, links, log=file.with_name("said"))
        found.append(tables(file))
        if status == 0:
            break
        assert status == -signal.SIGKILL, file.with_name("said").read_text()
    assert found == sorted(found, reverse=True), "never the one from before again"
    assert {*found} == {0, 2}
    assert len(found) > 4


def test_a_file_that_nobody_can_read_is_moved_aside_with_its_journals(file: Path, capsys: Printed) -> None:
    killed(file)
    log = Path(f"{file}-wal").read_bytes()
    file.write_bytes(b"no database any more" * 500)
    assert call(capsys, "db", "restore", "copy.db")[0] == 0
    assert tables(file) == 0
    assert file.with_name("paplu.db.before-restore").read_bytes().startswith(b"no database")
    assert file.with_name("paplu.db.before-restore-wal").read_bytes() == log


def test_a_database_that_was_deleted_is_restored(file: Path, capsys: Printed) -> None:
    killed(file)
    file.unlink()
    status, out, _ = call(capsys, "db", "restore", "copy.db")
    assert (status, out.splitlines()[-2]) == (0, "Restored copy.db.")
    assert tables(file) == 0


def test_an_older_copy_is_upgraded_on_the_way(file: Path, capsys: Printed) -> None:
    old = gzip.decompress(OLD.read_bytes())
    Path("old.db").write_bytes(old)
    assert call(capsys, "db", "restore", "old.db")[0] == 0
    found, newest = asyncio.run(revision(address(file)))
    assert found == newest
    assert Path("old.db").read_bytes() == old


@pytest.mark.parametrize("kind", ["missing", "itself", "half", "theirs", "newer"])
def test_a_copy_that_cannot_be_used_changes_nothing(kind: str, file: Path, capsys: Printed) -> None:
    copy = Path("copy.db")
    with closing(sqlite3.connect(copy)) as raw, raw:
        match kind:
            case "theirs":
                raw.execute("DROP TABLE alembic_version")
            case "newer":
                raw.execute("UPDATE alembic_version SET version_num = '9999'")
    if kind == "half":
        copy.write_bytes(copy.read_bytes()[:-8192])
    name = {"missing": "none.db", "itself": "paplu.db"}.get(kind, "copy.db")
    before = state(file.parent)
    status, out, err = call(capsys, "db", "restore", name)
    assert (status, out) == (2, "")
    assert err.startswith("paplu: ")
    assert state(file.parent) == before


async def test_a_database_that_a_frozen_bot_holds_is_not_replaced(file: Path) -> None:
    store = await Store.open(address(file))
    await store.alarms.beat("one", NOW)
    with pytest.raises(DatabaseInUseError, match="stop it first"):
        assert [line async for line in restored_lines(address(file), Path("copy.db"))]
    await store.alarms.beat("one", NOW)
    await store.close()
    assert tables(file) == 1
    assert [left.name for left in file.parent.glob("paplu.db.*")] == ["paplu.db.number"]


@pytest.mark.parametrize(("seconds", "restored"), [(5, False), (55, False), (65, True)])
async def test_a_bot_has_to_be_silent_for_a_minute(seconds: int, restored: bool, file: Path) -> None:
    """It may be back at once, or work at another machine with a file that both see."""
    store = await Store.open(address(file))
    await store.alarms.beat("elsewhere/1/0", datetime.now(UTC) - timedelta(seconds=seconds))
    await store.close()
    with nullcontext() if restored else pytest.raises(DatabaseInUseError, match="stop it first"):
        assert [line async for line in restored_lines(address(file), Path("copy.db"))]
    assert tables(file) == (0 if restored else 1)


def test_of_a_bot_that_has_ended_on_this_machine_no_silence_is_asked(file: Path) -> None:
    async def leave_a_beat() -> None:
        store = await Store.open(address(file))
        await store.alarms.beat(ended, datetime.now(UTC))
        await store.close()

    ended = new_name().replace(f"/{os.getpid()}/", f"/{2**22 + 1}/")
    asyncio.run(leave_a_beat())
    assert asyncio.run(restore(file))
    assert tables(file) == 0


def test_on_a_server_pg_restore_does_it(file: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://paplu@127.0.0.1:1/paplu")
    status, _, err = call(capsys, "db", "restore", "copy.db")
    assert status == 2
    assert "pg_restore" in err


def put_backs(file: Path) -> list[tuple[int, int | None]]:
    """Return the moments to which the database was put back, and what is missing."""
    with closing(sqlite3.connect(file)) as raw:
        return raw.execute("SELECT back_to / 1000000, missing FROM put_backs").fetchall()


def test_a_restore_by_other_means_is_told_with_its_moment_and_a_gap_can_be_accepted(
    file: Path, capsys: Printed
) -> None:
    assert call(capsys, "db", "restored", "--to", "2026-01-01T14:05")[0] == 0
    assert put_backs(file) == [(int(datetime(2026, 1, 1, 14, 5, tzinfo=UTC).timestamp()), None)]
    status, out, _ = call(capsys, "db", "accept-gap")
    assert (status, out, put_backs(file)) == (0, "All goes on as it stands in the database.\n", [])
    assert call(capsys, "db", "accept-gap")[1] == "Nothing is missing: all goes on anyway.\n"
    for wrong in ("yesterday", "2999-01-01", "0001-01-01T00:00+14:00"):
        assert call(capsys, "db", "restored", "--to", wrong)[0] == 2
