"""`paplu db`: care of the database. Each printed line comes with False if it reports a fault."""

import argparse
import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cli.database.bar import Bar
from bot.cli.database.move import check_silent, check_unused, move_lines
from bot.cli.database.prune import prune_lines
from bot.config import Config, ConfigError
from bot.console import FAULTY, OK, complain, plural
from bot.games.faces import GAMES
from bot.service.check import check
from bot.service.daily import Daily
from bot.service.match_effects import COUNTING
from bot.store.address import SQLITE, is_missing, parse_url, sqlite_file
from bot.store.backups import backup
from bot.store.checks import check_held, is_current, revision
from bot.store.errors import DatabaseAwayError, DatabaseInUseError, DatabaseUnusableError, StoreError
from bot.store.restore import made_ready, put_in
from bot.store.rows.put_backs import PutBack
from bot.store.schema import EPOCH
from bot.store.store import Store
from bot.store.upgrade import upgrade
from bot.text import refusals

Lines = AsyncIterator[tuple[str, bool]]

TERMINATED = 128 + signal.SIGTERM
"""The exit status of a command that was told to stop, as a shell gives it."""


def run(arguments: argparse.Namespace) -> int:
    """Run the command that was asked for. Return status 1 if something is wrong with the database."""
    try:
        config = Config.read()
        return asyncio.run(_print(_lines(arguments, config)))
    except (ConfigError, StoreError) as error:
        return complain(error)
    except asyncio.CancelledError:
        return TERMINATED


def _lines(arguments: argparse.Namespace, config: Config) -> Lines:
    url = config.database_url.get_secret_value()
    match arguments.what:
        case "upgrade":
            return upgrade_lines(url, unsaved=arguments.no_backup or config.upgrade_unsaved)
        case "backup":
            return backup_lines(url, arguments.file)
        case "restore":
            return restored_lines(url, arguments.file)
        case "check":
            return check_lines(url, only_open=arguments.open)
        case "prune":
            return pruned_lines(url, arguments.older_than, dry=arguments.dry_run, unsaved=config.upgrade_unsaved)
        case "move":
            return moved_lines(arguments.source, arguments.target)
        case "new-daily-key":
            return daily_key_lines(url, unsaved=config.upgrade_unsaved)
        case "restored":
            return noted_lines(url, arguments.to, unsaved=config.upgrade_unsaved)
        case "accept-gap":
            return accepted_lines(url, unsaved=config.upgrade_unsaved)
        case "release":
            return released_lines(url, unsaved=config.upgrade_unsaved)
        case _:
            return rebuild_lines(url, unsaved=config.upgrade_unsaved)


async def _print(lines: Lines) -> int:
    _stop_on_signals()
    status = OK
    async for line, sound in lines:
        print(line)
        status = status if sound else FAULTY
    return status


