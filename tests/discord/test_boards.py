"""The boards that exist, and the last look of each."""

import random
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from discord.components import _component_factory

from bot.discord.messages import custom_ids
from bot.discord.outbox.boards import Boards
from bot.discord.outbox.live import BOARD_LIFE
from bot.discord.translate import view_of
from bot.layout import Screen
from bot.rummy.actions import Draw, Drop, Lapse, Next, Source
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.view import Stage
from bot.screens.between import after_deal
from bot.screens.menus import plain
from bot.service.processes import OnlyProcess
from bot.service.tables.state import TableState, deal_over
from bot.store.rows.outbox import CARD, MessageRef
from bot.store.rows.subjects import Change
from bot.store.store import Store
from bot.text import table as table_text
from tests.screens.limits import actions
from tests.screens.samples import ID, NOW, opened, people, playing, short_of_cards, shuffled, written
from tests.service.context import OneOfSeveral


def built(message: Screen) -> list[Any]:
    """Return the components of a message as discord.py makes them from Discord's answer."""
    parts: list[Any] = view_of(message).to_components()
    return list(map(_component_factory, parts))


class Channel:
    """The messages of a channel, by id."""

    def __init__(self) -> None:
        self.standing: dict[int, Screen] = {}
        self.sent = 0
        self.edits = 0
        self.deletes = True
        self.gone: set[PlayerId] = set()

    async def send(self, place: int, message: Screen, *_: Any, **__: Any) -> int:
        self.sent += 1
        self.standing[self.sent] = message
        return self.sent

    async def edit(self, place: int, id: int, message: Screen) -> None:
        self.standing[id] = message
        self.edits += 1

    edit_if_there = edit

    async def has_left(self, guild: int, player: PlayerId, kept: timedelta) -> bool:
        return player in self.gone

    async def own_messages(self, place: int) -> AsyncIterator[Any]:
        for id, message in list(self.standing.items())[::-1]:
            yield SimpleNamespace(id=id, components=built(message))

    async def delete(self, place: int, id: int) -> bool:
        if not self.deletes:
            return False
        del self.standing[id]
        return True


def boards_in(
    channel: Any,
    store: Store,
    clock: Callable[[], datetime],
    present: Callable[[PlayerId, TableId, datetime], bool] = lambda *_: False,
    *,
    alone: bool = False,
) -> Boards:
    """Return the boards that stand in that channel."""

    async def is_present(player: PlayerId, table: TableId, since: datetime) -> bool:
        return present(player, table, since)

    return Boards(channel, store, clock, is_present, OnlyProcess("p1") if alone else OneOfSeveral("p1"))


def tied() -> tuple[TableState, TableState]:
    """Return a table before the last card is drawn, and after the tie, with the next deal on it."""
    table = short_of_cards(opened("circle", people(2), random.Random(3)))
    deal = table.deal
    assert deal is not None
    same = replace(deal.hands[1], cards=deal.hands[0].cards)
    before = replace(table, deal=replace(deal, hands=(deal.hands[0], same), closed=()))
    over = before.play(Seat(0), Draw(Source.CLOSED))
    after = playing(shuffled(over, random.Random(2)))
    return playing(before), replace(after, row=replace(after.row, version=4), last_deal=deal_over(over))


async def test_the_board_of_a_tied_deal_is_drawn_a_last_time(store: Store) -> None:
    channel = Channel()
    boards = boards_in(channel, store, lambda: NOW)
    before, after = tied()
    await store.tables.commit(Change(replace(before.row, version=1)))
    await boards.draw(before)
    await boards.draw(after)
    assert table_text.DEAL_OVER() in written(channel.standing[1])
    assert table_text.DEAL_OVER() not in written(channel.standing[2])
    assert [ref.kind for ref in await store.tables.messages_of(ID)] == ["board 2"]
    await boards.draw(replace(after, row=replace(after.row, version=5)))
    assert len(channel.standing) == 2
    assert channel.edits == 1, "the board is the same"


