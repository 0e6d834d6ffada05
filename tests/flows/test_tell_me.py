"""Being told of new tables: the form, what the staff choose, and for which tables people are told."""

from collections.abc import AsyncIterator

import pytest

from bot.flows.answer import AnswerResult
from bot.screens.ids import QuickId
from bot.screens.tell_me import ANY, NEVER, TellId, TellWord
from bot.store.rows.tellings import Listener
from bot.text import tell_me
from tests.flows.answers import GUILD, FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.screens.limits import check, labelled
from tests.service.context import ASHA, BEN


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def press(bot: FlowDesk, word: TellWord, *values: str) -> FakeAnswer:
    return await bot.press(ASHA, TellId(word), *values)


async def stored(bot: FlowDesk) -> Listener | None:
    return await bot.services.store.tellings.of(GUILD, ASHA.id)


async def test_one_asks_to_be_told_chooses_game_and_hours_and_stops(bot: FlowDesk) -> None:
    shown = await typed(bot, ASHA, "tellme")
    assert tell_me.NOT_TOLD() in shown.text
    check((await press(bot, TellWord.START)).screen)
    assert await stored(bot) == Listener(GUILD, ASHA.id)
    await press(bot, TellWord.GAME, "gin")
    check((await press(bot, TellWord.FROM, "22")).screen)
    await press(bot, TellWord.UNTIL, "7")
    assert await stored(bot) == Listener(GUILD, ASHA.id, "gin", 22, 7)
    await press(bot, TellWord.GAME, ANY)
    await press(bot, TellWord.FROM, NEVER)
    assert await stored(bot) == Listener(GUILD, ASHA.id)
    for word, value in ((TellWord.GAME, "chess"), (TellWord.FROM, "24"), (TellWord.UNTIL, "3"), (TellWord.FROM, "")):
        assert (await press(bot, word, value)).outcome is AnswerResult.REFUSED
    assert (await press(bot, TellWord.STOP)).text == tell_me.STOPPED()
    assert await stored(bot) is None
    assert (await bot.press(ASHA, TellId(TellWord.SHOW), guild=None)).text == tell_me.ONLY_SERVERS()


async def test_buttons_lead_to_the_form_from_a_lobby_and_from_the_settings(bot: FlowDesk) -> None:
    lobby = await bot.services.lobby(ASHA)
    for shown in (await bot.press(BEN, bot.control(lobby.id, "more")), await typed(bot, BEN, "rummy settings")):
        assert labelled(shown.screen)[tell_me.TELL_ME()].id == str(TellId(TellWord.SHOW))


async def test_the_staff_switch_it_off_or_name_a_role(bot: FlowDesk) -> None:
    await bot.services.servers.change(GUILD, tells=False)
    assert (await press(bot, TellWord.START)).text == tell_me.OFF()
    await bot.services.servers.change(GUILD, tells=True, tell_role=5)
    assert (await press(bot, TellWord.START)).text == tell_me.BY_ROLE()
    assert await stored(bot) is None
    missing = await typed(bot, ASHA, "rummy doctor", is_staff=True)
    assert "Mention Everyone" in missing.text
    assert "❌ **Mention Everyone**" not in (await typed(bot, ASHA, "rummy doctor", given={5})).text


async def test_people_are_told_once_of_a_table_that_was_opened_just_now(bot: FlowDesk) -> None:
    await typed(bot, ASHA, "rummy new", {"seats": 3})
    assert len(bot.told) == 1
    await bot.press(ASHA, QuickId())
    await bot.press(BEN, QuickId())
    assert len(set(bot.told)) == len(bot.told) == 2


async def test_what_was_asked_for_is_exported_and_erased(bot: FlowDesk) -> None:
    await press(bot, TellWord.START)
    data = await bot.services.store.privacy.data_of(ASHA.id)
    assert data.told == (Listener(GUILD, ASHA.id),)
    await bot.flows.privacy._people.erase(ASHA.id)
    assert await stored(bot) is None
