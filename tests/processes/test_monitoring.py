"""The host's view of a running process: health, metrics, and one line in the log for each interaction."""

import asyncio
import json
import math
import os
import re
import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.localcord.world import World, WorldAction
from bot.monitoring.report import PORTS
from bot.rummy.cards import Card
from bot.store.store import Store
from tests.localcord import remote_control
from tests.localcord.faults import FaultyDiscord
from tests.ports import kept_port
from tests.processes import journals
from tests.processes.bots import Bot, paplu
from tests.processes.conftest import Spawner
from tests.processes.players import play_out, seated, words
from tests.waiting import until, until_read

CARD = re.compile(r"\b(?:10|[A2-9TJQK])[CDSH♣♦♠♥]\b|[A2-9TJQK][♣♦♠♥]")


@pytest.fixture
def port() -> Iterator[int]:
    """Yield a port of its own."""
    with kept_port() as port:
        yield port


@pytest.fixture
def taken() -> Iterator[int]:
    """Yield a port that another process uses."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield int(other.getsockname()[1])


async def asked(port: int, path: str) -> tuple[int, str]:
    """Return status and body of a page; status 0: nobody answers."""
    try:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
            return answer.status, await answer.text()
    except aiohttp.ClientConnectionError:
        return 0, ""


async def ready(port: int) -> tuple[int, dict[str, Any]]:
    """Return status and report of readiness."""
    status, body = await asked(port, "/health/ready")
    return status, json.loads(body) if body else {}


async def figures(port: int) -> dict[tuple[str, str], float]:
    """Return every figure by its name and labels."""
    status, body = await asked(port, "/metrics")
    assert status == 200
    return {
        (sample.name, ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(body)
        for sample in family.samples
    }


def told_of(bot: Bot, event: str) -> list[dict[str, Any]]:
    """Return the lines of a log in JSON with this event."""
    lines = [json.loads(line) for line in bot.log.splitlines() if line.startswith("{")]
    return [line for line in lines if line["event"] == event]


async def test_a_match_is_seen_and_tells_no_card(world: World, server: FaultyDiscord, bots: Spawner, port: int) -> None:
    bot = bots(MONITORING_ADDRESS=f"127.0.0.1:{port}", LOG_FORMAT="json", LOG_LEVEL="DEBUG")
    await bot.start()
    assert (await asked(port, "/health/live"))[0] == 200
    players = await seated(world, computers=0)
    (table,) = await journals.tables(bot.database)
    status, report = await ready(port)
    assert (status, report["lacks"], report["shards"]) == (200, [], {"0": True})
    server.faults.limit("PATCH", "/channels/*/messages/*", retry_after=0.5)
    end = await play_out(players)
    assert "wins" in words(end)

    seen = await figures(port)
    while seen["paplu_matches", ""] != 1:  # the database is counted every few seconds
        await asyncio.sleep(0.5)
        seen = await figures(port)
    lines = [json.loads(line) for line in bot.log.splitlines() if line.startswith("{")]
    told = [line for line in lines if line["event"] == "interaction"]
    ended = {labels: count for (name, labels), count in seen.items() if name == "paplu_interactions_total"}
    assert sum(ended.values()) == len(told) == len({line["id"] for line in told})
    acknowledged = sum(count for (name, _), count in seen.items() if name == "paplu_acknowledge_seconds_count")
    assert acknowledged == sum(line["acknowledged_ms"] is not None for line in told)
    assert {line["user"] for line in told} == {person.id for person in world.people}
    assert {line["result"] for line in told} <= {"done", "refused", "stale"}
    draws = [line for line in told if line["command"] == "draw"]
    assert draws
    assert {(line["kind"], line["table"], line["server"]) for line in draws} == {("press", table, draws[0]["server"])}
    assert any((line["kind"], line["command"]) == ("command", "rummy new") for line in told)

    assert sum(count for (name, _), count in seen.items() if name == "paplu_rate_limited_total") == 1
    edits = "route=/channels/{id}/messages/{id}"
    assert seen["paplu_rate_limited_total", edits] == 1
    assert seen["paplu_rate_limit_wait_seconds_total", edits] > 0.4
    assert seen["paplu_commit_seconds_count", ""] > len(draws)
    assert seen["paplu_picture_seconds_count", ""] > len(draws)
    assert seen["paplu_shard_up", "shard=0"] == seen["paplu_ready", ""] == seen["paplu_database_up", ""] == 1
    routes = {labels for (name, labels) in seen if name == "paplu_requests_total"}
    assert any("method=POST,route=/interactions/{id}/{token}/callback" in labels for labels in routes)
    assert not any(re.search(r"\d{5}", labels) for labels in routes)

    seed = (await journals.stored(bot.database, table)).row.seed
    assert not CARD.findall(bot.log)
    assert seed.hex() not in bot.log
    names = [person.name for person in world.people]
    assert not any(name in json.dumps(line) for line in told for name in names)


async def test_not_ready_while_discord_is_away(server: FaultyDiscord, bots: Spawner, port: int) -> None:
    bot = bots(MONITORING_ADDRESS=f"127.0.0.1:{port}", LOG_FORMAT="json")
    await server.refuse()
    await bot.spawn()
    await until(lambda: "out of reach" in bot.log, "the line")
    line = told_of(bot, "Discord out of reach")[0]
    assert (line["error"], line["cause"], line["at"]) == ("ClientConnectorError", "Connection refused", server.api_url)
    assert re.search(r"bot/app\.py:\d+ > ", line["places"])
    assert (await asked(port, "/health/live"))[0] == 200
    status, report = await ready(port)
    assert status == 503
    assert "shards" in report["lacks"]
    assert "database" not in report["lacks"]
    seen = await figures(port)
    assert seen["paplu_ready", ""] == 0
    assert seen.get(("paplu_database_up", ""), 1) == 1
    await server.accept()
    await until(lambda: remote_control.shards_up(server.gateway), "the connection")
    while (await ready(port))[0] != 200:
        assert bot.running


async def test_the_age_of_the_newest_copy_is_told(bots: Spawner, port: int, tmp_path: Path) -> None:
    name = ("paplu_newest_copy_age_seconds", "")
    for dumps, least in ((None, None), (tmp_path / "none", math.inf), (tmp_path / "some", 3600.0)):
        settings = {}
        if dumps is not None:
            settings["DUMPS_DIR"] = str(dumps)
        if least == 3600.0:
            written(tmp_path / "some" / "paplu.dump", 1.0)
            written(tmp_path / "some" / "paplu-old.dump", 2.0)
            written(tmp_path / "some" / "paplu.unfinished", 0.0)
        bot = bots(MONITORING_ADDRESS=f"127.0.0.1:{port}", **settings)
        await bot.start()
        while (seen := await figures(port))["paplu_ready", ""] != 1 or (least and name not in seen):
            assert bot.running
        assert (least is None) == (name not in seen)
        assert least is None or least <= seen[name]
        assert least != 3600.0 or seen[name] < 7200
        assert await bot.stop() == 0


def written(file: Path, hours: float) -> None:
    """Make a file that was written this number of hours ago."""
    file.parent.mkdir(exist_ok=True)
    file.touch()
    os.utime(file, (then := time.time() - 3600 * hours, then))


async def test_systemd_is_told_of_the_start_and_the_end(bots: Spawner, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        bot = bots(NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="60000000")
        await bot.start()
        assert [systemd.recv(100) for _ in range(2)] == [b"READY=1", b"WATCHDOG=1"]
        assert await bot.stop() == 0
        assert systemd.recv(100) == b"STOPPING=1"


def take_away(database: str) -> None:
    """Give the file of a database another name."""
    file = Path(database.partition(":///")[2])
    file.rename(file.with_name("elsewhere.db"))


async def test_not_ready_without_its_database_file(bots: Spawner, port: int) -> None:
    bot = bots(MONITORING_ADDRESS=f"127.0.0.1:{port}", LOG_FORMAT="json")
    await bot.start()
    while (await ready(port))[0] != 200:
        assert bot.running
    bot.expected = ("database failed",)
    take_away(bot.database)
    while "database" not in (await ready(port))[1]["lacks"]:
        assert bot.running
    seen = await figures(port)
    assert (seen["paplu_ready", ""], seen["paplu_database_up", ""]) == (0, 0)
    assert not any(name == "paplu_tables" for name, _ in seen)
    assert (await asked(port, "/health/live"))[0] == 200
    await until(lambda: told_of(bot, "leases out of reach"), "the look")
    line = told_of(bot, "leases out of reach")[0]
    assert line["error"].isidentifier()
    assert "replaced" in line["cause"]
    assert "leases/leases.py" in line["places"]


async def test_not_ready_while_it_drains(world: World, server: FaultyDiscord, bots: Spawner, port: int) -> None:
    bot = bots(MONITORING_ADDRESS=f"127.0.0.1:{port}")
    await bot.start()
    slow = server.faults.delay("POST", "/interactions/*/*/callback", 4.0, done=True)
    await world.people[0].command(world.channel, "rummy help")
    await until(lambda: slow.hits, "the answer under way")
    assert bot.process is not None
    bot.process.send_signal(signal.SIGTERM)
    while "draining" not in (report := await ready(port))[1]["lacks"]:
        assert bot.running
    assert report[0] == 503
    assert (await asked(port, "/health/live"))[0] == 200
    assert await bot.wait() == 0


async def test_a_process_whose_port_is_taken_uses_the_next_free_one(bots: Spawner, taken: int) -> None:
    bot = bots(MONITORING_ADDRESS=f"127.0.0.1:{taken}", LOG_FORMAT="json")
    await bot.start()
    (line,) = told_of(bot, "health and metrics are served")
    host, _, port = line["at"].partition(":")
    assert (host, int(port)) in [("127.0.0.1", number) for number in range(taken + 1, taken + PORTS)]
    assert (await asked(int(port), "/health/live"))[0] == 200
    while (found := await said(bot))[0] != 0:
        assert "not ready" in found[1]


async def test_an_address_that_cannot_be_used_is_named_and_the_bot_runs(world: World, bots: Spawner) -> None:
    bot = bots(MONITORING_ADDRESS="192.0.2.1:9464", LOG_FORMAT="json")  # which documents alone use
    await bot.start()
    (line,) = told_of(bot, "health and metrics are not served")
    assert (line["at"], line["cause"]) == ("192.0.2.1:9464", "Cannot assign requested address")
    answered = await world.people[0].command(world.channel, "rummy help")
    assert not (await answered.reply()).failed


async def test_status_takes_no_other_bot_for_this_one(bots: Spawner, port: int, tmp_path: Path) -> None:
    bot = bots(MONITORING_ADDRESS=f"127.0.0.1:{port}")
    await bot.start()
    while (await said(bot))[0] != 0:
        assert bot.running
    other = {"DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/other.db"}
    await (await Store.open(other["DATABASE_URL"])).close()
    status, told = await said(bot, **other)
    assert (status, told.splitlines()[0]) == (1, "No bot answers here. Its database says:")
    status, told = await said(bot, "--address", f"127.0.0.1:{port}", **other)
    assert (status, told.startswith("paplu: another bot answers there: ")) == (2, True)
    assert bot.server.token not in (await asked(port, "/health/ready"))[1]


def test_cards_are_found_where_they_are_written() -> None:
    assert CARD.findall(f"a {Card.parse('7S')} b")


async def test_a_fault_has_one_code_for_the_person_and_the_log(world: World, bots: Spawner) -> None:
    bot = bots(LOG_FORMAT="json")
    await bot.start()
    bot.expected = ("database failed",)
    file = bot.database.partition(":///")[2]
    with closing(sqlite3.connect(file)) as database:
        database.execute("ALTER TABLE standings RENAME TO gone")
        database.commit()
    reply = await (await world.people[0].command(world.channel, "standings")).reply()
    assert reply.message is not None
    (code,) = re.findall(r"code `([0-9a-f]{6})`", words(reply.message))
    await until(lambda: '"interaction"' in bot.log, "the line")
    lines = [json.loads(line) for line in bot.log.splitlines() if line.startswith("{")]
    (line,) = [line for line in lines if line["event"] == "database failed"]
    assert (line["code"], line["error"]) == (code, "StoreFailedError")
    assert line["cause"] == "no such table: standings"
    assert re.search(r"flows/standings\.py:\d+ > .*store/database\.py:\d+", line["places"])
    (told,) = [line for line in lines if line["event"] == "interaction"]
    assert (told["code"], told["result"]) == (code, "fault")


async def test_a_command_of_another_version_is_answered_and_noted(world: World, bots: Spawner, port: int) -> None:
    """This happens during a deploy: Discord already has commands and options of the new version."""
    bot = bots(MONITORING_ADDRESS=f"127.0.0.1:{port}", LOG_FORMAT="json")
    await bot.start()
    bot.expected = ("unexpected", "command failed")
    person, commands = world.people[0], world.model.commands[None]
    await until(lambda: ("play", 1) in commands and told_of(bot, "ready"), "the commands")
    choice = {"type": 3, "name": "choice", "description": "-", "autocomplete": True}
    commands["newer", 1] = {**commands["play", 1], "id": "77", "name": "newer", "options": [choice]}
    (draw,) = [option for option in commands["play", 1]["options"] if option["name"] == "draw"]
    commands["play", 1] = {**commands["play", 1], "options": [{**draw, "options": []}]}
    told = [await refused(bot, await person.command(world.channel, name)) for name in ("newer", "play draw")]
    assert [line["error"] for line, _ in told] == ["CommandNotFound", "CommandSignatureMismatch"]
    noted = [(line["kind"], line["command"], line["result"]) for _, line in told]
    assert noted == [("command", "other", "fault"), ("command", "play draw", "fault")]
    assert (await figures(port))["paplu_interactions_total", "kind=command,result=fault"] == 2
    assert not told_of(bot, "command failed")
    assert not await person.autocomplete(world.channel, "newer", "choice", "a")
    assert [line["error"] for line in told_of(bot, "command failed")] == ["CommandNotFound"]


async def refused(bot: Bot, asked: WorldAction) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the lines of the log about a command that met a fault, found by the code that the person was given."""
    reply = await asked.reply()
    assert reply.message is not None
    (code,) = re.findall(r"code `([0-9a-f]{6})`", words(reply.message))

    def lines(event: str) -> list[dict[str, Any]]:
        return [line for line in told_of(bot, event) if line["code"] == code]

    await until(lambda: lines("interaction"), "the line")
    return lines("unexpected")[0], lines("interaction")[0]


