"""A start against a Discord that is out of reach, that does not know the token, or that closes the connection."""

import asyncio
import json
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.localcord.world import World
from bot.store.checks import LARGE
from bot.store.store import Store
from tests.localcord import remote_control
from tests.localcord.faults import FaultyDiscord
from tests.processes.bots import COMMAND, PLAIN, Bot, Code, Command
from tests.processes.conftest import Spawner
from tests.waiting import until


@pytest.fixture
def command() -> Command:
    """Return the bot as a host starts it."""
    return PLAIN


async def test_out_of_reach(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    bot = bots()
    await server.refuse()
    await bot.spawn()
    await until(lambda: complaints(bot), "the line")
    used = bot.cpu_seconds
    await asyncio.sleep(7)
    assert bot.running
    assert bot.cpu_seconds - used < 0.5
    assert len(complaints(bot)) <= 3
    await until(lambda: len(complaints(bot)) >= 2, "the second line")
    assert all(server.api_url in line for line in complaints(bot))
    assert "Traceback" not in bot.log
    await server.accept()
    await until(lambda: remote_control.shards_up(server.gateway), "the connection")
    await is_answered(world)


def complaints(bot: Bot) -> list[str]:
    """Return every line that tells that Discord cannot be reached."""
    return [line for line in bot.log.splitlines() if "out of reach" in line]


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/users/@me", "failed"),
        ("GET", "/users/@me", "dropped"),
        ("GET", "/gateway/bot", "banned"),
        ("PUT", "/applications/*/commands", "limited"),
        ("PUT", "/applications/*/commands", "dropped"),
    ],
)
async def test_trouble_at_the_start(
    world: World, server: FaultyDiscord, bots: Spawner, method: str, path: str, kind: str
) -> None:
    """One line at most for a start that fails, and it is tried again."""
    match kind:
        case "failed":
            server.faults.fail(method, path)
        case "limited":
            server.faults.limit(method, path)
        case "banned":
            server.faults.limit(method, path, via=False)
        case "dropped":
            server.faults.drop(method, path)
    bot = bots()
    await bot.start()
    await until(lambda: world.people[0].commands(world.channel))
    await is_answered(world)
    assert not server.faults.waiting
    assert len(complaints(bot)) <= 1
    assert "Traceback" not in bot.log


async def test_unknown_token(bots: Spawner) -> None:
    bot = bots(DISCORD_TOKEN="not.the.one")
    bot.command = COMMAND
    await bot.spawn()
    assert await bot.wait() == 2
    said = [line for line in bot.log.splitlines() if line.startswith("paplu: ")]
    assert len(said) == 1
    assert "DISCORD_TOKEN" in said[0]


async def test_told_to_stop(bots: Spawner) -> None:
    bot = bots()
    bot.command = COMMAND
    await bot.start()
    assert await bot.stop() == 0


@pytest.mark.parametrize(
    "moment",
    [
        "bot.config.Config.read",
        "bot.process.configure",
        "bot.process.asyncio.run",
        "bot.process.serve",
        "bot.app.App.open",
        "bot.store.migrate.head",
        "bot.app.App.watched",
        "discord.Client.login",
        "bot.discord.client.RummyBot.setup_hook",
        "bot.discord.client.RummyBot.connect",
    ],
)
async def test_told_to_stop_during_the_start(bots: Spawner, moment: str) -> None:
    bot = bots()
    bot.command = Code(TOLD_AT.format(moment=moment))
    await bot.spawn()
    assert await bot.wait() == 0, bot.log
    assert "told\n" in bot.log
    assert "Traceback" not in bot.log


TOLD_AT = """
import os, signal, sys
from pkgutil import resolve_name
import bot.process
from bot.__main__ import main

place, _, name = "{moment}".rpartition(".")
owner = resolve_name(place)
found = vars(owner)[name]
called = getattr(found, "__func__", found)

def told(*arguments, **options):
    print("told", flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
    return called(*arguments, **options)

setattr(owner, name, classmethod(told) if isinstance(found, classmethod) else told)
sys.argv = ["paplu", "run"]
raise SystemExit(main())
"""
"""The bot, told to stop at the moment when it calls that function."""


async def test_told_to_stop_before_anything_is_imported(bots: Spawner) -> None:
    bot = bots()
    bot.command = (sys.executable, "-c", TOLD_BEFORE)
    await bot.spawn()
    assert await bot.wait() == 0, bot.log
    assert bot.log == "told\n"


TOLD_BEFORE = """
import os, runpy, signal, sys

class Teller:
    @staticmethod
    def find_spec(name, *_):
        if name == "bot.cli":
            print("told", flush=True)
            os.kill(os.getpid(), signal.SIGTERM)

sys.meta_path.insert(0, Teller)
sys.argv = ["paplu", "run"]
runpy.run_module("bot", run_name="__main__")
"""
"""The bot, told to stop when it begins to import its parts."""


