"""The decisions of a seat in a record, each with the seat's view at that time, and their review."""

from bot.rummy.actions import Move
from bot.rummy.cards import Seat
from bot.rummy.errors import ErrorText, ParseError
from bot.rummy.game import game_of
from bot.rummy.record import Record
from bot.rummy.review import Review, SeenMove


def review(record: Record, seat: Seat) -> Review | None:
    """Return the review of that seat's decisions by the record's game. Return None if the game has no reviews.

    Raises:
        ParseError: the record cannot be played again, is not over, or has no such seat.
    """
    if not 0 <= seat < len(record.players):
        raise ParseError(ErrorText("no seat {number}", number=seat + 1))
    before = record.opening()
    moves: list[SeenMove] = []
    for entry, table in zip(record.entries, record.tables(), strict=True):
        if entry.seat == seat and isinstance(entry.action, Move) and before.deal is not None:
            moves.append(SeenMove(before.view(seat), entry.action))
        before = table
    if not before.is_over:
        raise ParseError(ErrorText("the match is not over"))
    return game_of(record.rules).review(moves, before.view(seat))
