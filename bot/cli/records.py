"""`paplu verify` and `paplu replay`: the record of a match, in a file."""

import argparse
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from bot import text
from bot.cli import FAULTY, OK, complain, show
from bot.games.faces import GAMES
from bot.rummy.errors import ParseError
from bot.rummy.record import MAX_CHARACTERS, Record
from bot.rummy.view import View
from bot.service.shuffle import UnprovenError, verify


def run(arguments: argparse.Namespace) -> int:
    """Verify or replay a record; status 1 if it is not what it promises."""
    try:
        written = read(arguments.file)
        record = Record.parse(written, GAMES)
    except ParseError as error:
        return complain(f"{arguments.file}: {error}")
    is_verified = arguments.command == "verify"
    try:
        show(verify_lines(record, written, arguments.digest) if is_verified else replay_lines(record))
    except (UnprovenError, ParseError) as error:
        complain(error)
        return FAULTY
    return OK


def read(path: Path) -> str:
    """The text of a file that may hold a record.

    Raises:
        ParseError: the file cannot be read.
    """
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MAX_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise ParseError(f"cannot be read: {error}") from None


def verify_lines(record: Record, written: str, digest: str | None = None) -> Iterator[str]:
    """What was promised of a finished table and was kept: shuffles, players, figures; and what a file cannot prove.

    Args:
        record: the record.
        written: the text in which it was found.
        digest: of the record as the bot has told it, in hexadecimal.

    Raises:
        UnprovenError: something was not kept; says what.
        ParseError: the rules refuse an action of the record, or a figure is not what the actions make.
    """
    checked = verify(record)
    _check_spelling(record, written)
    if digest is not None and digest.lower() != record.digest:
        raise UnprovenError(text.endings.other_digest(record.digest, removed=_is_removed(record)))
    yield from (f"{what}: as promised" for what in checked)
    if _is_removed(record):
        yield text.endings.REMOVED
    yield f"Table {record.code}: {text.count(len(checked), 'shuffle')} recomputed from the published seed."
    played, figures = text.count(len(record.entries), "action"), text.count(len(record.figures), "figure")
    yield f"Played again: {played}, and {figures} as written down."
    assert record.shuffle is not None  # proven above
    yield f"Commitment {record.shuffle.commitment}"
    yield f"Digest     {record.digest}"
    yield text.endings.FILE_ALONE if digest is None else text.endings.SAME_DIGEST


def _is_removed(record: Record) -> bool:
    return record.shuffle is not None and record.shuffle.removed is not None


def _check_spelling(record: Record, written: str) -> None:
    """Do nothing where the text is the record as the bot writes it: its digest then covers all that a person reads.

    Raises:
        UnprovenError: it is not; says where.
    """
    if not record.figures:
        raise UnprovenError("the figures at the end are missing")
    lines = zip_longest(written.removesuffix("\n").split("\n"), str(record).removesuffix("\n").split("\n"))
    for number, (found, right) in enumerate(lines, start=1):
        if found != right:
            raise UnprovenError(f"line {number}: the bot writes {str(right)[:80]!r}, not {str(found)[:80]!r}")


def replay_lines(record: Record) -> Iterator[str]:
    """A record played again, in words: what everybody saw, and the points.

    Raises:
        ParseError: the rules refuse an action, or a figure of the record is not what they make; says which.
    """
    record.check_figures()
    before = record.opening().view(None)
    for table in record.tables():
        view = table.view(None)
        yield from _change_lines(before, view)
        before = view
    yield f"Table {record.code}: {before.stage}."
    for seat, total in enumerate(before.totals):
        place = f"place {before.match.places[seat]}, " if before.match.is_over else ""
        yield f"  seat {seat + 1}, {before.players[seat]}: {place}{text.table.standing(before.match, total)}"
    if record.figures:
        yield f"{text.count(len(record.figures), 'figure')} as written down."


def _change_lines(before: View, after: View) -> Iterator[str]:
    """What everybody saw happen between two states of a table."""
    if after.deal is None:
        return
    seen = len(before.deal.events) if before.deal and before.deal_number == after.deal_number else 0
    if before.deal is None or (before.deal.outcome and not after.deal.outcome):
        cut = "".join(f", {word} card {text.card(card)}" for word, card in after.deal.face_up.items())
        yield f"Deal {after.deal_number}{cut}."
        seen = 0
    for event in after.deal.events[seen:]:
        yield "  " + text.event(event, f"Seat {event.seat + 1}", after.rules)
