"""A deal played through the bot's own process, from its start to its end."""

from collections.abc import Sequence

import pytest

from bot.localcord.world import World
from tests.localcord.faults import FaultyDiscord
from tests.processes.bots import COMMAND
from tests.processes.conftest import Spawner
from tests.processes.players import play_out, posted, seated, words


@pytest.fixture
def command() -> Sequence[str]:
    """Return the bot as a host starts it."""
    return COMMAND


async def test_deal(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    players = await seated(world, computers=0)
    end = await play_out(players)
    assert "wins" in words(end)
    assert all(attempt.acknowledged for player in players for attempt in player.attempts)
    assert not any(player.failures for player in players)
    assert posted(players[0]) == {("start", "0"): 1, ("result", "1"): 1}
