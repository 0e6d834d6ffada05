"""What people do before the first card, from buttons and commands alike."""

from collections.abc import Mapping

from bot import text
from bot.rummy.errors import ParseError
from bot.rummy.ids import Player, PlayerId, TableId
from bot.rummy.rules import Format, Rules
from bot.service.errors import Problem, ServiceError
from bot.service.lobby import Options
from bot.service.paces import Pace
from bot.service.update import Update
from bot.ui import messages
from bot.ui.answers import Answer
from bot.ui.desk import Desk, Sentence, person
from bot.ui.doctor import missing_to_play
from bot.ui.ids import NewField, NewTableId


class LobbyDesk:
    """Opening, filling, starting and cancelling lobbies; rematches."""

    def __init__(self, desk: Desk, rules: Mapping[str, Rules]) -> None:
        self._desk = desk
        self._rules = rules

    # -- a new table --------------------------------------------------------------------------------

    async def form(self, answer: Answer, options: Options) -> None:
        """Show the form for a new table."""
        await answer.show(messages.new_table(self._fitting(options), self._rules))

    def _fitting(self, options: Options) -> Options:
        """The options with a number of seats that their rule set plays with."""
        rules = self._rules.get(options.rules_id)
        if rules is None:
            raise ServiceError(Problem.NO_SUCH_RULES)
        seats = max(rules.min_players, min(options.seats, rules.max_players))
        return Options(options.rules_id, options.format, options.pace, seats, options.private, options.help)

    async def form_used(self, answer: Answer, form: NewTableId, value: str | None) -> None:
        """A control of the form was used: show it anew, or open the lobby."""
        chosen = form.chosen(value)
        options = self._options(chosen) if chosen is not None else None
        if options is None:
            raise Sentence(text.refusals.CANNOT_CHOOSE)
        if form.field is NewField.OPEN:
            await self.open(answer, options)
        else:
            await self.form(answer, options)

    def _options(self, form: NewTableId) -> Options | None:
        try:
            return Options(form.rules, Format(form.format), Pace(form.pace), form.seats, form.private, form.help)
        except ValueError:
            return None

    async def open(self, answer: Answer, options: Options) -> None:
        """Open the lobby in this channel."""
        interaction = answer.interaction
        if missing := missing_to_play(interaction):
            raise Sentence(text.refusals.cannot_play_here(missing))
        if interaction.channel_id is None:
            raise ServiceError(Problem.NO_TABLE)
        update = await self._desk.lobbies.open(
            person(answer), interaction.guild_id, interaction.channel_id, options, interaction.id
        )
        await self._desk.say(answer, text.lobby.opened(update.id))

    # -- seats --------------------------------------------------------------------------------------

    async def join(self, answer: Answer, table: TableId) -> None:
        """Sit down."""
        await self._desk.lobbies.join(table, person(answer), answer.interaction.id)
        await self._done(answer, text.lobby.joined(table))

    async def leave(self, answer: Answer, table: TableId) -> None:
        """Stand up."""
        await self._desk.lobbies.leave(table, answer.player, answer.interaction.id)
        await self._done(answer, text.lobby.left(table))

    async def add_computer(self, answer: Answer, table: TableId) -> None:
        """Seat a computer."""
        await self._desk.lobbies.add_computer(table, answer.player, answer.interaction.id)
        await self._done(answer, text.lobby.COMPUTER_SEATED)

    async def invite(self, answer: Answer, table: TableId, guest: PlayerId) -> None:
        """Let somebody in to a private table; at a public one everybody may come."""
        update = await self._desk.lobbies.invite(table, answer.player, guest)
        await self._desk.say(answer, text.lobby.invited(f"<@{guest}>", table, update.row.private))

    async def ask_remove(self, answer: Answer, table: TableId) -> None:
        """Show the host whom to remove."""
        update = await self._desk.tables.find(table)
        if not update.is_lobby:
            raise ServiceError(Problem.NOT_A_LOBBY)
        if update.row.host != answer.player:
            raise ServiceError(Problem.NOT_HOST)
        await answer.show(messages.host_menu(update))

    async def remove(self, answer: Answer, table: TableId, who: str) -> None:
        """Take a player off the list; `who` as `Player` prints it."""
        try:
            player = Player.parse(who)
        except ParseError:
            raise ServiceError(Problem.NO_SUCH_SEAT) from None
        await self._desk.lobbies.remove(table, answer.player, player, answer.interaction.id)
        await self._desk.say(answer, text.lobby.SEAT_FREED)

    # -- start and end ------------------------------------------------------------------------------

    async def start(self, answer: Answer, table: TableId) -> None:
        """Deal the cards."""
        await self._desk.lobbies.start(table, answer.player, answer.interaction.id)
        await self._done(answer, text.lobby.STARTED)

    async def cancel(self, answer: Answer, table: TableId) -> None:
        """Close the lobby."""
        await self._desk.lobbies.cancel(table, answer.player)
        await self._done(answer, text.lobby.cancelled(table))

    async def rematch(self, answer: Answer, table: TableId) -> None:
        """Play again with the same seats; starts once everybody has pressed."""
        update = await self._desk.lobbies.rematch(table, person(answer), answer.interaction.id)
        await self._desk.say(answer, _rematch_text(update))

    async def _done(self, answer: Answer, sentence: str) -> None:
        """A click on the card is answered by the card; a command by a sentence."""
        if answer.interaction.message is not None:
            await answer.accept()
        else:
            await self._desk.say(answer, sentence)


def _rematch_text(update: Update) -> str:
    if not update.is_lobby:
        return text.lobby.REMATCH_BEGINS
    missing = sum(person not in update.lobby.ready for person in update.lobby.persons)
    return text.lobby.rematch_waits(update.id, missing)
