"""What people look at of a table: its board, rules, points and record; and the rule sets."""

from collections.abc import Iterator

import structlog

from bot.codes import Pace, Problem
from bot.error_fields import error_fields
from bot.flows.answer import Answer
from bot.flows.context import Context
from bot.flows.lobby import rules_called, typed_terms
from bot.flows.rights import find_watched, is_staff_of, may_read_record, may_verify
from bot.flows.routes import Route, at_table, on
from bot.rummy.entropy import Secrets
from bot.rummy.errors import ParseError
from bot.rummy.ids import TableId
from bot.rummy.rules import Rules
from bot.screens.board import board
from bot.screens.endings import record_file
from bot.screens.endings import verify as verify_screen
from bot.screens.ids import RulesId
from bot.screens.lobby import lobby_card, lobby_closed
from bot.screens.menus import away as away_screen
from bot.screens.menus import discards as discards_screen
from bot.screens.menus import more as more_screen
from bot.screens.menus import rule_set as rule_set_screen
from bot.screens.menus import rules as rules_screen
from bot.screens.menus import scores as scores_screen
from bot.screens.waiting import waiting
from bot.service.errors import CorruptError, ServiceError
from bot.service.paces import paced
from bot.service.shuffle import Shuffled, UnprovenError, verify
from bot.service.tables.service import table_of
from bot.service.tables.state import TableState, entropy_texts, record_of
from bot.text import endings, refusals
from bot.text import rules as rules_text
from bot.text.refusals import UserError

log = structlog.get_logger()


class TableFlow:
    """Answers that change no table."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(RulesId, lambda answer, id, _: self.rules_part(answer, id))
        yield from at_table(
            {
                "table": self.table,
                "rules": self.rules,
                "discards": self.discards,
                "scores": self.scores,
                "more": self.more,
                "back": self.away,
                "verify": self.verify,
                "record": self.record,
            }
        )

    async def _find_started(self, answer: Answer, table: TableId) -> TableState:
        """Return the table, if the person may watch it and cards have been dealt there."""
        state = await find_watched(self._context.tables, answer, table)
        table_of(state)
        return state

    async def all_rules(self, guild: int | None) -> list[Rules]:
        """Return the rule sets that can be played in a server, by name. `guild` None stands for direct messages."""
        return sorted((await self._context.house.offered(guild)).values(), key=rules_text.name)

    # -- the table ----------------------------------------------------------------------------------

    async def table(self, answer: Answer, table: TableId) -> None:
        """Show the lobby or board as it stands."""
        state = await find_watched(self._context.tables, answer, table)
        if state.waits:
            plays = state.is_lobby or state.seat_of(answer.player) is not None
            await answer.show(waiting(state, plays=plays))
        elif state.is_lobby:
            await answer.show(lobby_card(state))
        elif state.table is None:
            await answer.show(lobby_closed(state))
        else:
            await answer.show(board(state, in_words=(await self._context.settings.cached(answer.player)).text_only))

    async def discards(self, answer: Answer, table: TableId) -> None:
        """Show the open deck."""
        await answer.show(discards_screen(await self._find_started(answer, table)))

    async def scores(self, answer: Answer, table: TableId) -> None:
        """Show the points."""
        state = await self._find_started(answer, table)
        await answer.show(scores_screen(state, in_words=(await self._context.settings.cached(answer.player)).text_only))

    async def rules(self, answer: Answer, table: TableId) -> None:
        """Show the rules of a table as they were at its start."""
        state = await find_watched(self._context.tables, answer, table)
        await answer.show(rules_screen(state.rules, state.pace, state.lobby.terms))

    async def rule_set(self, answer: Answer, id: str, format: str | None = None) -> None:
        """Show a rule set at the standard pace, in general or as at a table of that format."""
        rules = paced(rules_called(await self._context.house.offered(answer.guild), id), Pace.STANDARD)
        if format is None:
            await answer.show(rule_set_screen(rules, Pace.STANDARD))
        else:
            await answer.show(rules_screen(rules, Pace.STANDARD, typed_terms(rules, format, 0)))

    async def rules_part(self, answer: Answer, id: RulesId) -> None:
        """Show the other part of a rule set."""
        rules = paced(rules_called(await self._context.house.offered(answer.guild), id.rules), Pace.STANDARD)
        await answer.show(rule_set_screen(rules, Pace.STANDARD, id.part))

    async def more(self, answer: Answer, table: TableId) -> None:
        """Show the actions that are rarely needed."""
        state = await find_watched(self._context.tables, answer, table)
        told = await self._context.with_host(answer, state)
        shown = more_screen(told, answer.player, is_staff=is_staff_of(state, answer))
        await answer.show(self._context.offering_page(shown))

    async def away(self, answer: Answer, table: TableId) -> None:
        """Show what the clock did for the person while they were away."""
        await answer.show(away_screen(await self._context.tables.find(table), answer.player))

    # -- after the match ----------------------------------------------------------------------------

    async def _find_readable(self, answer: Answer, table: TableId) -> TableState:
        """Return the table, if the person may read its record once it is over.

        Those who played there may and, if it was public, members of its server.
        """
        state = await self._context.tables.find(table)
        if not may_read_record(state, answer):
            raise ServiceError(Problem.NOT_AT_TABLE)
        return state

    async def record(self, answer: Answer, table: TableId) -> None:
        """Send the whole match as a file."""
        await self._find_readable(answer, table)
        await answer.show(record_file(await self._context.tables.record(table)))

    async def verify(self, answer: Answer, table: TableId) -> None:
        """Show how the cards of a match were shuffled. Before its end, show the promise."""
        try:
            state = await self._context.tables.find(table)
        except CorruptError as error:
            log.error("unproven", table=table, **error_fields(error))
            raise UserError(await self._unreadable(answer, table)) from None
        if not may_verify(state, answer):
            raise ServiceError(Problem.NOT_AT_TABLE)
        entropy = entropy_texts(state.row.secrets, state.entropy)
        stored = await self._context.store.tables.finished(table)
        digest, fault = "", ""
        checked: tuple[Shuffled, ...] = ()
        if stored is not None:
            try:
                checked = verify(record_of(stored, self._context.tables.games))
                digest = (await self._context.tables.record(table)).digest
            except (ParseError, UnprovenError) as error:
                fault = endings.not_as_promised(refusals.fault(error, self._context.tables.games))
                log.error("unproven", table=table, **error_fields(error))
        await answer.show(verify_screen(state, entropy, digest, checked=checked, fault=fault))

    async def _unreadable(self, answer: Answer, table: TableId) -> str:
        """Return that a table cannot be read; once it is over, with its secrets for those who may verify it."""
        stored = await self._context.store.tables.finished(table)
        if stored is None:
            return endings.UNREADABLE()
        row, people = stored.row, {line.user for line in stored.entropy}
        if answer.player not in people and (row.private or row.guild is None or row.guild != answer.guild):
            return endings.UNREADABLE()
        secrets = Secrets(row.seed) if row.entropy_sha256 else row.secrets  # the veil went with the lines
        return f"{endings.UNREADABLE()}\n{endings.values(row.commitment, secrets, '')}"
