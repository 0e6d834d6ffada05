"""Repeated presses are done once: quick clicks on one form, and interactions that the network repeats."""

from simcord import interactions
from simcord.enums import InteractionType

from bot.text import lobby
from tests.journeys.clicks import clicks
from tests.journeys.people import controls, said
from tests.journeys.world import World


async def test_one_form_opens_one_lobby(world: World) -> None:
    asha = world.member("Asha")
    form = (await asha.slash(world.channel, "rummy new")).response
    open_lobby = next(name for name in controls(form) if name.endswith(":open"))
    answers = await clicks(world, form, open_lobby, open_lobby, open_lobby, by=asha)
    assert len(await world.app.store.tables.open_rows()) == 1
    (told,) = {said(answer) for answer in answers}
    assert told.startswith(lobby.opened("https://discord.com/channels/"))
    again = (await asha.slash(world.channel, "rummy new")).response
    await clicks(world, again, open_lobby, by=asha)
    assert len(await world.app.store.tables.open_rows()) == 2


async def test_an_interaction_delivered_twice_is_served_once(world: World) -> None:
    asha = world.member("Asha")
    backend = world.env.backend
    _, payload = interactions.base_payload(
        backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=asha.id,
        data=command("rules", 3, "winzo"),
    )
    for _ in range(2):
        backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert len(await world.app.store.tables.open_rows()) == 1


def command(name: str, kind: int, value: object) -> dict[str, object]:
    """Return `/rummy new` with an option of that kind, in the form of Discord."""
    option = {"name": name, "type": kind, "value": value}
    new = {"name": "new", "type": 1, "options": [option]}
    return {"id": "1", "name": "rummy", "type": 1, "options": [new]}
