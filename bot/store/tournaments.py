"""Tournaments: the guarded commit of their changes, and what can be asked about them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, union, update

from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.store import schema
from bot.store.codec import columns, insert_all, insert_missing, names, parts, values
from bot.store.errors import StoreError
from bot.store.guard import guard, replace_parts
from bot.store.ledger import Books
from bot.store.rows import EntropyLine, TableStatus
from bot.store.tournament_rows import (
    StoredTournament,
    TournamentAlarm,
    TournamentChange,
    TournamentRow,
    TournamentStatus,
)

ONCE = {"id", "guild", "host", "rules_id", "rules", "seed", "commitment", "created_at", "entropy_sha256"}
"""Columns that a commit writes with the first version only."""

TOURNAMENT = schema.tournaments.c
ENTROPY, ALARMS = schema.tournament_entropy, schema.tournament_alarms
UPDATED = tuple(name for name in names(TournamentRow) if name not in ONCE)
UPDATE = update(schema.tournaments).where(TOURNAMENT.id == bindparam("of"))
"""Sets the columns of which it is given values."""
PLAYED = TournamentStatus.RUNNING, TournamentStatus.PAUSED
ROWS = columns(schema.tournaments, TournamentRow)


def commit(connection: Connection, changes: Sequence[TournamentChange], books: Books) -> list[StoreError | None]:
    """Write these changes, in order; answers for each what refused it, and a refused one writes nothing.

    Their movements are entered in the books; the caller writes those.
    """
    refusals, accepted = guard(connection, schema.tournaments, changes, books)
    for change in accepted:
        _write(connection, change)
    return refusals


def _write(connection: Connection, change: TournamentChange) -> None:
    row, id = change.row, change.row.id
    if change.expected == 0:
        insert_all(connection, schema.tournaments, [values(row)])
    else:
        connection.execute(UPDATE, {"of": id} | {name: getattr(row, name) for name in UPDATED})
    insert_all(connection, ENTROPY, (values(line, tournament=id) for line in change.entropy))
    if change.alarms is not None:
        replace_parts(connection, ALARMS, {id: list(map(values, change.alarms))})
    if change.entrants is not None:
        rows = [{"tournament": id, "player": player} for player in change.entrants]
        replace_parts(connection, schema.entrants, {id: rows})
    insert_missing(connection, schema.tournament_postings, map(values, change.postings))


# --- looking


def load(connection: Connection, tournament: TournamentId) -> StoredTournament | None:
    """All of one tournament, or None where there is none of this name."""
    found = _stored(connection, ROWS.where(TOURNAMENT.id == tournament))
    return found[0] if found else None


def version(connection: Connection, tournament: TournamentId) -> int | None:
    """Which version of a tournament is stored; None where there is none of this name."""
    return connection.execute(select(TOURNAMENT.version).where(TOURNAMENT.id == tournament)).scalar_one_or_none()


def open_of(connection: Connection, guild: int) -> tuple[StoredTournament, ...]:
    """The tournaments of a server that are not over, the oldest first."""
    query = ROWS.where(TOURNAMENT.guild == guild, schema.NOT_OVER)
    return _stored(connection, query.order_by(TOURNAMENT.created_at, TOURNAMENT.id))


def past_of(connection: Connection, guild: int, limit: int) -> tuple[StoredTournament, ...]:
    """The tournaments of a server that are over, the newest first."""
    over = [status for status in TournamentStatus if status.is_over]
    query = ROWS.where(TOURNAMENT.guild == guild, TOURNAMENT.status.in_(over))
    return _stored(connection, query.order_by(TOURNAMENT.changed_at.desc(), TOURNAMENT.id).limit(limit))


def count_open(connection: Connection, guild: int) -> int:
    """How many tournaments of a server are not over."""
    query = select(func.count()).where(TOURNAMENT.guild == guild, schema.NOT_OVER)
    found: int = connection.execute(query).scalar_one()
    return found


def unsettled(connection: Connection) -> tuple[TournamentId, ...]:
    """The tournaments that are being played, or have tables that are."""
    table = schema.tables.c
    played = select(TOURNAMENT.id).where(schema.NOT_OVER, TOURNAMENT.status.in_(PLAYED))
    left = select(table.tournament).where(schema.IS_OPEN, table.tournament.is_not(None))
    return tuple(map(TournamentId, connection.execute(union(played, left)).scalars()))


def changed(connection: Connection, since: datetime) -> tuple[TournamentId, ...]:
    """The tournaments that were changed since then."""
    return tuple(connection.execute(select(TOURNAMENT.id).where(TOURNAMENT.changed_at >= since)).scalars())


def open_tables(connection: Connection, tournament: TournamentId) -> tuple[TableId, ...]:
    """The open tables of a tournament."""
    table = schema.tables.c
    query = select(table.id).where(schema.IS_OPEN, table.tournament == tournament).order_by(table.id)
    return tuple(connection.execute(query).scalars())


def tournaments_of(connection: Connection, player: PlayerId) -> tuple[StoredTournament, ...]:
    """The open tournaments that this person is in, the oldest first."""
    query = ROWS.join(schema.entrants, schema.entrants.c.tournament == TOURNAMENT.id)
    query = query.where(schema.entrants.c.player == player, schema.NOT_OVER)
    return _stored(connection, query.order_by(TOURNAMENT.created_at, TOURNAMENT.id))


def seated_elsewhere(connection: Connection, tournament: TournamentId) -> frozenset[PlayerId]:
    """Who of a tournament sits at an open table of another one."""
    table, seated, entrant = schema.tables.c, schema.players.c, schema.entrants.c
    query = select(seated.player).join(schema.tables, table.id == seated.table)
    query = query.join(schema.entrants, entrant.player == seated.player)
    query = query.where(entrant.tournament == tournament, schema.IS_OPEN, table.tournament != tournament)
    return frozenset(map(PlayerId, connection.execute(query).scalars()))


def statuses(connection: Connection, tables: Sequence[TableId]) -> dict[TableId, TableStatus]:
    """How those of these tables that have been opened stand."""
    table = schema.tables.c
    query = select(table.id, table.status).where(table.id.in_(tables))
    return {TableId(id): status for id, status in connection.execute(query)}


def _stored(connection: Connection, query: Any) -> tuple[StoredTournament, ...]:
    rows = [TournamentRow(*row) for row in connection.execute(query)]
    ids = [row.id for row in rows]
    entropy = parts(connection, ENTROPY, EntropyLine, ENTROPY.c.tournament.in_(ids))
    alarms = parts(connection, ALARMS, TournamentAlarm, ALARMS.c.tournament.in_(ids))
    return tuple(StoredTournament(row, tuple(entropy[row.id]), tuple(alarms[row.id])) for row in rows)
