"""The services over a store in a file or in memory, with a clock that tests move and an announcer that remembers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.rummy.actions import Next
from bot.rummy.cards import Seat
from bot.rummy.game import game_of
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.rummy.rules import Games
from bot.rummy.view import Stage
from bot.service.alarms import Alarms
from bot.service.disputes import Disputes
from bot.service.paces import PAUSES
from bot.service.tables.computers import Thinker
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Lobbies, Person
from bot.service.tables.new_lobby import NewLobbies
from bot.service.tables.quick import QuickPlay
from bot.service.tables.rematch import Rematches
from bot.service.tables.service import Limits, Tables
from bot.service.tables.state import TableState
from bot.service.tournaments.series import Series
from bot.service.tournaments.service import Tournaments
from bot.service.tournaments.state import TournamentState
from bot.service.wallet import Wallet
from bot.store.rows.alarms import AlarmKind
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

    def announce(self, state: TableState) -> None:
        self.updates.append(state)

    def remind(self, state: TableState, seat: Seat) -> None:
        self.reminders.append((state.id, seat))

    def announce_tournament(self, state: TournamentState) -> None:
        self.tournaments.append(state)


@dataclass
class Context:
    """All services of one process."""

    store: Store
    heard: Heard
    tables: Tables
    lobbies: Lobbies
    quick: QuickPlay
    rematches: Rematches
    wallet: Wallet
    tournaments: Tournaments
    series: Series
    alarms: Alarms
    disputes: Disputes
    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    interactions: int = 1000

    def press(self) -> int:
        """Return a new interaction id."""
        self.interactions += 1
        return self.interactions

    async def lobby(
        self, *people: Person, computers: int = 0, options: TableForm | None = None, guild: int = 1
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
        """Time passes; what falls due is done in its order."""
        end = self.now + timedelta(seconds=seconds)
        while (due := await self.store.alarms.next_due()) is not None and due <= end:
            self.now = max(self.now, due)
            assert await self.alarms.fire_due()
        self.now = end

    async def move(self, id: TableId) -> TableState:
        """Return the awaited player plays as a computer would; a computer at its alarm."""
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
            await self.later(2)
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
    """Return who has the turn."""
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
) -> AsyncIterator[Context]:
    """A process with its own store."""
    store = await Store.open(url)
    heard = Heard()
    made: list[Context] = []
    tables = Tables(store, games, heard, lambda: made[0].now, limits=limits, thinker=thinker)
    wallet = Wallet(store, lambda: made[0].now)
    new_lobbies = NewLobbies(tables, store, games.load(), lambda: made[0].now)
    lobbies = Lobbies(tables, store, wallet, new_lobbies, lambda: made[0].now)
    quick = QuickPlay(lobbies, tables, store, lambda: made[0].now)
    rematches = Rematches(lobbies, new_lobbies, tables, wallet)
    tournaments = Tournaments(store, tables, wallet, heard, games.load(), lambda: made[0].now)
    series = Series(store, tournaments, lambda: made[0].now)
    alarms = Alarms(store, tables, lobbies, tournaments, series, heard, lambda: made[0].now, process)
    disputes = Disputes(store, tables, lambda: made[0].now)
    made.append(Context(store, heard, tables, lobbies, quick, rematches, wallet, tournaments, series, alarms, disputes))
    try:
        yield made[0]
    finally:
        await store.close()
