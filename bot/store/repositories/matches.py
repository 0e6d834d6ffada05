"""Queries about finished matches."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from bot.codes import MatchExit
from bot.rummy.ids import PlayerId, TableId
from bot.store import schema
from bot.store.codec import columns, parts, readable
from bot.store.repositories.repository import Repository
from bot.store.rows.matches import Finished, MatchFilter, MatchRow, ResultRow, RulesTally

MOST_IN_A_ROW = 100
"""The most wins in a row that are counted."""
MATCH, RESULT = schema.matches.c, schema.results.c


class MatchRepository(Repository):
    """The finished matches of all servers."""

    async def of(self, table: TableId) -> Finished | None:
        """Return the finished match of that table, with its changes of standings and the wins in a row of its only
        winner. Return None if there is none.
        """
        found = next(iter(await self._finished(columns(schema.matches, MatchRow).where(MATCH.table == table))), None)
        if found is None or not found.match.counted or found.match.voided_at is not None:
            return found
        winners = [one.player for one in found.results if one.place == 1]
        if len(winners) != 1 or winners[0] is None:
            return found
        return replace(found, in_a_row=await self._in_a_row(found, winners[0]))

    async def _in_a_row(self, found: Finished, player: PlayerId) -> int:
        """Return how many matches that count in its server the player had won in a row with this one, up to a few."""
        query = _of(select(RESULT.place), found.match.guild, player, alone=False)
        query = query.where(MATCH.finished_at <= found.match.finished_at)
        rows = await self._rows(query.order_by(MATCH.finished_at.desc(), MATCH.table).limit(MOST_IN_A_ROW))
        return sum(1 for _ in takewhile(lambda row: row[0] == 1, rows))

    async def history(self, wanted: MatchFilter, limit: int = 5, offset: int = 0) -> tuple[Finished, ...]:
        """Return the newest of these matches."""
        query = _only(columns(schema.matches, MatchRow), wanted)
        query = query.order_by(MATCH.finished_at.desc(), MATCH.table)
        return await self._finished(query.limit(limit).offset(offset))

    async def count(self, wanted: MatchFilter) -> int:
        """Return the number of these matches."""
        return await self._count(_only(select(func.count()).select_from(schema.matches), wanted))

    async def ratings(self, guild: int, player: PlayerId, limit: int = 50) -> tuple[tuple[datetime, float], ...]:
        """Return a player's newest rated matches, the oldest first: the time of the end, and the rating then."""
        query = select(MATCH.finished_at, RESULT.rating).join(schema.results, RESULT.table == MATCH.table)
        query = query.where(RESULT.player == player, RESULT.rating.is_not(None), MATCH.guild == guild)
        rows = await self._rows(query.order_by(MATCH.finished_at.desc()).limit(limit))
        return tuple((at, rating) for at, rating in reversed(rows))

    async def alone(self, guild: int | None, player: PlayerId) -> tuple[ResultRow, ...]:
        """Return a player's results in matches against computers alone, the oldest first.

        `guild` None stands for direct messages.
        """
        query = _of(columns(schema.results, ResultRow), guild, player, alone=True)
        return await self._all(ResultRow, query.order_by(MATCH.finished_at, MATCH.table))

    async def by_rules(self, guild: int | None, player: PlayerId, *, alone: bool) -> tuple[RulesTally, ...]:
        """Return a player's totals by rule set: of matches against computers alone, or of all that count."""
        won = func.count().filter(RESULT.place == 1)
        sums = (func.count(), won, func.sum(RESULT.deals), func.sum(RESULT.points))
        query = _of(select(MATCH.rules_id, *sums), guild, player, alone=alone)
        rows = await self._rows(query.group_by(MATCH.rules_id))
        return tuple(RulesTally(id, *map(int, counted)) for id, *counted in rows)

    async def against(self, guild: int, player: PlayerId, other: PlayerId) -> tuple[RulesTally, ...]:
        """Return a player's totals by rule set over the matches with another. They won those with the better place."""
        theirs = schema.results.alias("theirs")
        won = func.count().filter(RESULT.place < theirs.c.place)
        query = select(MATCH.rules_id, func.count(), won, func.sum(RESULT.deals), func.sum(RESULT.points))
        query = query.join(schema.results, RESULT.table == MATCH.table).join(theirs, theirs.c.table == MATCH.table)
        query = query.where(RESULT.player == player, theirs.c.player == other)
        query = query.where(MATCH.guild == guild, MATCH.voided_at.is_(None))
        rows = await self._rows(query.group_by(MATCH.rules_id))
        return tuple(RulesTally(id, *map(int, counted)) for id, *counted in rows)

    async def exits(self, guild: int, player: PlayerId, limit: int) -> tuple[MatchExit, ...]:
        """Return how a person left their last matches with other people."""
        others = schema.results.alias("others")
        is_other = (others.c.table == MATCH.table) & others.c.player.is_not(None) & (others.c.player != player)
        query = select(RESULT.exit).join(schema.matches, RESULT.table == MATCH.table)
        query = query.where(RESULT.player == player, RESULT.exit.is_not(None), MATCH.guild == guild)
        query = query.where(MATCH.voided_at.is_(None), select(others.c.table).where(is_other).exists())
        rows = await self._rows(query.order_by(MATCH.finished_at.desc(), MATCH.table).limit(limit))
        return tuple(exit for (exit,) in rows)

    async def _finished(self, query: Select[Any]) -> tuple[Finished, ...]:
        return await self._read(lambda connection: finished(connection, query))


