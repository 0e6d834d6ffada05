"""Help by topics, and the rules that the command opens with."""

from tests.journeys.people import card, controls, reply, said, table_of, words
from tests.journeys.world import World


async def test_help_is_one_screen_with_a_menu_of_topics(world: World) -> None:
    asha = world.member("Asha")
    home = reply(await asha.slash(world.channel, "rummy help"))
    assert "`/rummy learn`" in words(home)
    assert "`/tables`" in words(home)
    menu = next(one for name, one in controls(home).items() if name.startswith("select "))
    topic = reply(await asha.select(home, ["tournaments"], custom_id=menu["custom_id"]))
    assert words(topic).startswith("### Tournaments")
    other = reply(await asha.select(topic, ["coach"], custom_id=menu["custom_id"]))
    assert words(other).startswith("### The coach")
    assert words(reply(await asha.slash(world.channel, "rummy help", topic="coach"))) == words(other)


async def test_rules_open_with_those_of_the_table_one_sits_at(world: World) -> None:
    asha, ben, dev = (world.member(name) for name in ("Asha", "Ben", "Dev"))
    hall = world.guild.create_text_channel("hall")
    assert "Classic" in said(await dev.slash(hall, "rummy rules")), "the usual ones, without any table"
    await table_of(world, [asha, ben], computers=0)
    await dev.slash(world.channel, "rummy new", rules="gin")
    await dev.click(card(world), label="Add computer")
    assert "Gin" in said(await dev.slash(world.channel, "rummy rules")), "their own, and not another one here"
    assert "Gin" in said(await dev.slash(hall, "rummy rules"))
    assert "Four jokers" in said(await ben.slash(hall, "rummy rules"))
    assert "There is no such table" in said(await ben.slash(hall, "rummy rules", table="aaaaaa"))
