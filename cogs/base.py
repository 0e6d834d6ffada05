"""The base of all commands: how a command finds its table, and how it answers."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.codes import Problem
from bot.discord.commands.translations import described, localised
from bot.discord.interactions import Interactions
from bot.faces.controls import Scene
from bot.flows.answer import Answer
from bot.flows.context import Handler
from bot.flows.flows import Flows
from bot.flows.rights import is_open_to, may_watch
from bot.flows.table_finder import May, SeveralTablesError, find_lobby, find_over, find_table, own_tables
from bot.languages.sentence import Sentence
from bot.layout import MAX_CHOICES
from bot.rummy.actions import Action
from bot.rummy.ids import PlayerId, TableId, folded
from bot.screens.hand import scene
from bot.screens.tables import table_choice
from bot.service.errors import CorruptError, ServiceError
from bot.service.tables.state import TableState
from bot.store.errors import StoreError
from bot.text import commands as commands_text
from bot.text import refusals
from bot.text.choices import hand_cards
from bot.text.refusals import UserError

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
TableHandler = Callable[[Answer, TableId], Awaitable[None]]
Offers = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
Method = Callable[..., Coroutine[Any, Any, None]]
Decorator = Callable[[Method], app_commands.Command[Any, ..., None]]


class Commands(commands.Cog):
    """A file of commands."""

    def __init__(self, flows: Flows, interactions: Interactions) -> None:
        self.flows = flows
        self.answer = interactions.command
        """Serves a command that is about no table."""

    async def at_table(
        self,
        interaction: Interaction,
        typed: str | None,
        flow: TableHandler,
        *,
        seated: bool = True,
        lobby: bool | None = None,
        control: str = "hand",
        otherwise: Handler | None = None,
    ) -> None:
        """Serve a command about a table: the one typed, or else the only one that the person can mean.

        If there are several, ask which one is meant. `control`: the text of the control that does what the command
        does, or that leads there. `otherwise`: serves the command without a table; then the person's own tables come
        before others here.
        """

        async def work(answer: Answer) -> None:
            may = None if seated else self._may(answer, may_watch)
            store = self.flows.context.store
            # Commands that need cards could also be about a lesson, but lessons have buttons for them.
            learns = self.flows.lessons.is_running if seated and lobby is False else None
            if otherwise is not None and await store.tables.of_player(answer.player):
                may = None
            found = find_table(store, answer.player, answer.channel, typed, may=may, lobby=lobby, learns=learns)
            await self._serve_found(answer, found, flow, control, None if typed else otherwise)

        await self.answer(interaction, work)

    async def _serve_found(
        self,
        answer: Answer,
        found: Awaitable[TableId],
        flow: TableHandler,
        control: str,
        otherwise: Handler | None = None,
    ) -> None:
        """Serve a command about the table that is found; ask which one is meant if there are several.

        `otherwise`: serves the command if there is none.
        """
        try:
            table = await found
        except SeveralTablesError as several:
            await self.flows.tables.which(answer, several.tables, control)
        except ServiceError as error:
            if otherwise is None or error.problem is not Problem.NO_TABLE:
                raise
            await otherwise(answer)
        else:
            await self._serve(answer, table, flow)

    async def _serve(self, answer: Answer, table: TableId, flow: TableHandler) -> None:
        """Serve a command about this table, unless the host does not serve its server."""
        answer.table = table
        async with self.flows.context.turn_at(answer, table):
            await self.flows.context.admission.check_table(table)
            await flow(answer, table)

    async def play(self, interaction: Interaction, table: str | None, action: Action) -> None:
        """Play an action at the table that was typed, or at the only one that the person can mean."""
        await self.at_table(interaction, table, partial(self.flows.moves.act, step=None, action=action), lobby=False)

    async def at_lobby(self, interaction: Interaction, typed: str | None, flow: TableHandler) -> None:
        """Serve a command to join: the lobby typed, or else the only one here that is open to the person."""

        async def work(answer: Answer) -> None:
            store, may = self.flows.context.store, self._may(answer, is_open_to)
            found = find_lobby(store, answer.player, answer.channel, typed, may)
            await self._serve_found(answer, found, flow, "join")

        await self.answer(interaction, work)

    def _may(self, answer: Answer, allows: Callable[[TableState, Answer], bool]) -> May:
        """Return a test whether a table may be offered to the person; tables that cannot be read are not."""

        async def may(id: TableId) -> bool:
            try:
                return allows(await self.flows.context.tables.find(id), answer)
            except (ServiceError, CorruptError):
                return False

        return may

    async def at_table_over(
        self, interaction: Interaction, typed: str | None, flow: TableHandler, *, running: str | None = None
    ) -> None:
        """Serve a command about a finished match: the one typed, or else the person's newest one here.

        `running`: without a finished match, take a table in play; of several, ask for one as `at_table` does with a
        control of this text.
        """

        async def work(answer: Answer) -> None:
            store, channel = self.flows.context.store, answer.channel
            table = await find_over(store, answer.player, channel, typed)
            if table is not None:
                await self._serve(answer, table, flow)
            elif running is not None:
                found = find_table(store, answer.player, channel, None, may=self._may(answer, may_watch))
                await self._serve_found(answer, found, flow, running)
            else:
                raise UserError(refusals.NOTHING_PLAYED_HERE(option=commands_text.OPTION_NAMES["table"]()))

        await self.answer(interaction, work)


def commands_of(interaction: Interaction) -> Commands:
    """Return the file of commands to which the command being typed belongs."""
    binding = interaction.command.binding if isinstance(interaction.command, app_commands.Command) else None
    assert isinstance(binding, Commands)
    return binding


async def table_choices(interaction: Interaction, current: str) -> Choices:
    """Return the person's own open tables."""
    return await _choices(interaction, current)


