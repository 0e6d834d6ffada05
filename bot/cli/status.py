"""`paplu status`: the report of a running bot or, without one, the contents of its database."""

import argparse
import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from bot.config import Config, ConfigError
from bot.console import FAULTY, OK, complain, plural, show
from bot.languages.formats import with_commas
from bot.languages.sentence import Sentence
from bot.monitoring.report import (
    ANOTHER,
    ANOTHER_BOT,
    HEALTH_PATH,
    PORTS,
    BotIdentity,
    NoReportError,
    Reported,
    census_fields,
    read_report,
)
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.text.commands import STATES
from bot.text.tournaments import STATUSES

PATIENCE = 5.0
"""Seconds that a running bot may take to answer, with a query to its database."""
MOST_BYTES = 1 << 20
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}
"""Hosts that stand for all addresses of a machine, each with an address at which a bot there can be reached."""


def run(arguments: argparse.Namespace) -> int:
    """Print the state of the bot. Return status 1 unless a bot answers and is ready."""
    try:
        config = Config.read()
        report, source = found(config) if arguments.address is None else named(config, arguments.address), "bot"
        if report is None:
            report, source = asyncio.run(counted(config.database_url.get_secret_value())), "database"
    except (ConfigError, NoReportError, StoreError) as error:
        return complain(error)
    if arguments.json:
        print(json.dumps({"from": source, **report}, indent=2))
    else:
        show(lines(report, source))
    return OK if report["ready"] else FAULTY


def found(config: Config) -> Reported | None:
    """Return the report of the bot of these settings on this machine; None if none answers."""
    mine = BotIdentity.of(config.token, config.database_url.get_secret_value())
    if config.monitoring is None:
        return None
    host, port = config.monitoring
    with ThreadPoolExecutor(PORTS) as threads:
        reports = [*threads.map(partial(_asked_quietly, host), range(port, min(port + PORTS, 1 << 16)))]
    ours = [report for report in reports if report is not None and mine.may_have(report)]
    return min(ours, key=lambda report: not report["ready"], default=None)


def _asked_quietly(host: str, port: int) -> Reported | None:
    with suppress(NoReportError):
        return asked(host, port)
    return None


def named(config: Config, address: tuple[str, int]) -> Reported | None:
    """Return the report of the bot at that address; None if none answers there.

    Raises:
        NoReportError: another program answers, or a bot that is not the one of the settings.
    """
    mine = BotIdentity.of(config.token, config.database_url.get_secret_value())
    if not config.model_fields_set & {"database_url", "database_url_file"}:
        mine = replace(mine, database=None)  # the default is a place on this machine
    report = asked(*address)
    if report is not None and not mine.may_have(report):
        raise NoReportError(ANOTHER_BOT)
    return report


def asked(host: str, port: int) -> Reported | None:
    """Return the report of the bot at that address; None if none answers there.

    Raises:
        NoReportError: another program answers.
    """
    host = ANYWHERE.get(host, host)
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}{HEALTH_PATH}"
    try:
        return read_report(_fetched(url))
    except HTTPException:
        raise NoReportError(ANOTHER) from None
    except OSError:
        return None


def _fetched(url: str) -> bytes:
    direct = build_opener(ProxyHandler({}))  # a proxy would not reach this machine
    try:
        with direct.open(url, timeout=PATIENCE) as answer:
            return bytes(answer.read(MOST_BYTES))
    except HTTPError as error:  # a bot that is not ready answers with status 503 and a report
        return error.read(MOST_BYTES)


async def counted(url: str) -> Reported:
    """Return a report made from the database, for when no bot answers.

    Raises:
        DatabaseUnusableError: it cannot be read as it is.
    """
    store = await Store.open_to_read(url)
    try:
        return {"ready": False, "lacks": ["bot"], "database": census_fields(await store.census.take(datetime.now(UTC)))}
    finally:
        await store.close()


def lines(report: Reported, source: str) -> Iterator[str]:
    """Yield a report in words."""
    lacks = with_commas(report["lacks"])
    if source == "bot":
        version, began = report["version"], report["began_at"]
        answers = with_commas(map(str, report["answers"]))
        if report["ready"] and answers:
            yield f"Paplu {version}, running since {began}: ready."
        elif report["ready"]:
            yield f"Paplu {version}, running since {began}: ready, and stands by while other processes answer."
        else:
            yield f"Paplu {version}, running since {began}: not ready, it lacks: {lacks}."
        up = [id for id, is_up in report["shards"].items() if is_up]
        yield f"{plural(report['servers'], 'server')} on {len(up)} of {plural(len(report['shards']), 'shard')}."
        if answers:
            yield f"It answers for these shards: {answers}."
        waiting = with_commas(f"{name} {count}" for name, count in report["queues"].items())
        yield f"Waiting in queues: {waiting}." if waiting else "Waiting in queues: nothing."
    else:
        yield "No bot answers here. Its database says:"
    database = report["database"]
    if database is None:
        yield "The database does not answer."
    else:
        yield from _database_lines(database)


def _database_lines(database: Mapping[str, Any]) -> Iterator[str]:
    yield f"Open tables: {_states(database['tables'], STATES.items())}."
    yield f"Open tournaments: {_states(database['tournaments'], STATUSES.items())}."
    yield f"{plural(database['matches'], 'match', 'matches')} finished."
    if late := database["alarms_overdue"]:
        oldest = "" if late == 1 else ", the oldest"
        yield f"{plural(late, 'alarm')} overdue{oldest} by {database['longest_overdue_seconds']:.0f} s."
    else:
        yield "No alarm overdue."
    yield f"{plural(database['postings_unsent'], 'posting')} unsent."
    if put_back := database.get("put_back"):  # an older bot does not tell it
        yield _put_back_line(put_back)
    for beat in database["processes"]:
        shards = with_commas(map(str, beat["shards"]))
        yield f"Process {beat['process']}: shard {shards} of {beat['of']}, seen {beat['seconds_ago']:.0f} s ago."


def _put_back_line(put_back: Mapping[str, Any]) -> str:
    told, then = (
        f"The database was put back to {put_back['to']}",
        "has ended" if put_back["is_settled"] else "ends soon",
    )
    if put_back["missing"] is not None:
        missing = plural(put_back["missing"], "start, deal or end", "starts, deals and ends")
        told += f": {missing} of tables until {put_back['until']} {'is' if put_back['missing'] == 1 else 'are'} missing"
    return f"{told}. What ran in the copy {then} without a result."


def _states(counts: Mapping[str, int], called: Iterable[tuple[StrEnum, Sentence]]) -> str:
    """Return `2 lobby, 3 playing`. A state that only another version of the bot knows stands as it is."""
    names = {str(state): str(said) for state, said in called}
    told = (f"{count} {names.get(state, state)}" for state, count in sorted(counts.items()))
    return with_commas(told) or "none"
