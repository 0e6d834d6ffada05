"""Disputes and reports: people complain about a match, and staff answer, close the report, or make the match void."""

from collections.abc import Iterator

from bot.codes import Problem
from bot.flows.answer import Answer
from bot.flows.context import Context
from bot.flows.rights import find_watched, is_staff_of, managed_by
from bot.flows.routes import Route, at_table, by_form
from bot.rummy.ids import TableId
from bot.screens.dispute_forms import answer_form, dispute_form, report_form, void_form
from bot.screens.disputes import case as case_screen
from bot.screens.disputes import dispute_log, disputes_waiting
from bot.service.disputes import Disputes
from bot.service.errors import ServiceError
from bot.service.server_settings import ServerSettingsCache
from bot.service.tables.state import TableState
from bot.text import disputes as disputes_text
from bot.text import refusals, reports, standings
from bot.text.refusals import UserError


class DisputeFlow:
    """Answers about disputes and reports, all of them private."""

    def __init__(self, context: Context, disputes: Disputes, servers: ServerSettingsCache) -> None:
        self._context = context
        self._disputes = disputes
        self._servers = servers

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield from at_table({"case": self.case, "close-report": self.close})
        yield by_form("dispute", self.ask_dispute, self.dispute)
        yield by_form("report", self.ask_report, self.report)
        yield by_form("answer-dispute", self.ask_answer, self.answer)
        yield by_form("void-match", self.ask_void, self.void)

    # -- players ------------------------------------------------------------------------------------

    async def ask_dispute(self, answer: Answer, table: TableId) -> None:
        """Ask a player with a form why they dispute the result. If they have done so already, show their dispute."""
        try:
            await self._disputes.check_open(table, answer.player)
        except ServiceError as error:
            if error.problem not in (Problem.DISPUTED_ALREADY, Problem.VOID_ALREADY):
                raise
            await self._show_log(answer, await self._context.tables.find(table), refusals.PROBLEMS[error.problem]())
        else:
            await answer.ask(dispute_form(await self._context.tables.find(table)))

    async def dispute(self, answer: Answer, table: TableId, words: str) -> None:
        """Record that a player disputes the result of a match."""
        state = await self._disputes.dispute(table, answer.player, words)
        told = await self._reads_of_it(state)
        await self._show_log(answer, state, disputes_text.SAID() if told else disputes_text.SAID_TO_NOBODY())

    async def ask_report(self, answer: Answer, table: TableId) -> None:
        """Ask a person with a form why they report a table. A reason is optional."""
        state = await find_watched(self._context.tables, answer, table)
        await self._disputes.check_reportable(table, answer.player)
        await answer.ask(report_form(state))

    async def report(self, answer: Answer, table: TableId, words: str) -> None:
        """Report a table to the staff of its server, for a person who plays or watches there."""
        await find_watched(self._context.tables, answer, table)
        state = await self._disputes.report(table, answer.player, words)
        await self._context.say(answer, reports.received(has_channel=await self._reads_of_it(state)))

    async def _reads_of_it(self, state: TableState) -> bool:
        """Return whether the staff of a table's server have chosen a channel for disputes and reports."""
        guild = state.row.guild
        return guild is not None and (await self._servers.find(guild)).dispute_channel is not None

    async def show(self, answer: Answer, table: TableId) -> None:
        """Show a dispute to staff and to those who played."""
        state = await self._context.tables.find(table)
        if is_staff_of(state, answer):
            await self.case(answer, table)
            return
        if answer.player not in state.lobby.persons:
            raise ServiceError(Problem.NOT_AT_TABLE)
        if not state.is_disputed:
            raise ServiceError(Problem.NOT_DISPUTED)
        await self._show_log(answer, state)

    async def _show_log(self, answer: Answer, state: TableState, note: str | None = None) -> None:
        await answer.show(dispute_log(state, answer.player, note))

    # -- staff --------------------------------------------------------------------------------------

    async def _managed(self, answer: Answer, table: TableId) -> TableState:
        """Return the table, for the staff of its server.

        Raises:
            UserError: the person is none of them, or asks elsewhere.
        """
        state = await self._context.tables.find(table)
        if not is_staff_of(state, answer):
            raise UserError(standings.STAFF_ONLY())
        return state

    async def case(self, answer: Answer, table: TableId, note: str | None = None) -> None:
        """Show staff all that is known of a disputed match, or of a table that was reported."""
        state = await self._managed(answer, table)
        await answer.show(case_screen(await self._disputes.case_of(state), answer.player, note))

    async def waiting(self, answer: Answer) -> None:
        """Show the disputes and reports that wait for the staff."""
        guild = managed_by(answer)
        told = (await self._servers.find(guild)).dispute_channel is not None
        await answer.show(disputes_waiting(await self._disputes.waiting(guild), told=told))

    async def close(self, answer: Answer, table: TableId) -> None:
        """Close the reports of a table, as its staff."""
        await self._managed(answer, table)
        await self._disputes.close(table, answer.player)
        await self.case(answer, table, reports.CLOSED())

    async def ask_answer(self, answer: Answer, table: TableId) -> None:
        """Ask staff with a form for their answer."""
        await answer.ask(answer_form(await self._managed(answer, table)))

    async def answer(self, answer: Answer, table: TableId, words: str) -> None:
        """Answer a dispute, as staff."""
        await self._managed(answer, table)
        await self._disputes.answer(table, answer.player, words)
        await self.case(answer, table, disputes_text.ANSWERED())

    async def ask_void(self, answer: Answer, table: TableId) -> None:
        """Ask staff with a form why a match is void. The form makes it void when it is sent."""
        await answer.ask(void_form(await self._managed(answer, table)))

    async def void(self, answer: Answer, table: TableId, words: str) -> None:
        """Make a match void, as staff."""
        await self._managed(answer, table)
        state = await self._disputes.void(table, answer.player, words)
        note = disputes_text.VOIDED()
        await self.case(answer, table, note if state.row.tournament is None else f"{note} {disputes_text.AGAIN()}")
