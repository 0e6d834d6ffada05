"""Discord gets the commands once, and keeps its own."""

from bot.localcord.world import World
from tests.localcord.faults import FaultyDiscord
from tests.processes.conftest import Spawner
from tests.waiting import until

LAUNCH = {
    "id": "7",
    "application_id": "1",
    "version": "8",
    "type": 4,
    "name": "launch",
    "description": "",
    "handler": 2,
    "integration_types": [0, 1],
    "contexts": [0, 1, 2],
    "nsfw": False,
}
"""The entry point of an Activity, as Discord creates it when a host turns one on."""


async def test_only_changes_are_written(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    world.model.entry_point = LAUNCH
    bot = bots()
    await bot.start()
    person = world.people[0]
    names = {command["name"] for command in person.commands(world.channel)}
    assert {"rummy", "play", "tournament"} <= names
    assert "commands written" in bot.log
    assert await _answers(world)
    await bot.stop()
    # Discord writes back what it was sent in its own way.
    for command in world.model.commands[None].values():
        command |= {"version": "1", "dm_permission": None, "name_localizations": None}
    written = bot.log.count("commands written")
    await bot.start()
    assert await _answers(world)
    assert bot.log.count("commands written") == written, "nothing has changed"
    await bot.stop()
    world.model.commands[None][("rummy", 1)]["description"] = "Older words"
    await bot.start()
    await until(lambda: bot.log.count("commands written") == written + 1, "the change")
    assert {command["name"] for command in person.commands(world.channel)} == names
    assert world.model.entry_point == LAUNCH


async def _answers(world: World) -> bool:
    """Return whether a command is answered, with others that can be tapped."""
    message = (await (await world.people[0].command(world.channel, "rummy help")).reply()).message
    rummy = world.model.commands[None][("rummy", 1)]
    return message is not None and f"</rummy learn:{rummy['id']}>" in message.text
