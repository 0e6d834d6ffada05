"""The decisions of seats in a record, each with the seat's view at that time, and their review."""

from collections.abc import Collection, Mapping

from bot.rummy.actions import Move
from bot.rummy.cards import Seat
from bot.rummy.errors import ErrorText, ParseError
from bot.rummy.game import game_of
from bot.rummy.record import Record
from bot.rummy.review import Review, Reviewed, SeenMove
from bot.rummy.table import Table


def review(record: Record, seat: Seat) -> Review | None:
    """Return the complete review of that seat's decisions. Return None if the game has no reviews.

    Raises:
        ParseError: the record cannot be played again, is not over, or has no such seat.
    """
    found = first_review(record, seat)
    return None if found is None else found.completed()


def first_review(record: Record, seat: Seat) -> Review | None:
    """Return the review of that seat's decisions by the record's game, as far as it is known at once. Return None if
    the game has no reviews.

    Raises:
        ParseError: the record cannot be played again, is not over, or has no such seat.
    """
    if not 0 <= seat < len(record.players):
        raise ParseError(ErrorText("no seat {number}", number=seat + 1))
    moves, end = _played(record, (seat,))
    return game_of(record.rules).review(moves[seat], end.view(seat))


def gravest_mistakes(record: Record, seats: Collection[Seat]) -> Mapping[Seat, Reviewed]:
    """Return the gravest mistake of each of these seats that is certain; seats without one are left out.

    Raises:
        ParseError: the record cannot be played again, or is not over.
    """
    moves, end = _played(record, seats)
    game = game_of(record.rules)
    reviews = {seat: game.certain_review(own, end.view(seat)) for seat, own in moves.items()}
    return {seat: found.gravest for seat, found in reviews.items() if found is not None and found.gravest is not None}


def _played(record: Record, seats: Collection[Seat]) -> tuple[Mapping[Seat, list[SeenMove]], Table]:
    """Return the moves of these seats, and the table at its end.

    Raises:
        ParseError: the record cannot be played again, or is not over.
    """
    before = record.opening()
    moves: dict[Seat, list[SeenMove]] = {seat: [] for seat in seats}
    for entry, table in zip(record.entries, record.tables(), strict=True):
        if entry.seat in moves and isinstance(entry.action, Move) and before.deal is not None:
            moves[entry.seat].append(SeenMove(before.view(entry.seat), entry.action))
        before = table
    if not before.is_over:
        raise ParseError(ErrorText("the match is not over"))
    return moves, before
