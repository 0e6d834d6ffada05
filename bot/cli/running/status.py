"""`paplu status`: what a running bot says of itself, or without one what its database holds."""

import argparse
import asyncio
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from bot import text
from bot.cli import FAULTY, OK, complain, show
from bot.config import Config, ConfigError
from bot.monitoring.report import HEALTH_PATH, NoReportError, Reported, census_told, read_report
from bot.store.errors import StoreError
from bot.store.store import Store

PATIENCE = 5.0
"""Seconds that a running bot may take to answer; it asks its database meanwhile."""
MOST_BYTES = 1 << 20
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}
"""What a bot listens on at all addresses of its machine, and where it is reached then."""


def run(arguments: argparse.Namespace) -> int:
    """Print how the bot is; status 1 unless a bot answers and is ready."""
    try:
        config = Config.read()
        address = arguments.address or config.monitoring
        report = None if address is None else asked(*address)
        source = "bot"
        if report is None:
            report, source = asyncio.run(counted(config.database_url.get_secret_value())), "database"
    except (ConfigError, NoReportError, StoreError) as error:
        return complain(error)
    if arguments.json:
        print(json.dumps({"from": source, **report}, indent=2))
    else:
        show(lines(report, source))
    return OK if report["ready"] else FAULTY


def asked(host: str, port: int) -> Reported | None:
    """What the bot at that address says of itself; None: none answers there."""
    host = ANYWHERE.get(host, host)
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}{HEALTH_PATH}"
    try:
        with urlopen(url, timeout=PATIENCE) as answer:
            return read_report(answer.read(MOST_BYTES))
    except HTTPError as error:  # a bot that is not ready answers with 503, and says why
        return read_report(error.read(MOST_BYTES))
    except OSError:
        return None


async def counted(url: str) -> Reported:
    """What the database holds; no bot answers.

    Raises:
        DatabaseUnusableError: it cannot be read as it is.
    """
    store = await Store.open_to_read(url)
    try:
        return {"ready": False, "lacks": ["bot"], "database": census_told(await store.census.take(datetime.now(UTC)))}
    finally:
        await store.close()


def lines(report: Reported, source: str) -> Iterator[str]:
    """A report in words."""
    lacks = ", ".join(report["lacks"])
    if source == "bot":
        yield f"Paplu {report['version']}, running since {report['began_at']}: " + (
            "ready." if report["ready"] else f"not ready, it lacks: {lacks}."
        )
        up = [id for id, is_up in report["shards"].items() if is_up]
        yield f"{text.count(report['servers'], 'server')} on {len(up)} of {text.count(len(report['shards']), 'shard')}."
        waiting = ", ".join(f"{name} {count}" for name, count in report["queues"].items())
        yield f"Waiting in queues: {waiting or 'nothing'}."
    else:
        yield "No bot answers here. Its database says:"
    database = report["database"]
    if database is None:
        yield "The database does not answer."
    else:
        yield from _database_lines(database)


def _database_lines(database: Mapping[str, Any]) -> Iterator[str]:
    for what in ("tables", "tournaments"):
        states = ", ".join(f"{count} {state}" for state, count in sorted(database[what].items()))
        yield f"Open {what}: {states or 'none'}."
    yield f"{text.count(database['matches'], 'match', 'matches')} finished."
    late = f", the oldest by {database['longest_overdue_seconds']:.0f} s" if database["alarms_overdue"] else ""
    yield f"{text.count(database['alarms_overdue'], 'alarm')} overdue{late}."
    yield f"{text.count(database['postings_unsent'], 'posting')} unsent."
    for beat in database["processes"]:
        shards = ", ".join(map(str, beat["shards"]))
        yield f"Process {beat['process']}: shard {shards} of {beat['of']}, seen {beat['seconds_ago']:.0f} s ago."
