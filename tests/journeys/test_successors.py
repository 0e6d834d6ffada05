"""Messages that a process still had to show when another one took over its shard and plays on."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import pytest

from bot.discord.outbox.boards import Boards
from bot.flows.open_screens import OpenScreens
from bot.games.faces import GAMES
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId
from bot.service.leases.leases import LeaseState
from bot.service.owner.admission import Admission
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.store.store import Store
from tests.journeys.people import Person, two, words
from tests.journeys.world import World
from tests.service.context import OneOfSeveral


class Successor:
    """Another process at the same database, which shows each of its changes at once."""

    def __init__(self, world: World, store: Store) -> None:
        self._world = world
        self._store = store
        self._tables = Tables(store, GAMES, self, Admission(store, self._now), self._now)
        present = OpenScreens(self._now).is_present
        self._boards = Boards(world.app.channels, store, self._now, present, OneOfSeveral("successor"))

    def _now(self) -> datetime:
        return self._world.env.now()

    def announce(self, state: TableState) -> None:
        """Do nothing: `act` shows the change."""

    async def before_act(self, guild: int | None) -> None:
        """Do nothing: deadlines are right."""

    def takes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Take the lease."""
        monkeypatch.setattr(self._world.app.leases, "answering", lambda _: LeaseState.NOT_HELD)

    async def state(self) -> TableState:
        """Return the table as it is now."""
        (row,) = await self._store.tables.open_rows()
        return await self._tables.find(row.id)

    async def act(self, action: Action) -> TableState:
        """Let the player in turn do that, and show it."""
        before = await self.state()
        player = PlayerId(before.players[turn(before)].id)
        state = await self._tables.act(before.id, None, player, action)
        await self._boards.draw(state)
        await self._boards.call(state)
        for call in await self._boards.old_calls(state):
            await self._boards.remove(call)
        return state

    async def discard(self) -> TableState:
        """Let the player in turn throw a card."""
        state = await self.state()
        assert state.table is not None
        deal = state.table.view(turn(state)).deal
        assert deal is not None
        return await self.act(next(Discard(card) for card in deal.hand if deal.refusal(Discard(card)) is None))


def turn(state: TableState) -> Seat:
    """Return whose turn it is."""
    assert state.public.deal is not None
    return state.public.deal.turn


@pytest.fixture
async def successor(world: World) -> AsyncIterator[Successor]:
    store = await Store.open(world.config.database_url.get_secret_value())
    yield Successor(world, store)
    await store.close()


async def in_turn(successor: Successor, people: list[Person]) -> tuple[Person, Person]:
    """Return the player whose turn it is, and the one after them."""
    state = await successor.state()
    first = next(person for person in people if person.member.id == state.players[turn(state)].id)
    return first, next(person for person in people if person is not first)


def board(person: Person) -> str:
    """Return the newest board."""
    return words(person.find("discards")[0])


def called(person: Person) -> list[Any]:
    """Return the calls of that person that are still there."""
    said = (words(message) for message in person.place.history() if words(message).startswith(f"<@{person.member.id}>"))
    return list(said)


@pytest.mark.parametrize("moves", [True, False])
async def test_nobody_is_called_for_a_turn_that_was_played_elsewhere(
    world: World, successor: Successor, moves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await in_turn(successor, await two(world, pace="relaxed"))
    await first.open_hand()
    await second.open_hand()
    await first.press("draw closed")
    await first.choose("discard", str(first.cards[-1]))
    assert not called(second), "they are present"
    if moves:
        successor.takes(monkeypatch)
    await successor.act(Draw(Source.CLOSED))
    await successor.discard()
    (call,) = called(first)
    sent = [request.method for request in world.env.http_requests].count("POST")
    await world.wait(25)
    assert called(first) == [call]
    assert not called(second)
    assert [request.method for request in world.env.http_requests].count("POST") == sent


@pytest.mark.parametrize("ends", [True, False])
@pytest.mark.parametrize("moves", [True, False])
async def test_no_late_board_covers_a_newer_one(
    world: World, successor: Successor, moves: bool, ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = await in_turn(successor, await two(world, pace="relaxed"))
    await first.open_hand()
    before = board(first)
    await first.press("draw closed")
    assert board(first) == before, "it waits for what comes next"
    if moves:
        successor.takes(monkeypatch)
    await successor.discard()
    newer = board(first)
    assert newer != before
    if ends:
        await world.app.announcers.tables.finish()
    await world.wait(25)
    assert board(first) == newer


async def test_a_late_hand_shows_the_newest_turn(world: World, successor: Successor) -> None:
    first, second = await in_turn(successor, await two(world, pace="relaxed"))
    await first.open_hand()
    await second.open_hand()
    await first.press("draw closed")
    await successor.discard()
    assert "draw closed" not in second.can
    await world.wait(25)
    assert "draw closed" in second.can
