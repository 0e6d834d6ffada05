"""The tournaments of a store."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.store import postings, schema, standings, tournaments
from bot.store.rows import Standing, Status
from bot.store.tournament_rows import (
    StoredTournament,
    TournamentAlarm,
    TournamentChange,
    TournamentMessage,
    TournamentPosting,
)
from bot.store.writer import Writer

T = TypeVar("T")
POSTINGS, MESSAGES = schema.tournament_postings, schema.tournament_messages


class Read(Protocol):
    """Runs a query, as `Store` does."""

    async def __call__(self, query: Callable[[Connection], T]) -> T:
        """What the query answers."""


class TournamentStore:
    """What can be asked and changed about tournaments; raises what `Store` raises."""

    def __init__(self, read: Read, writer: Writer) -> None:
        self._read = read
        self._writer = writer

    async def commit(self, change: TournamentChange) -> None:
        """Write all of a change: afterwards `change.row` is the tournament.

        Raises:
            StaleError: another commit came first; nothing of this one was written.
            CannotCoverError: an account has too few chips for its movements; nothing of it was written.
            RepeatedMovementError: it moves chips that have been moved already; nothing of it was written.
        """
        await self._writer.commit(change)

    async def load(self, tournament: TournamentId) -> StoredTournament | None:
        """All of one tournament, or None where there is none of this name."""
        return await self._read(partial(tournaments.load, tournament=tournament))

    async def version(self, tournament: TournamentId) -> int | None:
        """Which version of a tournament is stored; None where there is none of this name."""
        return await self._read(partial(tournaments.version, tournament=tournament))

    async def open_of(self, guild: int) -> tuple[StoredTournament, ...]:
        """The tournaments of a server that are not over, the oldest first."""
        return await self._read(partial(tournaments.open_of, guild=guild))

    async def past_of(self, guild: int, limit: int = 10) -> tuple[StoredTournament, ...]:
        """The tournaments of a server that are over, the newest first."""
        return await self._read(partial(tournaments.past_of, guild=guild, limit=limit))

    async def count_open(self, guild: int) -> int:
        """How many tournaments of a server are not over."""
        return await self._read(partial(tournaments.count_open, guild=guild))

    async def unsettled(self) -> tuple[TournamentId, ...]:
        """The tournaments that are being played, or have tables that are."""
        return await self._read(tournaments.unsettled)

    async def changed(self, since: datetime) -> tuple[TournamentId, ...]:
        """The tournaments that were changed since then."""
        return await self._read(partial(tournaments.changed, since=since))

    async def open_tables(self, tournament: TournamentId) -> tuple[TableId, ...]:
        """The open tables of a tournament."""
        return await self._read(partial(tournaments.open_tables, tournament=tournament))

    async def of_player(self, player: PlayerId) -> tuple[StoredTournament, ...]:
        """The open tournaments that this person is in, the oldest first."""
        return await self._read(partial(tournaments.tournaments_of, player=player))

    async def seated_elsewhere(self, tournament: TournamentId) -> frozenset[PlayerId]:
        """Who of a tournament sits at an open table of another one."""
        return await self._read(partial(tournaments.seated_elsewhere, tournament=tournament))

    async def statuses(self, tables: Sequence[TableId]) -> dict[TableId, Status]:
        """How those of these tables that have been opened stand."""
        return await self._read(partial(tournaments.statuses, tables=tables))

    async def standings_of(self, guild: int, players: Sequence[PlayerId]) -> dict[PlayerId, Standing]:
        """How these players stand over all seasons and formats, as far as they have played."""
        return await self._read(partial(standings.over_all, guild=guild, players=players))

    # --- deadlines

    async def due(self, now: datetime, limit: int = 100) -> tuple[TournamentAlarm, ...]:
        """The alarms of tournaments that are due, the oldest first."""
        return await self._read(partial(tournaments.due, now=now, limit=limit))

    async def delete_alarm(self, alarm: TournamentAlarm) -> bool:
        """Delete this alarm unless it has been replaced or moved; answers whether it was there."""
        return await self._writer.run(partial(tournaments.delete_alarm, alarm=alarm))

    # --- postings and live messages, as those of tables

    async def unticked(self, limit: int = 100, of: TournamentId | None = None) -> tuple[TournamentPosting, ...]:
        """The postings that Discord has not answered for, the oldest first; of one tournament, or of all."""
        work = partial(postings.unticked, table=POSTINGS, kind=TournamentPosting, limit=limit, of=of)
        return await self._read(work)

    async def try_posting(
        self, posting: TournamentPosting, process: str, now: datetime, *, gone: bool = False
    ) -> TournamentPosting | None:
        """Note that this process is about to send it; as `Store.try_posting`."""
        work = partial(postings.try_posting, table=POSTINGS, posting=posting, process=process, now=now, gone=gone)
        return await self._writer.run(work)

    async def tick(self, posting: TournamentPosting, message: int) -> None:
        """Note that it stands, as this message."""
        await self._writer.run(partial(postings.tick, table=POSTINGS, posting=posting, message=message))

    async def drop_posting(self, posting: TournamentPosting) -> None:
        """Give it up: its channel is gone or closed to the bot."""
        await self._writer.run(partial(postings.drop_posting, table=POSTINGS, posting=posting))

    async def messages_of(self, tournament: TournamentId) -> tuple[TournamentMessage, ...]:
        """Where the live messages of a tournament stand."""
        return await self._read(partial(postings.messages_of, table=MESSAGES, kind=TournamentMessage, of=tournament))

    async def message_of(self, tournament: TournamentId, kind: str) -> TournamentMessage | None:
        """Where the live message of this kind stands."""
        return next((message for message in await self.messages_of(tournament) if message.kind == kind), None)

    async def set_message(self, message: TournamentMessage) -> None:
        """Note where it stands now, in place of an earlier one of its kind."""
        await self._writer.run(partial(postings.set_message, table=MESSAGES, message=message))

    async def delete_message(self, message: TournamentMessage) -> None:
        """Forget it, unless another has taken its place."""
        await self._writer.run(partial(postings.delete_message, table=MESSAGES, message=message))
