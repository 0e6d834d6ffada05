"""The services over a store in a file or in memory, with a clock that tests move and an announcer that remembers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.rummy.actions import Next
from bot.rummy.cards import Seat
from bot.rummy.game import game_of
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.rummy.rules import Games
from bot.rummy.view import Stage
from bot.service.beacon import Beacon
from bot.service.paces import PAUSES
from bot.service.processes import SHUFFLE
from bot.service.services import ServiceOptions, Services
from bot.service.tables.computers import Thinker
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.service import Limits
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState
from bot.store.rows.alarms import AlarmKind, Gap, Shards
from bot.store.store import Store
from tests.known import GAMES

ASHA = Person(PlayerId(101), DisplayName("Asha"))
BEN = Person(PlayerId(102), DisplayName("Ben"))
CARA = Person(PlayerId(103), DisplayName("Cara"))
DEV = Person(PlayerId(104), DisplayName("Dev"))
MEMORY = "sqlite+aiosqlite:///:memory:"


@dataclass
class Heard:
    """An announcer that remembers."""

    updates: list[TableState] = field(default_factory=list)
    reminders: list[tuple[TableId, Seat]] = field(default_factory=list)
    tournaments: list[TournamentState] = field(default_factory=list)
    archived: list[TableId] = field(default_factory=list)
    archives: bool = True
    """Whether Discord archives threads."""

    def announce(self, state: TableState) -> None:
        self.updates.append(state)

    def remind(self, state: TableState, seat: Seat) -> None:
        self.reminders.append((state.id, seat))

    async def archive(self, state: TableState) -> bool:
        self.archived.append(state.id)
        return self.archives

    def announce_tournament(self, state: TournamentState) -> None:
        self.tournaments.append(state)

    def catch_up(self, gap: Gap, shards: Shards) -> None:
        """Show nothing."""


class OneOfSeveral:
    """A process that shares its database with others."""

    is_alone = False
    shuffle = SHUFFLE

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_sure = True

    def check(self, guild: int | None) -> None:
        """Accept every server."""


class Context(Services):
    """All services of one process, with a clock that tests move."""

    def __init__(self, store: Store, process: str, games: Games, options: ServiceOptions) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.interactions = 1000
        self.heard = Heard()
        self.process = OneOfSeveral(process)
        self.gone: set[PlayerId] = set()
        """People who have left every server."""
        options = replace(options, has_left=self.has_left)
        super().__init__(store, games, games.load(), lambda: self.now, self.process, self.heard, options)

    async def has_left(self, guild: int, player: PlayerId) -> bool:
        """Return whether a person is no longer in a server."""
        return player in self.gone

    def press(self) -> int:
        """Return a new interaction id."""
        self.interactions += 1
        return self.interactions

    async def lobby(
        self, *people: Person, computers: int = 0, options: TableForm | None = None, guild: int | None = 1
    ) -> TableState:
        """Return a lobby with these people, the first of whom is host."""
        host, *others = people
        lobby = await self.lobbies.open(host, guild, 2, options or TableForm(), self.press())
        for person in others:
            await self.lobbies.join(lobby.id, person, self.press())
        for _ in range(computers):
            await self.lobbies.add_computer(lobby.id, host.id, self.press())
        return await self.tables.find(lobby.id)

    async def table(
        self, *people: Person, computers: int = 0, options: TableForm | None = None, guild: int = 1
    ) -> TableState:
        """Return a started table."""
        lobby = await self.lobby(*people, computers=computers, options=options, guild=guild)
        return await self.lobbies.start(lobby.id, people[0].id, self.press())

    async def later(self, seconds: float) -> None:
        """Let time pass; deadlines fire in their order."""
        end = self.now + timedelta(seconds=seconds)
        while (due := await self.store.alarms.next_due()) is not None and due <= end:
            self.now = max(self.now, due)
            assert await self.alarms.fire_due()
        self.now = end

    async def move(self, id: TableId) -> TableState:
        """Play one step as a computer would, for the player the table waits for; a computer plays at its alarm."""
        state = await self.tables.find(id)
        assert state.table is not None
        assert state.public.deal is not None
        if state.public.stage is Stage.BETWEEN and state.alarm(AlarmKind.PAUSE) is None:
            return await self.tables.act(id, None, PlayerId(state.players[state.public.awaited[0]].id), Next())
        if state.public.stage is Stage.BETWEEN:
            await self.later(PAUSES[state.pace])
            return await self.tables.find(id)
        seat = state.public.deal.awaited[0]
        player = state.table.players[seat]
        if player.is_computer:
            alarm = state.alarm(AlarmKind.COMPUTER)
            assert alarm is not None
            await self.later((alarm.due - self.now).total_seconds())
            return await self.tables.find(id)
        action = game_of(state.rules).choose(state.for_seat(seat))
        return await self.tables.act(id, state.public.step, PlayerId(player.id), action)

    async def finish(self, id: TableId) -> TableState:
        """Play a table to its end."""
        state = await self.tables.find(id)
        while state.row.status.is_open:
            state = await self.move(id)
        return state


def whose(state: TableState) -> PlayerId:
    """Return the person whose turn it is."""
    deal = state.public.deal
    assert deal is not None
    return PlayerId(state.players[deal.turn].id)


@asynccontextmanager
async def desk(
    url: str = MEMORY,
    process: str = "one",
    limits: Limits | None = None,
    games: Games = GAMES,
    thinker: Thinker | None = None,
    beacon: Beacon | None = None,
) -> AsyncIterator[Context]:
    """Yield a process with its own store."""
    store = await Store.open(url)
    try:
        yield Context(store, process, games, ServiceOptions(limits, thinker=thinker, beacon=beacon))
    finally:
        await store.close()
