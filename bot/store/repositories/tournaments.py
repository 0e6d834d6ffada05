"""Queries about tournaments."""

from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, or_, select, union

from bot.codes import TournamentStatus
from bot.rummy.ids import PlayerId, TournamentId
from bot.store import schema
from bot.store.database import Database
from bot.store.repositories.subjects import SubjectRepository
from bot.store.rows.subjects import Quota, QuotaKind, StoredTournament
from bot.store.rows.tournaments import TournamentRow

TOURNAMENT, TABLE = schema.tournaments.c, schema.tables.c
ENTRANTS = schema.of_tournaments.people
ONCE = frozenset(
    {
        *("id", "guild", "host", "rules_id", "rules"),
        *("seed", "commitment", "shuffle", "veil", "created_at", "series", "entropy_sha256"),
    }
)

PLAYED = TournamentStatus.RUNNING, TournamentStatus.PAUSED


class TournamentRepository(SubjectRepository[TournamentId, TournamentRow]):
    """All tournaments."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, schema.tournaments, schema.of_tournaments, TournamentRow, ONCE)

    async def open_of(self, guild: int) -> tuple[StoredTournament, ...]:
        """Return the tournaments of a server that are not over, the oldest first."""
        return await self._load(self._open().where(TOURNAMENT.guild == guild))

    async def of_player(self, player: PlayerId) -> tuple[StoredTournament, ...]:
        """Return the open tournaments that this person is in, the oldest first."""
        query = self._open().join(ENTRANTS, ENTRANTS.c.of == TOURNAMENT.id)
        return await self._load(query.where(ENTRANTS.c.player == player))

    def _open(self) -> Select[Any]:
        return self._select().where(schema.NOT_OVER).order_by(TOURNAMENT.created_at, TOURNAMENT.id)

    async def open_ids(self) -> tuple[TournamentId, ...]:
        """Return the tournaments that are not over."""
        return await self._all(TournamentId, select(TOURNAMENT.id).where(schema.NOT_OVER))

    async def past_of(self, guild: int, limit: int = 10) -> tuple[StoredTournament, ...]:
        """Return the tournaments of a server that are over, the newest first."""
        over = [status for status in TournamentStatus if status.is_over]
        query = self._select().where(TOURNAMENT.guild == guild, TOURNAMENT.status.in_(over))
        return await self._load(query.order_by(TOURNAMENT.changed_at.desc(), TOURNAMENT.id).limit(limit))

    async def newest_of(self, series: TournamentId) -> StoredTournament | None:
        """Return the tournament that a series announced last. Return its pattern if it has announced none yet."""
        query = self._select().where(or_(TOURNAMENT.series == series, TOURNAMENT.id == series))
        newest = await self._load(query.order_by(TOURNAMENT.created_at.desc(), TOURNAMENT.series.is_(None)).limit(1))
        return newest[0] if newest else None

    async def place_in_series(self, series: TournamentId, created_at: datetime) -> int:
        """Return how many tournaments a series had when that one was created, its pattern and itself included."""
        own = or_(TOURNAMENT.series == series, TOURNAMENT.id == series)
        (count,) = await self._all(int, select(func.count()).where(own, TOURNAMENT.created_at <= created_at))
        return count

    async def host_of(self, id: TournamentId) -> PlayerId | None:
        """Return the person who announced a tournament. Return None if there is no such tournament."""
        return next(iter(await self._all(PlayerId, select(TOURNAMENT.host).where(TOURNAMENT.id == id))), None)

    def _counting(self, quota: Quota) -> Select[Any]:
        assert quota.kind is QuotaKind.TOURNAMENTS
        return select(func.count()).where(TOURNAMENT.guild == quota.of, schema.NOT_OVER)

    async def unsettled(self) -> tuple[TournamentId, ...]:
        """Return the tournaments that are being played or still have open tables."""
        played = select(TOURNAMENT.id).where(schema.NOT_OVER, TOURNAMENT.status.in_(PLAYED))
        left = select(TABLE.tournament).where(schema.IS_OPEN, TABLE.tournament.is_not(None))
        return await self._all(TournamentId, union(played, left))

    async def with_void_matches(self) -> tuple[TournamentId, ...]:
        """Return the tournaments in which the staff have made a match void, even if it was played again."""
        void = select(TABLE.tournament).distinct().join(schema.matches, schema.matches.c.table == TABLE.id)
        void = void.where(schema.matches.c.voided_at.is_not(None), TABLE.tournament.is_not(None))
        return await self._all(TournamentId, void)

    async def changed(self, since: datetime) -> tuple[TournamentId, ...]:
        """Return the tournaments that were changed since then."""
        return await self._all(TournamentId, select(TOURNAMENT.id).where(TOURNAMENT.changed_at >= since))

    async def seated_elsewhere(self, id: TournamentId) -> frozenset[PlayerId]:
        """Return the entrants of a tournament who sit at an open table of another one."""
        seated = schema.of_tables.people.c
        query = select(seated.player).join(schema.tables, TABLE.id == seated.of)
        query = query.join(ENTRANTS, ENTRANTS.c.player == seated.player)
        query = query.where(ENTRANTS.c.of == id, schema.IS_OPEN, TABLE.tournament != id)
        return frozenset(await self._all(PlayerId, query))
