"""Tournaments with their tables, for screens."""

from contextlib import suppress

from bot.rummy.ids import Player, PlayerId
from bot.rummy.tournament.rounds import RoundTable
from bot.screens.tournaments.brackets import TournamentView
from bot.service.errors import CorruptError, ServiceError
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState


async def tournament_view(state: TournamentState, tables: Tables) -> TournamentView:
    """Return the tournament with the tables that are being played. Leave out a table that cannot be read."""
    bracket = state.progress.bracket
    found: dict[int, TableState] = {}
    for table in bracket.open_tables if bracket is not None else ():
        if code := state.progress.codes.get(table.number):
            with suppress(ServiceError, CorruptError):
                found[table.number] = await tables.find(code)
    return TournamentView(state, found)


def seat_of(state: TournamentState, player: PlayerId) -> RoundTable | None:
    """Return the table at which a player has to play now."""
    bracket = state.progress.bracket
    return next((t for t in bracket.open_tables if Player(player) in t.players), None) if bracket is not None else None
