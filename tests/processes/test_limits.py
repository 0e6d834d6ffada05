"""Play under Discord's own rate limits: the bot keeps to them, and no table stands still."""

import asyncio

import pytest

from bot.localcord.world import World
from tests.localcord.faults import FaultyDiscord
from tests.processes import journals
from tests.processes.bots import PLAIN, Command
from tests.processes.conftest import Spawner
from tests.processes.players import play_out, posted, seated, words
from tests.processes.tables import MANY, at_rate, opened
from tests.waiting import PATIENCE, until

LIMIT = 10  # requests a second
TABLES, PROCESSES = 6, 2
CLICKS, RATE = 96, 12.0


@pytest.fixture
def command() -> Command:
    """Return the bot as a host starts it."""
    return PLAIN


@pytest.fixture
def rate_limits() -> bool:
    return True


async def test_deal(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    players = await seated(world, computers=0)
    (table,) = await journals.tables(bot.database)
    end = await play_out(players)
    assert "wins" in words(end)
    assert not any(player.failures for player in players)
    await journals.check(bot.database, table, players)
    assert posted(players[0]) == {("start", "0"): 1, ("result", "1"): 1}
    assert server.limits.refused < 5


class TestGlobalLimit:
    """Two processes get more clicks than they may send requests: answers come in time, and boards come later."""

    @pytest.fixture
    def world(self) -> World:
        people = [f"Player {number}" for number in range(2 * TABLES)]
        return World.create(people, servers=PROCESSES, shards=PROCESSES)

    async def test_is_kept(self, world: World, server: FaultyDiscord, bots: Spawner) -> None:
        server.limits.most = LIMIT
        settings = {"GLOBAL_LIMIT": str(LIMIT), "SHARD_COUNT": str(PROCESSES), **MANY}
        started = [bots(f"bot {number}", SHARD_IDS=str(number), **settings) for number in range(PROCESSES)]
        for bot in started:
            await bot.start()
        share = f"share={LIMIT // PROCESSES}"
        await until(lambda: all(share in bot.log for bot in started), "their shares")
        pairs = [world.people[2 * number : 2 * number + 2] for number in range(TABLES)]
        tables = [await opened(world, pair, server=number % PROCESSES) for number, pair in enumerate(pairs)]
        asked = server.limits.asked
        assert all(await at_rate(tables, CLICKS, RATE))
        assert server.limits.asked > asked + CLICKS / 4, "boards and calls were sent meanwhile"
        async with asyncio.timeout(PATIENCE):
            for table in tables:
                while not await table.board_is_true():
                    """They look again."""
        assert server.limits.refused <= server.limits.asked / 1000
