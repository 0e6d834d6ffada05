"""People give words to the shuffle, and read them again."""

from typing import Any

from bot.codes import Problem
from bot.rummy.ids import TableId
from bot.text import lobby
from bot.text.refusals import PROBLEMS
from tests.journeys.people import card, code_of, controls, open_more, place, said, words
from tests.journeys.test_disputes import staff
from tests.journeys.world import World

LOUD = "/rummy join ||<@1> `tiger` **x**"


async def test_a_word_is_given_by_button_and_command_replaced_by_staff_and_told(world: World) -> None:
    asha, ben, chitra = world.member("Asha"), world.member("Ben"), staff(world)
    await asha.slash(world.channel, "rummy new", rules="winzo")
    assert lobby.JOINED() in said(await ben.slash(world.channel, "rummy join", word="sea salt"))
    assert "Ben: `sea salt`" in words(await open_more(ben, card(world)))
    assert "Asha: `" in words(await open_more(ben, card(world)))

    async def typed(text: str) -> Any:
        id = controls(await open_more(asha, card(world)))["word"]["custom_id"]
        form = await asha.click((await open_more(asha, card(world))), custom_id=id)
        assert form.modal is not None
        return await asha.submit_modal(form, {"words": text})

    assert PROBLEMS[Problem.NO_WORD]() in said(await typed("a\u200bb"))
    assert lobby.WORD_SET() in said(await typed(LOUD))
    told = words(await open_more(ben, card(world)))
    assert "Asha: `\u200b/rummy join |\u200b|<@1> ˋtigerˋ **x**`" in told, "as it was typed, and nothing but text"

    menu = controls(await open_more(chitra, card(world)))["select replaced"]
    shown = await chitra.select(await open_more(chitra, card(world)), [str(asha.id)], custom_id=menu["custom_id"])
    assert lobby.WORD_REPLACED() in said(shown)
    assert "select replaced" not in controls(await open_more(ben, card(world)))
    assert "word" not in controls(await open_more(world.member("Dev"), card(world)))

    await asha.click(card(world), custom_id=controls(card(world))["start"]["custom_id"])
    first = words(place(world).history()[0])
    assert "Ben: `sea salt`" in first
    assert "(drawn)" in first
    assert "tiger" not in first


async def test_a_lobby_that_closes_publishes_its_secrets(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    table = TableId(code_of(card(world)))
    assert "secret until" in said(await ben.slash(world.channel, "rummy verify", table=table))
    await asha.slash(world.channel, "rummy leave", table=table)
    row = (await world.app.tables.find(table)).row
    told = said(await ben.slash(world.channel, "rummy verify", table=table))
    assert row.veil is not None
    assert row.seed.hex() in told
    assert row.veil.hex() in told
    assert "join" in told
