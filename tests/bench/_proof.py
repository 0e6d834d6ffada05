"""Whole matches played while a bench does harm, and the answer to every press.

Every press and command is watched, and every journal is compared with what its players were told.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from bot.layout import TableControlId
from bot.localcord import world as local_world
from bot.localcord.model.actions import Refused
from bot.localcord.views import Response
from bot.localcord.world import World, WorldAction
from tests.ids import parse
from tests.processes import journals
from tests.processes.players import Player, lobby, play_out, use
from tests.waiting import until

ANSWER_SECONDS = 10.0
"""The time for which this Discord waits for an answer, since it shares the machine with all processes."""
WRONG = "journals with a move lost, doubled, or charged to a clock"
SETTINGS = {
    "LOBBIES_PER_PERSON": "100",
    "TABLES_PER_SERVER": "1000",
    "TABLES_PER_PERSON": "1000",
}


@dataclass(frozen=True)
class Press:
    """A press or a command."""

    at: float
    shard: int
    action: WorldAction

    @property
    def is_unanswered(self) -> bool:
        """Return whether nothing came of it, or not all that was promised."""
        return self.action.failed or not self.action.settled

    @property
    def said(self) -> str:
        """Return what was pressed, for people who look it up in a log."""
        what = "had no answer" if self.action.failed else "was promised an answer that never came"
        return f"interaction {self.action.id} {what}"


class Matches:
    """One table a server, at which people play one match after the other."""

    def __init__(
        self,
        world: World,
        database: str,
        *,
        pace: str = "standard",
        pause: float = 0.0,
        patience: float = 2 * ANSWER_SECONDS,
    ) -> None:
        """`pause`: seconds a player rests after an answer. `patience`: seconds they wait for a promised answer."""
        self.world = world
        self.database = database
        self.presses: list[Press] = []
        self.ended = 0
        self.wrong: list[str] = []
        """Journals in which a move is missing, stands twice or was charged to a clock."""
        self.reading = asyncio.Lock()
        """Held while journals are read: a bench holds it while the database cannot answer."""
        self._pace = pace
        self._patience = patience
        self._compared: Counter[int] = Counter()
        """The moves that were acknowledged at tables whose journals were compared, by server."""
        self._playing: dict[int, list[Player]] = {}
        """The players, by server."""
        self._tasks: list[asyncio.Task[None]] = []

        async def reply(_: Player, action: WorldAction) -> Response | None:
            found = await _reply(action, patience)
            await asyncio.sleep(pause)
            return found

        local_world.ANSWER_SECONDS = ANSWER_SECONDS
        Player.reply = reply  # type: ignore[assignment, method-assign]
        watch = world.watch

        def watched(record: Any) -> WorldAction:
            action = watch(record)
            guild = world.model.get_channel(record.channel_id).guild_id
            self.presses.append(Press(monotonic(), world.servers.index(guild or 0) % world.shards, action))
            return action

        world.watch = watched  # type: ignore[method-assign]

    def begin(self) -> None:
        """Begin to play in every server."""
        self._tasks = [asyncio.create_task(self._play(server)) for server in range(len(self.world.servers))]

    def check(self) -> None:
        """Raise the error that has ended a match, if one has."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def end(self) -> None:
        """Stop playing, and check the matches that have not ended."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(2 * ANSWER_SECONDS)
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                for press in self.presses:
                    await press.action.reply(self._patience)
        for server, players in self._playing.items():
            await self._compare(server, players)

    @property
    def moves(self) -> int:
        """Return how many moves were acknowledged, at tables whose journals were compared."""
        return self._compared.total()

    def moves_in(self, server: int) -> int:
        """Return how many moves were acknowledged in that server so far."""
        return self._compared[server] + _acknowledged(self._playing.get(server, ()))

    @property
    def unanswered(self) -> list[Press]:
        """Return the presses and commands that were not answered in time."""
        return [press for press in self.presses if press.is_unanswered]

    def report(self) -> None:
        """Print the results of all matches, except for presses without an answer."""
        print(f"{len(self.presses)} presses and commands, {self.ended} whole matches")
        print(f"{self.moves} acknowledged moves compared with their journals")
        print(f"{len(self.wrong)} {WRONG}")
        for wrong in self.wrong:
            print(f"  {wrong}")

    async def _play(self, server: int) -> None:
        while True:
            try:
                players = await self._seated(server)
            except (AssertionError, TimeoutError, Refused):
                await asyncio.sleep(0.5)
                continue  # not all was answered while it was opened
            self._playing[server] = players
            await play_out(players)
            await self._compare(server, players)
            del self._playing[server]
            self.ended += 1

    async def _seated(self, server: int) -> list[Player]:
        """Return a new table in that server; its players are in its own thread, not in that of the table before."""
        person, channel = self.world.people[0], self.world.channels[server]
        before = {place.id for place in person.channels()}
        players = await lobby(self.world, computers=0, server=server, pace=self._pace)

        def new() -> list[int]:
            return [place.id for place in person.channels() if place.parent == channel and place.id not in before]

        await use(players[0], "start")
        await until(new, "the thread")
        for player in players:
            player.place = new()[-1]
            await until(partial(player.find, "discards"), "the board")
        return players

    async def _compare(self, server: int, players: list[Player]) -> None:
        board = players[0].find("hand")
        id = parse(board.custom_id) if board else None
        assert isinstance(id, TableControlId)
        async with self.reading:
            try:
                await journals.check(self.database, id.table, players)
            except AssertionError as error:
                self.wrong.append(f"server {server}, table {id.table}: {error}")
                print(self.wrong[-1], flush=True)
        self._compared[server] += _acknowledged(players)


def _acknowledged(players: Iterable[Player]) -> int:
    """Return how many moves these players were shown to have happened."""
    return sum(attempt.acknowledged for player in players for attempt in player.attempts)


async def _reply(action: WorldAction, patience: float) -> Response | None:
    """Return the answer to a press; None if there was none."""
    with suppress(TimeoutError):
        reply = await action.reply(patience)
        if not reply.failed:
            return reply
    return None
