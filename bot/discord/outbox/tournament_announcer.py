"""Shows tournaments after each change, and their totals during play."""

from collections.abc import Awaitable, Callable

import structlog

from bot.discord.calendar import Calendar
from bot.discord.channels import ChannelClosedError
from bot.discord.faults import FAULTS, code_of
from bot.discord.outbox.queue import Queue, Work, pause_after
from bot.discord.outbox.tournament_boards import TournamentBoards
from bot.discord.outbox.tournament_postings import TournamentPostings
from bot.flows.tournaments.views import tournament_view
from bot.rummy.ids import TableId, TournamentId
from bot.screens.brackets import TournamentView
from bot.service.alarms import Sleeper
from bot.service.errors import CorruptError, ServiceError
from bot.service.recent import Recent
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState
from bot.store.errors import StoreError

log = structlog.get_logger()


class TournamentAnnouncer(Queue[TournamentId, Work]):
    """Posts what is due, and updates card, rounds and calendar, from the database as it stands at that moment."""

    def __init__(
        self,
        find: Callable[[TournamentId], Awaitable[TournamentState]],
        tables: Tables,
        boards: TournamentBoards,
        postings: TournamentPostings,
        calendar: Calendar,
        rest: Sleeper,
    ) -> None:
        super().__init__(rest)
        self._find = find
        self._tables = tables
        self._boards = boards
        self._postings = postings
        self._calendar = calendar
        self._totals: Recent[TableId, tuple[object, ...]] = Recent()

    def announce_tournament(self, state: TournamentState) -> None:
        """Show that tournament as it stands."""
        self.show(state.id)

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
            view = await tournament_view(await self._find(id), self._tables)
        except (ServiceError, CorruptError) as error:
            log.error("tournament cannot be read", tournament=id, error=type(error).__name__)
            return None
        except StoreError as error:
            log.error("not shown", tournament=id, error=type(error).__name__)
            return pause_after(error)
        pauses = [await self._try(step, view) for step in (self._postings.post, self._boards.draw, self._enter)]
        return max((pause for pause in pauses if pause is not None), default=None)

    async def _enter(self, view: TournamentView) -> None:
        await self._calendar.keep(view.state)

    async def _try(self, step: Callable[[TournamentView], Awaitable[None]], view: TournamentView) -> float | None:
        try:
            await step(view)
        except ChannelClosedError as error:
            log.warning("channel closed", tournament=view.state.id, code=error.code)
        except StoreError as error:
            log.error("not shown", tournament=view.state.id, error=type(error).__name__)
            return pause_after(error)
        except FAULTS as error:
            log.warning("not shown", tournament=view.state.id, error=code_of(error))
            return pause_after(error)
        return None