def _stop_on_signals() -> None:
    """Cancel this task at the first SIGTERM, so that it can clean up. A second one ends the process."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None

    def stop() -> None:
        loop.remove_signal_handler(signal.SIGTERM)
        task.cancel()

    with suppress(NotImplementedError):  # on Windows
        loop.add_signal_handler(signal.SIGTERM, stop)


async def upgrade_lines(url: str, *, unsaved: bool = False) -> Lines:
    """Upgrade the database to this version. Copy it first unless *unsaved* is true.

    Raises:
        DatabaseUnusableError: there is no such file; or it cannot be opened or copied, or is newer than the program.
    """
    file = sqlite_file(parse_url(url))
    problem = (
        f"there is no database {file and file.absolute()}: nothing to upgrade "
        "(DATABASE_URL names it; a bot that starts makes a new one)"
    )
    _must_exist(url, problem)
    done = await upgrade(url, unsaved=unsaved)
    if done.copy is not None:
        yield f"Copied to {done.copy}.", True
    if done.before == done.after:
        yield f"The database is at version {done.after} already.", True
    elif done.before is None:
        yield f"The database was empty. It is at version {done.after} now.", True
    else:
        yield f"Upgraded to {done.after}.", True


async def backup_lines(url: str, file: Path) -> Lines:
    """Copy the database to a new file.

    Raises:
        DatabaseUnusableError: it cannot be copied.
    """
    await backup(url, file)
    yield f"Copied to {file}.", True


async def check_lines(url: str, *, only_open: bool = False) -> Lines:
    """Read every table, or every open one. Replay those whose moves are kept.

    Check that void matches were undone and that the books of chips are right. Nothing is written to the database. Of an
    older one, a copy is upgraded and checked.

    Raises:
        DatabaseUnusableError: the database cannot be opened; or it is an older one on a server.
    """
    _must_exist(url, "there is no such database file: nothing to check")
    async with _as_it_is(url) as store:
        checked = 0
        async for id, fault in check(store, GAMES):
            checked += 1
            told = f"{id}: sound" if fault is None else refusals.fault(fault, GAMES)
            yield told, fault is None
        replayed = f"{plural(checked, 'open table')} replayed"
        if not only_open and (ended := await store.tables.number(are_open=False)):
            async for line in _faults_of_ended(store, ended):
                yield line
            replayed += f", and {plural(ended, 'ended table')} read"
        yield f"{replayed}.", True
        faults = await store.ledger.faults()
        for found in (*await store.disputes.faults(), *faults):
            yield found, False
        yield (
            "The books of chips are right." if not faults else f"{plural(len(faults), 'fault')} in the books of chips.",
            not faults,
        )


async def _faults_of_ended(store: Store, total: int) -> Lines:
    """Read the tables that are not open. Yield the faults found."""
    bar, done = Bar(), 0
    try:
        async for id, fault in check(store, GAMES, are_open=False):
            done += 1
            bar.show(min(done, total), total, id)
            if fault is not None:
                bar.close()
                yield refusals.fault(fault, GAMES), False
    finally:
        bar.close()


async def moved_lines(source: str, target: str) -> Lines:
    """Copy a database to an empty one, and check the copy.

    Raises:
        DatabaseUnusableError: one of them cannot be used or is in use, or the target is not empty.
    """
    async for line in move_lines(source, target):
        yield line
    async for line in check_lines(target, only_open=True):  # each row was compared
        yield line


async def restored_lines(url: str, copy: Path) -> Lines:
    """Put a copy in the place of the database, and name the tables that are open in it.

    Other people may have the copy, so the deals of the day to come get a new key.

    Raises:
        DatabaseUnusableError: the copy cannot be used; or the database is on a server, or a bot works with it.
    """
    async with made_ready(url, copy) as ready:
        await _check_stopped(url)
        async for line in check_lines(ready, only_open=True):
            yield line
        async for line in daily_key_lines(ready):
            yield line
        then = [line async for line in noted_lines(ready, None)]
        before = await put_in(ready, url)
    yield f"Restored {copy}." + (f" The database from before is {before} now." if before else ""), True
    for line in then:
        yield line


async def noted_lines(url: str, back_to: datetime | None, *, unsaved: bool = False) -> Lines:
    """Record that the database was put back to that moment. None: to the last moment that it knows.

    Raises:
        DatabaseUnusableError: the database cannot be opened, or a bot is connected with it.
    """
    _must_exist(url, "there is no such database file: nothing was put back")
    if back_to is not None:
        await check_unused(url)
    async with _closing(await Store.open(url, unsaved=unsaved)) as store:
        moment = back_to or await store.put_backs.last_moment()
        if is_used := moment > EPOCH:
            await store.put_backs.note(PutBack(datetime.now(UTC), moment))
        tables = plural(await store.tables.number(are_open=True), "open table")
    if not is_used:
        yield "No bot has run with it yet, so nothing in it has to end.", True
        return
    yield f"Put back to {moment:%Y-%m-%d %H:%M:%S} UTC: people may have seen cards that would come again.", True
    yield f"So at its next start the bot ends {tables} without a result, stakes go back, and tournaments pause.", True
    yield "If nobody has played since then, paplu db accept-gap lets all go on.", True


async def accepted_lines(url: str, *, unsaved: bool = False) -> Lines:
    """Let all go on as it stands, although the database was put back.

    Raises:
        DatabaseUnusableError: the database cannot be opened, or a bot is connected with it.
    """
    _must_exist(url, "there is no such database file: nothing to accept")
    await check_unused(url)
    async with _closing(await Store.open(url, unsaved=unsaved)) as store:
        found = await store.put_backs.accept()
    yield "All goes on as it stands in the database." if found else "Nothing is missing: all goes on anyway.", True


async def _check_stopped(url: str) -> None:
    """Raise DatabaseUnusableError if a bot works with the database. No bot works with a file that cannot be read."""
    try:
        await check_silent(url)
    except (DatabaseAwayError, DatabaseInUseError):
        raise
    except DatabaseUnusableError:
        return


async def pruned_lines(url: str, days: int, *, dry: bool, unsaved: bool = False) -> Lines:
    """Prune the tables that ended more than *days* ago. Only report what would be deleted if *dry* is true.

    Raises:
        DatabaseUnusableError: the database cannot be opened; or *dry* is true and it is not at this version.
    """
    _must_exist(url, "there is no such database file: nothing to prune")
    opening = Store.open_to_read(url) if dry else Store.open(url, unsaved=unsaved)
    async with _closing(await opening) as store:
        async for line in prune_lines(store, days, dry=dry):
            yield line


async def daily_key_lines(url: str, *, unsaved: bool = False) -> Lines:
    """Draw a new key for the deals of the days to come.

    Raises:
        DatabaseUnusableError: the database cannot be opened.
    """
    _must_exist(url, "there is no such database file: nothing to draw a key for")
    async with _closing(await Store.open(url, unsaved=unsaved)) as store:
        daily = Daily(store, GAMES, {}, lambda: datetime.now(UTC))
        today, first = daily.today, await daily.draw_key()
    yield f"The deals of the day from {first} on come from a new key.", True
    promised = f"Those from {today} to {first - timedelta(days=1)} were promised with the old one"
    yield f"{promised}: they count in no standings and no streak.", True


async def released_lines(url: str, *, unsaved: bool = False) -> Lines:
    """Release the database for another application.

    Raises:
        DatabaseUnusableError: the database cannot be opened, or a bot is connected with it.
    """
    _must_exist(url, "there is no such database file: nothing to release")
    await check_unused(url)
    async with _closing(await Store.open(url, unsaved=unsaved)) as store:
        await store.applications.release()
    yield "The database belongs to the next bot account that connects.", True


async def rebuild_lines(url: str, *, unsaved: bool = False) -> Lines:
    """Count all finished matches again.

    Raises:
        DatabaseUnusableError: the database cannot be opened.
    """
    _must_exist(url, "there is no such database file: nothing to count")
    async with _closing(await Store.open(url, unsaved=unsaved)) as store:
        rebuilt = await store.standings.rebuild(COUNTING)
    yield f"Counted {plural(rebuilt.matches, 'match', 'matches')} into {rebuilt.standings} standings.", True
    if rebuilt.corrected:
        yield f"Corrected {plural(rebuilt.corrected, 'rating')}.", True


def _must_exist(url: str, problem: str) -> None:
    """Raise DatabaseUnusableError with *problem* if there is no such database."""
    if is_missing(url):
        raise DatabaseUnusableError(problem)


@asynccontextmanager
async def _as_it_is(url: str) -> AsyncIterator[Store]:
    """Open the database for reading; of an older one on this machine, an upgraded copy.

    Raises:
        DatabaseUnusableError: it cannot be read, or is not a database of this bot.
    """
    is_ready = await is_current(url)
    address = parse_url(url)
    check_held(address, (await revision(url))[0])
    if is_ready or sqlite_file(address) is None:
        async with _closing(await Store.open_to_read(url)) as store:
            yield store
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        await backup(url, copy)
        await upgrade(copied := f"{SQLITE}:///{copy}", unsaved=True, is_passing=True)
        async with _closing(await Store.open_to_read(copied)) as store:
            yield store


@asynccontextmanager
async def _closing(store: Store) -> AsyncIterator[Store]:
    try:
        yield store
    finally:
        await store.close()
