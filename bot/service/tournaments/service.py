"""The one door through which a tournament changes.

Every change is drafted from the tournament as it stands, committed with its deadlines, postings and chips in one
transaction, and only then told to the announcer. Who may steer a tournament, whoever calls has checked.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.rummy.rules import Rules
from bot.service.lobby import Person
from bot.service.tables import Tables
from bot.service.tournaments.plan import Plan
from bot.service.tournaments.update import TournamentAnnouncer, TournamentUpdate
from bot.service.wallet import Wallet
from bot.store.store import Store
from bot.store.tournament_rows import TournamentAlarm


class Tournaments:
    """All tournaments. `interaction` is the id of the press or command, which the seeding depends on."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        wallet: Wallet,
        announcer: TournamentAnnouncer,
        rules: Mapping[str, Rules],
        clock: Callable[[], datetime],
    ) -> None:
        raise NotImplementedError

    # -- looking ------------------------------------------------------------------------------------

    async def find(self, id: TournamentId) -> TournamentUpdate:
        """The tournament of that id, as it stands in the database.

        Raises:
            ServiceError: there is none.
            CorruptTournamentError: what is stored cannot be read.
        """
        raise NotImplementedError

    async def of_guild(self, guild: int) -> tuple[TournamentUpdate, ...]:
        """The open tournaments of a server, the oldest first."""
        raise NotImplementedError

    async def past(self, guild: int, limit: int = 10) -> tuple[TournamentUpdate, ...]:
        """The tournaments of a server that are over, the newest first."""
        raise NotImplementedError

    # -- signing up ---------------------------------------------------------------------------------

    async def create(
        self, host: Person, guild: int | None, channel: int, plan: Plan, interaction: int
    ) -> TournamentUpdate:
        """Announce a tournament; its seed is drawn and promised now.

        Raises:
            ServiceError: a plan that cannot be played, no server, no chips there, or too many are open already.
        """
        raise NotImplementedError

    async def join(self, id: TournamentId, player: Person, interaction: int) -> TournamentUpdate:
        """Sign up; the entry is paid at once. Who signs up while check-in is open is checked in.

        Raises:
            ServiceError: no such tournament, too late, full, signed up already, too few chips, or playing at a
                table of another one.
        """
        raise NotImplementedError

    async def leave(self, id: TournamentId, player: PlayerId, interaction: int) -> TournamentUpdate:
        """Go: before the start the entry comes back; after it one leaves the running match and the tournament.

        Raises:
            ServiceError: no such tournament, over, or not in it any more.
        """
        raise NotImplementedError

    async def check_in(self, id: TournamentId, player: PlayerId, interaction: int) -> TournamentUpdate:
        """Say that one is there.

        Raises:
            ServiceError: check-in is not open, done already, or not signed up.
        """
        raise NotImplementedError

    async def remove(self, id: TournamentId, staff: PlayerId, player: PlayerId, interaction: int) -> TournamentUpdate:
        """The staff take somebody out, as if they had left.

        Raises:
            ServiceError: no such tournament, over, or the player is not in it any more.
        """
        raise NotImplementedError

    # -- steering -----------------------------------------------------------------------------------

    async def start(self, id: TournamentId, staff: PlayerId, interaction: int) -> TournamentUpdate:
        """Start now. While check-in is open, those who are not there yet lose their place.

        Raises:
            ServiceError: no such tournament, begun already, or too few to start.
        """
        raise NotImplementedError

    async def pause(self, id: TournamentId) -> TournamentUpdate:
        """Open no more tables, and stop the clock of the round; tables in play go on.

        Raises:
            ServiceError: it is not running.
        """
        raise NotImplementedError

    async def resume(self, id: TournamentId) -> TournamentUpdate:
        """Go on after a pause; the round has as much time left as it had.

        Raises:
            ServiceError: it is not paused.
        """
        raise NotImplementedError

    async def cancel(self, id: TournamentId) -> TournamentUpdate:
        """Call it off: every entry comes back, running tables end without a result.

        Raises:
            ServiceError: no such tournament, or it is over.
        """
        raise NotImplementedError

    async def advance(
        self, id: TournamentId, staff: PlayerId, table: int, players: Sequence[PlayerId]
    ) -> TournamentUpdate:
        """The staff decide an undecided table (`table` is its number in the bracket): these go on, the best first.

        The state remembers who of the staff did; a running match there ends without a result.

        Raises:
            ServiceError: no such table, or not as many players of it as may advance.
        """
        raise NotImplementedError

    async def move(self, id: TournamentId, channel: int) -> TournamentUpdate:
        """Go on in another channel, such as when the old one was deleted.

        Raises:
            ServiceError: no such tournament, or it is over.
        """
        raise NotImplementedError

    # -- going on by itself -------------------------------------------------------------------------

    async def fire(self, alarm: TournamentAlarm) -> None:
        """Do what a deadline is for, then delete it; fired twice it does nothing more."""
        raise NotImplementedError

    async def settle(self, id: TournamentId) -> TournamentUpdate:
        """Bring a tournament to where its tables are: open those that are missing, enter those that are over."""
        raise NotImplementedError

    async def sweep(self) -> None:
        """Settle all that are running: what a crash has left undone is done."""
        raise NotImplementedError

    def table_over(self, table: TableId, tournament: TournamentId) -> None:
        """Told by the tables after the commit that ended one of a tournament's."""
        raise NotImplementedError
