"""Processes that share shards are killed, frozen, drained and deployed while whole matches are played.

`takeovers [KILLS [PROCESSES [SHARDS [POSTGRESQL]]]]`; the last is 1 for PostgreSQL, 0 for SQLite. As many processes as
are killed are drained or deployed in turn, and every tenth is frozen. It counts presses without an answer: those on a
shard whose holder was just killed or frozen, until another process has taken over; and all others, of which there
should be none. Every journal is compared with what its players were told.
"""

import asyncio
import random
import shutil
import tempfile
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from bot.localcord.world import World
from bot.store.store import Store
from tests.bench._proof import ANSWER_SECONDS, SETTINGS, WRONG, Matches, Press
from tests.localcord import remote_control
from tests.localcord.faults import FaultyDiscord
from tests.postgresql import fresh, running
from tests.processes.bots import PATIENT, Bot
from tests.processes.conftest import FAULTS
from tests.waiting import PATIENCE

KILLS = 60
PROCESSES = 2
SHARDS = 8
FREEZE_EVERY = 10
BETWEEN_SECONDS = 2.0
LOOK_SECONDS = 0.2
HARSH = ("kill", "freeze")
"""Events that leave presses unanswered until another process has taken over."""


@dataclass
class Event:
    """Something that happened to a process."""

    kind: str
    shards: frozenset[int]
    """The shards that the process held."""
    begin: float
    end: float = float("inf")

    def explains(self, press: Press) -> bool:
        """Return whether the press was not answered because of this event."""
        is_here = self.kind in HARSH and press.shard in self.shards
        return is_here and self.begin - ANSWER_SECONDS <= press.at <= self.end


class Processes:
    """Processes that come and go."""

    def __init__(self, server: FaultyDiscord, folder: Path, database: str, store: Store) -> None:
        self._server = server
        self._folder = folder
        self._database = database
        self._store = store
        self._dice = random.Random(1)
        self._bots: list[Bot] = []
        self._started: list[Bot] = []
        self.events: list[Event] = []

    async def start(self) -> Bot:
        """Start one more."""
        settings = {**SETTINGS, "SHARD_IDS": "auto", "DATABASE_URL": self._database}
        name = f"bot{len(self._started) + 1}"
        bot = Bot(self._server, self._folder, name, command=PATIENT, **settings)
        await bot.spawn()
        self._bots.append(bot)
        self._started.append(bot)
        return bot

    async def happen(self, kind: str) -> None:
        """Let that happen to a process that holds shards, and wait until living ones hold all."""
        holders = await self._holders()
        bot = self._dice.choice([bot for bot in self._bots if _pid(bot) in holders.values()])
        mine = frozenset(shard for shard, holder in holders.items() if holder == _pid(bot))
        event = Event(kind, mine, monotonic())
        self.events.append(event)
        assert bot.process is not None
        match kind:
            case "kill":
                await bot.kill()
                self._bots.remove(bot)
                await self.start()
            case "freeze":
                bot.freeze()
                self._bots.remove(bot)
                await self.held(mine)
                bot.thaw()
                self._bots.append(bot)
            case "drain":
                self._bots.remove(bot)
                bot.process.terminate()
                await bot.wait()
                await self.start()
            case _:
                await self.start()
                self._bots.remove(bot)
                bot.process.terminate()
                await bot.wait()
        await self.held()
        event.end = monotonic()
        print(f"{len(self.events)}: {kind} of shards {sorted(mine)}, {event.end - event.begin:.1f} s", flush=True)
        await asyncio.sleep(BETWEEN_SECONDS)

    async def held(self, frozen: frozenset[int] = frozenset()) -> None:
        """Wait until living processes hold all shards, and are connected to them beside one that is frozen."""
        end, shards = monotonic() + PATIENCE, set(range(self._server.world.shards))
        while True:
            alive, holders = set(map(_pid, self._bots)), await self._holders()
            if holders.keys() == shards and {*holders.values()} <= alive:
                connected = (len(remote_control.connections(self._server.gateway, shard)) for shard in shards)
                if all(count > (shard in frozen) for shard, count in enumerate(connected)):
                    return
            assert monotonic() < end, f"{holders} were not taken over by {alive}"
            await asyncio.sleep(LOOK_SECONDS)

    async def _holders(self) -> dict[int, str]:
        """Return the number of the process that holds each shard, on this machine."""
        roster, _ = await self._store.roster.change(lambda roster: roster)
        return {shard: (lease.holder or "/").split("/")[1] for shard, lease in roster.leases.items()}

    async def stop(self) -> None:
        """Kill all."""
        for bot in self._started:
            await bot.kill()

    def faults(self) -> list[str]:
        """Return the lines of their logs that tell of faults in taking over."""
        lines = (line for bot in self._started for line in bot.log.splitlines())
        return [line for line in lines if any(fault in line for fault in (*FAULTS, "Traceback"))]


