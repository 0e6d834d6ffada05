"""Rows and changes for the tests of the store."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.codes import Cause, TableStatus
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.ledger import Account, Leg, Movement
from bot.store.rows.outbox import OutboxMessage
from bot.store.rows.subjects import Change, Effects, EntropyLine, JournalLine, SubjectRow
from bot.store.rows.tables import TableRow

NOW = datetime(2026, 11, 1, 12, 30, 15, 123456, tzinfo=UTC)
TABLE = TableId("abc123")
OTHER = TableId("zzz999")
ANN = PlayerId(1 << 62)  # Discord's ids need all of 63 bits
BEN = PlayerId(22)
SECOND = timedelta(seconds=1)


def row(table: TableId = TABLE, version: int = 1, **other: Any) -> TableRow:
    """Return a table in play."""
    made = TableRow(
        id=table,
        status=TableStatus.PLAYING,
        version=version,
        step=7,
        guild=1 << 61,
        channel=100,
        thread=None,
        host=ANN,
        private=True,
        rules_id="circle",
        rules='name = "Circle ♠"',
        pace="normal",
        lobby='{"seats": ["Ann", "Ben"]}',
        digest="d1",
        seed=bytes(range(32)),
        commitment="c1",
        opened_at=NOW,
        changed_at=NOW + SECOND,
    )
    return replace(made, **other)


def lines(*seqs: int) -> tuple[JournalLine, ...]:
    return tuple(JournalLine(seq, "seat 1", f"discard {seq}", NOW + seq * SECOND) for seq in seqs)


def entropy(*seqs: int) -> tuple[EntropyLine, ...]:
    return tuple(EntropyLine(seq, "join", ANN, (1 << 62) + seq) for seq in seqs)


def alarm(
    table: TableId = TABLE, kind: AlarmKind = AlarmKind.TURN, due: datetime = NOW, step: int = 7
) -> Alarm[TableId]:
    return Alarm(due, table, kind, step, Seat(1))


def posting(
    table: TableId = TABLE, kind: str = "show", number: int = 1, created_at: datetime = NOW
) -> OutboxMessage[TableId]:
    return OutboxMessage(table, kind, number, 100, created_at)


def changed(after: SubjectRow, alarms: tuple[Alarm[Any], ...] | None = None, **effects: Any) -> Change[Any, SubjectRow]:
    """Return a change to this row, with these effects."""
    return Change(after, Effects(**effects), alarms)


def change(table: TableId = TABLE, expected: int = 0, **other: Any) -> Change[TableId, TableRow]:
    """Return the next version of a table with one line, numbered as its version is from 0."""
    return changed(row(table, expected + 1), **{"journal": lines(expected)} | other)


def moved(ref: str, *legs: tuple[Account, int], cause: Cause = Cause.STAKE, age: int = 0) -> Movement:
    """Return a movement of chips, that many seconds after `NOW`."""
    return Movement(ref, cause, NOW + age * SECOND, tuple(Leg(account, amount) for account, amount in legs))


def opening(
    status: TableStatus, table: TableId = TABLE, people: frozenset[PlayerId] | None = None, **other: Any
) -> Change[TableId, TableRow]:
    """Return a new table of this status."""
    return changed(row(table, status=status, **other), people=people)


def names(count: int) -> list[TableId]:
    return [TableId(f"t{number:05}") for number in range(count)]
