"""Boards show people's pictures from the local Discord, and nothing else is called for them."""

from collections.abc import AsyncIterator
from io import BytesIO

import pytest
from PIL import Image

from bot.localcord.site import Site
from bot.localcord.world import World
from bot.render.drawing.palette import PORTRAITS
from tests.localcord.faults import FaultyDiscord
from tests.processes.conftest import Spawner
from tests.processes.players import Player, seated
from tests.waiting import until

INITIALS = 2 * 4
"""The most entries of portraits with which the initials of two people are drawn."""


@pytest.fixture
async def server(world: World) -> AsyncIterator[FaultyDiscord]:
    """Yield a Discord whose people have pictures."""
    served = FaultyDiscord(world)
    Site(served, {person.name: person for person in world.people}, "list")
    async with served:
        yield served


def faces(player: Player) -> int:
    """Return the number of entries of portraits on the newest board."""
    control = player.find("discards")
    assert control is not None
    message = player.person.message(control.message)
    assert message is not None
    (attachment,) = message.attachments
    file = player.world.model.cdn.find(attachment["url"].removeprefix(player.world.model.cdn.base))
    assert file is not None
    with Image.open(BytesIO(file)) as picture:
        return sum(count > 0 for count in picture.histogram()[PORTRAITS:])


async def test_pictures_come_after_a_restart_too_and_may_be_switched_off(
    world: World, server: FaultyDiscord, bots: Spawner
) -> None:
    bot = bots()
    await bot.start()
    players = await seated(world, computers=0)

    async def moves() -> None:
        for player in players:
            await player.turn(declares=False)

    await moves()
    await until(lambda: faces(players[0]) > INITIALS, "the pictures")
    await bot.stop()
    await bot.start()
    await moves()
    await moves()
    await until(lambda: faces(players[0]) > INITIALS, "the pictures after the restart")
    for player in players:
        form = (await (await player.person.command(world.channel, "rummy settings")).reply()).message
        assert form is not None
        await (await player.person.click(form, "rummy:p:portrait:off")).reply()
    await moves()
    await until(lambda: faces(players[0]) <= INITIALS, "initials")
