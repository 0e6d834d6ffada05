"""Standings: counts of players over the matches of a server, updated with each match's end."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    func,
    literal,
    null,
    or_,
    select,
    tuple_,
    update,
)

from bot.rummy.ids import PlayerId, TableId
from bot.store import schema
from bot.store.codec import columns, insert_all, upsert_all, values
from bot.store.repositories import matches, seasons
from bot.store.repositories.repository import Repository
from bot.store.rows.matches import Finished, MatchRow, Rebuilt, Standing, StandingFunctions

OVER_ALL, ALL_FORMATS = 0, ""
"""The season and the format of standings over all seasons and all formats."""

CHUNK = 5_000
"""The number of matches that a full recount handles together. The standings of their players take some 20 MB."""

SLICE = 25
"""The number of matches counted while a process does nothing else: some 50 ms."""

MATCH, STANDING = schema.matches.c, schema.standings.c
OF_PLAYERS = columns(schema.standings, Standing).where(
    STANDING.guild.in_(bindparam("guilds", expanding=True)),
    STANDING.season.in_(bindparam("seasons", expanding=True)),
    STANDING.format.in_(bindparam("formats", expanding=True)),
    STANDING.player.in_(bindparam("players", expanding=True)),
)
RERATE = update(schema.results).where(
    schema.results.c.table == bindparam("of"), schema.results.c.seat == bindparam("at")
)
"""The statement that sets `rating` of one result."""

Key = tuple[int, int, str, PlayerId]
"""The key of a standing: server, season, format and player."""


class StandingRepository(Repository):
    """The leagues of all servers, by season (0 for all) and format (empty for all)."""

    async def page(
        self, guild: int, season: int, format: str, limit: int = 10, offset: int = 0
    ) -> tuple[Standing, ...]:
        """Return a page of a league: most league points first, then most matches won."""
        query = _in_scope(columns(schema.standings, Standing), guild, season, format)
        query = query.order_by(STANDING.league.desc(), STANDING.won.desc(), STANDING.player)
        return await self._all(Standing, query.limit(limit).offset(offset))

    async def count(self, guild: int, season: int, format: str) -> int:
        """Return the number of players in a league."""
        return await self._count(_in_scope(select(func.count()), guild, season, format))

    async def of(self, guild: int, season: int, format: str, player: PlayerId) -> Standing | None:
        """Return a player's standing in a league. Return None if they have played no match of it that counts."""
        query = _in_scope(columns(schema.standings, Standing), guild, season, format)
        return next(iter(await self._all(Standing, query.where(STANDING.player == player))), None)

    async def over_all(self, guild: int, players: Sequence[PlayerId]) -> dict[PlayerId, Standing]:
        """Return the standings over all seasons and formats of those players who have played."""
        scope = (guild, OVER_ALL, ALL_FORMATS)
        rows = await self._read(lambda connection: list(_of_players(connection, [scope], players)))
        return {standing.player: standing for standing in rows}

    async def rank(self, standing: Standing) -> int:
        """Return the place in its league, from 1. Players with as many league points and matches won share it."""
        return await self._ahead(standing) + 1

    async def position(self, standing: Standing) -> int:
        """Return the number of players before it in the order of `page`."""
        even = and_(STANDING.league == standing.league, STANDING.won == standing.won, STANDING.player < standing.player)
        return await self._ahead(standing, even)

    async def _ahead(self, standing: Standing, *also: ColumnElement[bool]) -> int:
        """Return the number of players who are better, or who meet the other condition."""
        query = _in_scope(select(func.count()), standing.guild, standing.season, standing.format)
        winning = and_(STANDING.league == standing.league, STANDING.won > standing.won)
        return await self._count(query.where(or_(STANDING.league > standing.league, winning, *also)))

    async def rebuild(self, counting: StandingFunctions) -> Rebuilt:
        """Count all matches again, in the order they finished, in one transaction.

        League points stay as they were awarded. Matches that end meanwhile wait.
        """
        return await self._write(lambda connection: _rebuild(connection, counting))

    async def void_and_counted(self) -> tuple[int, ...]:
        """Return the servers whose standings still count a match that was made void."""
        query = select(MATCH.guild).where(MATCH.voided_at.is_not(None), MATCH.counted.is_(True)).distinct()
        return await self._all(int, query)

    async def recount(self, guild: int, counting: StandingFunctions) -> None:
        """Count the matches of a server again without void ones: later ratings depend on earlier ones.

        That may take a while. Others write, and this process serves people, until the result replaces the old
        standings.
        """
        while not await self._recounted(guild, counting):
            pass

    async def _recounted(self, guild: int, counting: StandingFunctions) -> bool:
        """Count the matches again, and store the result. Return False if something else has changed meanwhile."""
        stamp = await self._read(lambda connection: _stamp(connection, guild))
        counted = _Recount(guild, counting)
        while some := await self._read(counted.following):
            for one in some:
                counted.add(one)
            await asyncio.sleep(0)
        return await self._write(lambda connection: counted.copy().write(connection, stamp))


