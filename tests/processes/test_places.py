"""A table without a place, and two processes at one database: it goes on once, in one thread."""

import pytest
from simcord.enums import ChannelType

from bot.localcord.world import World
from tests.localcord.faults import FaultyDiscord
from tests.processes import journals
from tests.processes.bots import PATIENT, Command
from tests.processes.conftest import Spawner
from tests.processes.players import Player, enter, lobby, use
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("slow_clients")


@pytest.fixture
def command() -> Command:
    """Return the bot as a host starts it."""
    return PATIENT


@pytest.fixture
def humans() -> list[str]:
    return ["Asha"]


async def look(player: Player) -> None:
    """Ask for the hand, in the channel of the table."""
    player.look(await (await player.person.command(player.channel, "play hand")).reply())


async def without_a_thread(world: World) -> Player:
    """Return a person at a private table whose thread was just deleted."""
    (player,) = await lobby(world, private=True)
    await use(player, "start")
    await enter([player])
    world.model.delete_channel(player.place)
    player.place = player.channel
    await until(lambda: player.find("hand", player.channel), "the call")
    await look(player)
    assert "go-on" in player.can
    return player


def threads(world: World) -> list[int]:
    """Return the private threads."""
    return [one.id for one in world.model.channels.values() if one.type == ChannelType.PRIVATE_THREAD.value]


@pytest.mark.parametrize("end", ["killed", "frozen"])
async def test_a_table_that_waits_goes_on_once_whoever_answers(
    world: World, server: FaultyDiscord, bots: Spawner, end: str
) -> None:
    first, second = bots("first"), bots("second")
    await first.start()
    player = await without_a_thread(world)
    await second.start()
    if end == "killed":
        await first.kill()
    else:
        first.freeze()
    await until(lambda: "ready" in second.log, "the takeover")
    await look(player)
    pressed = player.can["go-on"]
    clicks = [await player.person.click(pressed.message, pressed.custom_id) for _ in range(2)]
    if end == "frozen":
        first.thaw()
        await until(lambda: "lease lost" in first.log, "the look")
    assert not [answer for click in clicks if (answer := await click.reply()).failed]
    (thread,) = threads(world)
    player.place = thread
    await until(lambda: player.find("discards"), "the board")
    told = [message.text for message in player.shared() if "your table goes on here" in message.text]
    assert len(told) == 1
    assert len(await journals.tables(second.database)) == 1
    assert await player.open_hand()
    assert "go-on" not in player.can
