"""`paplu verify` and `paplu replay`: the record of a match, in a file."""

import argparse
from collections.abc import Iterator
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
    lines = verify_lines if arguments.command == "verify" else replay_lines
    try:
        show(lines(read_record(arguments.file)))
    except UnprovenError as error:
        complain(error)
        return FAULTY
    except ParseError as error:
        return complain(f"{arguments.file}: {error}")
    return OK


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