async def said(bot: Bot, *arguments: str, **settings: str) -> tuple[int, str]:
    """Return status and output of `paplu status` with the settings of that bot."""
    asking = Bot(bot.server, bot.folder, "status", command=paplu("status", *arguments), **{**bot.settings, **settings})
    asking.log_file.unlink(missing_ok=True)
    await asking.spawn()
    return await asking.wait(), asking.log


async def test_status_asks_the_bot_and_without_one_the_database(
    world: World, bots: Spawner, port: int, taken: int
) -> None:
    bot = bots(MONITORING_ADDRESS=f"127.0.0.1:{port}")
    assert (await said(bot))[0] == 2, "there is no database yet"
    await bot.start()
    await seated(world)
    await until(lambda: remote_control.shards_up(bot.server.gateway))
    while (found := await said(bot))[0] != 0:
        assert "not ready" in found[1]
    assert "ready.\n" in found[1]
    assert "It answers for these shards: 0.\n" in found[1]
    assert (await said(bot, http_proxy="http://127.0.0.1:9"))[0] == 0, "no proxy leads to this machine"
    assert "Open tables: 1 playing." in found[1]
    status, told = await said(bot, "--json")
    assert (status, json.loads(told)["from"], json.loads(told)["database"]["tables"]) == (0, "bot", {"playing": 1})
    await bot.stop()
    status, told = await said(bot)
    assert status == 1
    assert told.startswith("No bot answers here.")
    assert "Open tables: 1 playing." in told
    assert bot.server.token not in told


