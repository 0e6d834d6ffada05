"""Finished matches: what can be asked about them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from bot.rummy.ids import PlayerId, TableId
from bot.store import schema
from bot.store.codec import columns
from bot.store.rows import Finished, MatchRow, ResultRow

MATCH, RESULT = schema.matches.c, schema.results.c


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches of a server are asked for, and by whom."""

    guild: int
    player: PlayerId | None = None
    format: str | None = None
    viewer: PlayerId | None = None

    def of(self, query: Select[Any]) -> Select[Any]:
        """The query, left with these matches alone."""
        query = query.where(MATCH.guild == self.guild, _visible_to(self.viewer))
        if self.format is not None:
            query = query.where(MATCH.format == self.format)
        if self.player is not None:
            query = query.join(schema.results, RESULT.table == MATCH.table).where(RESULT.player == self.player)
        return query


def match(connection: Connection, table: TableId) -> Finished | None:
    """The match that was finished at that table, or None."""
    row = connection.execute(columns(schema.matches, MatchRow).where(MATCH.table == table)).first()
    return None if row is None else with_results(connection, [MatchRow(*row)])[0]


def history(connection: Connection, wanted: Wanted, limit: int, offset: int) -> tuple[Finished, ...]:
    """A page of these matches, the newest first."""
    query = wanted.of(columns(schema.matches, MatchRow)).order_by(MATCH.finished_at.desc(), MATCH.table)
    rows = connection.execute(query.limit(limit).offset(offset))
    return tuple(with_results(connection, [MatchRow(*row) for row in rows]))


def count_history(connection: Connection, wanted: Wanted) -> int:
    """How many these are."""
    query = wanted.of(select(func.count()).select_from(schema.matches))
    found: int = connection.execute(query).scalar_one()
    return found


def _visible_to(viewer: PlayerId | None) -> ColumnElement[bool]:
    public = MATCH.private.is_(False)
    if viewer is None:
        return public
    own = schema.results.alias("own")
    return or_(public, select(own.c.table).where(own.c.table == MATCH.table, own.c.player == viewer).exists())


def ratings(connection: Connection, guild: int, player: PlayerId, limit: int) -> tuple[tuple[datetime, float], ...]:
    """A player's newest ratings in a server, the oldest first."""
    query = select(MATCH.finished_at, RESULT.rating).join(schema.results, RESULT.table == MATCH.table)
    query = query.where(RESULT.player == player, RESULT.rating.is_not(None), MATCH.guild == guild)
    rows = connection.execute(query.order_by(MATCH.finished_at.desc()).limit(limit)).all()
    return tuple((at, rating) for at, rating in reversed(rows))


def with_results(connection: Connection, rows: Sequence[MatchRow]) -> list[Finished]:
    """These matches, each with its results by seat."""
    found = _results(connection, [row.table for row in rows])
    return [Finished(row, tuple(found[row.table])) for row in rows]


def _results(connection: Connection, tables: Iterable[TableId]) -> dict[TableId, list[ResultRow]]:
    query = columns(schema.results, ResultRow).where(RESULT.table.in_(tables)).order_by(RESULT.table, RESULT.seat)
    found: dict[TableId, list[ResultRow]] = defaultdict(list)
    for row in connection.execute(query):
        found[TableId(row.table)].append(ResultRow(*row))
    return found
