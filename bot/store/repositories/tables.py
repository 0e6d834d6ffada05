"""Tables: their journals and finished matches, and queries about them."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Connection,
    Select,
    Text,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    text,
    update,
)

from bot.codes import DisputeEvent, TableStatus
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.store import schema
from bot.store.codec import insert_all, parts, upsert_all, values
from bot.store.database import Database
from bot.store.errors import NotWaitingError, StoreError
from bot.store.repositories import company, erased_chips, standings
from bot.store.repositories.subjects import SubjectRepository
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.subjects import Change, JournalLine, Quota, QuotaKind, StoredTable
from bot.store.rows.tables import OVER, TableRow

TABLE, SEATED, WAITER = schema.tables.c, schema.of_tables.people.c, schema.waiters.c
WAITS_NO_LONGER = delete(schema.waiters).where(WAITER.guild == bindparam("guild"), WAITER.player == bindparam("player"))
CHANNEL = "paplu_tables"
TELLS = text(f"SELECT pg_notify('{CHANNEL}', one) FROM unnest(:changed) AS one").bindparams(
    bindparam("changed", type_=ARRAY(Text))
)
"""Tells all processes of changed tables, once the transaction is committed."""
ONCE = frozenset(
    {
        *("id", "guild", "private", "rules_id", "rules"),
        *("seed", "commitment", "shuffle", "veil", "opened_at", "entropy_sha256", "tournament"),
    }
)


class TableRepository(SubjectRepository[TableId, TableRow]):
    """All tables."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, schema.tables, schema.of_tables, TableRow, ONCE)

    def _insert_parts(self, connection: Connection, changes: Sequence[Change[TableId, TableRow]]) -> None:
        super()._insert_parts(connection, changes)
        if self.tells:
            connection.execute(TELLS, {"changed": [f"{change.row.id} {change.row.version}" for change in changes]})
        insert_all(connection, schema.journal, (values(x, of=c.row.id) for c in changes for x in c.effects.journal))
        if ended := [c.effects.finished for c in changes if c.effects.finished is not None]:
            standings.finish(connection, ended)
        disputed = [(c, c.effects.dispute) for c in changes if c.effects.dispute is not None]
        insert_all(connection, schema.disputes, (values(line, of=change.row.id) for change, line in disputed))
        for change, line in disputed:
            if line.event is DisputeEvent.VOIDED:
                standings.void(connection, change.row.id, line.at)
                erased_chips.go_back(connection, change.effects.movements)

        seated = [
            {"guild": c.row.guild, "player": player}
            for c in changes
            for player in c.effects.seated
            if c.row.guild is not None
        ]
        if seated:
            connection.execute(WAITS_NO_LONGER, seated)
        waiters = [c.effects.waiter for c in changes if c.effects.waiter is not None]
        upsert_all(connection, schema.waiters, map(values, waiters))

    def _unmet(self, connection: Connection, change: Change[TableId, TableRow]) -> StoreError | None:
        gone = company.missing(connection, change.row.guild, change.effects.met)
        return None if gone is None else NotWaitingError(gone)

    def _stored(self, connection: Connection, query: Select[Any]) -> tuple[StoredTable, ...]:
        stored = super()._stored(connection, query)
        ids = [one.row.id for one in stored]
        journal = parts(connection, schema.journal, JournalLine, schema.journal.c.of.in_(ids))
        disputes = parts(connection, schema.disputes, DisputeLine, schema.disputes.c.of.in_(ids))
        return tuple(
            replace(one, journal=tuple(journal[one.row.id]), disputes=tuple(disputes[one.row.id])) for one in stored
        )

    @property
    def tells(self) -> bool:
        """Return whether the database tells of changes, so that `news` may be called."""
        return self._database.tells

    async def news(self) -> AsyncIterator[tuple[TableId, int] | None]:
        """Yield the id and version of each table that any process changes, until the connection is lost.

        Yield None first, once it is sure that later changes are told.
        """
        async for told in self._database.heard(CHANNEL):
            id, _, version = told.partition(" ")
            yield (TableId(id), int(version)) if version.isdecimal() else None

    async def finished(self, id: TableId) -> StoredTable | None:
        """Return a table whose match is over (finished or void). Return None if there is none."""
        stored = await self.load(id)
        return stored if stored is not None and stored.row.status.is_over else None

    async def number(self, *, are_open: bool) -> int:
        """Return the number of open tables, or of the others."""
        return await self._count(select(func.count()).select_from(schema.tables).where(_open(are_open=are_open)))

    async def ids(self, after: TableId | None, limit: int, *, are_open: bool) -> tuple[TableId, ...]:
        """Return the next ids of open tables, or of the others, in order; pass the last id to go on."""
        query = select(TABLE.id).where(_open(are_open=are_open)).order_by(TABLE.id).limit(limit)
        return await self._all(TableId, query if after is None else query.where(TABLE.id > after))

    async def open_rows(self, after: TableId | None = None, limit: int = 500) -> tuple[TableRow, ...]:
        """Return the next open tables in the order of their ids; pass the last id to go on."""
        return await self._all(TableRow, self._open(after, limit))

    async def open_tables(self, after: TableId | None = None, limit: int = 100) -> tuple[StoredTable, ...]:
        """Return `open_rows` with journal, entropy and alarms."""
        return await self._load(self._open(after, limit))

    def _open(self, after: TableId | None, limit: int) -> Select[Any]:
        query = self._select().where(schema.IS_OPEN).order_by(TABLE.id).limit(limit)
        return query if after is None else query.where(TABLE.id > after)

    def _seating(self, player: PlayerId) -> Select[Any]:
        """Return the query of tables at which this player sits, or sat when they ended."""
        people = schema.of_tables.people
        return self._select().join(people, SEATED.of == TABLE.id).where(SEATED.player == player)

    async def of_player(self, player: PlayerId) -> tuple[TableRow, ...]:
        """Return the open tables at which this player sits, the newest last."""
        query = self._seating(player).where(schema.IS_OPEN)
        return await self._all(TableRow, query.order_by(TABLE.opened_at, TABLE.id))

    async def recent_of(self, player: PlayerId, limit: int = 25, channel: int | None = None) -> tuple[TableRow, ...]:
        """Return the finished tables at which this player sat, the newest first.

        Return all, or those of a channel.
        """
        query = self._seating(player).where(TABLE.status.in_(OVER))
        if channel is not None:
            query = query.where(_plays_in(channel))
        return await self._all(TableRow, query.order_by(TABLE.changed_at.desc(), TABLE.id).limit(limit))

    async def of_tournament(self, tournament: TournamentId) -> tuple[TableId, ...]:
        """Return the open tables of a tournament."""
        return await self._ids(TABLE.tournament == tournament)

    async def awaiting_round(self, tournament: TournamentId) -> tuple[TableId, ...]:
        """Return the open tables of a tournament that wait for a round of a beacon."""
        alarms = schema.of_tables.alarms.c
        waits = select(alarms.of).where(alarms.kind == AlarmKind.BEACON)
        return await self._ids((TABLE.tournament == tournament) & TABLE.id.in_(waits))

    async def of_channel(self, channel: int) -> tuple[TableId, ...]:
        """Return the open tables that play in this channel or thread."""
        return await self._ids(_plays_in(channel))

    async def threads_in(self, channel: int, other_than: TableId) -> tuple[int, ...]:
        """Return the threads of this channel in which other open tables play."""
        query = select(TABLE.thread).where(schema.IS_OPEN, TABLE.channel == channel, TABLE.thread.is_not(None))
        query = query.where(TABLE.id != other_than)
        return await self._all(int, query)

    async def last_press(self, id: TableId, actor: str) -> datetime | None:
        """Return when a player last acted at a table; what the clock did for them is no act."""
        line = schema.journal.c
        own = (line.of == id) & (line.actor == actor) & (line.action != "lapse") & ~line.action.like("bank %")
        found: datetime | None = await self._scalar(select(line.at).where(own).order_by(line.seq.desc()).limit(1))
        return found

    async def _ids(self, condition: ColumnElement[bool]) -> tuple[TableId, ...]:
        return await self._all(TableId, select(TABLE.id).where(schema.IS_OPEN, condition).order_by(TABLE.id))

    async def guild_of(self, id: TableId) -> int | None:
        """Return the server of a table. Return None for direct messages, or if there is no such table."""
        guild: int | None = await self._scalar(select(TABLE.guild).where(TABLE.id == id))
        return guild

    async def statuses(self, tables: Sequence[TableId]) -> dict[TableId, TableStatus]:
        """Return the status of each of these tables that has been opened."""
        rows = await self._rows(select(TABLE.id, TABLE.status).where(TABLE.id.in_(tables)))
        return {TableId(id): status for id, status in rows}

    async def lobbies_of(self, guild: int) -> tuple[TableRow, ...]:
        """Return the lobbies of this server that all may join, the oldest first."""
        query = self._select().where(schema.IS_OPEN, TABLE.guild == guild, TABLE.status == TableStatus.LOBBY)
        query = query.where(TABLE.private.is_(False), TABLE.tournament.is_(None))
        return await self._all(TableRow, query.order_by(TABLE.opened_at, TABLE.id))

    def _counting(self, quota: Quota) -> Select[Any]:
        query, own = select(func.count()).select_from(schema.tables).where(schema.IS_OPEN), TABLE.tournament.is_(None)
        match quota.kind:
            case QuotaKind.LOBBIES:
                return query.where(TABLE.host == quota.of, TABLE.status == TableStatus.LOBBY)
            case QuotaKind.TABLES:
                return query.where(TABLE.guild == quota.of, own)
            case QuotaKind.TOURNAMENTS:
                raise ValueError("tournaments have a repository of their own")
        query = query.join(schema.of_tables.people, SEATED.of == TABLE.id)
        query = query.where(SEATED.player == quota.of, TABLE.status == TableStatus.PLAYING, own)
        if quota.kind is QuotaKind.ALONE:
            other = schema.of_tables.people.alias().c
            query = query.where(~exists().where(other.of == TABLE.id, other.player != quota.of))
        return query

    async def set_channel(self, id: TableId, channel: int, thread: int | None) -> int | None:
        """Move a table to a channel or thread. Return its new version, or None if there is no such table.

        The channel is no game state, but gets a new version all the same: other processes must not write to the old
        channel.
        """
        moved = update(schema.tables).where(TABLE.id == id)
        moved = moved.values(channel=channel, thread=thread, version=TABLE.version + 1)

        def version(connection: Connection) -> int | None:
            connection.execute(moved)
            return connection.execute(select(TABLE.version).where(TABLE.id == id)).scalar_one_or_none()

        return await self._write(version)


def _open(*, are_open: bool) -> ColumnElement[bool]:
    """Return the condition of open tables, or of the others, also those whose status is unknown."""
    states = [status for status in TableStatus if status.is_open]
    return TABLE.status.in_(states) if are_open else TABLE.status.not_in(states)


def _plays_in(channel: int) -> ColumnElement[bool]:
    return or_(TABLE.channel == channel, TABLE.thread == channel)
