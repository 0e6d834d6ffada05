"""`paplu db prune`: let the records of old tables go."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

from bot.cli.database.bar import Bar
from bot.console import plural
from bot.store.prune import prune
from bot.store.store import Store


async def prune_lines(store: Store, days: int, *, dry: bool) -> AsyncIterator[tuple[str, bool]]:
    """Shrinks the tables that were over so many days ago, or says what that would do."""
    bar = Bar()
    try:
        done = await prune(
            store,
            datetime.now(UTC) - timedelta(days=days),
            lambda seen, total: bar.show(seen, total, "tables"),
            dry=dry,
        )
    finally:
        bar.close()
    rows = plural(
        done.rows, "{number} row of moves, shuffles and messages", "{number} rows of moves, shuffles and messages"
    )
    if dry:
        yield (
            plural(
                done.tables, "Would shrink {number} table: {rows}.", "Would shrink {number} tables: {rows}.", rows=rows
            ),
            True,
        )
    else:
        yield (
            plural(done.tables, "Shrunk {number} table: {rows}.", "Shrunk {number} tables: {rows}.", rows=rows),
            True,
        )
    if done.disputed:
        kept = plural(
            done.disputed,
            "Kept {number} table whose dispute waits for an answer.",
            "Kept {number} tables whose dispute waits for an answer.",
        )
        yield kept, True
    if done.reviewed:
        kept = plural(
            done.reviewed,
            "Kept {number} table for profiles whose people let matches be reviewed.",
            "Kept {number} tables for profiles whose people let matches be reviewed.",
        )
        yield kept, True
    if done.tables and not dry:
        yield "What is free now is used again; an SQLite file keeps its size until you VACUUM it.", True
