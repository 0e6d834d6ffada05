"""Exits from a table: players leave it, and players, the host or the staff of the server end it."""

from collections.abc import Iterator

from bot.codes import Problem
from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.lobby import LobbyFlow
from bot.flows.moves import MoveFlow
from bot.flows.rights import ends_by_vote, is_staff_of
from bot.flows.routes import Route, at_table, on
from bot.layout import TableControlId
from bot.rummy.actions import CallEnd, EndCause, Leave
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import TableId
from bot.screens.asks import ask_end_by_staff as ask_end_by_staff_screen
from bot.service.errors import CorruptError, ServiceError
from bot.service.tables.state import TableState
from bot.text import commands
from bot.text import table as table_text
from bot.text.refusals import UserError


class ExitFlow:
    """Answers about leaving and ending tables. Most of them ask first."""

    def __init__(self, context: Context, moves: MoveFlow, lobby: LobbyFlow) -> None:
        self._context = context
        self._moves = moves
        self._lobby = lobby

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(TableControlId, self._leave_pressed, "leave")
        yield from at_table(
            {
                "ask-end": self.ask_end,
                "ask-end-by-staff": self.ask_end_by_staff,
                "end-by-staff": self.end_by_staff,
            }
        )

    async def _leave_pressed(self, answer: Answer, id: TableControlId, press: Press) -> None:
        """Leave the table. Ask first on a screen for all; the person's own screen has asked already."""
        await self.leave(answer, id.table, confirmed=answer.edits)

    async def leave(self, answer: Answer, table: TableId, *, confirmed: bool) -> None:
        """Stand up in a lobby. At a table, ask first unless *confirmed*."""
        state = await self._context.tables.find(table)
        if state.table is None:
            await self._lobby.leave(answer, table)
        elif confirmed:
            await self._moves.act(answer, table, None, Leave())
        else:
            await self._moves.ask_leave(answer, table)

    async def end(self, answer: Answer, table: TableId, *, confirmed: bool) -> None:
        """End a table, as its staff or its host may. In play, ask first unless *confirmed*."""
        try:
            state = await self._context.tables.find(table)
        except CorruptError as error:
            if error.status is None or not error.status.is_open:
                raise
            await self._end_broken(answer, table, confirmed=confirmed)
            return
        if _by_staff(state, answer):
            await (self.end_by_staff if confirmed or state.is_lobby else self.ask_end_by_staff)(answer, table)
        elif state.is_lobby:
            await self._lobby.cancel(answer, table)
        elif confirmed:
            await self._moves.act(answer, table, None, CallEnd())
        else:
            await self._moves.ask_end(answer, table)

    async def ask_end(self, answer: Answer, table: TableId) -> None:
        """Ask whether to end a table, as its staff or as its host. Cancel a lobby at once."""
        await self.end(answer, table, confirmed=False)

    async def ask_end_by_staff(self, answer: Answer, table: TableId) -> None:
        """Ask a member of the staff whether to end a table."""
        state = await self._find_managed(answer, table)
        if state.table is not None and state.table.is_over:
            raise IllegalAction(Refusal.TABLE_OVER)
        await answer.show(ask_end_by_staff_screen(state))

    async def end_by_staff(self, answer: Answer, table: TableId) -> None:
        """End any table of the server, as its staff."""
        state = await self._find_managed(answer, table)
        if state.is_lobby:
            await self._context.lobbies.cancel(table, None)
        else:
            await self._context.tables.end(table, EndCause.STAFF)
        await self._context.say(answer, table_text.ended(table))

    async def _find_managed(self, answer: Answer, table: TableId) -> TableState:
        """Return the table.

        Raises:
            ServiceError: the person does not manage its server.
        """
        state = await self._context.tables.find(table)
        if not is_staff_of(state, answer):
            raise ServiceError(Problem.NOT_HOST)
        return state

    async def _end_broken(self, answer: Answer, table: TableId, *, confirmed: bool) -> None:
        """End a table that cannot be read any more, as its staff, once they have confirmed."""
        row = await self._context.tables.row(table)
        if not answer.manages_server() or row.guild != answer.guild:
            raise UserError(table_text.BROKEN())
        if confirmed:
            await self._context.tables.end_broken(table)
            await self._context.say(answer, table_text.BROKEN_ENDED())
        else:
            await self._context.say(answer, table_text.BROKEN_ASKS(confirm=commands.OPTION_NAMES["confirm"]()))


def _by_staff(state: TableState, answer: Answer) -> bool:
    """Return whether the person ends that table as its staff, without asking the players."""
    return is_staff_of(state, answer) and not ends_by_vote(state, answer)
