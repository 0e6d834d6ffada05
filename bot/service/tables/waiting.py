"""Tables that have lost their place. A match stands still until it has another, or is closed."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from bot.codes import Problem
from bot.rummy.errors import ParseError
from bot.rummy.ids import PlayerId, TableId
from bot.service.cache import Draft
from bot.service.errors import ServiceError
from bot.service.tables.service import Tables
from bot.service.tables.state import Lobby, TableState
from bot.store.rows.tables import TableRow


class WaitingTables:
    """Stops tables that have no place, and lets them go on."""

    def __init__(self, tables: Tables, clock: Callable[[], datetime]) -> None:
        self._tables = tables
        self._clock = clock

    async def stop(self, id: TableId) -> TableState:
        """Note that a table has no place. A match stops: nobody can act there but by leaving, and no time runs out."""

        def draft(before: TableState) -> Draft[TableState] | None:
            if before.waits or not before.row.status.is_open:
                return None
            lost = replace(before, lobby=replace(before.lobby, waits_for_place=True))
            if before.table is None:
                return Draft(lost)
            stopped = replace(lost, alarms=())
            return Draft(replace(stopped, alarms=self._tables.timing(stopped, before.table, self._clock())))

        return await self._tables.change(id, draft)

    async def reopen(self, id: TableId, channel: int) -> TableState:
        """Give a lobby that waits another channel."""

        def draft(before: TableState) -> Draft[TableState] | None:
            if not (before.is_lobby and before.waits):
                return None
            row, lobby = replace(before.row, channel=channel), replace(before.lobby, waits_for_place=False)
            return Draft(replace(before, row=row, lobby=lobby))

        return await self._tables.change(id, draft)

    async def agree(self, id: TableId, player: PlayerId) -> TableState:
        """Note that a player agrees that a private table goes on in public.

        Raises:
            ServiceError: there is no such table, or they do not sit there.
        """

        def draft(before: TableState) -> Draft[TableState] | None:
            if before.seat_of(player) is None:
                raise ServiceError(Problem.NOT_AT_TABLE)
            if not before.waits:
                return None
            return Draft(replace(before, lobby=replace(before.lobby, agreed=before.lobby.agreed | {player})))

        return await self._tables.change(id, draft)

    async def put(self, id: TableId, channel: int, thread: int | None, *, public: bool) -> TableState:
        """Give a table that waits another place. It goes on once its players have been told there.

        `public`: everybody there may see it from now on.
        """

        def draft(before: TableState) -> Draft[TableState] | None:
            if not before.waits:
                return None  # it goes on elsewhere already
            row = replace(before.row, channel=channel, thread=thread)
            return Draft(replace(before, row=row, lobby=replace(before.lobby, is_public=public)))

        return await self._tables.change(id, draft)

    async def go_on(self, id: TableId, channel: int, thread: int | None) -> TableState:
        """Let a table go on in its place, with a full turn for the next player, unless it has another place by now."""

        def draft(before: TableState) -> Draft[TableState] | None:
            if before.table is None or not before.waits or (before.row.channel, before.row.thread) != (channel, thread):
                return None
            lobby = replace(before.lobby, waits_for_place=False, agreed=frozenset())
            fresh = replace(before, lobby=lobby, table=None, alarms=())
            return Draft(replace(before, lobby=lobby, alarms=self._tables.timing(fresh, before.table, self._clock())))

        return await self._tables.change(id, draft)


def has_lost_place(row: TableRow) -> bool:
    """Return whether an open table waits for a place; False if that cannot be read."""
    try:
        return Lobby.parse(row.lobby).waits_for_place
    except ParseError:
        return False


def missing_consent(state: TableState) -> int:
    """Return the number of players who have not agreed that the table goes on in public."""
    return sum(player not in state.lobby.agreed for player in seated_people(state))


def seated_people(state: TableState) -> tuple[PlayerId, ...]:
    """Return the people who have not left a table that is being played."""
    return tuple(person for person in state.lobby.persons if state.seat_of(person) is not None)
