"""House rules by staff: the list, the form, the file, and where the rule sets are offered."""

from collections.abc import AsyncIterator
from functools import partial

import pytest

from bot.codes import Problem
from bot.flows.answer import AnswerResult
from bot.layout import Field
from bot.screens.house import NAME, VALUES, HouseId, HouseWord
from bot.screens.ids import RulesId, RulesPart
from bot.screens.lobby import lobby_card
from bot.service.house import MOST
from bot.service.tables.form import TableForm
from bot.store.rows.house import HouseRow
from bot.text import buttons, house, lobby, refusals, standings
from cogs.lobby import host_rules_choices, rules_choices
from tests.cogs.test_choices import typing
from tests.flows.answers import GUILD, FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.screens.limits import attachments, check, labelled, menus, texts
from tests.service.context import ASHA, BEN
from tests.service.test_house import GENTLE, named

ELSEWHERE = 7


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def press(bot: FlowDesk, id: HouseId | str, *values: str, **given: object) -> FakeAnswer:
    return await bot.press(ASHA, id, *values, **{"is_staff": True, **given})  # type: ignore[arg-type]


async def kept(bot: FlowDesk) -> tuple[HouseRow, ...]:
    return await bot.services.house.rows(GUILD)


@pytest.mark.parametrize("base", ["circle", "romme", "gin", "twentyone"])
async def test_a_form_has_the_values_of_its_base_with_their_bounds_and_takes_them(bot: FlowDesk, base: str) -> None:
    form = (await press(bot, HouseId(word=HouseWord.NEW), base)).form
    fields = {one.id: one for one in form.fields if isinstance(one, Field)}
    lines = fields[VALUES].value.splitlines()
    assert len(lines) >= 10
    assert all(" = " in line and "  # " in line for line in lines)
    filled = {NAME: "  Our   rules ", VALUES: fields[VALUES].value.replace("lapse_limit = 3", "lapse_limit = 4")}
    shown = await press(bot, form.id, typed=filled)
    check(shown.screen)
    (row,) = await kept(bot)
    assert (row.name, row.base) == ("Our rules", base)
    assert (await bot.services.house.find(GUILD, row.id)).turns.lapse_limit == 4
    assert house.added("Our rules") in shown.text


async def test_a_mistake_names_the_key_and_the_form_opens_as_it_was_filled_in(bot: FlowDesk) -> None:
    form = (await typed(bot, ASHA, "house new", {"base": "Classic"}, is_staff=True)).form
    wrong = await press(bot, form.id, typed={NAME: "Gentle", VALUES: "points.first_drop = 9999"})
    check(wrong.screen)
    assert wrong.text.startswith("❌ points.first\\_drop: a whole number from 0 to 1000, not 9999")
    again = (await press(bot, labelled(wrong.screen)[buttons.EDIT_AGAIN()].id)).form
    assert [one.value for one in again.fields if isinstance(one, Field)] == ["Gentle", "points.first_drop = 9999"]
    unread = await press(bot, again.id, typed={NAME: "Gentle", VALUES: "points.first_drop = 9\njokers.pick = always"})
    assert "line 2" in unread.text, "the line that the person has typed"
    quoted = {NAME: "Gentle", VALUES: "jokers.pick = “always”"}
    assert house.added("Gentle") in (await press(bot, again.id, typed=quoted)).text


async def test_no_name_is_that_of_a_shipped_set_in_another_language(bot: FlowDesk) -> None:
    form = (await typed(bot, ASHA, "house new", {"base": "Classic"}, is_staff=True)).form
    taken = await press(bot, form.id, typed={NAME: "Gin-Rommé", VALUES: ""})
    assert refusals.PROBLEMS[Problem.RULES_NAME_TAKEN]() in taken.text
    assert await kept(bot) == ()


async def test_a_file_is_read_and_given_back_so_that_it_can_be_used_again(bot: FlowDesk) -> None:
    async def read(data: bytes) -> bytes:
        return data

    async def add(data: bytes) -> FakeAnswer:
        new = partial(bot.flows.house.new, base=None, read=partial(read, data))
        return await bot.command(ASHA, new, is_staff=True)

    shown = await add(b"\xef\xbb\xbf" + GENTLE.encode())
    check(shown.screen)
    (file,) = attachments(shown.screen)
    again = await add(file.data.replace(b"Gentle", b"Gentler"))
    assert house.added("Gentler") in again.text
    assert [one.name for one in await kept(bot)] == ["Gentle", "Gentler"]
    first, second = [await bot.services.house.find(GUILD, one.id) for one in await kept(bot)]
    assert first.text().replace("Gentle", "Gentler") == second.text()
    for data in (b"\x89PNG\r\n\x1a\n\xff", b"\xff\xfe", b"<html>"):
        assert (await add(data)).text.startswith("❌")
    assert len(await kept(bot)) == 2


