"""Two processes on the same shards: one answers at a time, and the other goes on when it ends."""

import asyncio
import signal
from collections.abc import Callable

import pytest

from bot.localcord.views import Response
from bot.localcord.world import World
from bot.service.leases.watch import LEASE_SECONDS
from tests.localcord.faults import FaultyDiscord
from tests.processes import journals
from tests.processes.bots import PATIENT, Bot, Command
from tests.processes.conftest import Spawner
from tests.processes.distant import distance
from tests.processes.players import Player, seated
from tests.waiting import until

LATENCY = 0.08  # seconds for a round trip
RATE = 15.0  # presses a second
PATIENT_DRAIN = "120"
"""A busy machine may take long until an heir is connected."""
ALREADY_ANSWERED = "error=400/40060"
"""The error that a process logs if another one has answered; the number alone may be part of an id."""


pytestmark = pytest.mark.usefixtures("slow_clients")


@pytest.fixture
def command() -> Command:
    """Return the bot as a host starts it."""
    return PATIENT


async def tell_to_stop(bot: Bot) -> None:
    """Tell a bot to stop, as a deploy does."""
    assert bot.process is not None
    bot.process.send_signal(signal.SIGTERM)


class Presses:
    """*My hand*, pressed again and again by all in turn, and the answer to each press."""

    def __init__(self, players: list[Player], rate: float = RATE) -> None:
        self._players = players
        self._rate = rate
        self._answers: list[asyncio.Task[Response]] = []
        self._task = asyncio.create_task(self._press())

    async def _press(self) -> None:
        while True:
            player = self._players[len(self._answers) % len(self._players)]
            button = player.find("hand")
            assert button is not None
            clicked = await player.person.click(button.message, button.custom_id)
            self._answers.append(asyncio.create_task(clicked.reply()))
            await asyncio.sleep(1 / self._rate)

    async def stop(self) -> list[Response]:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        return list(await asyncio.gather(*self._answers))


def identified(server: FaultyDiscord, times: int) -> Callable[[], bool]:
    """Return a test whether that many sessions have begun."""
    return lambda: len(server.gateway.identified) >= times


def beside(*bots: Bot) -> list[str]:
    """Return the lines about interactions that another process had answered."""
    return [line for bot in bots for line in bot.log.splitlines() if ALREADY_ANSWERED in line]


async def one_lobby(world: World) -> None:
    """Check that one command of a person opens one lobby."""
    opened = await world.people[0].command(world.channel, "rummy new", {"rules": "winzo"})
    assert not (await opened.reply()).failed
    await asyncio.sleep(1)


async def test_two_processes_on_one_shard_answer_once(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    first, second = bots("first"), bots("second")
    await first.start()
    await second.start()
    await one_lobby(world)
    assert len(await journals.tables(first.database)) == 1
    assert not beside(first, second)
    assert "ready" in first.log
    assert "ready" not in second.log


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_a_deploy_answers_every_press(
    world: World, server: FaultyDiscord, bots: Spawner, kind: str, request: pytest.FixtureRequest
) -> None:
    where = {"DATABASE_URL": request.getfixturevalue("postgresql")} if kind == "postgresql" else {}
    first, second = bots("first", DRAIN_SECONDS=PATIENT_DRAIN, **where), bots("second", **where)
    async with distance(server, LATENCY):
        await first.start()
        presses = Presses(await seated(world, computers=0))
        await asyncio.sleep(1)
        await second.start()
        await asyncio.sleep(3)
        await tell_to_stop(first)
        assert await first.wait() == 0
        await until(lambda: "ready" in second.log, "the handover")
        await asyncio.sleep(2)
        answers = await presses.stop()
    assert not [answer for answer in answers if answer.failed]
    assert not beside(first, second)
    assert "unanswered=0" in first.log


async def test_a_frozen_process_is_replaced_and_answers_nothing_beside_its_heir(
    world: World, server: FaultyDiscord, bots: Spawner
) -> None:
    first, second = bots("first"), bots("second")
    await first.start()
    players = await seated(world, computers=0)
    await second.start()
    await asyncio.sleep(2)
    first.freeze()
    frozen = asyncio.get_running_loop().time()
    await until(lambda: "lease taken" in second.log, "the takeover")
    assert asyncio.get_running_loop().time() - frozen > LEASE_SECONDS - 4
    await until(lambda: "ready" in second.log, "the second process")
    presses = Presses(players, rate=5.0)
    await asyncio.sleep(1)
    first.thaw()
    await until(lambda: "lease lost" in first.log, "the look")
    await asyncio.sleep(2)
    assert not [answer for answer in await presses.stop() if answer.failed]
    assert not beside(first, second)
    await one_lobby(world)
    assert len(await journals.tables(first.database)) == 2


async def test_a_killed_process_is_replaced(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    first, second = bots("first"), bots("second")
    await first.start()
    players = await seated(world, computers=0)
    await second.start()
    await asyncio.sleep(2)
    await first.kill()
    await until(lambda: "ready" in second.log, "the takeover")
    assert await players[0].open_hand()


def holders(server: FaultyDiscord) -> list[int]:
    """Return the shards that are connected, one entry for each connection."""
    return sorted(c.session.shard for c in server.gateway.connections if c.session is not None)


@pytest.fixture
def wide() -> World:
    """Return a world with servers on four shards."""
    return World.create(["Asha", "Ben"], servers=4, shards=4)


async def test_processes_share_all_shards_and_hand_them_on(tmp_path_factory: pytest.TempPathFactory) -> None:
    world = World.create(["Asha", "Ben"], servers=4, shards=4)
    folder = tmp_path_factory.mktemp("shared")
    async with FaultyDiscord(world, rate_limits=False) as server:
        first, second, third = (
            Bot(server, folder, name, command=PATIENT, SHARD_IDS="auto", DRAIN_SECONDS=PATIENT_DRAIN)
            for name in ("first", "second", "third")
        )
        try:
            await first.start()
            assert holders(server) == [0, 1, 2, 3]
            presses = [Presses(await seated(world, computers=0, server=number), 3.0) for number in range(4)]
            await second.spawn()
            await until(lambda: second.log.count("ready") == 2, "two shards of the second")
            await until(lambda: first.log.count("handed over") == 2, "the handover")
            await until(lambda: holders(server) == [0, 1, 2, 3], "the end of the old connections")
            await tell_to_stop(first)
            assert await first.wait() == 0
            await until(lambda: second.log.count("ready") == 4, "all shards of the second")
            await asyncio.sleep(1)
            for pressing in presses:
                assert not [answer for answer in await pressing.stop() if answer.failed]
            assert not beside(first, second)
            await third.spawn()
            await until(lambda: third.log.count("ready") == 2, "two shards of the third")
            await third.kill()
            await until(lambda: second.log.count("ready") == 6, "the shards of the dead")
        finally:
            for bot in (first, second, third):
                await bot.kill()
        for bot in (first, second, third):
            assert "Traceback" not in bot.log, bot.log