def _in_scope(query: Select[Any], guild: int, season: int, format: str) -> Select[Any]:
    return query.where(STANDING.guild == guild, STANDING.season == season, STANDING.format == format)


# --- the end of a match


def finish(connection: Connection, ended: Sequence[Finished]) -> None:
    """Store matches that have ended, in this order, and count those that count."""
    seasons.lock(connection, {one.match.guild for one in ended if one.match.guild is not None})
    for one in ended:
        _finish(connection, one)


def _finish(connection: Connection, ended: Finished) -> None:
    if ended.match.guild is not None:
        ended = _in_server(connection, ended, ended.match.guild)
    insert_all(connection, schema.matches, [values(ended.match)])
    insert_all(connection, schema.results, (values(one) for one in ended.results))


def _in_server(connection: Connection, ended: Finished, guild: int) -> Finished:
    """Return the match as the last of its server, in the running season there; counted, if it counts."""
    found = seasons.situation(connection, guild)
    at = (
        ended.match.finished_at if found.last is None else max(ended.match.finished_at, found.last + schema.MICROSECOND)
    )
    # Not at `at`: a clock that once ran far ahead would name the months of all later matches.
    season = seasons.current(connection, found, ended.match.finished_at)
    match = replace(ended.match, finished_at=at, season=season.number if season else OVER_ALL)
    if not match.counted or ended.counting is None:
        return replace(ended, match=match)
    results = ended.counting.award(ended.results, found.server.league_points)
    return _counted(connection, [replace(ended, match=match, results=results)], ended.counting)[0]


def _counted(connection: Connection, ended: Sequence[Finished], counting: StandingFunctions) -> list[Finished]:
    """Add these matches, in this order, to the standings. Return them with their ratings."""
    known = _load(connection, ended)
    rated = [_added(one, known, counting) for one in ended]
    upsert_all(connection, schema.standings, (values(known[key]) for key in sorted(known)))
    return rated


def _added(ended: Finished, known: dict[Key, Standing], counting: StandingFunctions) -> Finished:
    """Add a match to the known standings. Return it with the ratings of the last scope, which is over all."""
    after: tuple[Standing, ...] = ()
    for scope in _scopes(ended.match):
        before = (_standing(known, scope, one.player) for one in ended.results)
        after = counting.count(ended.results, tuple(before))
        known.update((_key(one), one) for one in after if one.player != NOBODY)
    rated = (replace(result, rating=counting.rating(one)) for result, one in zip(ended.results, after, strict=True))
    return replace(ended, results=tuple(rated))


NOBODY = PlayerId(0)
"""The id for a player without stored data: a newcomer in every match."""

Scope = tuple[int, int, str]


def _scopes(match: MatchRow) -> tuple[Scope, ...]:
    """Return the standings in which a match counts, by server, season and format; over all comes last."""
    running = (match.season,) if match.season != OVER_ALL else ()
    formats = (match.format, ALL_FORMATS)
    return tuple((match.guild or 0, season, format) for season in (*running, OVER_ALL) for format in formats)


def _key(standing: Standing) -> Key:
    return standing.guild, standing.season, standing.format, standing.player


def _standing(known: dict[Key, Standing], scope: Scope, player: PlayerId | None) -> Standing:
    if player is None:
        return Standing(*scope, NOBODY)
    return known.get((*scope, player)) or Standing(*scope, player)


def _load(connection: Connection, ended: Sequence[Finished]) -> dict[Key, Standing]:
    """Return the existing standings that these matches add to."""
    players: dict[tuple[Scope, ...], set[PlayerId]] = defaultdict(set)
    for one in ended:
        players[_scopes(one.match)].update(result.player for result in one.results if result.player is not None)
    loaded = (_of_players(connection, scopes, of_them) for scopes, of_them in players.items())
    return {_key(one): one for some in loaded for one in some}


def _of_players(connection: Connection, scopes: Sequence[Scope], players: Iterable[PlayerId]) -> Iterator[Standing]:
    """Return the standings of these players in all scopes of one match: each of its seasons with each format."""
    guilds, seasons, formats = map(set, zip(*scopes, strict=True))
    sought = {"guilds": guilds, "seasons": seasons, "formats": formats, "players": sorted(players)}
    return (Standing(*row) for row in connection.execute(OF_PLAYERS, sought))


# --- counting all matches again


