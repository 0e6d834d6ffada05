"""What `paplu db`, `paplu verify` and `paplu replay` do: they look after stored tables and record files."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from bot import text
from bot.games.faces import GAMES
from bot.rummy.errors import ParseError
from bot.rummy.record import MAX_CHARACTERS, Record
from bot.rummy.view import View
from bot.service.check import check
from bot.service.shuffle import verify
from bot.service.standings import COUNTING
from bot.store import database
from bot.store.errors import DatabaseUnusableError
from bot.store.store import Store


async def upgrade_lines(url: str) -> AsyncIterator[tuple[str, bool]]:
    """Brings the database to this version.

    Raises:
        DatabaseUnusableError: it cannot be opened, or is newer than the program.
    """
    before, after = await database.upgrade(url)
    yield (f"The database is at version {after} already." if before == after else f"Upgraded to {after}."), True


async def backup_lines(url: str, file: Path) -> AsyncIterator[tuple[str, bool]]:
    """Copies the database to a file that is not there yet.

    Raises:
        DatabaseUnusableError: it cannot be copied.
    """
    await database.backup(url, file)
    yield f"Copied to {file}.", True


async def check_lines(url: str) -> AsyncIterator[tuple[str, bool]]:
    """Replays every open table and proves the books of chips; lines, and whether each tells of something sound.

    Raises:
        DatabaseUnusableError: the database cannot be opened.
    """
    if database.is_missing(url):
        raise DatabaseUnusableError("there is no such database file: nothing to check")
    store = await Store.open(url)
    checked = 0
    try:
        async for id, fault in check(store, GAMES):
            checked += 1
            yield (f"{id}: sound" if fault is None else fault), fault is None
        yield f"{text.count(checked, 'open table')} replayed.", True
        faults = await store.check_books()
        for fault in faults:
            yield fault, False
        yield text.chips.books(len(faults)), not faults
    finally:
        await store.close()


async def rebuild_lines(url: str) -> AsyncIterator[tuple[str, bool]]:
    """Counts all finished matches anew; says what came of it.

    Raises:
        DatabaseUnusableError: the database cannot be opened.
    """
    if database.is_missing(url):
        raise DatabaseUnusableError("there is no such database file: nothing to count")
    store = await Store.open(url)
    try:
        rebuilt = await store.rebuild_standings(COUNTING)
    finally:
        await store.close()
    yield f"Counted {text.count(rebuilt.matches, 'match', 'matches')} into {rebuilt.standings} standings.", True
    if rebuilt.corrected:
        yield f"Corrected {text.count(rebuilt.corrected, 'rating')}.", True


def read_record(path: Path) -> Record:
    """The record in a file.

    Raises:
        ParseError: the file cannot be read, or is no record.
    """
    try:
        with path.open(encoding="utf-8") as file:
            return Record.parse(file.read(MAX_CHARACTERS + 1), GAMES)
    except (OSError, UnicodeDecodeError) as error:
        raise ParseError(f"cannot be read: {error}") from None


def verify_lines(record: Record) -> Iterator[str]:
    """What was shuffled at a finished table, each as promised.

    Raises:
        UnprovenError: something was not; says what.
        ParseError: the rules refuse an action of the record.
    """
    checked = verify(record)
    yield from (f"{what}: as promised" for what in checked)
    if record.shuffle is not None and record.shuffle.removed is not None:
        yield text.endings.REMOVED
    yield f"Table {record.code}: {text.count(len(checked), 'shuffle')} recomputed from the published seed."


def replay_lines(record: Record) -> Iterator[str]:
    """A record played again, in words: what everybody saw, and the points.

    Raises:
        ParseError: the rules refuse an action, or a figure of the record is not what they make; says which.
    """
    record.check_figures()
    before = record.opening().view(None)
    for table in record.tables():
        view = table.view(None)
        yield from _told(before, view)
        before = view
    yield f"Table {record.code}: {before.stage}."
    for seat, total in enumerate(before.totals):
        place = f"place {before.match.places[seat]}, " if before.match.is_over else ""
        yield f"  seat {seat + 1}, {before.players[seat]}: {place}{text.table.standing(before.match, total)}"
    if record.figures:
        yield f"{text.count(len(record.figures), 'figure')} as written down."


def _told(before: View, after: View) -> Iterator[str]:
    if after.deal is None:
        return
    seen = len(before.deal.events) if before.deal and before.deal_number == after.deal_number else 0
    if before.deal is None or (before.deal.outcome and not after.deal.outcome):
        cut = "".join(f", {word} card {text.card(card)}" for word, card in after.deal.face_up.items())
        yield f"Deal {after.deal_number}{cut}."
        seen = 0
    for event in after.deal.events[seen:]:
        yield "  " + text.event(event, f"Seat {event.seat + 1}", after.rules)