@pytest.mark.parametrize("told", ["", "auto"], ids=["heir", "spare"])
async def test_a_process_that_stands_by_is_ready_and_says_so(
    server: FaultyDiscord, bots: Spawner, port: int, told: str
) -> None:
    """It stands by as the heir of the only shard, or as one process more than there are shards."""
    first, second = (
        bots("first", SHARD_IDS=told),
        bots("second", SHARD_IDS=told, MONITORING_ADDRESS=f"127.0.0.1:{port}"),
    )
    await first.start()
    await until(lambda: "ready" in first.log, "the first process")

    async def answers() -> list[int] | None:
        status, report = await ready(port)
        return report["answers"] if status == 200 else None

    async def stands_by() -> bool:
        return await answers() == []

    await second.spawn()
    await until_read(stands_by, "readiness")
    status, text = await said(second)
    assert (status, "ready, and stands by" in text, "answers for" in text) == (0, True, False)
    assert (await figures(port))["paplu_ready", ""] == 1
    await first.kill()
    await until_read(answers, "the takeover")
    status, text = await said(second)
    assert (status, "It answers for these shards: 0.\n" in text) == (0, True)


async def test_status_understands_no_other_program(server: FaultyDiscord, bots: Spawner) -> None:
    bot = bots()
    status, told = await said(bot, "--address", server.url.removeprefix("http://"))
    assert (status, told.startswith("paplu: another program answers there")) == (2, True)
    status, told = await said(bot, "--address", "nowhere")
    assert (status, "127.0.0.1:9464" in told) == (2, True)