async def test_staff_look_at_the_rule_sets_and_remove_one_after_a_question(bot: FlowDesk) -> None:
    assert house.NONE() in (await typed(bot, ASHA, "house list", is_staff=True)).text
    row = await bot.services.house.add(GUILD, GENTLE)
    listed = await press(bot, HouseId())
    check(listed.screen)
    look, make = menus(listed.screen)
    assert [one.value for one in look.choices] == [row.id]
    assert "circle" in [one.value for one in make.choices]
    shown = await press(bot, look.id, row.id)
    asked = await press(bot, labelled(shown.screen)[house.REMOVE()].id)
    check(asked.screen)
    assert await kept(bot) == (row,)
    gone = await press(bot, labelled(asked.screen)[house.SURE()].id)
    assert house.removed("Gentle") in gone.text
    assert await kept(bot) == ()
    twice = await press(bot, labelled(asked.screen)[house.SURE()].id)
    assert twice.outcome is AnswerResult.REFUSED
    assert (await typed(bot, ASHA, "house remove", {"rules": row.id}, is_staff=True)).outcome is AnswerResult.REFUSED


async def test_a_full_list_fits_into_its_screen(bot: FlowDesk) -> None:
    for number in range(MOST):
        await bot.services.house.add(GUILD, named(f"{number:02} is a rule set with a long, long name"))
    check((await press(bot, HouseId())).screen)
    form = await typed(bot, ASHA, "rummy new")
    check(form.screen)


@pytest.mark.parametrize("word", HouseWord)
async def test_staff_alone_of_that_server_use_them(bot: FlowDesk, word: HouseWord) -> None:
    row = await bot.services.house.add(GUILD, GENTLE)
    id = HouseId("circle" if word in (HouseWord.NEW, HouseWord.AGAIN, HouseWord.ADD) else row.id, word)
    assert (await press(bot, id, is_staff=False)).text == standings.STAFF_ONLY()
    assert (await press(bot, id, guild=None)).text == standings.ONLY_SERVERS()
    if word in (HouseWord.SHOW, HouseWord.ASK, HouseWord.REMOVE):
        assert (await press(bot, id, guild=ELSEWHERE)).outcome is AnswerResult.REFUSED
    assert await kept(bot) == (row,)


async def test_it_is_offered_in_lobbies_of_its_server_and_nowhere_else(bot: FlowDesk) -> None:
    row = await bot.services.house.add(GUILD, GENTLE)
    here = await typed(bot, ASHA, "rummy new")
    assert row.id in [one.value for one in menus(here.screen)[0].choices]
    there = await typed(bot, ASHA, "rummy new", guild=ELSEWHERE)
    assert row.id not in [one.value for one in menus(there.screen)[0].choices]
    ours = menus(here.screen)[0]
    chosen = await press(bot, ours.id, row.id)
    forged = labelled(chosen.screen)[lobby.OPEN_LOBBY()].id
    assert (await press(bot, forged, guild=ELSEWHERE)).outcome is AnswerResult.REFUSED
    assert (await press(bot, forged)).outcome is AnswerResult.DONE
    assert (await press(bot, str(RulesId(row.id, RulesPart.GAME)), guild=ELSEWHERE)).outcome is AnswerResult.REFUSED
    assert "House rules of this server." in (await press(bot, str(RulesId(row.id, RulesPart.GAME)))).text
    for name in (row.id, "gentle"):
        assert (await typed(bot, BEN, "rummy quick", {"game": name}, guild=ELSEWHERE)).outcome is AnswerResult.REFUSED
        assert (await typed(bot, BEN, "rummy quick", {"game": name})).outcome is AnswerResult.DONE
    assert row.id in [one.value for one in await rules_choices(typing(bot), "gent")]
    assert await host_rules_choices(typing(bot), "gent") == []
    cup = {"name": "Cup", "start": "tomorrow 8pm", "rules": row.id}
    assert (await typed(bot, ASHA, "tournament new", cup, is_staff=True)).outcome is AnswerResult.REFUSED


async def test_the_lobby_says_that_its_match_counts_nowhere(bot: FlowDesk) -> None:
    row = await bot.services.house.add(GUILD, GENTLE)
    state = await bot.services.lobby(ASHA, options=TableForm(row.id))
    assert lobby.house_rules_uncounted() in texts(lobby_card(state))
    assert lobby.house_rules_uncounted() not in texts(lobby_card(await bot.services.lobby(ASHA)))
    await bot.services.house.remove(GUILD, row.id)
    await typed(bot, BEN, "rummy join", {"table": state.id})
    assert "Gentle" in texts(lobby_card(await bot.services.tables.find(state.id)))
