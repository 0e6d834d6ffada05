"""`paplu db`: looking after the database. What a command prints comes with whether it tells of something sound."""

import argparse
import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot import text
from bot.cli import FAULTY, OK, complain
from bot.config import Config, ConfigError
from bot.games.faces import GAMES
from bot.service.check import check
from bot.service.standings import COUNTING
from bot.store import database
from bot.store.errors import DatabaseUnusableError, StoreError
from bot.store.store import Store

Lines = AsyncIterator[tuple[str, bool]]


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked with the database of the settings; status 1 if something is wrong with it."""
    try:
        url = Config.read().database_url.get_secret_value()
        return asyncio.run(_print(_lines(arguments, url)))
    except (ConfigError, StoreError) as error:
        return complain(error)


def _lines(arguments: argparse.Namespace, url: str) -> Lines:
    match arguments.what:
        case "upgrade":
            return upgrade_lines(url)
        case "backup":
            return backup_lines(url, arguments.file)
        case "check":
            return check_lines(url)
        case _:
            return rebuild_lines(url)


async def _print(lines: Lines) -> int:
    status = OK
    async for line, sound in lines:
        print(line)
        status = status if sound else FAULTY
    return status


async def upgrade_lines(url: str) -> Lines:
    """Brings the database to this version.

    Raises:
        DatabaseUnusableError: it cannot be opened, or is newer than the program.
    """
    before, after = await database.upgrade(url)
    yield (f"The database is at version {after} already." if before == after else f"Upgraded to {after}."), True


async def backup_lines(url: str, file: Path) -> Lines:
    """Copies the database to a file that is not there yet.

    Raises:
        DatabaseUnusableError: it cannot be copied.
    """
    await database.backup(url, file)
    yield f"Copied to {file}.", True


async def check_lines(url: str) -> Lines:
    """Replays every open table, and proves that void matches went back and that the books of chips are right.

    Raises:
        DatabaseUnusableError: the database cannot be opened.
    """
    async with _opened(url, "check") as store:
        checked = 0
        async for id, fault in check(store, GAMES):
            checked += 1
            yield (f"{id}: sound" if fault is None else fault), fault is None
        yield f"{text.count(checked, 'open table')} replayed.", True
        for fault in await store.disputes.faults():
            yield fault, False
        faults = await store.ledger.faults()
        for fault in faults:
            yield fault, False
        yield text.chips.books(len(faults)), not faults


async def rebuild_lines(url: str) -> Lines:
    """Counts all finished matches again.

    Raises:
        DatabaseUnusableError: the database cannot be opened.
    """
    async with _opened(url, "count") as store:
        rebuilt = await store.standings.rebuild(COUNTING)
    yield f"Counted {text.count(rebuilt.matches, 'match', 'matches')} into {rebuilt.standings} standings.", True
    if rebuilt.corrected:
        yield f"Corrected {text.count(rebuilt.corrected, 'rating')}.", True


@asynccontextmanager
async def _opened(url: str, purpose: str) -> AsyncIterator[Store]:
    """The database, which must exist already."""
    if database.is_missing(url):
        raise DatabaseUnusableError(f"there is no such database file: nothing to {purpose}")
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()
