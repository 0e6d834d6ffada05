"""The decisions of a seat in a record, each with what the seat could know then, and the review of them."""

from bot.rummy.actions import Move
from bot.rummy.cards import Seat
from bot.rummy.errors import ErrorText, ParseError
from bot.rummy.game import game_of
from bot.rummy.record import Record
from bot.rummy.review import Review, SeenMove


def review(record: Record, seat: Seat) -> Review | None:
    """Return what the record's game says of that seat's decisions; None if the game reviews nothing.

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
