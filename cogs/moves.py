"""`/play`: the hand and the moves."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from discord import app_commands

from bot.discord.commands.translations import described, localised
from bot.faces.controls import Command, Parameter, Scene
from bot.faces.face import Face
from bot.flows.answer import Answer
from bot.rummy.actions import CallBreak, Discard, Draw, Drop, Resume, Sort, Source
from bot.rummy.cards import Card
from bot.rummy.ids import TableId
from bot.rummy.rules import Games
from bot.text import commands
from cogs.base import Choices, Commands, Interaction, card_choices, scene_choices, table_choices, table_command


class Moves(Commands):
    """The moves with a hand that all games share."""

    @table_command(commands.HAND, commands.MY_TABLE)
    async def hand(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the player's hand."""
        await self.at_table(interaction, table, self.flows.moves.hand, lobby=False)

    @table_command(commands.DRAW, commands.MY_TABLE, source=commands.SOURCE)
    @app_commands.choices(
        source=[
            app_commands.Choice(name=localised(commands.CLOSED_DECK), value=Source.CLOSED.value),
            app_commands.Choice(name=localised(commands.OPEN_DECK), value=Source.OPEN.value),
        ]
    )
    async def draw(self, interaction: Interaction, source: str, table: str | None = None) -> None:
        """Draw a card."""
        await self.play(interaction, table, Draw(Source(source)))

    @table_command(commands.DISCARD, commands.MY_TABLE, card=commands.DISCARD_CARD)
    @app_commands.autocomplete(card=card_choices)
    async def discard(
        self, interaction: Interaction, card: app_commands.Range[str, 1, 20], table: str | None = None
    ) -> None:
        """Discard a card."""

        async def flow(answer: Answer, id: TableId) -> None:
            await self.flows.moves.act(answer, id, None, Discard(Card.parse(card.strip())))

        await self.at_table(interaction, table, flow, lobby=False)

    @table_command(commands.SORT, commands.MY_TABLE)
    async def sort(self, interaction: Interaction, table: str | None = None) -> None:
        """Order your hand by suits."""
        await self.play(interaction, table, Sort())

    @table_command(commands.DROP, commands.MY_TABLE, confirm=commands.CONFIRM)
    async def drop(self, interaction: Interaction, confirm: bool = False, table: str | None = None) -> None:
        """Leave this deal for the drop penalty."""
        if confirm:
            await self.play(interaction, table, Drop())
        else:
            await self.at_table(interaction, table, self.flows.moves.ask_drop, lobby=False, control="ask-drop")

    @table_command(commands.COACH, commands.MY_TABLE, confirm=commands.CONFIRM)
    async def coach(self, interaction: Interaction, confirm: bool = False, table: str | None = None) -> None:
        """Ask the coach what to do now."""
        flow = partial(self.flows.coach.ask, confirmed=confirm)
        await self.at_table(interaction, table, flow, lobby=False, control="coach")

    @table_command(commands.BACK, commands.MY_TABLE)
    async def back(self, interaction: Interaction, table: str | None = None) -> None:
        """Show what happened while the player was away."""
        await self.at_table(interaction, table, self.flows.table.away, lobby=False, control="back")

    async def _call_break(self, interaction: Interaction, table: str | None = None) -> None:
        """Ask the others in the deal for a break."""
        await self.play(interaction, table, CallBreak())

    _call_break.__name__ = "break"  # no method can have that name
    call_break = table_command(commands.CALL_BREAK, commands.MY_TABLE)(_call_break)

    @table_command(commands.GO_ON, commands.MY_TABLE)
    async def resume(self, interaction: Interaction, table: str | None = None) -> None:
        """End the break that the player asked for."""
        await self.play(interaction, table, Resume())


def game_commands(moves: Moves, games: Games) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """Yield the commands that only some games have; one that several games share is built once."""
    of: dict[Command, list[str]] = {}
    for game in games:
        assert isinstance(game.face, Face)
        for command in game.face.commands:
            of.setdefault(command, []).append(game.id)
    for command, ids in of.items():
        yield _built(moves, command, frozenset(ids))


def _built(moves: Moves, command: Command, ids: frozenset[str]) -> app_commands.Command[Any, Any, Any]:
    """Return a command in the form of the library: its parameters, and the code of the table."""

    async def play(file: Moves, interaction: Interaction, **typed: Any) -> None:
        table = typed.pop("table", None)
        words = {name: str(word) for name, word in typed.items() if word is not None}
        flow = partial(file.flows.moves.command, command=command, typed=words)
        await file.at_table(interaction, table, flow, lobby=False)

    # Discord learns the parameters from the signature of the function.
    play.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
            *map(_parameter, command.parameters),
            inspect.Parameter("table", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=str | None),
        ]
    )
    built = app_commands.Command[Any, Any, Any](
        name=localised(command.name), description=localised(command.about), callback=play
    )
    built.binding = moves
    described(table=commands.MY_TABLE, **{one.name.text: one.about for one in command.parameters})(built)
    app_commands.rename(**{one.name.text: localised(one.name) for one in command.parameters})(built)
    offers = {one.name.text: _offering(one.complete, ids) for one in command.parameters if one.complete}
    app_commands.autocomplete(table=table_choices, **offers)(built)
    return built


def _parameter(parameter: Parameter) -> inspect.Parameter:
    ranges: Any = app_commands.Range
    typed = ranges[str, 1, parameter.most]
    return inspect.Parameter(
        parameter.name.text,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if parameter.is_needed else None,
        annotation=typed if parameter.is_needed else typed | None,
    )


def _offering(offers: Callable[[Scene], Iterable[tuple[str, str]]], games: frozenset[str]) -> Any:
    async def offered(interaction: Interaction, current: str) -> Choices:
        return await scene_choices(interaction, current, offers, games)

    return offered
