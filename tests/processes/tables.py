"""Many tables in play at once, and clicks at a fixed rate whatever comes back."""

import asyncio
from collections.abc import Sequence
from functools import partial

from bot.localcord.views import MessageView
from bot.localcord.world import World, WorldPerson
from tests.processes.players import Player, controls
from tests.waiting import until

MANY = {
    "LOBBIES_PER_PERSON": "100",
    "TABLES_PER_SERVER": "1000",
    "TABLES_PER_PERSON": "1000",
    "TABLES_ALONE": "1000",
}
"""Settings under which a few people open many tables."""


class Seats:
    """One table in play: the player whose turn it is draws, then discards.

    If no hand shows a turn, they look one by one.
    """

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self._next = 0
        """The index of the player who looks next."""
        self._lock = asyncio.Lock()

    async def click(self) -> bool:
        """Make the next click of the table. Return whether it was answered in time."""
        async with self._lock:
            mover = self._mover
            if mover is None:
                self._next += 1
                return await self.players[self._next % len(self.players)].open_hand()
            self._next = self.players.index(mover)
            control = mover.can.get("draw closed") or mover.can["select discard"]
            reply = await mover.press(control, *control.values[:1])
            return reply is not None and not reply.failed

    @property
    def _mover(self) -> Player | None:
        """Return the player whose hand shows that it is their turn."""
        return next((player for player in self.players if {"draw closed", "select discard"} & set(player.can)), None)

    async def board_is_true(self) -> bool:
        """Return whether the board names the player whose turn it is; all look at their hands."""
        for player in self.players:
            assert await player.open_hand()
        board = next(m for m in self.players[0].shared() if "discards" in controls(m))
        return self._mover is not None and f"**{self._mover.person.name}**" in board.text


async def opened(world: World, people: Sequence[WorldPerson], *, server: int = 0, rules: str = "circle") -> Seats:
    """Return a table in that server at which these people sit and look at their hands."""
    host, *guests = people
    channel = world.channels[server]
    known = {message.id for message in _shared(world, channel)}
    threads = {place.id for place in host.channels()}
    reply = await (await host.command(channel, "rummy new", {"rules": rules, "pace": "slow"})).reply()
    assert not reply.failed
    card = await _card(world, channel, known)
    for number, guest in enumerate(guests, 2):
        await (await guest.click(card.id, controls(card)["join"].custom_id)).reply()
        await until(partial(_seats, world, card.id, number), "the seat on the card")
    await (await host.click(card.id, controls(card)["start"].custom_id)).reply()
    await until(lambda: {place.id for place in host.channels()} - threads, "the thread")
    (thread,) = {place.id for place in host.channels()} - threads
    players = [Player(world, person, rules) for person in people]
    for player in players:
        player.place = thread
        await until(partial(player.find, "hand"), "the board")
        assert await player.open_hand()
    return Seats(players)


async def _card(world: World, channel: int, known: set[int]) -> MessageView:
    """Return the card of the lobby that was opened since then."""

    def found() -> list[MessageView]:
        return [m for m in _shared(world, channel) if m.id not in known and "join" in controls(m)]

    await until(found, "the card")
    return found()[0]


def _seats(world: World, card: int, number: int) -> bool:
    shown = world.people[0].message(card)
    return shown is not None and f"Seats {number}/" in shown.text


def _shared(world: World, channel: int) -> list[MessageView]:
    return [m for m in world.people[0].visible_messages(channel)[::-1] if not m.private]


async def at_rate(tables: Sequence[Seats], clicks: int, rate: float) -> list[bool]:
    """Click at these tables in turn, that often a second; for each click whether it was answered in time."""
    loop = asyncio.get_running_loop()
    begin = loop.time()

    async def one(number: int) -> bool:
        await asyncio.sleep(max(0.0, begin + number / rate - loop.time()))
        return await tables[number % len(tables)].click()

    return list(await asyncio.gather(*map(one, range(clicks))))
