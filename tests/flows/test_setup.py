"""Setting up a server step by step: who may, what is asked, and what each control does."""

from collections.abc import AsyncIterator

import pytest

from bot.codes import Look, Problem
from bot.flows.answer import AnswerResult
from bot.layout import ChannelMenu, Screen
from bot.screens.setup import SetupId, SetupStep, SetupWord
from bot.store.rows.settings import ServerSettings
from bot.text import refusals, server_settings, setup, standings
from tests.flows.answers import GUILD, FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.screens.limits import buttons, check, labelled, menus
from tests.service.context import ASHA

FIRST = SetupId(SetupStep.PERMISSIONS)


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def press(bot: FlowDesk, id: object, *values: str, **given: object) -> FakeAnswer:
    return await bot.press(ASHA, id, *values, **{"is_staff": True, **given})  # type: ignore[arg-type]


def keep(screen: Screen) -> str:
    return labelled(screen)[setup.KEEP()].id


async def test_keeping_every_value_takes_one_press_each_and_changes_nothing(bot: FlowDesk) -> None:
    shown, seen = await press(bot, FIRST), []
    while setup.DONE() not in shown.text:
        check(shown.screen)
        seen.append(shown.text.splitlines()[1])
        shown = await press(bot, keep(shown.screen))
    assert seen == [
        "**Language**: As in Discord",
        "**Time zone**: UTC",
        "**Disputes and reports**: in `/dispute list`",
        "**Look**: Green felt",
        server_settings.SETTINGS["tells"].on(),
    ]
    assert await bot.services.store.servers.of(GUILD) == ServerSettings(GUILD)
    assert labelled(shown.screen)[setup.SET_UP()].id == str(FIRST)


async def test_each_step_sets_its_value_and_goes_on_with_what_is_missing(bot: FlowDesk) -> None:
    shown = await press(bot, FIRST)
    shown = await press(bot, menus(shown.screen)[0].id, "de")
    (zone,) = (one.id for one in buttons(shown.screen) if one.label == setup.TYPE_ZONE())
    form = (await press(bot, zone)).form
    mistaken = await press(bot, form.id, typed={"words": "Atlantis"})
    assert mistaken.text.startswith(refusals.PROBLEMS[Problem.BAD_ZONE]())
    assert labelled(mistaken.screen)[setup.TYPE_ZONE()].id == zone
    shown = await press(bot, form.id, typed={"words": "kolkata"})
    (menu,) = (part for part in shown.screen.parts if isinstance(part, ChannelMenu))
    shown = await press(bot, menu.id, "77")
    shown = await press(bot, menus(shown.screen)[0].id, "paper")
    shown = await press(bot, labelled(shown.screen)[setup.SWITCH_OFF()].id)
    assert shown.text.startswith(setup.DONE())
    told = ServerSettings(GUILD, zone="Asia/Kolkata", language="de", dispute_channel=77, look=Look.PAPER, tells=False)
    assert await bot.services.store.servers.of(GUILD) == told
    assert (await press(bot, FIRST)).text.startswith(setup.DONE()), "nothing is missing any more"
    await bot.services.servers.change(GUILD, look=None)
    assert "**Look**" in (await press(bot, FIRST)).text.splitlines()[1]


async def test_missing_permissions_come_first_and_can_be_checked_again(bot: FlowDesk) -> None:
    lacks = (("View Channel", True, "…"), ("Attach Files", False, "no pictures."))
    shown = await press(bot, FIRST, lacks=lacks)
    check(shown.screen)
    assert "❌ **Attach Files**: no pictures." in shown.text
    assert labelled(shown.screen)[setup.CHECK_AGAIN()].id == str(FIRST)
    onward = await press(bot, labelled(shown.screen)[setup.GO_ON()].id, lacks=lacks)
    assert onward.text == (await press(bot, FIRST)).text


@pytest.mark.parametrize("word", SetupWord)
async def test_staff_alone_set_up_a_server(bot: FlowDesk, word: SetupWord) -> None:
    id = SetupId(SetupStep.TELL, word)
    assert (await press(bot, id, is_staff=False)).text == standings.STAFF_ONLY()
    assert (await press(bot, id, guild=None)).text == refusals.PROBLEMS[Problem.NO_SERVER]()
    assert await bot.services.store.servers.of(GUILD) == ServerSettings(GUILD)


@pytest.mark.parametrize(
    ("step", "value"),
    [
        (SetupStep.LANGUAGE, "Klingon"),
        (SetupStep.LANGUAGE, ""),
        (SetupStep.LOOK, "mirror"),
        (SetupStep.DISPUTES, "78"),  # the channel of another server, or one that they may not read
        (SetupStep.DISPUTES, "7" * 20),
        (SetupStep.DISPUTES, "here"),
        (SetupStep.ZONE, "UTC"),
        (SetupStep.PERMISSIONS, "1"),
        (SetupStep.DONE, "1"),
    ],
)
async def test_forged_values_change_nothing(bot: FlowDesk, step: SetupStep, value: str) -> None:
    answer = await press(bot, SetupId(step, SetupWord.SET), value, unseen={78})
    assert answer.outcome is AnswerResult.REFUSED
    assert await bot.services.store.servers.of(GUILD) == ServerSettings(GUILD)


async def test_the_settings_of_a_server_lead_to_it(bot: FlowDesk) -> None:
    shown = await typed(bot, ASHA, "rummy server", is_staff=True)
    assert labelled(shown.screen)[setup.SET_UP()].id == str(FIRST)
