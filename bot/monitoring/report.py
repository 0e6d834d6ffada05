"""What `/health/ready` and `paplu status` say of a process, as plain values."""

from collections.abc import Iterator
from datetime import datetime
from importlib.metadata import version
from typing import Any

from bot.monitoring.state import Watched
from bot.store.repositories.hosting.census import Census


def report_of(began_at: datetime, watched: Watched | None, census: Census | None) -> dict[str, Any]:
    """How a process is. `watched`: None: no bot is built. `census`: None: the database did not answer."""
    lacks = [*_lacks(watched, census)]
    shards = () if watched is None else watched.shards()
    return {
        "ready": not lacks,
        "lacks": lacks,
        "version": version("paplu"),
        "began_at": began_at.isoformat(timespec="seconds"),
        "servers": 0 if watched is None else watched.servers(),
        "shards": {str(shard.id): shard.is_up for shard in shards},
        "queues": {} if watched is None else {name: waiting() for name, waiting in watched.queues.items()},
        "database": None if census is None else census_told(census),
    }


def _lacks(watched: Watched | None, census: Census | None) -> Iterator[str]:
    """What a process needs before it can answer people, and has not."""
    if census is None:
        yield "database"
    shards = () if watched is None else watched.shards()
    if not shards:
        yield "shards"
    yield from (f"shard {shard.id}" for shard in shards if not shard.is_up)


def census_told(census: Census) -> dict[str, Any]:
    """What a database holds."""
    return {
        "tables": dict(census.tables),
        "tournaments": dict(census.tournaments),
        "matches": census.matches,
        "alarms_overdue": census.overdue,
        "longest_overdue_seconds": round(census.longest_overdue, 1),
        "postings_unsent": census.unsent,
        "processes": [
            {
                "process": beat.process,
                "shards": list(beat.shards),
                "of": beat.of,
                "seconds_ago": round((census.taken_at - beat.at).total_seconds(), 1),
            }
            for beat in census.processes
        ],
    }
