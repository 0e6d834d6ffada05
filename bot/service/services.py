"""The services of one process, built together: they call each other."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.rummy.entropy import Secrets
from bot.rummy.ids import PlayerId
from bot.rummy.rules import Games, Rules
from bot.service.alarms import Alarms
from bot.service.beacon import Beacon
from bot.service.beats import Beats, GapListener
from bot.service.daily import Daily
from bot.service.disputes import Disputes
from bot.service.errors import ServiceError
from bot.service.house import HouseRules
from bot.service.limits import PlayTime, check_not_paused
from bot.service.owner.admission import Admission
from bot.service.owner.put_backs import PutBacks
from bot.service.processes import Processes
from bot.service.review import Reviews
from bot.service.server_settings import ServerSettingsCache
from bot.service.settings import SettingsCache
from bot.service.shuffle import new_code, new_secrets
from bot.service.sleeper import Sleeper, real_sleep
from bot.service.tables.alarms import TableAlarmListener, TableAlarms
from bot.service.tables.computers import Thinker
from bot.service.tables.deadlines import Timing, alarms_after
from bot.service.tables.lobby import Lobbies
from bot.service.tables.new_lobby import NewLobbies
from bot.service.tables.quick import QuickPlay
from bot.service.tables.rematch import Rematches
from bot.service.tables.service import Limits, TableOptions, Tables
from bot.service.tables.state import TableState
from bot.service.tables.waiting import WaitingTables
from bot.service.tournaments.series import Series
from bot.service.tournaments.service import Tournaments
from bot.service.tournaments.state import TournamentListener, TournamentState
from bot.service.wallet import Wallet
from bot.store.store import Store


class ServiceListener(TableAlarmListener, TournamentListener, GapListener, Protocol):
    """Shows changes to people. It is called after the commit, and the services do not wait for it."""

    def announce(self, state: TableState) -> None:
        """Show a lobby or table as it is now, and send its outbox messages."""


async def nobody_leaves(guild: int, player: PlayerId) -> bool:
    """Return False, where there are no servers."""
    return False


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """The choices of a process for its services."""

    limits: Limits | None = None
    timing: Timing = alarms_after
    thinker: Thinker | None = None
    draw_secrets: Callable[[int], Secrets] = new_secrets
    """Draws the secrets of a shuffle of that version."""
    draw_code: Callable[[], str] = new_code
    rest: Sleeper = real_sleep
    beacon: Beacon | None = None
    """Asks for the rounds of a public beacon; None: shuffles have none."""
    has_left: Callable[[int, PlayerId], Awaitable[bool]] = nobody_leaves
    """Returns whether a person is no longer in a server."""


class Services:
    """All services over one store. It is the listener of the tables and tournaments."""

    def __init__(
        self,
        store: Store,
        games: Games,
        rules: Mapping[str, Rules],
        clock: Callable[[], datetime],
        processes: Processes,
        listener: ServiceListener,
        options: ServiceOptions,
    ) -> None:
        self.store = store
        self.clock = clock
        self.rest = options.rest
        self._has_left = options.has_left
        self._listener = listener
        self.admission = Admission(store, clock)
        self.settings = SettingsCache(store.settings, clock, processes)
        self.servers = ServerSettingsCache(store.servers, clock, processes)
        self.play_time = PlayTime(clock)
        self.wallet = Wallet(store, clock)
        chain = None if options.beacon is None else options.beacon.chain
        of_tables = TableOptions(options.timing, options.limits, options.thinker, chain)
        self.tables = Tables(store, games, self, self.admission, clock, of_tables)

        def draw_secrets() -> Secrets:
            return options.draw_secrets(processes.shuffle)

        self.house = HouseRules(store, games, rules, clock)
        new_lobbies = NewLobbies(self.tables, store, self.house, clock, draw_secrets, options.draw_code)
        self.lobbies = Lobbies(self.tables, store, self.wallet, new_lobbies, clock)
        self.quick = QuickPlay(self.lobbies, self.tables, store, options.has_left, clock)
        self.rematches = Rematches(self.lobbies, new_lobbies, self.tables, self.wallet)
        self.tournaments = Tournaments(store, self.tables, self.wallet, self, rules, self.is_away, clock, draw_secrets)
        self.series = Series(store, self.tournaments, clock)
        self.reviews = Reviews(self.tables, store)
        self.waiting = WaitingTables(self.tables, clock)
        self.daily = Daily(store, games, rules, clock, beacon=options.beacon, shuffle=lambda: processes.shuffle)
        self.put_backs = PutBacks(store, self.tables, self.tournaments, self.daily, clock)
        self.disputes = Disputes(store, self.tables, clock)
        self.beats = Beats(store, self.tables, self.tournaments, processes, listener, clock, options.rest)
        self.table_alarms = TableAlarms(store, self.tables, self.lobbies, self.servers, listener, clock, options.beacon)
        self.alarms = Alarms(
            store,
            self.table_alarms,
            self.tournaments,
            self.series,
            self.beats,
            self.tables.nearest,
            clock,
            options.rest,
        )

    async def is_away(self, guild: int, player: PlayerId) -> bool:
        """Return whether a person has paused themselves, is not served by the host, or has left a server."""
        try:
            await check_not_paused(self.store, player, self.clock())
            self.admission.check_served(player, None)
        except ServiceError:
            return True
        return await self._has_left(guild, player)

    async def before_act(self, guild: int | None) -> None:
        """Move deadlines before a person acts at a table of that server, if people could not act there until now."""
        await self.beats.before_act(guild)

    def announce(self, state: TableState) -> None:
        """Show a table, and settle its tournament if it is over."""
        self._listener.announce(state)
        self.tournaments.note_table(state)

    def announce_tournament(self, state: TournamentState) -> None:
        """Show a tournament, and wake the alarms: its deadlines may have changed."""
        self.tables.nearest.wake()
        self._listener.announce_tournament(state)
