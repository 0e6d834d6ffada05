"""A row that cannot be read, as another version or a mishap may leave it, is left out and logged; all others stay."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
import structlog
from sqlalchemy import text

from bot.rummy.ids import TableId
from bot.store.repositories.outbox import OutboxRepository
from bot.store.rows.matches import MatchFilter
from bot.store.store import Store
from tests.store.matches import GUILD, ended
from tests.store.samples import ANN, BEN, NOW, OTHER, SECOND, TABLE, alarm, change, posting

LATER = NOW + timedelta(hours=1)
FAR = 9_000_000_000_000_000_000
"""A time in microseconds that no calendar has."""


async def spoil(store: Store, statement: str) -> None:
    await store.database.writer.submit(lambda connection: connection.execute(text(statement)))


Read = Callable[[Store], Awaitable[list[TableId]]]


async def open_rows(store: Store) -> list[TableId]:
    return [one.id for one in await store.tables.open_rows()]


async def due(store: Store) -> list[TableId]:
    return [one.of for one in await store.tables.due(LATER)]


async def unsent(store: Store) -> list[TableId]:
    outbox: OutboxRepository[TableId] = store.tables
    return [one.of for one in await outbox.unsent()]


async def of_player(store: Store) -> list[TableId]:
    return [one.id for one in await store.tables.of_player(BEN)]


async def open_tables(store: Store) -> list[TableId]:
    return [one.row.id for one in await store.tables.open_tables()]


READS = [
    (open_tables, "UPDATE alarms SET kind = 'dance' WHERE \"table\" = 'abc123'", ("tables", "abc123")),
    (open_rows, f"UPDATE tables SET changed_at = {FAR} WHERE id = 'abc123'", ("tables", "abc123")),
    (of_player, f"UPDATE tables SET opened_at = {FAR} WHERE id = 'abc123'", ("tables", "abc123")),
    (due, "UPDATE alarms SET kind = 'dance' WHERE \"table\" = 'abc123'", ("alarms", "abc123 dance")),
    (unsent, f"UPDATE postings SET created_at = {-FAR} WHERE \"table\" = 'abc123'", ("postings", "abc123 show 1")),
]


@pytest.mark.parametrize(("read", "statement", "place"), READS, ids=lambda part: getattr(part, "__name__", ""))
async def test_a_row_that_cannot_be_read_leaves_the_others_alone(
    store: Store, read: Read, statement: str, place: tuple[str, str]
) -> None:
    for table in (TABLE, OTHER):
        parts: dict[str, Any] = {"alarms": (alarm(table),), "outbox": (posting(table),), "people": frozenset({BEN})}
        await store.tables.commit(change(table, **parts))
    assert await read(store) == [TABLE, OTHER]
    await spoil(store, statement)
    with structlog.testing.capture_logs() as logs:
        assert await read(store) == [OTHER]
    assert [(line["table"], line["key"]) for line in logs] == [place]
    assert logs[0]["log_level"] == "error"
    assert logs[0]["error"]


async def test_a_match_that_cannot_be_read_is_left_out_of_the_history(store: Store) -> None:
    for age, table in enumerate((TABLE, OTHER, TableId("mmm555"))):
        await store.tables.commit(ended(table, [ANN, BEN], at=NOW + age * SECOND))
    await spoil(store, f"UPDATE matches SET finished_at = {FAR} WHERE \"table\" = 'abc123'")
    with structlog.testing.capture_logs() as logs:
        history = [one.match.table for one in await store.matches.history(MatchFilter(GUILD))]
        together = [one.match.table for one in await store.disputes.together(GUILD, [ANN, BEN], 10)]
    assert history == together == ["mmm555", "zzz999"]
    assert {(line["table"], line["key"]) for line in logs} == {("matches", "abc123")}
