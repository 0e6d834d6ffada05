"""Starts of quick play: by itself, or when anyone who sits there asks; computers fill the empty seats."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from bot.codes import Problem
from bot.rummy.ids import USUAL_LEVEL, PlayerId, TableId
from bot.service.cache import Draft
from bot.service.errors import QuotaUsedError, ServiceError
from bot.service.tables.seats import in_lobby, with_computer, without_one_busy
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.subjects import EntropyLine


class QuickStart:
    """Starts the matches of quick play."""

    def __init__(self, tables: Tables, clock: Callable[[], datetime]) -> None:
        self._tables = tables
        self._clock = clock

    async def now(self, id: TableId, person: PlayerId, interaction: int) -> TableState:
        """Begin because *person*, who sits there, asks for it.

        Raises:
            ServiceError: no such lobby, the person does not sit there, or they play at too many tables already.
        """

        def draft(before: TableState) -> Draft[TableState]:
            if person not in in_lobby(before).lobby.persons:
                raise ServiceError(Problem.NOT_SEATED)
            return self._begun_full(before, person, interaction)

        return await self._without_busy(id, draft, person)

    async def when_due(self, id: TableId) -> TableState:
        """Begin if those who sit there have waited long enough.

        Raises:
            ServiceError: no such lobby.
        """

        def draft(before: TableState) -> Draft[TableState] | None:
            start = in_lobby(before).alarm(AlarmKind.START)
            if start is None or start.due > self._clock():
                return None
            return self._begun_full(before, before.row.host, 0)

        return await self._without_busy(id, draft)

    async def _without_busy(
        self, id: TableId, begin: Callable[[TableState], Draft[TableState] | None], asks: PlayerId | None = None
    ) -> TableState:
        """Begin a match without the people who play at too many tables already.

        If no other person sits there, close the lobby.

        Raises:
            ServiceError: as raised by `begin`; or the person who asks plays at too many tables, and has lost the seat.
        """
        while True:
            try:
                return await self._tables.change(id, begin)
            except QuotaUsedError as error:
                state = await self._tables.change(id, partial(without_one_busy, error=error))
                if error.owner == asks:
                    raise
                if not state.is_lobby:
                    return state

    def _begun_full(self, before: TableState, person: PlayerId, interaction: int) -> Draft[TableState]:
        """Return the start of the match, with computers in the empty seats."""
        free, first = before.lobby.seats - len(before.lobby.players), len(before.entropy)
        for _ in range(free):
            before = with_computer(before, USUAL_LEVEL)
        kinds = [*["computer"] * free, "start"]
        lines = [EntropyLine(first + i, kind, person, interaction) for i, kind in enumerate(kinds)]
        return self._tables.begun(before, tuple(lines))
