"""Hands in direct messages: one message a deal."""

import random
from dataclasses import replace
from typing import Any

from structlog.testing import capture_logs

from bot.discord.lull import Lull
from bot.discord.outbox.delivery import Delivery
from bot.discord.outbox.redraws import APART, Redraws
from bot.flows.open_pages import LINGERS
from bot.flows.open_screens import OpenScreens
from bot.flows.readers import Readers
from bot.languages.language import Languages
from bot.layout import Screen
from bot.rummy.actions import Drop, Leave, Next
from bot.rummy.ids import PlayerId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.view import Stage
from bot.service.processes import OnlyProcess
from bot.service.review import Reviews
from bot.service.server_settings import ServerSettingsCache
from bot.service.settings import SettingsCache
from bot.service.sleeper import real_sleep
from bot.service.tables.state import TableState
from bot.store.rows.settings import HandDelivery
from bot.store.rows.subjects import Change
from bot.store.store import Store
from tests.flows.answers import FakeAnswer
from tests.screens.limits import actions
from tests.screens.samples import ID, NOW, opened, people, playing, shuffled, written

ASHA = PlayerId(101)


class Direct:
    """The direct messages of a person, by id."""

    def __init__(self) -> None:
        self.standing: dict[int, Screen] = {}

    async def direct(self, player: PlayerId) -> int:
        return 9

    async def send(self, channel: int, message: Screen) -> int:
        self.standing[len(self.standing) + 1] = message
        return len(self.standing)

    async def edit(self, channel: int, id: int, message: Screen) -> None:
        self.standing[id] = message

    edit_if_there = edit


async def test_the_hand_of_the_last_deal_offers_nothing_once_the_next_is_dealt(store: Store) -> None:
    channels: Any = Direct()
    process, open_screens = OnlyProcess("test"), OpenScreens(lambda: NOW)
    settings = SettingsCache(store.settings, lambda: NOW, process)
    nobody: Any = None
    reviews = Reviews(nobody, store)
    readers = Readers(
        settings, ServerSettingsCache(store.servers, lambda: NOW, process), Languages(), store.tournaments
    )
    redraws = Redraws(settings, reviews, open_screens, lambda: NOW, real_sleep, nobody, readers, Lull())
    delivery = Delivery(channels, store, settings, reviews, open_screens, redraws, readers, lambda: NOW)
    await settings.change(ASHA, delivery=HandDelivery.DM)
    table = opened("circle", people(3), random.Random(3), terms=Terms(Format.POOL_101))
    while table.stage is Stage.PLAYING:
        assert table.deal is not None
        table = table.play(table.deal.turn, Drop())
    between = playing(table)
    await store.tables.commit(Change(replace(between.row, version=1)))
    await delivery.write(between)
    assert "next" in actions(channels.standing[1])
    for seat in table.persons:
        table = table.play(seat, Next())
    await delivery.write(playing(shuffled(table, random.Random(2))))
    assert not actions(channels.standing[1])
    assert "wins the deal" in written(channels.standing[1])
    assert actions(channels.standing[2])
    assert [ref.kind for ref in await store.tables.messages_of(ID)] == [f"dm {ASHA} 2"]


async def test_a_hand_that_is_played_in_a_browser_rests_in_discord(store: Store) -> None:
    now, process = NOW, OnlyProcess("test")
    open_screens = OpenScreens(lambda: now)
    settings = SettingsCache(store.settings, lambda: now, process)
    nobody: Any = None
    readers = Readers(
        settings, ServerSettingsCache(store.servers, lambda: now, process), Languages(), store.tournaments
    )
    late_check: Any = LateCheckOf()
    redraws = Redraws(
        settings, Reviews(nobody, store), open_screens, lambda: now, real_sleep, late_check, readers, Lull()
    )
    answer = FakeAnswer(player=ASHA)
    table = opened("circle", people(3), random.Random(3))
    state = playing(table)
    await open_screens.remember(answer, state.id, 0, None)
    open_screens.pages.look("page", ASHA, state.id)
    redraws.redraw(state, ASHA)
    await redraws.finish()
    later = replace(state, row=replace(state.row, version=state.row.version + 1))
    redraws.redraw(later, ASHA)
    now += APART
    await redraws.finish()
    (resting,) = answer.redrawn
    assert "in the browser" in written(resting)
    open_screens.pages.look("page", ASHA, None)
    now += LINGERS
    redraws.redraw(later, ASHA)
    await redraws.finish()
    assert "in the browser" not in written(answer.redrawn[-1])
    seat = state.seat_of(ASHA)
    assert seat is not None
    late_check.found = playing(table.play(seat, Leave()))
    now += APART
    redraws.redraw(later, ASHA)
    with capture_logs() as logs:
        await redraws.finish()
    assert logs == [], "who has left meanwhile has no hand"
    await redraws.close()


class LateCheckOf:
    """Finds every state current, until another is found."""

    found: TableState | None = None

    async def of(self, state: TableState) -> TableState:
        return self.found or state