async def over_choices(interaction: Interaction, current: str) -> Choices:
    """Return the finished tables at which the person played."""
    return await _choices(interaction, current, running=False, over=True)


async def all_choices(interaction: Interaction, current: str) -> Choices:
    """Return the person's open tables, then the finished ones."""
    return await _choices(interaction, current, over=True)


async def _choices(interaction: Interaction, current: str, *, running: bool = True, over: bool = False) -> Choices:
    """Return tables to choose from; none if they cannot be found out."""
    context, player = commands_of(interaction).flows.context, PlayerId(interaction.user.id)
    try:
        rows = await own_tables(context.store, player, running=running, over=over)
    except StoreError:
        return []
    return fitting(((table_choice(row, player, context.tables.games), row.id) for row in rows), current)


def fitting(offered: Iterable[tuple[str, ...]], current: str, *, by_value: bool = False) -> Choices:
    """Return the labels that contain the typed text, each with its value, as many as Discord shows.

    Further words after a label and its value are searched too. `by_value`: so is the value.
    """
    typed = folded(current)
    found = [
        app_commands.Choice(name=label, value=value)
        for label, value, *words in offered
        if any(typed in folded(word) for word in (label, *words, *((value,) if by_value else ())))
    ]
    return found[:MAX_CHOICES]


NOTHING_OFFERED: Mapping[str, Offers] = {}


def command(about: Sentence, offers: Mapping[str, Offers] = NOTHING_OFFERED, **parameters: Sentence) -> Decorator:
    """Return a decorator that makes a method a command.

    Args:
        about: the description that people read.
        offers: the function that offers choices for a parameter, by its name.
        parameters: the description of each parameter.
    """

    def made(method: Method) -> app_commands.Command[Any, ..., None]:
        described(**parameters)(method)
        app_commands.autocomplete(**offers)(method)
        return app_commands.command(description=localised(about))(method)

    return made


def table_command(about: Sentence, table: Sentence, offers: Offers = table_choices, **others: Sentence) -> Decorator:
    """Return a decorator that makes a method a command with a parameter `table` that offers tables."""
    return command(about, {"table": offers}, table=table, **others)


async def scene_choices(
    interaction: Interaction,
    current: str,
    offers: Callable[[Scene], Iterable[tuple[str, str]]],
    games: frozenset[str] = frozenset(),
) -> Choices:
    """Return the choices that `offers` makes of the player's hand, if they fit the typed text; none without a hand.

    `games`: offer them only at a table of one of these games; empty: of any game.
    """
    state = await _state_of(interaction)
    if state is None or (games and state.rules.game.id not in games):
        return []
    player = PlayerId(interaction.user.id)
    settings = await commands_of(interaction).flows.context.settings.cached(player)
    return fitting(offers(scene(state, player, settings)), current, by_value=True)


async def card_choices(interaction: Interaction, current: str) -> Choices:
    """Return the cards in hand; none without a hand."""
    return await scene_choices(interaction, current, hand_cards)


async def _state_of(interaction: Interaction) -> TableState | None:
    """Return the only table that a command being typed can mean, if the person sits there; else None."""
    context = commands_of(interaction).flows.context
    player = PlayerId(interaction.user.id)
    try:
        table = await find_table(
            context.store, player, interaction.channel_id, interaction.namespace.table, lobby=False
        )
        state = await context.tables.find(table)
        state.for_player(player)
    except (ServiceError, UserError, SeveralTablesError, StoreError, CorruptError):
        return None  # no hand, or several tables
    return state
