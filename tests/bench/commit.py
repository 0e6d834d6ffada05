"""A move's commit: alone and at 100 busy tables, against raw `sqlite3` writing the same rows."""

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time

from bot.codes import TableStatus
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.subjects import Change, Effects, JournalLine
from bot.store.rows.tables import TableRow
from bot.store.store import Store

LONE = 400  # commits one after another
TABLES = 100
MOVES = 30  # at each busy table
RULES = "a line of the rule set as it was\n" * 100
LOBBY = "x" * 600
NOW = datetime(2026, 11, 1, tzinfo=UTC)


def move(table: TableId, version: int) -> Change[TableId, TableRow]:
    """Return the rows of an ordinary move: the table, one line, and the next turn's two alarms."""
    row = TableRow(
        id=table,
        status=TableStatus.PLAYING,
        version=version,
        step=version,
        guild=1 << 60,
        channel=1 << 60,
        thread=1 << 60,
        host=PlayerId(1 << 60),
        private=False,
        rules_id="circle",
        rules=RULES,
        pace="normal",
        lobby=LOBBY,
        digest="d" * 64,
        seed=b"s" * 32,
        commitment="c" * 64,
        opened_at=NOW,
        changed_at=NOW,
    )
    line = JournalLine(version - 1, "seat 3", "discard 7S", NOW)
    turn, remind = (Alarm(NOW, table, kind, version, Seat(3)) for kind in (AlarmKind.TURN, AlarmKind.REMIND))
    return Change(row, Effects((line,)), (turn, remind))


UPDATED = ("version", "step", "host", "lobby", "digest")


class Raw:
    """The floor: plain `sqlite3`, a transaction a move, nothing but the statements."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._connection.execute("PRAGMA synchronous = FULL")

    def commit(self, change: Change[TableId, TableRow]) -> None:
        row, execute = change.row, self._connection.execute
        execute("BEGIN IMMEDIATE")
        execute(
            "UPDATE tables SET status = ?, version = ?, step = ?, host = ?, lobby = ?, digest = ?, "
            "changed_at = ? WHERE id = ? AND version = ?",
            [row.status.value, *(getattr(row, name) for name in UPDATED), 0, row.id, change.expected],
        )
        for line in change.effects.journal:
            execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", (row.id, line.seq, line.actor, line.action, 0))
        execute('DELETE FROM alarms WHERE "table" = ?', (row.id,))
        for alarm in change.alarms or ():
            values = (row.id, alarm.kind.value, 0, alarm.step, alarm.seat)
            execute("INSERT INTO alarms VALUES (?, ?, ?, ?, ?)", values)
        execute("COMMIT")

    def close(self) -> None:
        self._connection.close()


Commit = Callable[[Change[TableId, TableRow]], Awaitable[None]]


async def timed(commit: Commit, change: Change[TableId, TableRow]) -> float:
    start = perf_counter()
    await commit(change)
    return perf_counter() - start


async def play(commit: Commit, table: TableId) -> list[float]:
    """Return the waits of one busy table: its next move comes when the last one is on disk."""
    return [await timed(commit, move(table, version)) for version in range(2, MOVES + 2)]


def names(count: int) -> list[TableId]:
    return [TableId(f"t{number:05}") for number in range(count)]


async def opened(file: Path, *, batch: int = 500) -> Store:
    store = await Store.open(f"sqlite+aiosqlite:///{file}", batch=batch)
    await asyncio.gather(*(store.tables.commit(move(table, 1)) for table in names(TABLES)))
    return store


def report(label: str, waits: list[float], each: float, processor: float, raw: float) -> None:
    p99 = quantiles(waits, n=100)[98]
    print(
        f"{label:32} wait {1e3 * median(waits):7.3f} ms median {1e3 * p99:7.3f} p99"
        f" | {1e3 * each:7.3f} ms a move ({1e3 * processor:6.3f} processor) = {each / raw:5.2f} × raw"
    )


async def lone(folder: Path) -> float:
    """Make raw and lone commits in turn, so that both meet the same disk. Return the mean seconds of the raw ones."""
    store = await opened(folder / "lone.db")
    await (await opened(folder / "raw.db")).close()
    raw = Raw(folder / "raw.db")
    table = names(1)[0]
    floor, waits = [], []
    for version in range(2, LONE + 2):
        start = perf_counter()
        raw.commit(move(table, version))
        floor.append(perf_counter() - start)
        waits.append(await timed(store.tables.commit, move(table, version)))
    raw.close()
    await store.close()
    each = median(floor)
    print(
        f"{'raw sqlite3, one commit a move':32} {1e3 * each:.3f} ms median {1e3 * quantiles(floor, n=100)[98]:.3f} p99"
    )
    print(f"{'lone commit':32} {1e3 * median(waits):.3f} ms median {1e3 * quantiles(waits, n=100)[98]:.3f} p99")
    print(f"{'':32} {median(waits) / each:.1f} × raw (goal: 15 at most)")
    return each


async def busy(folder: Path, batch: int) -> tuple[list[float], float, float]:
    """Commit at 100 tables at once. Return the waits, and the seconds and processor seconds of a move."""
    store = await opened(folder / f"busy{batch}.db", batch=batch)
    start, used = perf_counter(), process_time()
    waits = await asyncio.gather(*(play(store.tables.commit, table) for table in names(TABLES)))
    each, processor = (
        (end - begin) / (TABLES * MOVES) for end, begin in ((perf_counter(), start), (process_time(), used))
    )
    await store.close()
    return [wait for of_one in waits for wait in of_one], each, processor


def run() -> None:
    """Print medians, p99 and ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        raw = asyncio.run(lone(folder))
        single = asyncio.run(busy(folder, 1))
        grouped = asyncio.run(busy(folder, 500))
    report("100 tables, one commit each", *single, raw)
    report("100 tables, commits grouped", *grouped, raw)
    print(f"{'':32} goal: 1 × raw at most; {single[1] / grouped[1]:.1f} × the throughput (goal: 3 at least)")


if __name__ == "__main__":
    run()
