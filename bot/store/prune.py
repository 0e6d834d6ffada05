"""Pruning: the records of old tables are deleted, except for the parts that standings, history and books need.

A pruned table keeps its row, with its players, its seed and its commitment, its match and results, its disputes, and
all movements of chips. Its moves, its entropy, its rules and the places of its messages are deleted. A table without
the text of its rules is a pruned one.
"""

from collections.abc import Callable, Collection
from dataclasses import astuple, dataclass
from datetime import datetime
from operator import add

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, select, update

from bot.codes import TableStatus
from bot.rummy.ids import TableId
from bot.store import schema
from bot.store.repositories.disputes import OF_DISPUTES, unanswered
from bot.store.rows.tables import OVER
from bot.store.store import Store

AT_ONCE = 200  # tables in one transaction
REVIEWED = 10
"""The number of newest matches that are reviewed for the profile of a person who allows it."""

TABLE, POSTING, TOURNAMENT = schema.tables.c, schema.of_tables.outbox.c, schema.tournaments.c
SEATED, RESULT, LEARNED, CHOSEN = schema.of_tables.people.c, schema.results.c, schema.learned.c, schema.settings.c
DETAILS = (schema.journal, schema.of_tables.entropy, schema.of_tables.outbox, schema.of_tables.messages)


@dataclass(frozen=True, slots=True)
class Pruned:
    """The work that pruning has done, or would do."""

    tables: int = 0
    rows: int = 0
    """Number of rows deleted with them."""
    disputed: int = 0
    """Number of tables kept for a dispute that waits for an answer."""
    reviewed: int = 0
    """Number of tables kept because a person who has matches reviewed for their profile has no review of this one
    yet.
    """

    open: int = 0
    """Number of tables that are not over."""
    young: int = 0
    """Number of tables that were over at that moment or later."""
    unsent: int = 0
    """Number of tables kept because a message of theirs waits to be posted."""
    running: int = 0
    """Number of tables kept because their tournament is not over."""

    def __add__(self, other: "Pruned") -> "Pruned":
        return Pruned(*map(add, astuple(self), astuple(other)))


async def prune(store: Store, before: datetime, show: Callable[[int, int], None], *, dry: bool = False) -> Pruned:
    """Prune the tables that were over before that moment. With `dry`, only count.

    The tables of a tournament that is not over stay as they are, and so do tables with something left to post. `show`
    is called with the number of tables examined, and the total.
    """
    old = _old(before)
    total = await store.database.read(lambda connection: _count(connection, old))
    done = await store.database.read(lambda connection: _kept(connection, before))
    seen, last = 0, ""
    while True:
        after = TABLE.id > last

        def work(connection: Connection, after: ColumnElement[bool] = after) -> tuple[list[str], Pruned]:
            return _batch(connection, and_(old, after), dry=dry)

        ids, part = await (store.database.read(work) if dry else store.database.writer.submit(work))
        if not ids:
            return done
        done, seen, last = done + part, seen + len(ids), ids[-1]
        show(seen, max(total, seen))


IS_OVER = TABLE.status.in_([*OVER, TableStatus.CLOSED])
IS_UNSENT = select(POSTING.of).where(POSTING.of == TABLE.id, POSTING.done.is_(False)).exists()
IS_OF_RUNNING = select(TOURNAMENT.id).where(schema.NOT_OVER, TOURNAMENT.id == TABLE.tournament).exists()
IS_WHOLE = TABLE.rules != ""


def _old(before: datetime) -> ColumnElement[bool]:
    """Return the condition of tables that may be pruned, apart from those kept for people."""
    return and_(IS_OVER, TABLE.changed_at < before, IS_WHOLE, ~IS_UNSENT, ~IS_OF_RUNNING)


def _kept(connection: Connection, before: datetime) -> Pruned:
    """Return the numbers of tables that `_old` leaves out, each counted once. Pruned ones are not counted."""
    old = and_(IS_OVER, IS_WHOLE, TABLE.changed_at < before)
    return Pruned(
        open=_count(connection, ~IS_OVER),
        young=_count(connection, and_(IS_OVER, IS_WHOLE, TABLE.changed_at >= before)),
        unsent=_count(connection, and_(old, IS_UNSENT)),
        running=_count(connection, and_(old, ~IS_UNSENT, IS_OF_RUNNING)),
    )


def _count(connection: Connection, condition: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(schema.tables).where(condition)).scalar_one())


def _batch(connection: Connection, condition: ColumnElement[bool], *, dry: bool) -> tuple[list[str], Pruned]:
    """Return the next tables examined, and the work done on them."""
    query = select(TABLE.id).where(condition).order_by(TABLE.id).limit(AT_ONCE)
    # A dispute is entered under the lock of its table.
    ids = list(connection.execute(query if dry else query.with_for_update()).scalars())
    of = schema.disputes.c.of
    disputed = set(connection.execute(unanswered(of, OF_DISPUTES).where(of.in_(ids))).scalars())
    reviewed = _still_to_review(connection, ids) - disputed
    going = [id for id in ids if id not in disputed | reviewed]
    rows = sum(_forget(connection, table, going, dry=dry) for table in DETAILS)
    if going and not dry:
        # The new version stops other processes from using the state in their memory.
        shrunk = update(schema.tables).where(TABLE.id.in_(going))
        connection.execute(shrunk.values(rules="", preview=None, version=TABLE.version + 1))
    return ids, Pruned(len(going), rows, len(disputed), len(reviewed))


def _forget(connection: Connection, table: Table, ids: Collection[str], *, dry: bool) -> int:
    """Delete the rows of these tables. Return their number."""
    theirs = table.c.of.in_(ids)
    if dry:
        return int(connection.execute(select(func.count()).select_from(table).where(theirs)).scalar_one())
    return connection.execute(delete(table).where(theirs)).rowcount


def _still_to_review(connection: Connection, ids: Collection[str]) -> set[TableId]:
    """Return those tables that a person's profile may still need."""
    known = select(LEARNED.table).where(LEARNED.table == RESULT.table, LEARNED.player == RESULT.player).exists()
    wanted = select(RESULT.table, RESULT.player).join(schema.settings, CHOSEN.player == RESULT.player)
    wanted = wanted.where(RESULT.table.in_(ids), CHOSEN.reviewed.is_(True), ~known)
    found: set[TableId] = set()
    for table, player in connection.execute(wanted).all():
        newest = select(TABLE.id).join(schema.of_tables.people, SEATED.of == TABLE.id)
        newest = newest.where(SEATED.player == player, TABLE.status.in_(OVER))
        newest = newest.order_by(TABLE.changed_at.desc(), TABLE.id).limit(REVIEWED)
        if table in connection.execute(newest).scalars().all():
            found.add(table)
    return found
