"""`paplu db move` of 60,000 matches to PostgreSQL and back, killed once in the middle.

`database_move [MATCHES]`. A few matches are played, and their rows are repeated with other codes. The target of the
killed move must be empty; the next move proves that. Both moves must print the same counts and digests, and
`paplu db check` must find no fault.
"""

import asyncio
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from time import perf_counter

from bot.service.match_effects import COUNTING
from bot.store import schema
from bot.store.address import SQLITE
from bot.store.store import Store
from tests.postgresql import fresh, running
from tests.service.context import ASHA, BEN, desk

MATCHES = 60_000
PLAYED = 20
PAPLU = (sys.executable, "-m", "bot", "db")
KILLED = """
import os, signal, sys
from bot.cli.database.bar import Bar
from bot.cli.main import main

def show(bar, done, total, what):
    if 2 * done > total:
        os.kill(os.getpid(), signal.SIGKILL)

Bar.show = show
main(sys.argv[1:])
"""
"""`paplu`, killed when half of the work of its bar is done: all is written, and some of it compared."""


def run(matches: int = MATCHES) -> dict[str, int]:
    """Print how long each step took, and its findings. Return everything that was wrong."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="moving-")))
        server = fresh(stack.enter_context(running()))
        old, back = (f"{SQLITE}:///{folder / name}" for name in ("old.db", "back.db"))
        asyncio.run(_filled(old, folder / "old.db", matches))
        print(f"{matches} matches, {(folder / 'old.db').stat().st_size / 1e6:.0f} MB", flush=True)
        there = _told("to PostgreSQL", "move", old, server)
        print("\n".join(f"  {line}" for line in there if "digest" in line))
        _killed(server, back)
        again = _told("back to SQLite", "move", server, back)
        differ = {line for line in there if "digest" in line} ^ {line for line in again if "digest" in line}
        print("\n".join(["counts and digests that differ:", *sorted(differ)]) if differ else "all digests are the same")
        faults = 0
        for address in (server, back):
            lines, status = _asked("checked", "check", address=address)
            faults += status != 0
            print("\n".join(f"  {line}" for line in lines[-1 if status == 0 else 0 :]))
    return {"lines of counts and digests that differ": len(differ), "databases with faults": faults}


async def _filled(address: str, file: Path, matches: int) -> None:
    """Make a database with that many matches."""
    async with desk(address) as d:
        for _ in range(PLAYED):
            await d.finish((await d.table(ASHA, BEN)).id)
    with closing(sqlite3.connect(file)) as raw, raw:
        _repeat(raw, matches)
    store = await Store.open(address)
    await store.standings.rebuild(COUNTING)
    await store.close()


def _repeat(raw: sqlite3.Connection, matches: int) -> None:
    """Store the rows of the matches that are there again and again, under other codes."""
    found = [id for (id,) in raw.execute("SELECT id FROM tables")]
    raw.execute("CREATE TEMP TABLE copies (before TEXT, after TEXT)")
    copies = ((found[number % len(found)], f"{number:06}") for number in range(matches - len(found)))
    raw.executemany("INSERT INTO copies VALUES (?, ?)", copies)
    for table in schema.metadata.sorted_tables:
        if table is not schema.tables and not any(key.column is schema.tables.c.id for key in table.foreign_keys):
            continue
        id, *others = (f'"{column.name}"' for column in table.c)
        names = ", ".join(others)
        raw.execute(
            f"INSERT INTO {table.name} ({id}, {names}) SELECT after, {names} FROM copies JOIN {table.name} "
            f"ON before = {table.name}.{id}"
        )
    raw.execute("DROP TABLE copies")


def _told(what: str, *arguments: str) -> list[str]:
    """Return the output of a command that must succeed, and print how long it takes."""
    lines, status = _asked(what, *arguments)
    assert status == 0, "\n".join(lines)
    return lines


def _asked(what: str, *arguments: str, address: str = "") -> tuple[list[str], int]:
    """Return the output and the status of a command, and print how long it takes."""
    begin, used = perf_counter(), _processor()
    done = subprocess.run([*PAPLU, *arguments], env=_environment(address), capture_output=True, text=True, check=False)
    seconds, processor = perf_counter() - begin, _processor() - used
    print(f"{what}: {seconds:.0f} s, {processor:.0f} s of processor time of the command", flush=True)
    return (done.stdout + done.stderr).splitlines(), done.returncode


def _killed(source: str, target: str) -> None:
    """Begin to move, and be killed when half is done."""
    command = (sys.executable, "-c", KILLED, "db", "move", source, target)
    assert subprocess.run(command, env=_environment(), check=False).returncode == -signal.SIGKILL
    print("killed when half was done", flush=True)


def _environment(address: str = "") -> dict[str, str]:
    """Return the environment of a command."""
    return {"PYTHONPATH": str(Path(__file__).parents[2]), **({"DATABASE_URL": address} if address else {})}


def _processor() -> float:
    """Return seconds of processor time that commands have taken until now."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