def _rebuild(connection: Connection, counting: StandingFunctions) -> Rebuilt:
    seasons.lock_all(connection)
    _stop_counting_void(connection, MATCH.voided_at.is_not(None))
    connection.execute(delete(schema.standings))
    total = corrected = 0
    for chunk in _chunks(connection, MATCH.counted.is_(True)):
        rated = _counted(connection, chunk, counting)
        corrected += _rerate(connection, chunk, rated)
        total += len(chunk)
    counted = select(func.count()).select_from(schema.standings)
    return Rebuilt(total, connection.execute(counted).scalar_one(), corrected)


def _chunks(
    connection: Connection, wanted: ColumnElement[bool], after: MatchRow | None = None, size: int = CHUNK
) -> Iterator[list[Finished]]:
    """Yield these matches, server by server, in the order they finished, starting after one of them."""
    order = (MATCH.guild, MATCH.finished_at, MATCH.table)
    query = columns(schema.matches, MatchRow).where(wanted).order_by(*order).limit(size)
    while True:
        last = (literal(getattr(after, column.name), column.type) for column in order) if after else ()
        following = query.where(tuple_(*order) > tuple_(*last)) if after else query
        rows = [MatchRow(*row) for row in connection.execute(following)]
        if not rows:
            return
        yield matches.with_results(connection, rows)
        after = rows[-1]


def _rerate(connection: Connection, stored: Sequence[Finished], rated: Sequence[Finished]) -> int:
    """Write the ratings that differ from the stored ones. Return their number."""
    wrong = [one for old, new in zip(stored, rated, strict=True) for one in _wrong_ratings(old, new)]
    if wrong:
        connection.execute(RERATE, wrong)
    return len(wrong)


def _wrong_ratings(stored: Finished, rated: Finished) -> list[dict[str, Any]]:
    """Return the ratings that differ from the stored ones, ready for `RERATE`."""
    pairs = zip(stored.results, rated.results, strict=True)
    return [
        {"of": stored.match.table, "at": right.seat, "rating": right.rating}
        for before, right in pairs
        if before.rating != right.rating
    ]


# --- counting a server again without what was made void


def void(connection: Connection, table: TableId, now: datetime) -> None:
    """Mark a finished match as void. `StandingRepository.recount` then removes it from the standings."""
    connection.execute(update(schema.matches).where(MATCH.table == table).values(voided_at=now))
    result = schema.results.c
    connection.execute(update(schema.results).where(result.table == table).values(chips=0, league=0, rating=null()))


@dataclass(frozen=True, slots=True)
class _Stamp:
    """The values that must not change while a server is recounted."""

    void: int
    """Number of void matches."""
    erased: int
    """The number of the last erasure: otherwise an erased name could return to the standings."""


def _stamp(connection: Connection, guild: int) -> _Stamp:
    void = select(func.count()).where(MATCH.guild == guild, MATCH.voided_at.is_not(None))
    erased = select(func.max(schema.erasures.c.number))
    return _Stamp(connection.execute(void).scalar_one(), connection.execute(erased).scalar() or 0)


class _Recount:
    """The new standings of a server during a recount, beside the stored ones."""

    def __init__(self, guild: int, counting: StandingFunctions) -> None:
        self.wanted = (MATCH.guild == guild) & MATCH.counted.is_(True) & MATCH.voided_at.is_(None)
        self._guild = guild
        self._counting = counting
        self.known: dict[Key, Standing] = {}
        self.last: MatchRow | None = None
        self.wrong: list[dict[str, Any]] = []

    def copy(self) -> "_Recount":
        """Return a copy, for steps that may be rolled back."""
        other = _Recount(self._guild, self._counting)
        other.known, other.last, other.wrong = dict(self.known), self.last, list(self.wrong)
        return other

    def following(self, connection: Connection) -> list[Finished]:
        """Return the next matches that are not counted yet."""
        return next(_chunks(connection, self.wanted, self.last, SLICE), [])

    def add(self, ended: Finished) -> None:
        """Count one more match."""
        self.wrong += _wrong_ratings(ended, _added(ended, self.known, self._counting))
        self.last = ended.match

    def write(self, connection: Connection, stamp: _Stamp) -> bool:
        """Replace the stored standings by the new ones. Return False if they are out of date."""
        seasons.lock(connection, [self._guild])
        if _stamp(connection, self._guild) != stamp:
            return False
        while late := self.following(connection):  # they ended meanwhile
            for one in late:
                self.add(one)
        connection.execute(delete(schema.standings).where(STANDING.guild == self._guild))
        insert_all(connection, schema.standings, (values(self.known[key]) for key in sorted(self.known)))
        if self.wrong:
            connection.execute(RERATE, self.wrong)
        _stop_counting_void(connection, (MATCH.guild == self._guild) & MATCH.voided_at.is_not(None))
        return True


def _stop_counting_void(connection: Connection, void: ColumnElement[bool]) -> None:
    connection.execute(update(schema.matches).where(void).values(counted=False))
