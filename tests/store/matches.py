"""Finished matches for the tests of standings."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.codes import TableStatus
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.service.match_effects import COUNTING
from bot.store.rows.matches import Finished, MatchFilter, MatchRow, ResultRow
from bot.store.rows.subjects import Change
from bot.store.rows.tables import TableRow
from bot.store.store import Store
from tests.store.samples import NOW, changed, row

GUILD = 1 << 61


def result(table: TableId, seat: int, player: PlayerId | None, place: int, **other: Any) -> ResultRow:
    """Return how one seat fared; alone on its place."""
    made = ResultRow(table, Seat(seat), player, f"Player {player}", place, 1, 40, 3, 1, 40, 1, 0)
    return replace(made, **other)


def match(table: TableId, seats: int, at: datetime = NOW, **other: Any) -> MatchRow:
    """Return a match that counts."""
    made = MatchRow(table, GUILD, 0, "pool_101", "circle", 0, 3, seats, counted=True, private=False, finished_at=at)
    return replace(made, **other)


def ended(table: TableId, players: Sequence[PlayerId | None], **other: Any) -> Change[TableId, TableRow]:
    """Return a table whose match is over, the players in the order they finished."""
    results = tuple(result(table, seat, player, seat + 1) for seat, player in enumerate(players))
    return ending(Finished(match(table, len(players), **other), results, COUNTING))


def ending(finished: Finished, **other: Any) -> Change[TableId, TableRow]:
    """Return the change that stores a match, and opens its table as well."""
    made = row(finished.match.table, status=TableStatus.FINISHED, guild=finished.match.guild, **other)
    return changed(made, finished=finished)


async def everything(store: Store, viewer: PlayerId, scopes: Sequence[tuple[int, str]]) -> list[object]:
    """Return all standings in these seasons and formats, and all matches with their results."""
    standings = [await store.standings.page(GUILD, season, format, 1000) for season, format in scopes]
    return [standings, await store.matches.history(MatchFilter(GUILD, viewer=viewer), limit=1000)]
