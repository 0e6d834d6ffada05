"""The list of one's own tables, and the question which of several a command means."""

from typing import Any

from simcord.components import walk_components

from bot.codes import Problem, TableStatus
from bot.store.rows.tables import TableRow
from bot.text import refusals, tables
from tests.journeys.people import add_computer, card, controls, raw, reply, said, table_of, words
from tests.journeys.world import World


def buttons(message: Any) -> list[tuple[str, str]]:
    """Return the label and the id of each button of a message."""
    return [(one["label"], one["custom_id"]) for one in walk_components(raw(message)) if one["type"] == 2]


async def two_tables(world: World) -> tuple[TableRow, TableRow]:
    """Return the only table in play and the only lobby."""
    first, second = await world.app.store.tables.open_rows()
    return (first, second) if second.status is TableStatus.LOBBY else (second, first)


def labels(message: Any) -> list[str]:
    """Return the labels of the buttons of a message."""
    return [label for label, _ in buttons(message)]


def of(message: Any, code: str) -> dict[str, str]:
    """Return the ids of the buttons of one table, by their labels."""
    return {label: id for label, id in buttons(message) if code in id}


async def test_the_list_names_each_table_with_its_players_age_and_turn(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    assert said(await asha.slash(world.channel, "tables")).strip() == tables.NONE()
    await table_of(world, [asha, ben], computers=0)
    await asha.slash(world.channel, "rummy new", rules="gin")
    listed = reply(await asha.slash(world.channel, "tables"))
    assert listed.ephemeral
    assert "**Points rummy · Ben**" in words(listed)
    assert "**Gin**\nWaiting for players: 1 of 2 seats taken." in words(listed)
    assert words(listed).count("opened <t:") == 2
    assert "Asha" not in words(listed)
    hers, his = [said(await one.slash(world.channel, "tables")) for one in (asha, ben)]
    assert hers.count("**Your turn**") + his.count("**Your turn**") == 1
    assert "**Asha** to" in his or "**Ben** to" in hers


async def test_go_on_opens_the_hand_or_the_card_of_a_lobby(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await table_of(world, [asha, ben], computers=0)
    await asha.slash(world.channel, "rummy new", rules="gin")
    played, lobby = await two_tables(world)
    listed = reply(await asha.slash(world.channel, "tables"))
    hand = await asha.click(listed, custom_id=of(listed, played.id)["Go on"])
    assert "hand-more" in controls(reply(hand))
    listed = reply(await asha.user.slash("tables"))
    opened = await asha.user.click(listed, custom_id=of(listed, lobby.id)["Go on"])
    assert "Add computer" in labels(reply(opened))


async def test_leave_asks_and_leads_back_to_the_list(world: World) -> None:
    asha = world.member("Asha")
    await table_of(world, [asha], computers=1)
    await asha.slash(world.channel, "rummy new", rules="gin")
    played, lobby = await two_tables(world)
    for code in (played.id, lobby.id):
        listed = reply(await asha.slash(world.channel, "tables"))
        asked = await asha.click(listed, custom_id=of(listed, code)["Leave…"])
        assert "Leave this table" in said(asked)
        listed = reply(await asha.click(reply(asked), label="Back"))
        assert tables.HEAD() in words(listed)
        asked = await asha.click(listed, custom_id=of(listed, code)["Leave…"])
        await asha.click(reply(asked), label="Leave")
    assert said(await asha.slash(world.channel, "tables")).strip() == tables.NONE()


async def test_a_limit_leads_to_the_tables_that_use_it_up(world: World) -> None:
    asha = world.member("Asha")
    for _ in range(world.config.tables_alone):
        await table_of(world, [asha], computers=1)
    await asha.slash(world.channel, "rummy new", rules="winzo")
    await add_computer(world, asha)
    stopped = await asha.click(card(world), label="Start")
    assert said(stopped) == refusals.too_many_of_yours(Problem.TOO_MANY_ALONE, 3)
    listed = await asha.click(reply(stopped), label="My tables")
    assert len([name for name in labels(reply(listed)) if name == "Go on"]) == 4


async def test_a_limit_of_somebody_else_leads_nowhere(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    await ben.click(card(world), label="Join")
    (row,) = await world.app.store.tables.open_rows()
    for _ in range(world.config.tables_per_person):
        await table_of(world, [ben, world.member("Chitra")], computers=0)
    stopped = await asha.slash(world.channel, "rummy start", table=row.id)
    assert said(stopped) == refusals.plays_enough(f"<@{ben.id}>")
    assert not controls(reply(stopped))


async def test_more_tables_than_a_screen_holds_are_turned(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    for _ in range(4):
        await table_of(world, [asha, ben], computers=0)
    for _ in range(3):
        await asha.slash(world.channel, "rummy new", rules="gin")
    first = reply(await asha.slash(world.channel, "tables"))
    assert labels(first).count("Go on") == 5
    second = reply(await asha.click(first, label="More tables"))
    assert labels(second).count("Go on") == 2
    again = reply(await asha.click(second, label="First tables"))
    assert buttons(again) == buttons(first)


async def test_a_command_that_may_mean_several_tables_asks_with_a_menu(world: World) -> None:
    asha, ben, chitra = (world.member(name) for name in ("Asha", "Ben", "Chitra"))
    for guest in (ben, chitra):
        await asha.slash(world.channel, "rummy new", rules="winzo")
        await guest.click(card(world), label="Join")
    told = {"rummy rules": "Four jokers", "rummy leave": "Leave this table?", "rummy start": "Cut card"}
    for command, expected in told.items():
        asked = reply(await asha.slash(world.channel, command))
        assert words(asked).startswith(tables.WHICH()), command
        (menu,) = controls(asked).values()
        assert sorted(option["label"] for option in menu["options"]) == ["Points rummy · Ben", "Points rummy · Chitra"]
        assert not [code for code in (await world.app.store.tables.open_rows()) if code.id in words(asked)]
        answer = await asha.select(asked, [menu["options"][1]["value"]], custom_id=menu["custom_id"])
        assert expected in said(answer), command


async def test_a_guest_is_invited_to_the_table_that_was_chosen(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    for _ in range(2):
        await asha.slash(world.channel, "rummy new", rules="winzo", private=True)
    asked = reply(await asha.slash(world.channel, "rummy seat add", user=ben))
    (menu,) = controls(asked).values()
    answer = await asha.select(asked, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    assert f"<@{ben.id}> is invited" in said(answer)
    assert "`" not in said(answer), "no code to type"


async def test_typed_text_finds_a_table_by_its_game_and_players(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await table_of(world, [asha, ben], computers=0)
    await asha.slash(world.channel, "rummy new", rules="gin")
    (found,) = await asha.autocomplete(world.channel, "rummy table", "table", "ben")
    assert found["name"].startswith("Points rummy · Ben · playing")
    (found,) = await asha.autocomplete(world.channel, "rummy table", "table", "gin")
    assert found["name"].startswith("Gin · lobby")
