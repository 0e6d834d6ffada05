"""A database is moved whole, or not at all."""

import asyncio
import gzip
import shutil
import signal
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.cli.database.command import moved_lines
from bot.cli.database.move import move_lines
from bot.store import migrate
from bot.store import move as store_move
from bot.store.address import SQLITE, is_missing, parse_url
from bot.store.engines import reading_engine, writing_engine
from bot.store.errors import DatabaseUnusableError
from bot.store.rows.leases import Lease, ProcessRow, Roster
from bot.store.store import Store
from bot.store.upgrade import upgrade
from tests.processes.forks import forked
from tests.store.samples import change

OLD = Path(__file__).parents[1] / "stored" / "v0_1" / "paplu.db.gz"

KILLED_MOVE = """
import asyncio, os, signal, sys
from sqlalchemy import event
from sqlalchemy.engine import Engine
from bot.store import move as store_move

store_move.BATCH, left = 50, int(sys.argv[3])

@event.listens_for(Engine, "after_cursor_execute")
def count(*args):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(store_move.move(sys.argv[1], sys.argv[2], lambda *_: None))
"""


def address(file: Path) -> str:
    return f"{SQLITE}:///{file}"


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with tables, matches, tournaments, chips and disputes of many kinds."""
    file = tmp_path_factory.mktemp("moving") / "played.db"
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    asyncio.run(upgrade(address(file), unsaved=True))
    with closing(sqlite3.connect(file)) as raw, raw:
        table, player = raw.execute('SELECT "table", player FROM results WHERE player IS NOT NULL').fetchone()
        rows = [(table, seq, event, player, "was it “Ⓐ”?\n", seq) for seq, event in enumerate(("raised", "answered"))]
        raw.executemany("INSERT INTO disputes VALUES (?, ?, ?, ?, ?, ?)", rows)
    return file


@pytest.fixture
def played(played_once: Path, tmp_path: Path) -> Path:
    """Return a copy of that database."""
    return Path(shutil.copy(played_once, tmp_path))


def rows_of(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of a file, as SQLite itself gives them."""
    with closing(sqlite3.connect(file)) as raw:
        names = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: sorted(raw.execute(f'SELECT * FROM "{name}"'), key=repr) for name in names}


async def holds(url: str) -> bool:
    """Return whether that database has any row, or any table."""
    if is_missing(url):
        return False
    engine = reading_engine(parse_url(url))
    try:
        return bool(await engine.run(lambda connection: migrate.current(connection)))
    finally:
        await engine.close()


async def test_there_and_back_it_is_the_same(played: Path, postgresql: str, tmp_path: Path) -> None:
    back, shown = tmp_path / "back.db", []
    lines = [line async for line in moved_lines(address(played), f"{postgresql}&password=sesame")]
    assert "sesame" not in str(lines)
    assert all(fine for _, fine in lines)
    assert lines[-1] == ("The books of chips are right.", True)
    await store_move.move(postgresql, address(back), lambda *step: shown.append(step))
    assert rows_of(back) == rows_of(played)
    assert sum(map(len, rows_of(back).values())) > 1000
    done = [step for step, *_ in shown]
    assert done == sorted(done)
    assert done[-1] == shown[0][1]
    with closing(sqlite3.connect(back)) as raw, pytest.raises(sqlite3.Error, match="nobody can change"):
        raw.execute("DELETE FROM disputes")  # its guards have come along