def _only(query: Select[Any], wanted: MatchFilter) -> Select[Any]:
    """Return the query, limited to these matches."""
    query = query.where(MATCH.guild == wanted.guild, _visible_to(wanted.viewer))
    if wanted.format is not None:
        query = query.where(MATCH.format == wanted.format)
    if wanted.player is not None:
        query = query.join(schema.results, RESULT.table == MATCH.table).where(RESULT.player == wanted.player)
    if wanted.other is not None:
        query = query.where(_sat(wanted.other), MATCH.voided_at.is_(None))
    return query


def _of(query: Select[Any], guild: int | None, player: PlayerId, *, alone: bool) -> Select[Any]:
    """Return the query of results, limited to a player's: in matches against computers alone, or in those that
    count.
    """
    query = query.join(schema.matches, RESULT.table == MATCH.table)
    query = query.where(RESULT.player == player, MATCH.guild == guild)
    if not alone:
        return query.where(MATCH.counted.is_(True), MATCH.voided_at.is_(None))
    others = schema.results.alias("others")
    person = others.c.player.is_not(None) & (others.c.player != player)
    with_others = select(others.c.table).where(others.c.table == MATCH.table, person).exists()
    return query.where(MATCH.counted.is_(False), ~with_others)


def _visible_to(viewer: PlayerId | None) -> ColumnElement[bool]:
    public = MATCH.private.is_(False)
    if viewer is None:
        return public
    return or_(public, _sat(viewer))


def _sat(player: PlayerId) -> ColumnElement[bool]:
    """Return the condition of matches in which that player sat."""
    own = schema.results.alias()
    return select(own.c.table).where(own.c.table == MATCH.table, own.c.player == player).exists()


def finished(connection: Connection, query: Select[Any]) -> tuple[Finished, ...]:
    """Return the matches of a query. Leave out each that cannot be read, and log it."""
    return tuple(with_results(connection, [MatchRow(*row) for row in readable(connection, query)]))


def with_results(connection: Connection, rows: Sequence[MatchRow]) -> list[Finished]:
    """Return these matches, each with its results by seat."""
    found = RESULT.table.in_([row.table for row in rows])
    results = parts(connection, schema.results, ResultRow, found)
    return [Finished(row, tuple(results[row.table])) for row in rows]
