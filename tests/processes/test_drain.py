"""A process that is told to stop answers everything that Discord has sent it before."""

import asyncio
import re
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

import pytest
from sqlalchemy import make_url

from bot.localcord.views import Response
from bot.localcord.world import World
from tests.localcord import remote_control
from tests.localcord.faults import FaultyDiscord
from tests.processes.bots import PATIENT, Bot, Command
from tests.processes.conftest import Spawner
from tests.processes.distant import distance
from tests.processes.players import Player, seated, words
from tests.waiting import until

LATENCY = 0.08  # seconds for a round trip
RATE = 25.0  # presses a second


pytestmark = pytest.mark.usefixtures("slow_clients")


@pytest.fixture
def command() -> Command:
    """Return the bot as a host starts it."""
    return PATIENT


async def press_at_rate(
    server: FaultyDiscord, players: list[Player], answers: list[asyncio.Task[Response]]
) -> list[Response]:
    """Press *My hand* for all in turn, for as long as a bot is connected. Return what came of each press."""
    while remote_control.shards_up(server.gateway):
        player = players[len(answers) % len(players)]
        button = player.find("hand")
        assert button is not None
        clicked = await player.person.click(button.message, button.custom_id)
        answers.append(asyncio.create_task(clicked.reply()))
        await asyncio.sleep(1 / RATE)
    return list(await asyncio.gather(*answers))


async def tell_to_stop(bot: Bot) -> None:
    assert bot.process is not None
    bot.process.send_signal(signal.SIGTERM)


async def test_presses_on_their_way_are_answered(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    bot = bots(DRAIN_SECONDS="60")
    pressed: list[asyncio.Task[Response]] = []
    async with distance(server, LATENCY):
        await bot.start()
        players = await seated(world, computers=0)
        pressing = asyncio.create_task(press_at_rate(server, players, pressed))
        await until(lambda: len(pressed) > RATE, "presses")
        await tell_to_stop(bot)
        answers = await pressing
        assert await bot.wait() == 0
    assert not [answer for answer in answers if answer.failed]
    (line,) = [line for line in bot.log.splitlines() if "drained" in line]
    assert re.search(r"unanswered=0 unshown=0", line), line


async def test_what_waits_to_be_shown_is_shown_before_the_end(
    world: World, server: FaultyDiscord, bots: Spawner
) -> None:
    bot = bots()
    await bot.start()
    players = await seated(world, computers=0)
    slow = server.faults.delay("PATCH", "/channels/*/messages/*", 1.0, times=3)
    for player in players:
        await player.turn()
    await until(lambda: slow.hits)
    await tell_to_stop(bot)
    assert await bot.wait() == 0
    assert "unshown=0" in bot.log


async def test_a_second_sign_stops_at_once(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    bot = bots(DRAIN_SECONDS="600")
    await bot.start()
    slow = server.faults.delay("POST", "/interactions/*/*/callback", 600.0)
    await world.people[0].command(world.channel, "rummy help")
    await until(lambda: slow.hits, "the answer")
    await tell_to_stop(bot)
    await until(lambda: not remote_control.shards_up(server.gateway), "the goodbye")  # two signs at once would be one
    assert bot.running
    await tell_to_stop(bot)
    assert await bot.wait() == 0


@asynccontextmanager
async def locked(file: str) -> AsyncIterator[None]:
    """Lock the file by another program that does not end."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


class Line:
    """A line to a server that can fall silent: data sent then arrives nowhere, without any error."""

    def __init__(self, address: str) -> None:
        self._url = make_url(address)
        self._flows = asyncio.Event()
        self._flows.set()

    async def lay(self) -> str:
        """Return the address at its near end."""
        door = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        port = door.sockets[0].getsockname()[1]
        return self._url.set(host="127.0.0.1", port=port, query={}).render_as_string(hide_password=False)

    @asynccontextmanager
    async def silent(self) -> AsyncIterator[None]:
        self._flows.clear()
        yield
        self._flows.set()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(f"{self._url.query['host']}/.s.PGSQL.5432")
        await asyncio.gather(self._copy(reader, far_writer), self._copy(far_reader, writer))

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            await self._flows.wait()
            writer.write(data)
        writer.close()


@pytest.mark.parametrize("signs", [1, 2])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_a_database_that_stands_still_keeps_no_process(
    world: World, server: FaultyDiscord, bots: Spawner, kind: str, signs: int, request: pytest.FixtureRequest
) -> None:
    """People who wait for it read that it did not work."""
    line = Line(request.getfixturevalue("postgresql")) if kind == "postgresql" else None
    seconds = {1: "4", 2: "600"}[signs]
    bot = bots(DRAIN_SECONDS=seconds, **({} if line is None else {"DATABASE_URL": await line.lay()}))
    bot.expected = ("database failed",)
    await bot.start()
    (player, *_) = await seated(world, computers=0)
    still = locked(bot.database.partition(":///")[2]) if line is None else line.silent()
    async with still:
        asked = await player.person.command(player.channel, "rummy new", {"rules": "circle"})
        await asyncio.sleep(1)
        await tell_to_stop(bot)
        if signs == 2:
            await asyncio.sleep(1)
            assert bot.running
            await tell_to_stop(bot)
        async with asyncio.timeout(20):  # a statement is waited for 30 s
            assert await bot.wait() == 0
        if signs == 1:
            reply = await asked.reply()
            assert reply.message is not None
            assert "code" in words(reply.message)
    assert "this process ends without it" in bot.log
