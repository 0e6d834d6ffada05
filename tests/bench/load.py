"""200 tables at one bot process, clicks at a fixed rate whatever comes back, beside a bare bot at the same rate.

A click is a draw or a discard on a private hand, answered with the hand's picture and committed. Times count from
when a click was due, so a bot that falls behind cannot hide it. Its processor time holds all a move leads to: the
board, the call to whose turn it is, and that player's hand, which comes to their screen without a click.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import TypeVar

from bot.localcord.server import LocalDiscord
from bot.localcord.views import MessageView, Response
from bot.localcord.world import World
from tests.bench.move import bare_bot
from tests.processes.bots import Bot, cpu_seconds
from tests.processes.players import Player, controls
from tests.waiting import until

TABLES = 200
RATE = 20.0  # clicks a second
CLICKS = 1200
QUIET_SECONDS = 1.0
SETTINGS = {
    "LOBBIES_PER_PERSON": "100",
    "TABLES_PER_SERVER": "1000",
    "TABLES_PER_PERSON": "1000",
    "TABLES_ALONE": "1000",
}

T = TypeVar("T")


def run() -> None:
    """Measure both and print them."""
    asyncio.run(_run())


async def _run() -> None:
    print(f"{TABLES} tables, {RATE:.0f} clicks a second, {CLICKS} clicks")
    report("bare bot, fixed answer", *await bare())
    report("draws and discards", *await tables())


def report(what: str, seconds: list[float | None], processor: float) -> None:
    answered = [taken for taken in seconds if taken is not None]
    p99 = quantiles(answered, n=100)[98]
    times = f"{median(answered) * 1000:6.1f} ms median {p99 * 1000:7.1f} p99 {max(answered) * 1000:7.1f} longest"
    print(f"{what:25} {times}   {processor / len(seconds) * 1000:5.2f} ms processor time a click")
    if len(answered) < len(seconds):
        print(f"{len(seconds) - len(answered)} clicks were not answered in time")


async def at_rate(click: Callable[[int], Awaitable[Response | None]]) -> list[float | None]:
    """Start the clicks one by one when each is due; seconds from there to its answer, None: it had none in time."""
    begin = perf_counter()

    async def one(number: int) -> float | None:
        due = begin + number / RATE
        await asyncio.sleep(max(0.0, due - perf_counter()))
        reply = await click(number)
        return None if reply is None or reply.failed else perf_counter() - due

    return list(await asyncio.gather(*(one(number) for number in range(CLICKS))))


async def measured(
    process: asyncio.subprocess.Process, click: Callable[[int], Awaitable[Response | None]]
) -> tuple[list[float | None], float]:
    """Seconds of each click, and the processor time that all of them took."""
    before = await quiet(process)
    seconds = await at_rate(click)
    return seconds, await quiet(process) - before


async def quiet(process: asyncio.subprocess.Process) -> float:
    """Wait until what the clicks before have led to is done; answers the processor time used by then."""
    used = 0.0
    while (now := cpu_seconds(process)) - used > QUIET_SECONDS / 20:
        used = now
        await asyncio.sleep(QUIET_SECONDS)
    return now


async def bare() -> tuple[list[float | None], float]:
    """A bot that does nothing but answer."""
    world = World.create(["Asha"])
    person = world.people[0]
    async with LocalDiscord(world) as server, bare_bot(server) as process:
        await until(lambda: person.visible_messages(world.channel), "the first message")
        first = await person.click(person.visible_messages(world.channel)[-1], "bare")
        private = (await first.reply()).message
        assert private is not None

        async def click(_: int) -> Response:
            return await (await person.click(private.id, "bare")).reply()

        return await measured(process, click)


class Seats:
    """One table in play: the player whose turn it is draws, then discards."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self.lock = asyncio.Lock()

    async def click(self) -> Response | None:
        """The next click of the table."""
        async with self.lock:
            player = await _shown(self._mover)
            control = player.can.get("draw closed") or player.can["select discard"]
            return await player.press(control, *control.values[:1])

    def _mover(self) -> Player | None:
        """Whose hand shows that it is their turn."""
        return next((player for player in self.players if {"draw closed", "select discard"} & set(player.can)), None)


async def tables() -> tuple[list[float | None], float]:
    """The bot itself, with many tables in play."""
    world = World.create(["Asha", "Ben"])
    with tempfile.TemporaryDirectory() as folder:
        async with LocalDiscord(world) as server:
            bot = Bot(server, Path(folder), **SETTINGS)
            await bot.start()
            try:
                seats = [await opened(world) for _ in range(TABLES)]
                assert bot.process is not None
                return await measured(bot.process, lambda number: seats[number % TABLES].click())
            finally:
                await bot.kill()


async def opened(world: World) -> Seats:
    """A table of two people, who look at their hands."""
    host, guest = world.people
    before = {message.id for message in _shared(world)}
    reply = await (await host.command(world.channel, "rummy new", {"rules": "circle", "pace": "slow"})).reply()
    assert not reply.failed
    card = await _shown(lambda: next((m for m in _shared(world) if m.id not in before and "join" in controls(m)), None))
    for person, action in ((guest, "join"), (host, "start")):
        await (await person.click(card.id, controls(card)[action].custom_id)).reply()
    thread = await _shown(lambda: _newest_thread(world, card))
    players = [Player(world, person, "circle") for person in world.people]
    for player in players:
        player.place = thread
        await _shown(lambda player=player: player.find("hand"))  # type: ignore[misc]
        await player.open_hand()
    return Seats(players)


def _shared(world: World) -> list[MessageView]:
    return [m for m in world.people[0].visible_messages(world.channel)[::-1] if not m.private]


def _newest_thread(world: World, card: MessageView) -> int | None:
    code = next(c.custom_id.split(":")[2] for c in controls(card).values())
    found = [c for c in world.people[0].channels() if c.parent == world.channel and code in c.name]
    return found[-1].id if found else None


async def _shown(look: Callable[[], T | None]) -> T:
    for _ in range(1000):
        if (found := look()) is not None:
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("nothing came")
