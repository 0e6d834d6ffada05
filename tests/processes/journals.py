"""Stored journals, compared with what people were shown."""

from collections.abc import Sequence

from bot.rummy.ids import PlayerId, TableId
from bot.service.tables.state import TableState, restored
from bot.store.rows.subjects import StoredTable
from bot.store.store import Store
from tests.known import GAMES
from tests.processes.players import Attempt, Player

MOVES = ("draw", "discard", "drop", "next", "rejoin")
"""The first words of the actions that players note as they try them."""


async def stored(database: str, table: TableId) -> StoredTable:
    """Return everything stored of a table, read beside whatever processes use it."""
    store = await Store.open(database)
    try:
        found = await store.tables.load(table)
    finally:
        await store.close()
    assert found is not None
    return found


async def tables(database: str) -> list[TableId]:
    """Return every open table."""
    store = await Store.open(database)
    try:
        return [row.id for row in await store.tables.open_rows()]
    finally:
        await store.close()


async def check(database: str, table: TableId, players: list[Player]) -> TableState:
    """Check that the journal has every acknowledged move once, every other at most once, and nothing else.

    The journal must replay to the table that is stored, or `restored` raises.
    """
    found = await stored(database, table)
    state = restored(found, GAMES)
    for player in players:
        seat = _seat(state, player)
        lines = [line.action for line in found.journal if line.actor == seat]
        moves = [action for action in lines if action.split()[0] in MOVES]
        assert "lapse" not in lines, f"{player.person.name} was too slow"
        assert explained(moves, player.attempts), (player.person.name, moves, player.attempts)
    return state


def _seat(state: TableState, player: Player) -> str:
    seat = state.seat_of(PlayerId(player.person.id))
    assert seat is not None
    return str(seat)


def explained(moves: Sequence[str], attempts: Sequence[Attempt]) -> bool:
    """Return whether these moves are the attempts in order. An attempt that was not acknowledged may have been lost."""
    reached = {0}
    for attempt in attempts:
        happened = {at + 1 for at in reached if at < len(moves) and moves[at] == attempt.action}
        reached = happened if attempt.acknowledged else happened | reached
    return len(moves) in reached