@pytest.mark.parametrize("deletes", [True, False])
async def test_no_old_board_goes_on_telling_whose_turn_it_is(store: Store, deletes: bool) -> None:
    channel, now = Channel(), NOW
    channel.deletes = deletes
    boards = boards_in(channel, store, lambda: now)
    state = playing(opened("circle", people(2), random.Random(3)))
    await store.tables.commit(Change(replace(state.row, version=1)))
    await boards.draw(state)
    now += BOARD_LIFE + timedelta(minutes=1)
    await boards.draw(replace(state, row=replace(state.row, version=4)))
    assert "to draw" in written(channel.standing[2])
    assert "to draw" not in written(channel.standing[1]) if not deletes else list(channel.standing) == [2]


@pytest.mark.parametrize("alone", [False, True])
async def test_while_a_table_is_shown_the_store_is_asked_once_and_what_is_posted_is_known(
    store: Store, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    asked: list[TableId] = []
    read = store.tables.messages_of

    async def noted(table: TableId) -> tuple[MessageRef[TableId], ...]:
        asked.append(table)
        return await read(table)

    monkeypatch.setattr(store.tables, "messages_of", noted)
    channel = Channel()
    boards = boards_in(channel, store, lambda: NOW, alone=alone)
    before, after = tied()
    await store.tables.commit(Change(replace(before.row, version=1)))
    for state in (before, after):
        asked.clear()
        with boards.showing(ID):
            for _ in range(2):
                await boards.draw(state)
                await boards.call(state)
                for call in await boards.old_calls(state):
                    await boards.remove(call)
        assert asked == ([] if alone and state is after else [ID])
        await store.tables.delete_message(MessageRef(ID, "none", 1, 1, NOW))  # what was deleted soon is deleted with it
        stand = {ref.message for ref in await read(ID)}
        assert stand <= set(channel.standing)
        assert len(stand) == 2  # the board and the call of the running deal
    asked.clear()
    boards.forget_places()
    with boards.showing(ID):
        assert not await boards.old_calls(after)
    assert asked == [ID]


async def test_a_board_whose_answer_was_lost_is_not_posted_twice(store: Store) -> None:
    nonces: list[str] = []

    class Deaf(Channel):
        async def send(self, place: int, message: Screen, *_: Any, nonce: str = "", **__: Any) -> int:
            nonces.append(nonce)
            if len(nonces) > 1:
                return 1  # Discord knows the nonce
            await super().send(place, message)
            raise OSError("no answer")

    channel = Deaf()
    boards = boards_in(channel, store, lambda: NOW)
    before, after = tied()
    await store.tables.commit(Change(replace(before.row, version=1)))
    with pytest.raises(OSError, match="no answer"):
        await boards.draw(before)
    over = replace(after, last_deal=None, row=replace(before.row, version=5), table=before.table)
    await boards.draw(over)
    assert nonces[0] == nonces[1]
    assert len(nonces[0]) <= 25
    assert list(channel.standing) == [1]
    assert channel.edits == 1, "what stands may be older than what was to be posted"


async def test_between_deals_the_last_board_stays(store: Store) -> None:
    channel = Channel()
    boards = boards_in(channel, store, lambda: NOW)
    table = opened("circle", people(3), random.Random(3), terms=Terms(Format.POOL_101))
    before = playing(table)
    while table.stage is Stage.PLAYING:
        assert table.deal is not None
        table = table.play(table.deal.turn, Drop())
    between = playing(table)
    await store.tables.commit(Change(replace(before.row, version=1)))
    await boards.draw(before)
    for version in (5, 6):
        row = replace(between.row, version=version)
        await boards.draw(replace(between, row=row, last_deal=deal_over(table)))
    assert (channel.sent, channel.edits) == (1, 1)


@pytest.mark.parametrize("lost", ["noted nowhere", "answer lost"])
async def test_no_call_outlives_its_turn(store: Store, lost: str) -> None:
    """One may have been sent just before the process ended, and the answer to another may have been lost."""

    class Deaf(Channel):
        async def send(self, place: int, message: Screen, *_: Any, **__: Any) -> int:
            await super().send(place, message)
            if lost == "answer lost" and self.sent == 1:
                raise OSError("no answer")
            return self.sent

    channel, opened_at = Deaf(), NOW
    state = playing(opened("circle", people(2), random.Random(3)))
    await store.tables.commit(Change(replace(state.row, version=1)))
    boards = boards_in(channel, store, lambda: opened_at)
    with suppress(OSError):
        await boards.call(state)
    assert len(channel.standing) == 1
    if lost == "noted nowhere":
        for ref in await store.tables.messages_of(ID):
            await store.tables.delete_message(ref)
        opened_at += timedelta(minutes=5)
        boards = boards_in(channel, store, lambda: opened_at)
    assert state.table is not None
    moved = playing(state.table.play(Seat(state.public.deal.turn), Drop()))  # type: ignore[union-attr]
    await boards.draw(moved)
    standing = len(channel.standing)
    await boards.call(moved)
    assert 1 not in channel.standing
    assert len(channel.standing) == standing - 1, "a board is no call"


async def test_the_message_of_a_deal_asks_for_the_next_until_that_is_dealt(
    store: Store,
) -> None:
    channel = Channel()
    boards = boards_in(channel, store, lambda: NOW)
    table = opened("circle", people(3), random.Random(3), terms=Terms(Format.POOL_101))
    while table.stage is Stage.PLAYING:
        assert table.deal is not None
        table = table.play(table.deal.turn, Drop())
    between = playing(table)
    await store.tables.commit(Change(replace(between.row, version=1)))
    await boards.call(between)
    assert not channel.standing, "the message of the deal comes first"
    told = await channel.send(0, after_deal(between, 1))
    await boards.adopt_pause_message(between, told)
    await boards.call(between)
    assert (channel.sent, channel.edits) == (1, 0), "it stands as it is"
    waits = table.play(table.persons[0], Next())
    await boards.call(replace(playing(waits), row=replace(between.row, version=5)))
    assert "Ready: Asha" in written(channel.standing[told])
    assert [id for id in custom_ids(built(channel.standing[told])) if id.endswith("deal 1")]
    dealt = table
    for seat in table.persons:
        dealt = dealt.play(seat, Next())
    await boards.call(playing(shuffled(dealt, random.Random(2))))
    assert actions(channel.standing[told]) == ["hand deal 1", "scores"]
    assert "wins the deal" in written(channel.standing[told])
    assert channel.sent == 2, "besides, the player whose turn it is was called"
    await boards.call(playing(shuffled(dealt, random.Random(2))))
    assert told in channel.standing, "it is no call that was left over"


async def test_the_card_of_a_table_tells_its_winner(store: Store) -> None:
    """The result in its thread does, too."""
    channel = Channel()
    boards = boards_in(channel, store, lambda: NOW)
    table = opened("circle", people(2), random.Random(3))
    assert table.deal is not None
    over = playing(table.play(table.deal.turn, Drop()))
    over = replace(over, row=replace(over.row, thread=7))
    await store.tables.commit(Change(replace(over.row, version=1)))
    card = await channel.send(0, plain("The lobby."))
    await store.tables.set_message(MessageRef(ID, CARD, over.row.channel, card, NOW))
    await boards.draw(over)
    assert r"🏆 \*Ben\* wins!" in written(channel.standing[card])


async def test_who_has_missed_a_turn_and_left_the_server_is_not_called(store: Store) -> None:
    channel = Channel()
    boards = boards_in(channel, store, lambda: NOW)
    table = opened("circle", people(3), random.Random(3))
    assert table.deal is not None
    first = table.deal.turn
    for _ in table.players:
        assert table.deal is not None
        table = table.play(table.deal.turn, Lapse())
    state = playing(table)
    await store.tables.commit(Change(replace(state.row, version=1)))
    channel.gone = {PlayerId(state.players[first].id)}
    await boards.call(state)
    await boards.remind(state, first)
    assert channel.sent == 0
    channel.gone = set()
    await boards.call(state)
    assert channel.sent == 1


async def test_nobody_is_called_while_they_are_there(store: Store) -> None:
    channel, there = Channel(), {True}
    boards = boards_in(channel, store, lambda: NOW, present=lambda *_: True in there)
    state = playing(opened("circle", people(2), random.Random(3)))
    await store.tables.commit(Change(replace(state.row, version=1)))
    assert not await boards.call(state), "it is to be looked at again"
    assert channel.sent == 0
    there.clear()
    assert await boards.call(state)
    assert channel.sent == 1
    there.add(True)
    assert await boards.call(state), "a call that stands is not repeated"
    assert channel.sent == 1
