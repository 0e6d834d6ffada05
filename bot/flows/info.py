"""What people look at or prefer: board, rules, scores, record, settings, help; and what staff may end."""

from collections.abc import Mapping
from dataclasses import replace

import structlog
from discord import ui

from bot import screens as messages
from bot import text
from bot.discord.answers import Answer
from bot.discord.doctor import findings
from bot.discord.rights import is_staff, is_staff_of, may_read_record, may_watch
from bot.flows.context import Context, UserError
from bot.rummy.actions import EndCause
from bot.rummy.errors import IllegalAction, ParseError, Refusal
from bot.rummy.ids import TableId
from bot.rummy.rules import Rules
from bot.screens import Message, Picture
from bot.screens.base import Layout
from bot.screens.ids import Setting, SettingId
from bot.service.errors import Problem, ServiceError
from bot.service.paces import Pace, paced
from bot.service.shuffle import UnprovenError, verify
from bot.service.state import CorruptTableError, TableState, entropy_text, record_of
from bot.service.tables import started
from bot.store.rows import HandDelivery, StoredTable

log = structlog.get_logger()


class InfoFlow:
    """Answers that change no table, but for the end by staff."""

    def __init__(self, context: Context, rules: Mapping[str, Rules]) -> None:
        self._context = context
        self._rules = rules

    async def _visible(self, answer: Answer, table: TableId) -> TableState:
        """The table, if whoever asked may watch it."""
        state = await self._context.tables.find(table)
        if not may_watch(state, answer):
            raise ServiceError(Problem.NOT_AT_TABLE)
        return state

    async def _started(self, answer: Answer, table: TableId) -> TableState:
        """The same, once cards were dealt there."""
        state = await self._visible(answer, table)
        started(state)
        return state

    def all_rules(self) -> list[Rules]:
        """The rule sets that can be played here, by name."""
        return sorted(self._rules.values(), key=lambda rules: rules.name)

    # -- the table ----------------------------------------------------------------------------------

    async def table(self, answer: Answer, table: TableId) -> None:
        """The lobby or board as it stands."""
        state = await self._visible(answer, table)
        if state.is_lobby:
            await answer.show(messages.lobby_card(state))
        elif state.table is None:
            await answer.show(messages.lobby_closed(state))
        else:
            await answer.show(messages.board(state, in_words=await self._context.screens.likes_words(answer.player)))

    async def discards(self, answer: Answer, table: TableId) -> None:
        """The open deck."""
        await answer.show(messages.discards(await self._started(answer, table)))

    async def scores(self, answer: Answer, table: TableId) -> None:
        """The points."""
        state = await self._started(answer, table)
        await answer.show(messages.scores(state, in_words=await self._context.screens.likes_words(answer.player)))

    async def rules(self, answer: Answer, table: TableId) -> None:
        """The rules of a table, as it began with."""
        state = await self._visible(answer, table)
        rules = state.rules
        await answer.show(messages.rules(rules, state.pace, state.lobby.terms))

    async def rule_set(self, answer: Answer, id: str) -> None:
        """A rule set, at the standard pace."""
        if id not in self._rules:
            raise ServiceError(Problem.NO_SUCH_RULES)
        await answer.show(messages.rules(paced(self._rules[id], Pace.STANDARD), Pace.STANDARD))

    async def more(self, answer: Answer, table: TableId) -> None:
        """What is needed rarely."""
        await answer.show(messages.more(await self._context.tables.find(table), answer.player))

    async def away(self, answer: Answer, table: TableId) -> None:
        """What was done for somebody who was away."""
        await answer.show(messages.away(await self._context.tables.find(table), answer.player))

    # -- after the match ----------------------------------------------------------------------------

    async def _finished(self, answer: Answer, table: TableId) -> tuple[TableState, StoredTable]:
        """A finished table, for those who played there and, if it was public, for members of its server."""
        state = await self._context.tables.find(table)
        if not may_read_record(state, answer):
            raise ServiceError(Problem.NOT_AT_TABLE)
        stored = await self._context.store.finished(table)
        if stored is None:
            raise ServiceError(Problem.NOT_OVER)
        return state, stored

    async def record(self, answer: Answer, table: TableId) -> None:
        """The whole match as a file."""
        _, stored = await self._finished(answer, table)
        await answer.show(
            file_message(f"paplu-{table}.txt", str(record_of(stored, self._context.tables.games).counted()), table)
        )

    async def verify(self, answer: Answer, table: TableId) -> None:
        """How the cards of a match were shuffled; before its end, what is promised."""
        try:
            state = await self._context.tables.find(table)
        except CorruptTableError as error:
            log.error("unproven", table=table, error=type(error).__name__)
            raise UserError(text.endings.UNREADABLE) from None
        if not may_read_record(state, answer):
            raise ServiceError(Problem.NOT_AT_TABLE)
        entropy = [entropy_text(line) for line in state.entropy]
        stored = await self._context.store.finished(table)
        checked: tuple[str, ...] = ()
        fault = ""
        if stored is not None:
            try:
                checked = verify(record_of(stored, self._context.tables.games))
            except (ParseError, UnprovenError) as error:
                fault = text.endings.not_as_promised(str(error))
                log.error("unproven", table=table, error=type(error).__name__)
        await answer.show(messages.verify(state, entropy, checked=checked, fault=fault))

    # -- a person's own -----------------------------------------------------------------------------

    async def settings(self, answer: Answer) -> None:
        """The form of preferences."""
        await answer.show(messages.settings(await self._context.screens.settings_of(answer.player)))

    async def set(self, answer: Answer, chosen: SettingId) -> None:
        """Switch a preference, and show the form as it is then."""
        now = await self._context.screens.settings_of(answer.player)
        match chosen.field:
            case Setting.DM:
                now = replace(now, delivery=HandDelivery.DM if chosen.on else HandDelivery.EPHEMERAL)
                self._context.delivery.retry(answer.player)
            case Setting.FOUR_COLOUR:
                now = replace(now, four_colour=chosen.on)
            case Setting.LARGE:
                now = replace(now, large=chosen.on)
            case Setting.TEXT_ONLY:
                now = replace(now, text_only=chosen.on)
        await self._context.screens.save_settings(now)
        await answer.show(messages.settings(now))

    async def help(self, answer: Answer, topic: str | None) -> None:
        """How to play."""
        await answer.show(messages.help(topic))

    async def doctor(self, answer: Answer) -> None:
        """What the bot may do here."""
        found = findings(answer.interaction)
        if found:
            await answer.show(messages.doctor(found))
        else:
            await self._context.say(answer, text.doctor.NOTHING_NEEDED)

    # -- staff --------------------------------------------------------------------------------------

    async def _managed(self, answer: Answer, table: TableId) -> TableState:
        """The table, if whoever asked may manage its server."""
        state = await self._context.tables.find(table)
        if not is_staff_of(state, answer):
            raise ServiceError(Problem.NOT_HOST)
        return state

    async def ask_end_by_staff(self, answer: Answer, table: TableId) -> None:
        """Ask first."""
        state = await self._managed(answer, table)
        if state.table is not None and state.table.is_over:
            raise IllegalAction(Refusal.TABLE_OVER)
        await answer.show(messages.ask_end_by_staff(state))

    async def end_broken(self, answer: Answer, table: TableId, confirmed: bool) -> None:
        """Staff end a table that cannot be read any more, once they have said so."""
        row = await self._context.tables.row(table)
        if not is_staff(answer) or row.guild != answer.interaction.guild_id:
            raise UserError(text.table.BROKEN)
        if confirmed:
            await self._context.tables.end_broken(table)
        await self._context.say(answer, text.table.BROKEN_ENDED if confirmed else text.table.BROKEN_ASKS)

    async def end_by_staff(self, answer: Answer, table: TableId) -> None:
        """Whoever may manage the server ends any of its tables."""
        state = await self._managed(answer, table)
        if state.is_lobby:
            await self._context.lobbies.cancel(table, None)
        else:
            await self._context.tables.end(table, EndCause.STAFF)
        await self._context.say(answer, text.table.ended(table))


def file_message(name: str, content: str, table: TableId) -> Message:
    """A text file with a line about it."""
    layout = Layout()
    layout.add_item(ui.TextDisplay(text.endings.record_of(table, name)))
    layout.add_item(ui.File(f"attachment://{name}"))
    return Message(layout, (Picture(name, content.encode(), text.endings.RECORD_ALT),))
