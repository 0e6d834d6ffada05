"""Letting the records of tables that were over long ago go, but for what standings, history and books need.

Of a pruned table its row stays, with who sat there, its seed and its commitment; so do its match and results, what was
said in disputes, and all that moved chips. Its moves, its entropy, its rules and where its messages stand are deleted:
a table without the text of its rules is a pruned one.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, select, update

from bot.rummy.ids import TableId
from bot.store import schema
from bot.store.repositories.disputes import OF_DISPUTES, unanswered
from bot.store.rows.tables import OVER, TableStatus
from bot.store.store import Store

AT_ONCE = 200  # tables in one transaction
REVIEWED = 10
"""A person who lets matches be reviewed for their profile has so many of the newest looked at."""

TABLE, POSTING, TOURNAMENT = schema.tables.c, schema.of_tables.outbox.c, schema.tournaments.c
SEATED, RESULT, LEARNED, CHOSEN = schema.of_tables.people.c, schema.results.c, schema.learned.c, schema.settings.c
DETAILS = (schema.journal, schema.of_tables.entropy, schema.of_tables.outbox, schema.of_tables.messages)


@dataclass(frozen=True, slots=True)
class Pruned:
    """What pruning has done, or would do."""

    tables: int = 0
    rows: int = 0
    """Deleted with them."""
    disputed: int = 0
    """Tables kept for a dispute that waits for an answer."""
    reviewed: int = 0
    """Tables kept for a person who lets matches be reviewed for their profile, and of whom this one is still to be."""

    def __add__(self, other: "Pruned") -> "Pruned":
        return Pruned(
            self.tables + other.tables,
            self.rows + other.rows,
            self.disputed + other.disputed,
            self.reviewed + other.reviewed,
        )


async def prune(store: Store, before: datetime, show: Callable[[int, int], None], *, dry: bool = False) -> Pruned:
    """Shrink the tables that were over before that moment; with `dry`, only count what that would do.

    The tables of a tournament that is not over stay as they are, and so do those with something left to post.
    `show` is told how many tables were looked at, and of how many.
    """
    old = _old(before)
    total = await store.access.read(lambda connection: _count(connection, old))
    done, seen, last = Pruned(), 0, ""
    while True:
        after = TABLE.id > last

        def work(connection: Connection, after: ColumnElement[bool] = after) -> tuple[list[str], Pruned]:
            return _batch(connection, and_(old, after), dry=dry)

        ids, part = await (store.access.read(work) if dry else store.access.writer.submit(work))
        if not ids:
            return done
        done, seen, last = done + part, seen + len(ids), ids[-1]
        show(seen, max(total, seen))


def _old(before: datetime) -> ColumnElement[bool]:
    """Return the condition of tables that may be pruned, but for those that people want kept."""
    over = TABLE.status.in_([*OVER, TableStatus.CLOSED])
    unsent = select(POSTING.of).where(POSTING.of == TABLE.id, POSTING.done.is_(False)).exists()
    running = select(TOURNAMENT.id).where(schema.NOT_OVER, TOURNAMENT.id == TABLE.tournament).exists()
    return and_(over, TABLE.changed_at < before, TABLE.rules != "", ~unsent, ~running)


def _count(connection: Connection, condition: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(schema.tables).where(condition)).scalar_one())


def _batch(connection: Connection, condition: ColumnElement[bool], *, dry: bool) -> tuple[list[str], Pruned]:
    """Return the next tables that were looked at, and what was done with them."""
    query = select(TABLE.id).where(condition).order_by(TABLE.id).limit(AT_ONCE)
    # A dispute is entered under the lock of its table.
    ids = list(connection.execute(query if dry else query.with_for_update()).scalars())
    of = schema.disputes.c.of
    disputed = set(connection.execute(unanswered(of, OF_DISPUTES).where(of.in_(ids))).scalars())
    reviewed = _still_to_review(connection, ids) - disputed
    going = [id for id in ids if id not in disputed | reviewed]
    rows = sum(_forget(connection, table, going, dry=dry) for table in DETAILS)
    if going and not dry:
        # A version of its own: no process goes on with what it holds in memory.
        shrunk = update(schema.tables).where(TABLE.id.in_(going))
        connection.execute(shrunk.values(rules="", preview=None, version=TABLE.version + 1))
    return ids, Pruned(len(going), rows, len(disputed), len(reviewed))


def _forget(connection: Connection, table: Table, ids: Collection[str], *, dry: bool) -> int:
    """Return how many rows of these tables are deleted."""
    theirs = table.c.of.in_(ids)
    if dry:
        return int(connection.execute(select(func.count()).select_from(table).where(theirs)).scalar_one())
    return connection.execute(delete(table).where(theirs)).rowcount


def _still_to_review(connection: Connection, ids: Collection[str]) -> set[TableId]:
    """Return those of these tables that a person's profile may still look at."""
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