async def test_told_to_stop_while_it_reconnects(server: FaultyDiscord, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    await until(lambda: remote_control.shards_up(server.gateway))
    server.speaks.clear()
    remote_control.close(server.gateway, 4000)
    await until(lambda: not server.gateway.connections)
    await asyncio.sleep(0.5)
    assert await bot.stop() == 0
    server.speaks.set()
    assert "Traceback" not in bot.log


async def test_lost_and_invalid_sessions(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    gateway = server.gateway
    await until(lambda: remote_control.shards_up(gateway))
    remote_control.close(gateway, 4000)
    await until(lambda: len(gateway.resumed) == 1, "the first return")
    await is_answered(world)
    remote_control.ask_reconnect(gateway)
    await until(lambda: len(gateway.resumed) == 2, "the second return")
    await is_answered(world)
    assert len(gateway.identified) == 1
    remote_control.invalidate(gateway)
    await until(lambda: len(gateway.identified) == 2, "the new session")
    await is_answered(world)


async def test_a_frame_that_is_no_json_is_dropped_and_logged(
    world: World, server: FaultyDiscord, bots: Spawner
) -> None:
    bot = bots()
    await bot.start()
    await until(lambda: remote_control.shards_up(server.gateway))
    (connection,) = remote_control.connections(server.gateway)
    connection.send_text('{"op": 0, "t": "MESSAGE_CREATE", "s": 99, "d": {"content": "secret')
    await until(lambda: "gateway frame dropped" in bot.log, "the line")
    await is_answered(world)
    assert "secret" not in bot.log
    assert not server.gateway.resumed
    assert len(server.gateway.identified) == 1


async def is_answered(world: World) -> None:
    """Check that a person gets an answer."""
    asked = await world.people[0].command(world.channel, "rummy help")
    assert not (await asked.reply()).failed


async def test_gone_for_a_moment(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    await server.refuse()
    await asyncio.sleep(2)
    await server.accept()
    await until(lambda: remote_control.shards_up(server.gateway), "the connection")
    await is_answered(world)


async def test_a_database_that_is_not_there_yet_is_waited_for(
    world: World, server: FaultyDiscord, bots: Spawner, postgresql: str
) -> None:
    url = make_url(postgresql)
    door = await asyncio.start_server(partial(_bring, f"{url.query['host']}/.s.PGSQL.5432"), "127.0.0.1", 0)
    port = door.sockets[0].getsockname()[1]
    door.close()
    await door.wait_closed()
    there = url.set(host="127.0.0.1", port=port, query={"password": "sesame"}).render_as_string(hide_password=False)
    bot = bots(DATABASE_URL=there, LOG_FORMAT="json")
    await bot.spawn()
    await until(lambda: bot.log.count("database out of reach") >= 2, "the second line")
    assert bot.running
    line = next(json.loads(line) for line in bot.log.splitlines() if "database out of reach" in line)
    assert (line["error"], line["cause"]) == ("DatabaseAwayError", "Connection refused")
    assert f"127.0.0.1:{port}" in line["at"]
    assert "sesame" not in bot.log
    assert "store/checks.py" in line["places"]
    door = await asyncio.start_server(partial(_bring, f"{url.query['host']}/.s.PGSQL.5432"), "127.0.0.1", port)
    await until(lambda: remote_control.shards_up(server.gateway), "the connection")
    await is_answered(world)
    assert await bot.stop() == 0
    door.close()


@pytest.mark.parametrize(
    "lock", [("BEGIN IMMEDIATE",), ("PRAGMA journal_mode = DELETE", "BEGIN EXCLUSIVE")], ids=["to write", "whole"]
)
async def test_a_start_that_waits_for_a_locked_file_can_be_told_to_stop(
    bots: Spawner, tmp_path: Path, lock: Sequence[str]
) -> None:
    file = tmp_path / "paplu.db"
    await (await Store.open(f"sqlite+aiosqlite:///{file}")).close()
    bot = bots()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        for statement in lock:
            other.execute(statement)
        await bot.spawn()
        await asyncio.sleep(4)
        assert bot.running
        async with asyncio.timeout(20):  # a lock is waited for 30 s
            assert await bot.stop() == 0


async def test_a_large_file_that_is_corrupt_ends_the_bot(bots: Spawner, tmp_path: Path) -> None:
    file = tmp_path / "paplu.db"
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await store.close()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE filler AS SELECT zeroblob(?) AS filled", (LARGE,))
        connection.commit()
    data = bytearray(file.read_bytes())
    page = (len(data) // 4096 - 1) * 4096
    data[page : page + 4096] = b"\xa5" * 4096
    file.write_bytes(data)
    bot = bots()
    await bot.spawn()
    assert await bot.wait() == 2
    assert "is corrupt" in bot.log.splitlines()[-1]
    assert "Traceback" not in bot.log


async def _bring(socket: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy data between a port and a socket, both ways."""
    far_reader, far_writer = await asyncio.open_unix_connection(socket)
    await asyncio.gather(_copy(reader, far_writer), _copy(far_reader, writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while part := await reader.read(1 << 16):
            writer.write(part)
    writer.close()


async def test_a_newer_version_that_upgrades_the_database_takes_over(
    world: World, server: FaultyDiscord, bots: Spawner
) -> None:
    older = bots("older")
    await older.start()
    await is_answered(world)
    newer = bots("newer")
    newer.command = Code(NEWER)
    await newer.spawn()
    assert await older.wait() == 2
    assert "a newer version has upgraded the database" in older.log
    assert "unanswered=0" in older.log
    await until(lambda: "ready" in newer.log, "the newer one")
    await is_answered(world)


NEWER = """
import shutil, tempfile
from pathlib import Path
from bot.cli.main import main
from bot.store import migrate

folder = Path(tempfile.mkdtemp()) / "migrations"
shutil.copytree(migrate.MIGRATIONS, folder)
number = migrate.head()
(folder / "versions" / "9999_more.py").write_text(f'''
import sqlalchemy as sa
from alembic import op
revision = "9999"
down_revision = "{number}"
def upgrade() -> None:
    op.create_table("more", sa.Column("id", sa.Integer(), primary_key=True))
''')
migrate.MIGRATIONS = folder
migrate.head.cache_clear()
raise SystemExit(main(["run"]))
"""
"""The bot of a later version, whose database has a table more."""
