"""`paplu db prune`: let the records of old tables go."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

from bot import text
from bot.cli.keeping.bar import Bar
from bot.store.keeping.pruning import prune
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
    word, rows = ("Would shrink" if dry else "Shrunk"), text.count(done.rows, "row")
    yield f"{word} {text.count(done.tables, 'table')}: {rows} of moves, shuffles and messages.", True
    if done.disputed:
        yield f"Kept {text.count(done.disputed, 'table')} whose dispute waits for an answer.", True
    if done.reviewed:
        yield f"Kept {text.count(done.reviewed, 'table')} for profiles whose people let matches be reviewed.", True
    if done.tables and not dry:
        yield "What is free now is used again; an SQLite file keeps its size until you VACUUM it.", True
