"""Limits that players set themselves, and the owner's commands: their use and their refusals."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.codes import BlockKind
from bot.flows.answer import AnswerResult
from bot.flows.owner import OwnerFlow
from bot.screens.ids import Limit, LimitId
from bot.service.owner.admission import Admission
from bot.text import owner, refusals
from tests.flows.answers import FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.service.context import ASHA, BEN

SERVER, OTHER = 100_000_000_000_000_001, 100_000_000_000_000_002


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


def limit(what: Limit, number: int = 0) -> LimitId:
    return LimitId(what, number)


async def test_a_reminder_is_chosen_and_taken_back(bot: FlowDesk) -> None:
    await bot.press(ASHA, limit(Limit.MENUS))
    for value, hours in (("3", 3), ("0", None)):
        assert (await bot.press(ASHA, limit(Limit.REMIND), value)).outcome is AnswerResult.DONE
        assert (await bot.services.store.settings.of(ASHA.id)).remind_hours == hours
    for value in ("5", "x", ""):
        assert (await bot.press(ASHA, limit(Limit.REMIND), value)).text == refusals.UNKNOWN_BUTTON()


async def test_a_pause_is_asked_first_and_then_holds(bot: FlowDesk) -> None:
    await bot.press(ASHA, limit(Limit.PAUSE), "7")
    assert (await typed(bot, ASHA, "rummy quick")).outcome is AnswerResult.DONE, "nothing is paused before the yes"
    assert (await bot.press(ASHA, limit(Limit.PAUSE), "2")).text == refusals.UNKNOWN_BUTTON()
    assert (await bot.press(ASHA, limit(Limit.SURE, 2))).text == refusals.UNKNOWN_BUTTON()
    await bot.press(ASHA, limit(Limit.SURE, 7))
    assert (await typed(bot, BEN, "rummy quick")).outcome is AnswerResult.DONE
    assert (await typed(bot, ASHA, "rummy new")).outcome is AnswerResult.DONE
    paused = (await bot.services.store.settings.of(ASHA.id)).paused_until
    assert paused == bot.services.now + timedelta(days=7)


async def test_only_the_owner_may_do_what_concerns_all_servers(bot: FlowDesk) -> None:
    flow = OwnerFlow(
        bot.context,
        Admission(bot.services.store, lambda: bot.services.now),
        SERVER,
        lambda: 3,
        lambda: bot.services.now,
    )

    async def announce(answer: object) -> None:
        await flow.announce(answer, "Hello.")  # type: ignore[arg-type]

    for given in ({"guild": SERVER}, {"guild": OTHER, "is_staff": True}):
        for handler in (flow.status, announce):
            assert (await bot.command(ASHA, handler, **given)).text == owner.NOT_OWNER()
    for handler in (flow.status, announce):
        assert (await bot.command(ASHA, handler, guild=SERVER, is_staff=True)).outcome is AnswerResult.DONE


async def test_the_owner_blocks_others_but_neither_themselves_nor_their_server(bot: FlowDesk) -> None:
    admission = Admission(bot.services.store, lambda: bot.services.now)
    flow = OwnerFlow(bot.context, admission, SERVER, lambda: 3, lambda: bot.services.now)

    async def said(server: str | None = None, person: int | None = None, *, lift: bool = False) -> str:
        handler = lambda answer: flow.block(answer, server, person, lift=lift)  # noqa: E731
        return (await bot.command(ASHA, handler, guild=SERVER, is_staff=True)).text

    assert await said() == owner.ONE_OF_BOTH()
    assert await said(str(OTHER), int(BEN.id)) == owner.ONE_OF_BOTH()
    assert await said("twelve") == owner.NOT_AN_ID()
    assert await said(str(SERVER)) == owner.NOT_ONESELF()
    assert await said(person=int(ASHA.id)) == owner.NOT_ONESELF()
    assert await said(str(OTHER), lift=True) == owner.NOT_BLOCKED()
    assert await said(str(OTHER)) == owner.blocked(BlockKind.SERVER, OTHER)
    assert await said(str(OTHER), lift=True) == owner.unblocked(BlockKind.SERVER, OTHER)


async def test_maintenance_is_switched_on_and_off(bot: FlowDesk) -> None:
    admission = Admission(bot.services.store, lambda: bot.services.now)
    flow = OwnerFlow(bot.context, admission, SERVER, lambda: 3, lambda: bot.services.now)
    for on, sentence in ((True, owner.MAINTENANCE_ON()), (False, owner.MAINTENANCE_OFF())):
        handler = lambda answer, on=on: flow.maintenance(answer, on=on)  # noqa: E731
        assert (await bot.command(ASHA, handler, guild=SERVER, is_staff=True)).text == sentence
        assert (admission.maintained_since is not None) == on
