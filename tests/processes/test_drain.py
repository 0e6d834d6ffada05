"""A process that is told to stop answers everything that Discord has sent it before."""

import asyncio
import re
import signal

import pytest

from bot.localcord.views import Response
from bot.localcord.world import World
from tests.localcord import steering
from tests.localcord.faults import FaultyDiscord
from tests.processes.bots import PATIENT, Bot, Command
from tests.processes.conftest import Spawner
from tests.processes.distant import distance
from tests.processes.players import Player, seated
from tests.waiting import until

LATENCY = 0.08  # seconds for a round trip
RATE = 25.0  # presses a second


pytestmark = pytest.mark.usefixtures("slow_clients")


@pytest.fixture
def command() -> Command:
    """As a host starts it."""
    return PATIENT


async def press_at_rate(world: World, server: FaultyDiscord, players: list[Player]) -> list[Response]:
    """Press *My hand* for all in turn, for as long as a bot is connected; what came of each press."""
    answers: list[asyncio.Task[Response]] = []
    while steering.shards_up(server.gateway):
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
    bot = bots(DRAIN_SECONDS="10")
    async with distance(server, LATENCY):
        await bot.start()
        players = await seated(world, computers=0)
        pressing = asyncio.create_task(press_at_rate(world, server, players))
        await asyncio.sleep(2)
        await tell_to_stop(bot)
        answers = await pressing
        assert await bot.wait() == 0
    assert len(answers) > RATE
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
    server.faults.delay("POST", "/interactions/*/*/callback", 600.0)
    await world.people[0].command(world.channel, "rummy help")
    await asyncio.sleep(0.5)
    await tell_to_stop(bot)
    await asyncio.sleep(0.5)
    assert bot.running
    await tell_to_stop(bot)
    assert await bot.wait() == 0
