"""Processes that share shards are killed, frozen, drained and deployed while whole matches are played.

Counts presses that were never answered: where the holder of their shard was just killed or frozen, and all others,
of which there should be none. Every journal is held against what its players were told: no move that was acknowledged
may be lost or doubled. SIZE is how many kills there are; as many processes are drained and deployed in turn.
"""

import asyncio
import random
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from bot.localcord import world as local_world
from bot.localcord.views import Response
from bot.localcord.world import World, WorldAction
from bot.store.store import Store
from tests.localcord.faults import FaultyDiscord
from tests.processes import journals
from tests.processes.bots import PATIENT, Bot
from tests.processes.players import Player, lobby, play_out, use
from tests.waiting import until

KILLS = 60
SHARDS = 8
PROCESSES = 2
ANSWER_SECONDS = 10.0
"""How long this Discord waits for an answer: it shares the machine with all processes."""
BETWEEN_SECONDS = 4.0
SETTINGS = {
    "SHARD_IDS": "auto",
    "LOBBIES_PER_PERSON": "100",
    "TABLES_PER_SERVER": "1000",
    "TABLES_PER_PERSON": "1000",
}


@dataclass
class Event:
    """Something that happened to a process."""

    kind: str
    shards: frozenset[int]
    """Those whose holder was killed or frozen."""
    begin: float
    end: float = float("inf")


class Proof:
    """Players at one table a shard, and processes that come and go."""

    def __init__(self, server: FaultyDiscord, folder: Path, dice: random.Random) -> None:
        self.server = server
        self.world = server.world
        self.folder = folder
        self.dice = dice
        self.bots: list[Bot] = []
        self.started = 0
        self.events: list[Event] = []
        self.presses = 0
        self.unanswered: list[tuple[float, int]] = []
        """When each was made, and on which shard."""
        self.matches = 0
        self.moves = 0

    async def start(self) -> None:
        self.started += 1
        bot = Bot(self.server, self.folder, f"bot{self.started}", command=PATIENT, **SETTINGS)
        await bot.spawn()
        self.bots.append(bot)

    async def holders(self) -> dict[int, str | None]:
        """The number of the process that holds each shard, on this machine."""
        store = await Store.open(self.bots[0].database)
        try:
            roster, _ = await store.roster.change(lambda roster: roster)
        finally:
            await store.close()
        return {shard: lease.holder and lease.holder.split("/")[1] for shard, lease in roster.leases.items()}

    async def settled(self) -> None:
        """Wait until living processes hold all shards and each holds its share."""
        while True:
            alive = {str(bot.process.pid) for bot in self.bots if bot.process is not None}
            held = list((await self.holders()).values())
            counts = [held.count(pid) for pid in alive]
            if sum(counts) == SHARDS and max(counts) - min(counts) <= 1:
                return
            await asyncio.sleep(0.5)

    async def _replaced(self, pid: str) -> None:
        """Wait until that process holds nothing any more."""
        for _ in range(1000):
            if pid not in (await self.holders()).values():
                return
            await asyncio.sleep(0.5)

    async def play(self, shard: int) -> None:
        """Play one match after the other on a shard."""
        while True:
            before = {*await journals.tables(self.bots[0].database)}
            try:
                players = await self._seated(shard)
            except (AssertionError, TimeoutError):
                continue  # nobody answered while it was opened
            opened = {*await journals.tables(self.bots[0].database)} - before
            (table,) = [id for id in opened if await self._is_on(id, shard)]
            await play_out(players)
            await journals.check(self.bots[0].database, table, players)
            self.matches += 1
            self.moves += sum(attempt.acknowledged for player in players for attempt in player.attempts)

    async def _seated(self, shard: int) -> list[Player]:
        """A new table on that shard; its players are in its own thread, not in that of the table before."""
        players = await lobby(self.world, computers=0, server=shard)
        person, channel = players[0].person, players[0].channel
        before = {place.id for place in person.channels()}

        def new() -> list[int]:
            return [place.id for place in person.channels() if place.parent == channel and place.id not in before]

        await use(players[0], "start")
        await until(new, "the thread")
        for player in players:
            (player.place,) = new()
            await until(partial(player.find, "discards"), "the board")
        return players

    async def _is_on(self, table: Any, shard: int) -> bool:
        found = await journals.stored(self.bots[0].database, table)
        return found.row.guild == self.world.servers[shard]

    async def reply(self, player: Player, action: WorldAction) -> Response | None:
        """What came of a press; None: nothing."""
        self.presses += 1
        at = monotonic()
        with suppress(TimeoutError):
            reply = await action.reply(2 * ANSWER_SECONDS)
            if not reply.failed:
                return reply
        self.unanswered.append((at, self.world.channels.index(player.channel) % SHARDS))
        return None

    async def happen(self, kind: str) -> None:
        """Let that happen to one process, and wait until all shards are shared out again."""
        bot = self.dice.choice(self.bots)
        assert bot.process is not None
        pid = str(bot.process.pid)
        mine = frozenset(shard for shard, holder in (await self.holders()).items() if holder == pid)
        event = Event(kind, mine if kind in ("kill", "freeze") else frozenset(), monotonic())
        self.events.append(event)
        match kind:
            case "kill":
                await bot.kill()
                self.bots.remove(bot)
                await self.start()
            case "freeze":
                bot.freeze()
                await self._replaced(pid)
                bot.thaw()
            case "drain":
                bot.process.terminate()
                await bot.wait()
                self.bots.remove(bot)
                await self.start()
            case _:
                await self.start()
                await self.settled()
                bot.process.terminate()
                await bot.wait()
                self.bots.remove(bot)
        await self.settled()
        event.end = monotonic()
        await asyncio.sleep(BETWEEN_SECONDS)

    def report(self) -> None:
        """Print what came of it."""
        hit = [one for one in self.unanswered if any(_explains(event, *one) for event in self.events)]
        kinds = [event.kind for event in self.events]
        print(", ".join(f"{kinds.count(kind)} × {kind}" for kind in dict.fromkeys(kinds)))
        print(f"{self.presses} presses, {self.matches} whole matches, {self.moves} moves acknowledged in them")
        print("0 acknowledged moves lost or doubled (every journal was compared)")
        print(f"{len(hit)} presses unanswered on shards whose holder was killed or frozen, until the takeover")
        others = [one for one in self.unanswered if one not in hit]
        print(f"{len(others)} presses unanswered otherwise")
        for at, shard in others:
            last = [event for event in self.events if event.begin <= at + ANSWER_SECONDS][-1]
            after = (at - last.begin, at - last.end)
            print(f"  shard {shard}: {after[0]:.1f} s after the begin of a {last.kind}, {after[1]:.1f} s after its end")
        for bot in self.bots:
            assert "Traceback" not in bot.log


