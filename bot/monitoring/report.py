"""The report of a process for `/health/ready` and `paplu status`, as plain values."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from importlib import metadata
from typing import Any

from bot.error_fields import LoggableError
from bot.monitoring.state import BotProbe
from bot.store.repositories.census import Census

HEALTH_PATH = "/health/ready"

Reported = Mapping[str, Any]
"""A report, as JSON holds it."""


class NoReportError(LoggableError):
    """An answer that does not come from this bot."""


def report_of(
    began_at: datetime, watched: BotProbe | None, census: Census | None, *, rests: bool = False
) -> dict[str, Any]:
    """Return the report of a process.

    Args:
        began_at: when the process began.
        watched: the bot; None if none is built.
        census: the contents of the database; None if it did not answer or was not asked.
        rests: whether the process waits before it tries again to reach Discord.
    """
    lacks = [*_lacks(watched, census, rests=rests)]
    shards = () if watched is None else watched.shards()
    return {
        "ready": not lacks,
        "lacks": lacks,
        "version": _version(),
        "began_at": began_at.isoformat(timespec="seconds"),
        "servers": 0 if watched is None else watched.servers(),
        "shards": {str(shard.id): shard.is_up for shard in shards},
        "answers": [shard.id for shard in shards if shard.answers],
        "queues": {} if watched is None else {name: waiting() for name, waiting in watched.queues.items()},
        "database": None if census is None else census_told(census),
    }


@cache
def _version() -> str:
    return metadata.version("paplu")


def _lacks(watched: BotProbe | None, census: Census | None, *, rests: bool) -> Iterator[str]:
    """Yield what a process still lacks to answer people or to stand by."""
    if census is None and not rests:
        yield "database"
    shards = () if watched is None else watched.shards()
    if not shards and (watched is None or not watched.is_spare()):
        yield "shards"
    yield from () if watched is None else watched.lacks()
    yield from (f"shard {shard.id}" for shard in shards if not shard.is_up)


def census_told(census: Census) -> dict[str, Any]:
    """Return the contents of a database."""
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


ANOTHER = "another program answers there: MONITORING_ADDRESS or --address names where the bot does"


def read_report(body: bytes) -> Reported:
    """Return the report of another process.

    Raises:
        NoReportError: it is no report.
    """
    try:
        found = json.loads(body, parse_int=_whole)
    except (ValueError, RecursionError):
        raise NoReportError(ANOTHER) from None
    is_whole = _fits(found, _REPORT) and (found["database"] is None or _fits(found["database"], _DATABASE))
    if not is_whole:
        raise NoReportError(ANOTHER)
    return dict(found)


def _whole(digits: str) -> int:
    """Return a whole number. Raise ValueError if it has too many digits."""
    if len(digits) > MOST_DIGITS:
        raise ValueError
    return int(digits)


def _fits(found: object, shape: Any) -> bool:
    """Return whether a value of JSON has this shape: a type, or a list or an object of shapes."""
    match shape:
        case [kind]:
            return isinstance(found, list) and all(_fits(one, kind) for one in found)
        case {"*": kind}:
            return isinstance(found, dict) and all(_fits(one, kind) for one in found.values())
        case {}:
            return isinstance(found, dict) and all(name in found and _fits(found[name], shape[name]) for name in shape)
        case kind:
            return isinstance(found, kind)


MOST_DIGITS = 18
_DATABASE = {
    "tables": {"*": int},
    "tournaments": {"*": int},
    "matches": int,
    "alarms_overdue": int,
    "longest_overdue_seconds": int | float,
    "postings_unsent": int,
    "processes": [{"process": str, "shards": [int], "of": int, "seconds_ago": int | float}],
}
_REPORT = {
    "ready": bool,
    "lacks": [str],
    "version": str,
    "began_at": str,
    "servers": int,
    "shards": {"*": bool},
    "answers": [int],
    "queues": {"*": int},
    "database": object,
}
"""The types of a report. `*` stands for any name."""