@pytest.mark.parametrize(("kind", "statements"), [("sqlite", 90), ("sqlite", 330), ("postgresql", 260)])
async def test_a_killed_move_leaves_an_empty_target(
    kind: str, statements: int, played: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    target, before = request.getfixturevalue(kind), rows_of(played)
    said = tmp_path / "said"
    moves = forked(KILLED_MOVE, address(played), target, str(statements), log=said)
    assert await moves.wait() == -signal.SIGKILL, said.read_text(encoding="utf-8")
    assert not await holds(target)
    await store_move.move(address(played), target, lambda *_: None)
    assert await holds(target)
    assert rows_of(played) == before


async def test_what_is_not_what_was_copied_is_not_kept(played: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly = store_move._insert

    def forget_one(plain: Any, batch: list[tuple[Any, ...]], connection: Any) -> None:
        plainly(plain, batch[1:] if plain.name == "standings" else batch, connection)

    monkeypatch.setattr(store_move, "_insert", forget_one)
    with pytest.raises(DatabaseUnusableError, match="standings is not what was copied: nothing was moved"):
        await store_move.move(address(played), url, lambda *_: None)
    assert not await holds(url)


async def test_only_an_empty_target_is_taken(played: Path, url: str) -> None:
    store = await Store.open(url)  # made, and empty
    await store.close()
    await store_move.move(address(played), url, lambda *_: None)
    with pytest.raises(DatabaseUnusableError, match="is not empty, and was left as it is"):
        await store_move.move(address(played), url, lambda *_: None)
    with pytest.raises(DatabaseUnusableError, match="same database"):
        await store_move.move(url, url, lambda *_: None)


async def test_a_database_of_another_program_is_left_alone(played: Path, url: str) -> None:
    engine = writing_engine(parse_url(url))
    await engine.run(lambda connection: connection.execute(text("CREATE TABLE bread (crumbs INTEGER)")))
    await engine.close()
    with pytest.raises(DatabaseUnusableError, match=r"is not empty|tables of another program"):
        await store_move.move(address(played), url, lambda *_: None)


async def test_a_source_that_no_upgrade_helps_is_told_from_an_older_one(played: Path, sqlite: str) -> None:
    with closing(sqlite3.connect(played)) as raw, raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseUnusableError, match="install the newer paplu"):
        await store_move.move(address(played), sqlite, lambda *_: None)
    with closing(sqlite3.connect(played)) as raw, raw:
        raw.execute("DELETE FROM alembic_version")
    with pytest.raises(DatabaseUnusableError, match="holds no data of paplu"):
        await store_move.move(address(played), sqlite, lambda *_: None)


async def test_an_older_source_is_upgraded_first(tmp_path: Path) -> None:
    file, target = tmp_path / "old.db", tmp_path / "new.db"
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    with pytest.raises(DatabaseUnusableError, match="paplu db upgrade"):
        await store_move.move(address(file), address(target), lambda *_: None)
    with pytest.raises(DatabaseUnusableError, match="nothing to move"):
        await store_move.move(address(tmp_path / "none.db"), address(target), lambda *_: None)
    assert not target.exists()


async def test_nobody_writes_to_the_source_meanwhile(postgresql: str, tmp_path: Path) -> None:
    source, target = await Store.open(postgresql), tmp_path / "new.db"
    await source.tables.commit(change())
    later: list[asyncio.Task[None]] = []

    def write(*_: object) -> None:
        if not later:
            later.append(asyncio.get_running_loop().create_task(source.tables.commit(change(expected=1))))

    await store_move.move(postgresql, address(target), write)
    await later[0]
    await source.close()
    assert [len(rows_of(target)[name]) for name in ("tables", "journal")] == [1, 1]


async def test_nobody_writes_to_a_source_in_a_file_meanwhile(played: Path, tmp_path: Path) -> None:
    refused: list[str] = []

    def write(*_: object) -> None:
        with closing(sqlite3.connect(played, timeout=0)) as raw:
            try:
                raw.execute("DELETE FROM settings")
            except sqlite3.OperationalError as error:
                refused.append(str(error))

    before = rows_of(played)
    await store_move.move(address(played), address(tmp_path / "new.db"), write)
    assert set(refused) == {"database is locked"}
    assert rows_of(tmp_path / "new.db") == before


async def started(url: str, process: str = "elsewhere/1/a") -> Store:
    """Return a database with all that a bot writes to it before anybody plays."""
    store = await Store.open(url)
    roster = Roster({process: ProcessRow(process, 7)}, {0: Lease(0, 1, holder=process)})
    await store.roster.change(lambda _: roster)
    await store.alarms.beat(process, datetime.now(UTC))
    return store


async def test_a_target_at_which_nobody_has_played_is_taken(played: Path, url: str, tmp_path: Path) -> None:
    await (await started(address(played), "here/2/b")).close()
    await (await started(url)).close()
    await store_move.move(address(played), url, lambda *_: None)
    await store_move.move(url, address(tmp_path / "back.db"), lambda *_: None)
    assert rows_of(tmp_path / "back.db") == rows_of(played)


@pytest.mark.parametrize("is_running", [True, False])
@pytest.mark.parametrize("is_source", [True, False])
async def test_a_bot_that_works_with_one_of_both_is_found(
    is_source: bool, is_running: bool, url: str, tmp_path: Path
) -> None:
    other = address(tmp_path / "other.db")
    if not is_source:
        await (await Store.open(other)).close()
    used, ends = await started(url), (url, other) if is_source else (other, url)

    async def pause(_: float) -> None:
        if is_running:
            await used.alarms.beat("elsewhere/1/a", datetime.now(UTC))

    lines = move_lines(*ends, pause)
    if is_running:
        with pytest.raises(DatabaseUnusableError, match="stop it first"):
            await anext(lines)
        assert is_missing(other) is is_source
        found, _ = await used.roster.change(lambda roster: roster)
        assert found.processes
    else:
        assert [line async for line in lines]
    await used.close()