def report(processes: Processes, matches: Matches) -> dict[str, int]:
    """Print the results. Return how often each fault was met."""
    kinds = Counter(event.kind for event in processes.events)
    print(", ".join(f"{count} × {kind}" for kind, count in kinds.items()))
    matches.report()
    others = []
    by_kind: Counter[str] = Counter()
    for press in matches.unanswered:
        event = next((event for event in processes.events if event.explains(press)), None)
        if event is None:
            others.append(press)
        else:
            by_kind[event.kind] += 1
    for kind in HARSH:
        print(f"{by_kind[kind]} unanswered by a {kind}, on its shards, until the takeover")
    print(f"{len(others)} unanswered otherwise")
    for press in others:
        around = [event for event in processes.events if abs(event.begin - press.at) < 3 * ANSWER_SECONDS]
        near = (f"{event.kind} of {sorted(event.shards)} {event.begin - press.at:+.1f} s" for event in around)
        print(f"  shard {press.shard}, {press.said}: {', '.join(near)}")
    faults = processes.faults()
    print(f"{len(faults)} faults in the logs")
    for line in faults:
        print(f"  {line}")
    return {WRONG: len(matches.wrong), "presses unanswered otherwise": len(others), "faults in the logs": len(faults)}


def run(kills: int = KILLS, processes: int = PROCESSES, shards: int = SHARDS, postgresql: int = 0) -> dict[str, int]:
    """Run all of it, and print the results. Return how often each fault was met."""
    return asyncio.run(_run(kills, processes, shards, bool(postgresql)))


async def _run(kills: int, count: int, shards: int, postgresql: bool) -> dict[str, int]:
    print(f"{count} processes, {shards} shards, {'PostgreSQL' if postgresql else 'SQLite'}", flush=True)
    world = World.create(["Asha", "Ben"], servers=shards, shards=shards)
    with ExitStack() as stack:
        folder = tempfile.mkdtemp(prefix="takeovers-")
        database = f"sqlite+aiosqlite:///{folder}/paplu.db"
        if postgresql:
            database = fresh(stack.enter_context(running()))
        store = await Store.open(database)
        async with FaultyDiscord(world, rate_limits=False) as server:
            processes, matches = Processes(server, Path(folder), database, store), Matches(world, database)
            try:
                for _ in range(count):
                    await processes.start()
                await processes.held()
                matches.begin()
                for number in range(kills):
                    await processes.happen("kill")
                    await processes.happen(("drain", "deploy")[number % 2])
                    if number % FREEZE_EVERY == 0:
                        await processes.happen("freeze")
                    matches.check()
                await matches.end()
                faults = report(processes, matches)
                if any(faults.values()):
                    print(f"the logs are kept in {folder}")
                else:
                    shutil.rmtree(folder)
                return faults
            finally:
                await processes.stop()
                await store.close()


def _pid(bot: Bot) -> str:
    assert bot.process is not None
    return str(bot.process.pid)
