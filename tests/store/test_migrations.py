"""Each migration keeps every row of a database that the version before has filled."""

import gzip
import sqlite3
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Boolean, Connection, Date, LargeBinary, MetaData, String, Table, select

from bot.cli.database.command import check_lines
from bot.store import migrate
from bot.store.address import parse_url
from bot.store.checks import is_current
from bot.store.engines import writing_engine

STORED = Path(__file__).parents[1] / "stored" / "v0_1"
REVISIONS = [one.revision for one in ScriptDirectory(str(migrate.MIGRATIONS)).walk_revisions()][::-1]
OF_0_1 = "0003"
"""The revision at which version 0.1 has stored its database."""
NOT_OURS = "alembic_version"
Stored = Mapping[str, list[dict[str, Any]]]
"""The rows of each table."""
Filled = dict[str, tuple[tuple[str, ...], list[tuple[Any, ...]]]]
"""The columns of each table, and its rows."""

GAIN = frozenset({"hash_keys"})
"""The tables to which migrations may add rows of their own."""
SAID: Mapping[str, Any] = {"event": "raised", "words": "too slow", "kind": "server"}
"""Values for columns of that name, which a number or any text would not suit."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """Return all that version 0.1 has stored."""
    file = tmp_path_factory.mktemp("stored") / "paplu.db"
    file.write_bytes(gzip.decompress((STORED / "paplu.db.gz").read_bytes()))
    with closing(sqlite3.connect(file)) as stored:
        stored.row_factory = sqlite3.Row
        names = [row[0] for row in stored.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: [dict(row) for row in stored.execute(f'SELECT * FROM "{name}"')] for name in names}


def tables(connection: Connection) -> list[Table]:
    """Return the tables in the database, in the order of their references."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != NOT_OURS]


def filled(connection: Connection, kept: Stored, before: Filled) -> Filled:
    """Return all rows, after every new table got rows that version 0.1 had there, or one that is made up."""
    found: Filled = {}
    for table in tables(connection):
        columns = tuple(column.name for column in table.columns)
        if table.name not in before and connection.execute(select(table).limit(1)).first() is None:
            made = {name: _made_up(connection, table, name) for name in columns}
            rows = [made | _typed(table, row) for row in kept.get(table.name, ())]
            connection.execute(table.insert(), rows or [made])
        found[table.name] = columns, list(map(tuple, connection.execute(select(table))))
    return found


def _typed(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of an SQLite row that the table has columns for, as any database takes them."""
    found = {name: value for name, value in row.items() if name in table.c}
    truth = {name for name, value in found.items() if isinstance(table.c[name].type, Boolean) and value is not None}
    return found | {name: bool(found[name]) for name in truth}


def _made_up(connection: Connection, table: Table, name: str) -> Any:
    """Return a value that this column may hold; a reference names the first row there is."""
    column = table.c[name]
    for key in column.foreign_keys:
        return connection.execute(select(key.column).order_by(key.column).limit(1)).scalar_one()
    if name in SAID:
        return SAID[name]
    match column.type:
        case Boolean():
            return False
        case Date():
            return date(2026, 1, 2)
        case LargeBinary():
            return bytes(32)
        case String():
            return "abc123"
    return 0


def check(revision: str, before: Filled, after: Filled) -> None:
    """See that all rows are there since that revision, in the columns that stay."""
    for name, (columns, rows) in before.items():
        now, new = after[name]
        stay = [column for column in columns if column in now]
        old_rows, new_rows = _of(columns, rows, stay), _of(now, new, stay)
        assert not old_rows - new_rows, f"{revision} loses or changes rows of {name}"
        assert new_rows == old_rows or name in GAIN, f"{revision} adds rows to {name}"


def _of(columns: tuple[str, ...], rows: list[tuple[Any, ...]], wanted: list[str]) -> Counter[tuple[Any, ...]]:
    """Return those columns of the rows."""
    places = [columns.index(column) for column in wanted]
    return Counter(rows if places == [*range(len(columns))] else (tuple(row[at] for at in places) for row in rows))


@pytest.mark.parametrize("start", ["0001", OF_0_1])
async def test_each_migration_keeps_every_row(url: str, kept: Stored, start: str) -> None:
    """Upgrade from the first revision, and from the one at which version 0.1 stored its rows."""
    steps = REVISIONS[REVISIONS.index(start) + 1 :]
    if start != OF_0_1:  # what comes later is seen from there, one by one
        steps = [*steps[: steps.index(OF_0_1) + 1], steps[-1]]

    def step(connection: Connection, revision: str, before: Filled) -> Filled:
        command.upgrade(migrate.config(connection), revision)
        after = filled(connection, kept, before)
        check(revision, before, after)
        return after

    engine = writing_engine(parse_url(url), foreign_keys=False)
    try:
        found: Filled = {}
        for revision in (start, *steps):
            found = await engine.run(partial(step, revision=revision, before=found))
    finally:
        await engine.close()
    assert await is_current(url)
    if start == OF_0_1:
        # Each row was compared. The tests of stored data replay the matches that have ended.
        assert [line async for line, is_sound in check_lines(url, only_open=True) if not is_sound] == []
