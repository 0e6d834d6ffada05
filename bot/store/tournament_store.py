"""The tournaments of a store."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.store import schema, standings, tournaments
from bot.store.common import CommonStore, Read
from bot.store.rows import Standing, TableStatus
from bot.store.tournament_rows import (
    StoredTournament,
    TournamentAlarm,
    TournamentChange,
    TournamentMessage,
    TournamentOutboxMessage,
)
from bot.store.writer import Writer


class TournamentStore(CommonStore[TournamentId, TournamentAlarm, TournamentOutboxMessage, TournamentMessage]):
    """What can be asked and changed about tournaments; raises what `Store` raises."""

    def __init__(self, read: Read, writer: Writer) -> None:
        self._read = read
        super().__init__(
            writer,
            (schema.tournament_alarms, TournamentAlarm),
            (schema.tournament_postings, TournamentOutboxMessage),
            (schema.tournament_messages, TournamentMessage),
        )

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

    async def statuses(self, tables: Sequence[TableId]) -> dict[TableId, TableStatus]:
        """How those of these tables that have been opened stand."""
        return await self._read(partial(tournaments.statuses, tables=tables))

    async def standings_of(self, guild: int, players: Sequence[PlayerId]) -> dict[PlayerId, Standing]:
        """How these players stand over all seasons and formats, as far as they have played."""
        return await self._read(partial(standings.over_all, guild=guild, players=players))
