"""`paplu db prune`: removal of the moves of old tables."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

from bot.cli.database.bar import Bar
from bot.console import plural
from bot.store.prune import prune
from bot.store.store import Store


async def prune_lines(store: Store, days: int, *, dry: bool) -> AsyncIterator[tuple[str, bool]]:
    """Prune the tables that ended more than *days* ago. Only report what would be deleted if *dry* is true."""
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
    rows = f"{plural(done.rows, 'row')} of moves, shuffles and messages"
    yield f"{'Would shrink' if dry else 'Shrunk'} {plural(done.tables, 'table')}: {rows}.", True
    reasons = {
        "whose match is not over": done.open,
        f"that ended less than {days} days ago": done.young,
        "with messages that wait to be posted": done.unsent,
        "whose tournament is not over": done.running,
        "whose dispute waits for an answer": done.disputed,
        "for profiles whose people let matches be reviewed": done.reviewed,
    }
    for reason, kept in reasons.items():
        if kept:
            yield f"{'Would keep' if dry else 'Kept'} {plural(kept, 'table')} {reason}.", True
    if done.tables and not dry:
        yield "What is free now is used again; an SQLite file keeps its size until you VACUUM it.", True
