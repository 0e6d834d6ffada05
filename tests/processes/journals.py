"""What is stored, held against what people were shown."""

from bot.rummy.ids import PlayerId, TableId
from bot.service.update import Update, restored
from bot.store.rows import StoredTable
from bot.store.store import Store
from tests.processes.players import Attempt, Player

MOVES = ("draw", "discard")
"""The first words of the actions that players note as they try them."""


async def stored(database: str, table: TableId) -> StoredTable:
    """Everything stored of a table, read beside whatever processes use it."""
    store = await Store.open(database)
    try:
        found = await store.load(table)
    finally:
        await store.close()
    assert found is not None
    return found


async def tables(database: str) -> list[TableId]:
    """Every open table."""
    store = await Store.open(database)
    try:
        return [row.id for row in await store.open_rows()]
    finally:
        await store.close()


async def check(database: str, table: TableId, players: list[Player]) -> Update:
    """Every move that was acknowledged stands once in the journal, every other at most once, and nothing besides.

    The journal replays to the table that is stored, or `restored` raises.
    """
    found = await stored(database, table)
    update = restored(found)
    for player in players:
        seat = _seat(update, player)
        lines = [line.action for line in found.journal if line.actor == seat]
        moves = [action for action in lines if action.split()[0] in MOVES]
        assert "lapse" not in lines, f"{player.person.name} was too slow"
        assert not unexplained(moves, player.attempts), (player.person.name, moves, player.attempts)
    return update


def _seat(update: Update, player: Player) -> str:
    seat = update.seat_of(PlayerId(player.person.id))
    assert seat is not None
    return str(seat)


def unexplained(moves: list[str], attempts: list[Attempt]) -> str | None:
    """What keeps these moves from being what was tried, in order; None: they are."""
    rest = list(moves)
    for attempt in attempts:
        if rest and rest[0] == attempt.action:
            rest.pop(0)
        elif attempt.acknowledged:
            return f"lost: {attempt.action}, before {rest[:3]}"
    return f"never tried: {rest}" if rest else None