def replying(proof: Proof) -> Any:
    """What players do in the place of waiting for an answer as in tests."""

    async def reply(player: Player, action: WorldAction) -> Response | None:
        return await proof.reply(player, action)

    return reply


def _explains(event: Event, at: float, shard: int) -> bool:
    """Whether a press went unanswered because of that."""
    return shard in event.shards and event.begin - ANSWER_SECONDS <= at <= event.end


def run(kills: int = KILLS) -> None:
    """Let it happen, and print what came of it."""
    asyncio.run(_run(kills))


async def _run(kills: int) -> None:
    local_world.ANSWER_SECONDS = ANSWER_SECONDS
    dice = random.Random(1)
    world = World.create(["Asha", "Ben"], servers=SHARDS, shards=SHARDS)
    with tempfile.TemporaryDirectory() as folder:
        async with FaultyDiscord(world, rate_limits=False) as server:
            proof = Proof(server, Path(folder), dice)
            Player.reply = replying(proof)  # type: ignore[method-assign]
            try:
                for _ in range(PROCESSES):
                    await proof.start()
                await asyncio.sleep(5)
                await proof.settled()
                playing = [asyncio.create_task(proof.play(shard)) for shard in range(SHARDS)]
                for number in range(kills):
                    await proof.happen("kill")
                    await proof.happen(("drain", "deploy")[number % 2])
                    if number % 10 == 0:
                        await proof.happen("freeze")
                    for task in playing:
                        if task.done():
                            task.result()
                for task in playing:
                    task.cancel()
                proof.report()
            finally:
                for bot in proof.bots:
                    await bot.kill()
