"""The services over a store in a file or in memory, with a clock that tests move and an announcer that remembers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.games import players
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.rules import load
from bot.rummy.view import Stage
from bot.service.alarms import Alarms
from bot.service.lobby import Limits, Lobbies, Options, Person
from bot.service.paces import PAUSES
from bot.service.tables import Tables
from bot.service.tournaments.service import Tournaments
from bot.service.tournaments.update import TournamentUpdate
from bot.service.update import Update
from bot.service.wallet import Wallet
from bot.store.store import Store

ASHA = Person(PlayerId(101), "Asha")
BEN = Person(PlayerId(102), "Ben")
CARA = Person(PlayerId(103), "Cara")
DEV = Person(PlayerId(104), "Dev")
MEMORY = "sqlite+aiosqlite:///:memory:"


@dataclass
class Heard:
    """An announcer that remembers."""

    updates: list[Update] = field(default_factory=list)
    reminders: list[tuple[TableId, Seat]] = field(default_factory=list)
    tournaments: list[TournamentUpdate] = field(default_factory=list)

    def announce(self, update: Update) -> None:
        self.updates.append(update)

    def remind(self, update: Update, seat: Seat) -> None:
        self.reminders.append((update.id, seat))

    def announce_tournament(self, update: TournamentUpdate) -> None:
        self.tournaments.append(update)


@dataclass
class Desk:
    """All services of one process."""

    store: Store
    heard: Heard
    tables: Tables
    lobbies: Lobbies
    wallet: Wallet
    tournaments: Tournaments
    alarms: Alarms
    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    interactions: int = 1000

    def press(self) -> int:
        """A new interaction id."""
        self.interactions += 1
        return self.interactions

    async def lobby(self, *people: Person, computers: int = 0, options: Options | None = None) -> Update:
        """A lobby with these people, the first of whom is host."""
        host, *others = people
        lobby = await self.lobbies.open(host, 1, 2, options or Options(), self.press())
        for person in others:
            await self.lobbies.join(lobby.id, person, self.press())
        for _ in range(computers):
            await self.lobbies.add_computer(lobby.id, host.id, self.press())
        return await self.tables.find(lobby.id)

    async def table(self, *people: Person, computers: int = 0, options: Options | None = None) -> Update:
        """A started table."""
        lobby = await self.lobby(*people, computers=computers, options=options)
        return await self.lobbies.start(lobby.id, people[0].id, self.press())

    async def later(self, seconds: float) -> None:
        """Time passes; what falls due is done in its order."""
        end = self.now + timedelta(seconds=seconds)
        while (due := await self.store.next_due()) is not None and due <= end:
            self.now = max(self.now, due)
            assert await self.alarms.fire_due()
        self.now = end

    async def move(self, id: TableId) -> Update:
        """Whoever is awaited plays as a computer would; a computer at its alarm."""
        update = await self.tables.find(id)
        assert update.table is not None
        assert update.public.deal is not None
        if update.public.stage is Stage.BETWEEN:
            await self.later(PAUSES[update.pace])
            return await self.tables.find(id)
        seat = update.public.deal.awaited[0]
        player = update.table.players[seat]
        if player.is_computer:
            await self.later(2)
            return await self.tables.find(id)
        action = players.choose(update.for_seat(seat))
        return await self.tables.act(id, update.public.step, PlayerId(player.id), action)

    async def finish(self, id: TableId) -> Update:
        """Play a table to its end."""
        update = await self.tables.find(id)
        while update.row.status.is_open:
            update = await self.move(id)
        return update


def whose(update: Update) -> PlayerId:
    """Who has the turn."""
    deal = update.public.deal
    assert deal is not None
    return PlayerId(update.players[deal.turn].id)


@asynccontextmanager
async def desk(url: str = MEMORY, process: str = "one", limits: Limits | None = None) -> AsyncIterator[Desk]:
    """A process with its own store."""
    store = await Store.open(url)
    heard = Heard()
    made: list[Desk] = []
    tables = Tables(store, heard, lambda: made[0].now)
    wallet = Wallet(store, lambda: made[0].now)
    lobbies = Lobbies(tables, store, wallet, load(), lambda: made[0].now, limits or Limits())
    tournaments = Tournaments(store, tables, wallet, heard, load(), lambda: made[0].now)
    alarms = Alarms(store, tables, lobbies, tournaments, heard, lambda: made[0].now, process)
    made.append(Desk(store, heard, tables, lobbies, wallet, tournaments, alarms))
    try:
        yield made[0]
    finally:
        await store.close()
