"""A tournament with its tables, looked up for those who show it."""

from contextlib import suppress

from bot.rummy.ids import Player, PlayerId
from bot.rummy.tournament import RoundTable
from bot.screens.brackets import TournamentView
from bot.service.errors import ServiceError
from bot.service.tables import Tables
from bot.service.tournaments.update import TournamentUpdate
from bot.service.update import CorruptTableError, Update


async def viewed(update: TournamentUpdate, tables: Tables) -> TournamentView:
    """The tournament with the tables that are being played; one that cannot be read is left out."""
    bracket = update.state.bracket
    found: dict[int, Update] = {}
    for table in bracket.open_tables if bracket is not None else ():
        if code := update.state.codes.get(table.number):
            with suppress(ServiceError, CorruptTableError):
                found[table.number] = await tables.find(code)
    return TournamentView(update, found)


def seat_of(update: TournamentUpdate, player: PlayerId) -> RoundTable | None:
    """The table at which somebody is to play now."""
    bracket = update.state.bracket
    return next((t for t in bracket.open_tables if Player(player) in t.players), None) if bracket is not None else None
