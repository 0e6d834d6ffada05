"""A whole deal under Discord's own rate limits: the bot keeps to them, and the table does not stand still."""

from collections.abc import Sequence

import pytest

from bot.localcord.world import World
from tests.localcord.faults import FaultyDiscord
from tests.processes import journals
from tests.processes.bots import COMMAND
from tests.processes.conftest import Spawner
from tests.processes.players import play_out, posted, seated, words


@pytest.fixture
def command() -> Sequence[str]:
    """As a host starts it."""
    return COMMAND


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
