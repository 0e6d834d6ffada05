"""Not a benchmark: tables of two people of the local Discord who look at their hands, draw and discard."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

from bot.localcord.model.backend import Message
from bot.localcord.views import MessageView, Response, WorldEventKind
from bot.localcord.world import World, WorldPerson
from tests.processes.players import Player, controls
from tests.waiting import PATIENCE

CALLED_SECONDS = 25.0
"""After that a player whose hand was not redrawn has been called."""

T = TypeVar("T")


class Seats:
    """One table in play: the player whose turn it is draws, then discards."""

    def __init__(self, world: World, players: list[Player]) -> None:
        self.players = players
        self.lock = asyncio.Lock()
        self._listeners = world.model.on_message
        self._listeners.append(self._on_message)
        self._redrawn = asyncio.Event()

    async def click(self) -> Response | None:
        """Return the next click of the table."""
        async with self.lock:
            player = await self._awaited()
            control = player.can.get("draw closed") or player.can["select discard"]
            return await player.press(control, *control.values[:1])

    async def _awaited(self) -> Player:
        """Return the player whose turn it is, once their hand shows it; they open their hand if it does not."""
        while (player := self._mover()) is None:
            self._redrawn.clear()
            try:
                async with asyncio.timeout(CALLED_SECONDS):
                    await self._redrawn.wait()
            except TimeoutError:
                for one in self.players:
                    await one.open_hand()
        return player

    def leave(self) -> None:
        """Look at the hands no longer."""
        self._listeners.remove(self._on_message)

    def _on_message(self, _: WorldEventKind, message: Message) -> None:
        if any(message.id == player.shown for player in self.players):
            self._redrawn.set()

    def _mover(self) -> Player | None:
        """Return whose hand shows that it is their turn."""
        return next((player for player in self.players if {"draw closed", "select discard"} & set(player.can)), None)


async def opened(world: World, channel: int, host: WorldPerson, guest: WorldPerson) -> Seats:
    """Return a table in that channel; both look at their hands."""
    before, threads = {message.id for message in _shared(host, channel)}, _threads(world, channel)
    reply = await (await host.command(channel, "rummy new", {"rules": "circle", "pace": "slow"})).reply()
    assert not reply.failed
    card = await shown(lambda: _card(host, channel, before))
    for person, action in ((guest, "join"), (host, "start")):
        await (await person.click(card.id, controls(card)[action].custom_id)).reply()
    thread = await shown(lambda: next(iter(_threads(world, channel) - threads), None))
    players = [Player(world, person, "circle") for person in (host, guest)]
    for player in players:
        player.place = thread
        await shown(lambda player=player: player.find("hand"))  # type: ignore[misc]
        await player.open_hand()
    return Seats(world, players)


def _shared(person: WorldPerson, channel: int) -> list[MessageView]:
    return [message for message in person.visible_messages(channel)[::-1] if not message.private]


def _card(person: WorldPerson, channel: int, before: set[int]) -> MessageView | None:
    """Return the card of a table that was not there before."""
    return next((m for m in _shared(person, channel) if m.id not in before and "join" in controls(m)), None)


def _threads(world: World, channel: int) -> set[int]:
    return {id for id, found in world.model.channels.items() if found.parent_id == channel}


async def shown(look: Callable[[], T | None]) -> T:
    """Return the result of `look` as soon as there is one."""
    end = perf_counter() + PATIENCE
    while (found := look()) is None:
        assert perf_counter() < end, "nothing came"
        await asyncio.sleep(0.05)
    return found
