"""Commands with options that Discord does not send: each is answered, and nothing fails."""

from typing import Any

from simcord import interactions
from simcord.actors import MemberActor
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from bot.text.refusals import UNFIT_OPTION, unfit_option
from tests.journeys.people import said
from tests.journeys.world import World

TEXT, NUMBER, BOOLEAN, USER = 3, 4, 5, 6


async def sent(
    world: World, by: MemberActor, name: str, *options: dict[str, Any], typing: bool = False
) -> InteractionResult:
    """Send a command as it stands."""
    top, *inner = name.split()
    nested: list[dict[str, Any]] = [*options]
    for word in reversed(inner):
        nested = [{"type": 1, "name": word, "options": nested}]
    record, payload = interactions.base_payload(
        world.env.backend,
        type=InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE if typing else InteractionType.APPLICATION_COMMAND,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=by.id,
        data={"id": "1", "name": top, "type": 1, "options": nested},
    )
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    return InteractionResult(world.env, record)


def option(name: str, value: object, kind: int = TEXT, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "value": value, **more}


async def test_an_option_that_does_not_fit_is_named_in_a_sentence(world: World) -> None:
    asha = world.member("Asha")
    for name, wrong in (
        ("rummy new", option("rules", 5, NUMBER)),
        ("rummy new", option("rules", 5)),
        ("rummy new", option("seats", "two")),
        ("rummy new", option("seats", 99, NUMBER)),
        ("play discard", option("card", "7" * 21)),
        ("play draw", option("source", "both")),
        ("play drop", option("confirm", "yes", BOOLEAN)),
        ("rummy seat add", option("user", "77", USER)),
    ):
        assert said(await sent(world, asha, name, wrong)) == unfit_option(wrong["name"]), wrong
    for wrong in (option("@everyone", 5), {"type": TEXT, "name": "rules"}):
        assert said(await sent(world, asha, "rummy new", wrong)) == UNFIT_OPTION(), wrong


async def test_an_option_that_does_not_fit_is_named_as_its_reader_calls_it(world: World) -> None:
    asha = world.member("Asha")
    world.locales[asha.id] = "de"
    assert "`plätze`" in said(await sent(world, asha, "rummy new", option("seats", 99, NUMBER)))


async def test_choices_are_always_answered(world: World) -> None:
    asha = world.member("Asha")
    for options in (
        [],
        [option("rules", "c")],
        [option("rules", 5, focused=True)],
        [option("newer", "c", focused=True)],
        [option("rules", "c", focused=True), option("table", [])],
    ):
        assert (await sent(world, asha, "rummy new", *options, typing=True)).autocomplete_choices == []
    offered = await sent(world, asha, "rummy new", option("rules", "c", focused=True), typing=True)
    assert offered.autocomplete_choices
