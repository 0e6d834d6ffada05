"""The one object through which the service reads and writes the database."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Self, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.rummy.ids import PlayerId, TableId
from bot.store import (
    alarms,
    database,
    ledger,
    matches,
    privacy,
    schema,
    seasons,
    servers,
    settings,
    standings,
    tables,
)
from bot.store.common import CommonStore
from bot.store.rows import (
    Account,
    Alarm,
    Change,
    Counting,
    Erased,
    Erasing,
    Finished,
    Gap,
    LedgerLine,
    MessageRef,
    Movement,
    OutboxMessage,
    PersonalData,
    PlayerSettings,
    Rebuilt,
    Season,
    ServerSettings,
    Standing,
    StoredTable,
    TableRow,
)
from bot.store.tournament_store import TournamentStore
from bot.store.writer import FAILURES, Writer, failed

T = TypeVar("T")

BATCH = 500  # changes in one transaction: some 50 ms of work


class Store(CommonStore[TableId, Alarm, OutboxMessage, MessageRef]):
    """A database, opened and upgraded. Any number of processes may open the same one.

    Every method may raise `StoreFailedError`, when the database refuses or vanishes, and
    `StoreClosedError`, after `close`. A writing method returns when its transaction is
    on disk. A caller that is cancelled while it waits may or may not have written: all or nothing.
    """

    def __init__(self, writing: AsyncEngine, reading: AsyncEngine | None, batch: int) -> None:
        self._writing = writing
        self._reading = reading
        writer = Writer(writing, batch)
        super().__init__(
            writer, (schema.alarms, Alarm), (schema.postings, OutboxMessage), (schema.messages, MessageRef)
        )
        self.tournaments = TournamentStore(self._read, writer)

    @classmethod
    async def open(cls, url: str, *, batch: int = BATCH) -> Self:
        """Open the database at this address, made or upgraded where needed.

        `batch` is how many changes may share a transaction.

        Raises:
            DatabaseNewerError: a newer version of the bot has upgraded it.
            DatabaseUnusableError: it is corrupt, read-only, out of reach or cannot be upgraded.
        """
        address = database.parse_url(url)
        if database.is_sqlite(address) and database.sqlite_file(address) is None:
            return await cls._open_in_memory(address, batch)
        await database.upgrade(url)
        return cls(database.writing_engine(address), database.reading_engine(address), batch)

    @classmethod
    async def _open_in_memory(cls, url: URL, batch: int) -> Self:
        writing = database.writing_engine(url)
        await database.upgrade_with(writing)
        # The one connection is the database: the writer alone has it, for reads as well.
        return cls(writing, None, batch)

    async def close(self) -> None:
        """Finish what is being written, refuse what comes later, and let the database go."""
        await self._writer.close()
        for engine in (self._writing, self._reading):
            if engine is not None:
                await engine.dispose()

    async def _read(self, query: Callable[[Connection], T]) -> T:
        if self._reading is None:
            return await self._writer.run(query)
        self._writer.check_open()
        try:
            async with self._reading.connect() as connection:
                return await connection.run_sync(query)
        except FAILURES as error:
            raise failed(error) from error

    # --- tables

    async def commit(self, change: Change) -> None:
        """Write all of a change: afterwards `change.row` is the table.

        Commits that wait at the same time share a transaction.

        Raises:
            StaleError: another commit came first; nothing of this one was written.
            CannotCoverError: an account has too few chips for its movements; nothing of it was written.
            RepeatedMovementError: it moves chips that have been moved already; nothing of it was written.
        """
        await self._writer.commit(change)

    async def load(self, table: TableId) -> StoredTable | None:
        """All of one table, or None where there is none of this name."""
        return await self._read(partial(tables.load, table=table))

    async def version(self, table: TableId) -> int | None:
        """Which version of a table is stored; None where there is none of this name."""
        return await self._read(lambda connection: tables.version(connection, table))

    async def finished(self, table: TableId) -> StoredTable | None:
        """A table whose match is over (finished or void), or None."""
        return await self._read(partial(tables.finished, table=table))

    async def open_rows(self, after: TableId | None = None, limit: int = 500) -> tuple[TableRow, ...]:
        """The next open tables in the order of their ids; pass the last id to go on."""
        return await self._read(partial(tables.open_rows, after=after, limit=limit))

    async def open_tables(self, after: TableId | None = None, limit: int = 100) -> tuple[StoredTable, ...]:
        """As `open_rows`, with journal, entropy and alarms."""
        return await self._read(partial(tables.open_tables, after=after, limit=limit))

    async def tables_of(self, player: PlayerId) -> tuple[TableRow, ...]:
        """The open tables at which this player sits, the newest last."""
        return await self._read(partial(tables.tables_of, player=player))

    async def recent_of(self, player: PlayerId, limit: int = 25, place: int | None = None) -> tuple[TableRow, ...]:
        """The tables that are over and at which this player sat, the newest first; `place`: played there."""
        return await self._read(partial(tables.recent_of, player=player, limit=limit, place=place))

    async def count_lobbies(self, host: PlayerId) -> int:
        """How many lobbies this person has open."""
        return await self._read(partial(tables.count_lobbies, host=host))

    async def count_open(self, guild: int) -> int:
        """How many tables, lobbies included, are open in this server, those of tournaments apart."""
        return await self._read(partial(tables.count_open, guild=guild))

    async def find_by_place(self, place: int) -> tuple[TableId, ...]:
        """The open tables whose channel or thread this is."""
        return await self._read(partial(tables.find_by_place, place=place))

    async def set_place(self, table: TableId, channel: int, thread: int | None) -> int | None:
        """Say where the table plays from now on; answers its version then, None where there is no such table."""
        return await self._writer.run(partial(tables.set_place, table=table, channel=channel, thread=thread))

    # --- deadlines

    async def next_due(self) -> datetime | None:
        """When the nearest alarm of a table or tournament is due."""
        return await self._read(alarms.next_due)

    async def beat(self, process: str, now: datetime) -> None:
        """Note that this process is connected now."""
        await self._writer.run(partial(alarms.beat, process=process, now=now))

    async def absorb_gap(self, process: str, now: datetime, *, longer_than: timedelta, told_over: timedelta) -> Gap:
        """Move every open deadline by the time since any process last beat, and beat.

        Does so only where that is more than `longer_than`, once for all processes, in one
        transaction. Over `told_over`, every table with a turn running gets a posting of kind
        `PostingKind.BACK`. The first start of all is no gap.
        """
        work = partial(alarms.absorb_gap, process=process, now=now, longer_than=longer_than, told_over=told_over)
        return await self._writer.run(work)

    # --- chips

    async def pay(self, movement: Movement) -> bool:
        """Move chips, once for all: False where the movement of that name is in the books already.

        Raises:
            CannotCoverError: an account has too few chips for it; nothing was written.
        """
        return await self._writer.pay(movement)

    async def balance(self, account: Account) -> int | None:
        """What an account holds, in hundredths; None where it was never opened."""
        return await self._read(partial(ledger.balance, account=account))

    async def movements_of(
        self, guild: int, player: PlayerId, limit: int = 10, offset: int = 0
    ) -> tuple[LedgerLine, ...]:
        """What moved a person's chips in a server, the newest first."""
        return await self._read(partial(ledger.movements_of, guild=guild, player=player, limit=limit, offset=offset))

    async def staked(self, escrow: Account) -> dict[Account, int]:
        """What each player has paid into an escrow, less what came back, in hundredths."""
        return await self._read(partial(ledger.staked, escrow=escrow))

    async def check_books(self) -> tuple[str, ...]:
        """What is wrong with the books, a line for each fault; nothing where they are right."""
        return await self._read(ledger.check)

    async def server(self, guild: int) -> ServerSettings:
        """What the staff of this server have chosen, else the defaults."""
        return await self._read(partial(servers.server, guild=guild))

    async def save_server(self, chosen: ServerSettings) -> None:
        """Replace what the staff of a server have chosen."""
        await self._writer.run(partial(servers.save_server, chosen=chosen))

    # --- standings, seasons and finished matches

    async def standings(
        self, guild: int, season: int, format: str, limit: int = 10, offset: int = 0
    ) -> tuple[Standing, ...]:
        """A page of a league: most league points first, then most matches won.

        Season 0 is over all, as is the empty format.
        """
        work = partial(standings.standings, guild=guild, season=season, format=format, limit=limit, offset=offset)
        return await self._read(work)

    async def count_standings(self, guild: int, season: int, format: str) -> int:
        """How many players stand in that league."""
        return await self._read(partial(standings.count_standings, guild=guild, season=season, format=format))

    async def standing(self, guild: int, season: int, format: str, player: PlayerId) -> Standing | None:
        """How a player stands in that league; None: they have played no match of it that counts."""
        work = partial(standings.standing, guild=guild, season=season, format=format, player=player)
        return await self._read(work)

    async def rank(self, standing: Standing) -> int:
        """The place in its league, from 1, in the order of `standings`."""
        return await self._read(partial(standings.rank, standing=standing))

    async def rebuild_standings(self, counting: Counting) -> Rebuilt:
        """Count all matches anew, in the order they finished, in one transaction.

        League points stay as they were given. Matches that end meanwhile wait.
        """
        return await self._writer.run(partial(standings.rebuild, counting=counting))

    async def seasons(self, guild: int) -> tuple[Season, ...]:
        """All seasons of a server, the oldest first."""
        return await self._read(partial(seasons.seasons, guild=guild))

    async def running_season(self, guild: int, now: datetime) -> Season | None:
        """The running season, begun now where seasons go by month and a new one has come; None: none is running."""
        found, due = await self._read(partial(seasons.look, guild=guild, now=now))
        return await self._writer.run(partial(seasons.roll, guild=guild, now=now)) if due else found

    async def start_season(self, guild: int, name: str, now: datetime) -> Season | None:
        """Begin a season; None: one is running, and nothing was changed."""
        return await self._writer.run(partial(seasons.start, guild=guild, name=name, now=now))

    async def close_season(self, guild: int, now: datetime, number: int | None = None) -> Season | None:
        """Close the running season and answer it; None: none is running, or not the one of this number."""
        return await self._writer.run(partial(seasons.close, guild=guild, now=now, number=number))

    async def match(self, table: TableId) -> Finished | None:
        """The match that was finished at that table, with what it changed in standings; or None."""
        return await self._read(partial(matches.match, table=table))

    async def history(
        self,
        guild: int,
        *,
        player: PlayerId | None = None,
        format: str | None = None,
        viewer: PlayerId | None = None,
        limit: int = 5,
        offset: int = 0,
    ) -> tuple[Finished, ...]:
        """The newest finished matches of a server, or of a player or a format there.

        Those of private tables only where the viewer played.
        """
        wanted = matches.Wanted(guild, player, format, viewer)
        return await self._read(partial(matches.history, wanted=wanted, limit=limit, offset=offset))

    async def count_history(
        self,
        guild: int,
        *,
        player: PlayerId | None = None,
        format: str | None = None,
        viewer: PlayerId | None = None,
    ) -> int:
        """How many matches `history` pages through."""
        wanted = matches.Wanted(guild, player, format, viewer)
        return await self._read(partial(matches.count_history, wanted=wanted))

    async def ratings(self, guild: int, player: PlayerId, limit: int = 50) -> tuple[tuple[datetime, float], ...]:
        """When a player's newest rated matches finished and what the rating was then, the oldest first."""
        return await self._read(partial(matches.ratings, guild=guild, player=player, limit=limit))

    # --- people

    async def settings_of(self, player: PlayerId) -> PlayerSettings:
        """What this player prefers, else the defaults."""
        return await self._read(partial(settings.settings_of, player=player))

    async def save_settings(self, chosen: PlayerSettings) -> None:
        """Replace what this player prefers."""
        await self._writer.run(partial(settings.save_settings, settings=chosen))

    async def kept(self, player: PlayerId) -> PersonalData:
        """All that is kept of this person, on all servers."""
        return await self._read(partial(privacy.kept, player=player))

    async def erase(self, player: PlayerId, now: datetime, erasing: Erasing) -> Erased:
        """Put a number in the place of this person wherever they are named, in one transaction.

        Their settings, and what notes where messages to them alone stand, are deleted. Nothing is done while they
        sit at an open table.
        """
        return await self._writer.run(partial(privacy.erase, player=player, now=now, erasing=erasing))
