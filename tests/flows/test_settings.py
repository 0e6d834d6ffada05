"""The settings of a player: each button changes its setting alone, and a language is chosen from a menu."""

import json
from collections.abc import AsyncIterator
from dataclasses import fields, replace
from typing import Any

import pytest

from bot.codes import Look
from bot.flows.answer import AnswerResult
from bot.layout import Attachment
from bot.store.rows.settings import HandDelivery, PlayerSettings
from bot.text import refusals, settings
from tests.flows.answers import FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.service.context import ASHA, BEN

USUAL = PlayerSettings(ASHA.id)


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def stored(bot: FlowDesk) -> PlayerSettings:
    return await bot.services.store.settings.of(ASHA.id)


@pytest.mark.parametrize(
    ("name", "field", "on", "off"),
    [
        ("dm", "delivery", HandDelivery.DM, HandDelivery.EPHEMERAL),
        ("four_colour", "four_colour", True, False),
        ("large", "large", True, False),
        ("text_only", "text_only", True, False),
        ("reviewed", "reviewed", True, False),
        ("card_buttons", "card_buttons", True, False),
    ],
)
async def test_a_button_switches_its_setting_alone_on_and_off(
    bot: FlowDesk, name: str, field: str, on: Any, off: Any
) -> None:
    label = settings.LABELS[name][0]()
    answer = await typed(bot, ASHA, "rummy settings")
    for value, pressed in ((on, f"rummy:p:{name}:on"), (off, f"rummy:p:{name}:off")):
        button = answer.button(label)
        assert button.id == pressed
        answer = await bot.press(ASHA, button)
        assert await stored(bot) == replace(USUAL, **{field: value})
        assert settings.line(name, value is on) in answer.text.splitlines()
    assert await bot.services.store.settings.of(BEN.id) == PlayerSettings(BEN.id)


async def test_a_button_of_no_setting_is_refused(bot: FlowDesk) -> None:
    for id in ("rummy:p:player:on", "rummy:p:locale:off", "rummy:p:dm:maybe"):
        answer = await bot.press(ASHA, id)
        assert (answer.outcome, answer.text) == (AnswerResult.REFUSED, refusals.UNKNOWN_BUTTON())
    assert await stored(bot) == USUAL


async def test_direct_messages_are_tried_again_when_they_are_chosen(bot: FlowDesk) -> None:
    await bot.press(ASHA, "rummy:p:large:on")
    assert not bot.hands.retried
    await bot.press(ASHA, "rummy:p:dm:on")
    assert bot.hands.retried == [ASHA.id]


async def test_a_language_is_chosen_and_taken_back_and_the_form_speaks_it(bot: FlowDesk) -> None:
    await bot.press(ASHA, "rummy:p:large:on")
    answer = await bot.press(ASHA, "rummy:m:language", "de")
    assert "Deine Einstellungen" in answer.text
    assert await stored(bot) == replace(USUAL, large=True, language="de")
    for code in ("fr", "", "DE"):
        refused = await bot.press(ASHA, "rummy:m:language", code)
        assert refused.outcome is AnswerResult.REFUSED
    answer = await bot.press(ASHA, "rummy:m:language", "discord")
    assert settings.TITLE() in answer.text
    assert await stored(bot) == replace(USUAL, large=True)


async def test_a_change_leaves_what_another_process_has_changed_since(bot: FlowDesk) -> None:
    await typed(bot, ASHA, "rummy settings")
    await bot.services.store.settings.change(ASHA.id, large=True)
    answer = await bot.press(ASHA, "rummy:p:four_colour:on")
    assert await stored(bot) == replace(USUAL, four_colour=True, large=True)
    assert settings.line("large", True) in answer.text


async def test_the_file_of_a_person_has_all_their_settings(bot: FlowDesk) -> None:
    await bot.press(ASHA, "rummy:p:four_colour:on")
    answer = await typed(bot, ASHA, "rummy data export")
    (file,) = (part for part in answer.screen.parts if isinstance(part, Attachment))
    told = json.loads(file.data)["settings"]
    assert told.keys() == {one.name for one in fields(PlayerSettings)} - {"player"}
    assert (told["four_colour"], told["delivery"], told["language"]) == (True, "ephemeral", None)


async def test_the_look_of_own_pictures_is_chosen_from_a_menu(bot: FlowDesk) -> None:
    assert "**Look** of your pictures: Green felt" in (await typed(bot, ASHA, "rummy settings")).text
    answer = await bot.press(ASHA, "rummy:c:look", "midnight")
    assert "**Look** of your pictures: Midnight" in answer.text
    assert await stored(bot) == replace(USUAL, look=Look.MIDNIGHT)
    assert (await bot.press(ASHA, "rummy:c:look", "pink")).outcome is AnswerResult.REFUSED
    assert await stored(bot) == replace(USUAL, look=Look.MIDNIGHT)
