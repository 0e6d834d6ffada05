"""The announcer, which shows tournaments after each change, and their totals during play."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import structlog

from bot.discord.calendar import Calendar
from bot.discord.channels import ChannelClosedError
from bot.discord.errors import DISCORD_ERRORS
from bot.discord.outbox.queue import Queue, Work, not_shown
from bot.discord.outbox.tournament_boards import TournamentBoards
from bot.discord.outbox.tournament_postings import TournamentPostings
from bot.error_fields import error_fields
from bot.flows.readers import Readers
from bot.flows.tournaments.views import tournament_view
from bot.languages.sentence import reading
from bot.rummy.ids import TableId, TournamentId
from bot.service.errors import CorruptError, ServiceError
from bot.service.lru import LruDict
from bot.service.sleeper import Sleeper
from bot.service.tables.service import TABLES_KEPT, Tables
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState
from bot.store.errors import StoreError

log = structlog.get_logger()


class TournamentAnnouncer(Queue[TournamentId, Work]):
    """A queue of tournaments. It posts what is due, and updates card, rounds and calendar.

    It reads the database as it stands at that moment.
    """

    def __init__(
        self,
        find: Callable[[TournamentId], Awaitable[TournamentState]],
        tables: Tables,
        boards: TournamentBoards,
        postings: TournamentPostings,
        calendar: Calendar,
        readers: Readers,
        rest: Sleeper,
        place_in_series: Callable[[TournamentState], Awaitable[int | None]],
    ) -> None:
        super().__init__(rest)
        self._find = find
        self._place_in_series = place_in_series
        self._tables = tables
        self._boards = boards
        self._postings = postings
        self._calendar = calendar
        self._readers = readers
        self._totals: LruDict[TableId, tuple[object, ...]] = LruDict(TABLES_KEPT)

    def show(self, id: TournamentId) -> None:
        """Show that tournament as it stands."""
        self._of(id, Work).hurry()

    def on_table(self, state: TableState) -> None:
        """Show the totals of a table soon, if it belongs to a tournament and they have changed."""
        tournament = state.row.tournament
        if tournament is None or state.table is None:
            return
        looks = (state.row.thread, state.row.status, state.public.deal_number, state.public.match.totals)
        if self._totals.get(state.id) != looks:
            self._totals[state.id] = looks
            self._of(tournament, Work).soon = True

    def forget(self) -> None:
        """Redraw everything when it is shown next."""
        self._boards.forget()

    async def _show(self, id: TournamentId, work: Work) -> float | None:
        try:
            state = await self._find(id)
            view, spoken = await tournament_view(state, self._tables), await self._readers.of_tournament(state)
            view = replace(view, place_in_series=await self._place_in_series(state))
        except (ServiceError, CorruptError) as error:
            log.error("tournament cannot be read", tournament=id, **error_fields(error))
            return None
        except StoreError as error:
            return not_shown(error, tournament=id)
        enter = partial(self._calendar.keep, view.state)
        steps = partial(self._postings.post, view), partial(self._boards.draw, view), enter
        with reading(spoken):
            pauses = [await self._try(id, step) for step in steps]
        return max((pause for pause in pauses if pause is not None), default=None)

    async def _try(self, id: TournamentId, step: Callable[[], Awaitable[None]]) -> float | None:
        try:
            await step()
        except ChannelClosedError as error:
            log.warning("channel closed", tournament=id, code=error.code)
        except (StoreError, *DISCORD_ERRORS) as error:
            return not_shown(error, tournament=id)
        return None
