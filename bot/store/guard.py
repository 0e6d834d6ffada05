"""The guard of a commit: what builds on a version that is no longer there, or moves chips that are not, is refused."""

from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, select

from bot.store.codec import deleting, insert_all
from bot.store.errors import StaleError, StoreError
from bot.store.ledger import Books
from bot.store.rows import Change
from bot.store.tournament_rows import TournamentChange

C = TypeVar("C", Change, TournamentChange)


def guard(
    connection: Connection, table: Table, changes: Sequence[C], books: Books
) -> tuple[list[StoreError | None], list[C]]:
    """For each of these changes what refused it, and those that were not refused.

    One builds on another of the same row that stands before it. Movements of those accepted are entered in the books.
    """
    versions = _lock(connection, table, {change.row.id for change in changes})
    refusals: list[StoreError | None] = []
    accepted: list[C] = []
    for change in changes:
        refusal = _stale(change, versions.get(change.row.id, 0)) or books.enter(change.movements)
        refusals.append(refusal)
        if refusal is None:
            versions[change.row.id] = change.row.version
            accepted.append(change)
    return refusals, accepted


def _stale(change: Change | TournamentChange, found: int) -> StaleError | None:
    """What refuses a change that does not build on the version found."""
    return None if found == change.expected else StaleError(change.row.id, change.expected, found)


def _lock(connection: Connection, table: Table, ids: set[Any]) -> dict[str, int]:
    """The versions of these rows, which no one else can change before the transaction ends."""
    # SQLite renders no FOR UPDATE and needs none: its write transactions begin with BEGIN
    # IMMEDIATE. In the order of their ids, so that two processes cannot lock each other out.
    query = select(table.c.id, table.c.version).where(table.c.id.in_(ids))
    rows: Sequence[Any] = connection.execute(query.order_by(table.c.id).with_for_update()).all()
    return dict(rows)


def replace_parts(connection: Connection, table: Table, rows: dict[Any, list[dict[str, Any]]]) -> None:
    """Make these the only rows of each table or tournament named."""
    if rows:
        connection.execute(deleting(table), [{"of": id} for id in rows])
        insert_all(connection, table, (row for of_one in rows.values() for row in of_one))
