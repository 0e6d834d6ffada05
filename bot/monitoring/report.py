"""The report of a process for `/health/ready` and `paplu status`, as plain values."""

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256
from importlib import metadata
from typing import Any, Self

from bot.error_fields import LoggableError
from bot.monitoring.state import BotProbe
from bot.store.address import parse_url, sqlite_file
from bot.store.repositories.census import Census
from bot.store.rows.put_backs import PutBack

HEALTH_PATH = "/health/ready"
PORTS = 10
"""The number of ports that the processes on one machine may use, from that of the settings on."""

Reported = Mapping[str, Any]
"""A report, as JSON holds it."""


class NoReportError(LoggableError):
    """An answer that does not come from this bot."""


@dataclass(frozen=True, slots=True)
class BotIdentity:
    """The bot that a process runs, by its settings. None: they do not name it."""

    application: str | None
    """The id of the application, with which the token begins."""
    database: str | None
    """A digest of the place of the database. Its address may hold a password."""

    @classmethod
    def of(cls, token: str, url: str) -> Self:
        """Return the identity of the bot with that token and that database.

        Raises:
            DatabaseUnusableError: the address is none that the store can use.
        """
        return cls(_application(token), _place(url))

    def may_have(self, report: Reported) -> bool:
        """Return whether a report may be of this bot. That of an older version names no bot."""
        told = report.get("bot")
        theirs = told if isinstance(told, dict) else {}
        return all(None in (mine, theirs.get(name)) or mine == theirs[name] for name, mine in asdict(self).items())


def _application(token: str) -> str | None:
    """Return the id with which a token begins, in Base64. Return None if it begins with none."""
    head, dot, _ = token.partition(".")
    try:
        id = base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).decode("ascii")
    except ValueError:
        return None
    return id if dot and id.isdecimal() else None


def _place(url: str) -> str:
    """Return a digest of the place of a database."""
    address = parse_url(url)
    file = sqlite_file(address)
    host = address.host or address.query.get("host") or "localhost"
    place = str(file.resolve()) if file else f"{host}:{address.port or 5432}/{address.database}"
    return sha256(place.encode("utf-8", "surrogateescape")).hexdigest()


def report_of(
    bot: BotIdentity, began_at: datetime, watched: BotProbe | None, census: Census | None, *, rests: bool = False
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
        "bot": asdict(bot),
        "version": _version(),
        "began_at": began_at.isoformat(timespec="seconds"),
        "servers": 0 if watched is None else watched.servers(),
        "shards": {str(shard.id): shard.is_up for shard in shards},
        "answers": [shard.id for shard in shards if shard.answers],
        "queues": {} if watched is None else {name: waiting() for name, waiting in watched.queues.items()},
        "database": None if census is None else census_fields(census),
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


def census_fields(census: Census) -> dict[str, Any]:
    """Return the contents of a database."""
    return {
        "tables": dict(census.tables),
        "tournaments": dict(census.tournaments),
        "matches": census.matches,
        "alarms_overdue": census.overdue,
        "longest_overdue_seconds": round(census.longest_overdue, 1),
        "postings_unsent": census.unsent,
        "put_back": None if census.put_back is None else _put_back_fields(census.put_back),
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


def _put_back_fields(put_back: PutBack) -> dict[str, Any]:
    return {
        "to": put_back.back_to.isoformat(timespec="seconds"),
        "until": None if put_back.until is None else put_back.until.isoformat(timespec="seconds"),
        "missing": put_back.missing,
        "is_settled": put_back.settled_at is not None,
    }


ANOTHER = "another program answers there: MONITORING_ADDRESS or --address names where the bot does"
ANOTHER_BOT = "another bot answers there: its application or its database is not the one of the settings here"


def read_report(body: bytes) -> Reported:
    """Return the report of another process.

    Raises:
        NoReportError: it is no report.
    """
    try:
        found = json.loads(body, parse_int=_whole)
    except (ValueError, RecursionError):
        raise NoReportError(ANOTHER) from None
    if not _fits(found, _REPORT) or not (found["database"] is None or _is_census(found["database"])):
        raise NoReportError(ANOTHER)
    return dict(found)


def _is_census(found: object) -> bool:
    """Return whether these are the contents of a database. An older bot does not tell whether that was put back."""
    told = found.get("put_back") if isinstance(found, dict) else None
    return _fits(found, _DATABASE) and (told is None or _fits(told, _PUT_BACK))


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
_PUT_BACK = {"to": str, "until": str | None, "missing": int | None, "is_settled": bool}
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
