"""`/rummy new · quick · join · leave · start · seat · rematch`: tables before and after a match."""

from collections.abc import Mapping
from functools import partial

import discord
from discord import app_commands

from bot.codes import Pace
from bot.discord.commands.translations import described, localised
from bot.faces.face import Face
from bot.flows.lobby import rules_called, typed_terms
from bot.languages.sentence import rule_set_name
from bot.rummy.ids import LEVELS, USUAL_LEVEL, Player, PlayerId, folded
from bot.rummy.match.match import MAX_STAKE, courses
from bot.rummy.rules import Rules, called
from bot.service.tables.form import TableForm
from bot.service.words import LONGEST
from bot.text import commands, company, words
from bot.text import rules as rules_text
from bot.text.lobby import COMPUTERS
from cogs.base import (
    Choices,
    Commands,
    Interaction,
    commands_of,
    fitting,
    over_choices,
    table_choices,
    table_command,
)

DEFAULTS = TableForm()
MOST_CHIPS = MAX_STAKE / 100


async def rules_choices(interaction: Interaction, current: str) -> Choices:
    """Return the rule sets of tables here, by id or name."""
    return await _rules_choices(interaction, current, interaction.guild_id)


async def host_rules_choices(interaction: Interaction, current: str) -> Choices:
    """Return the rule sets of the host, by id or name."""
    return await _rules_choices(interaction, current, None)


async def _rules_choices(interaction: Interaction, current: str, guild: int | None) -> Choices:
    typed = folded(current)
    sets = await commands_of(interaction).flows.table.all_rules(guild)
    found = [rules for rules in sets if rules.listed or folded(rules.id) == typed]
    named = ((rules_text.name(rules), rules.id, rules.name) for rules in found)
    return fitting(named, current, by_value=True)


async def game_choices(interaction: Interaction, current: str) -> Choices:
    """Return the games, by id or title."""
    games = commands_of(interaction).flows.context.tables.games
    return fitting(((game.face.title(), game.id) for game in games if isinstance(game.face, Face)), current)


async def format_choices(interaction: Interaction, current: str) -> Choices:
    """Return the formats and lengths that the chosen rule set plays, by course or name."""
    sets = {rules.id: rules for rules in await commands_of(interaction).flows.table.all_rules(interaction.guild_id)}
    rules = called(sets, interaction.namespace.rules or DEFAULTS.rules_id, rule_set_name)
    offered = courses(rules) if rules is not None else ()
    return fitting(((words.course(terms, rules), terms.course) for terms in offered), current, by_value=True)


class LobbyCommands(Commands):
    """The commands with which a table begins."""

    seat = app_commands.Group(name="seat", description=localised(commands.SEAT))

    @app_commands.command(description=localised(commands.NEW))
    @described(**commands.NEW_OPTIONS)
    @app_commands.choices(
        pace=[app_commands.Choice(name=localised(words.PACES[pace]), value=pace.value) for pace in Pace]
    )
    @app_commands.autocomplete(rules=rules_choices, format=format_choices)
    async def new(
        self,
        interaction: Interaction,
        rules: app_commands.Range[str, 1, 40] | None = None,
        format: app_commands.Range[str, 1, 40] | None = None,
        stake: app_commands.Range[float, 0.0, MOST_CHIPS] | None = None,
        pace: str | None = None,
        seats: app_commands.Range[int, 2, 6] | None = None,
        private: bool | None = None,
        help: bool | None = None,
    ) -> None:
        """Open a table here: at once if options are given, else by a form."""

        def read(sets: Mapping[str, Rules]) -> TableForm:
            chosen = rules_called(sets, rules or DEFAULTS.rules_id)
            terms, most = typed_terms(chosen, format, stake or 0.0), seats or chosen.max_players
            return TableForm(chosen.id, terms, Pace(pace) if pace else None, most, bool(private), help is not False)

        if all(given is None for given in (rules, format, stake, pace, seats, private, help)):
            await self.answer(interaction, partial(self.flows.lobby.form, options=DEFAULTS))
        else:
            await self.answer(interaction, partial(self.flows.lobby.open, read=read))

    @app_commands.command(description=localised(commands.QUICK))
    @described(game=commands.QUICK_GAME, wait=commands.QUICK_WAIT)
    @app_commands.choices(
        wait=[
            *(app_commands.Choice(name=localised(label), value=minutes) for minutes, label in company.TIMES.items()),
            app_commands.Choice(name=localised(company.STOP), value=0),
        ]
    )
    @app_commands.autocomplete(game=game_choices)
    async def quick(
        self, interaction: Interaction, game: app_commands.Range[str, 1, 40] | None = None, wait: int | None = None
    ) -> None:
        """Play at once, or wait for people."""
        if wait is None:
            await self.answer(interaction, partial(self.flows.lobby.quick, typed=game))
        elif wait == 0:
            await self.answer(interaction, self.flows.company.stop)
        else:
            await self.answer(interaction, partial(self.flows.company.wait, minutes=wait, typed=game))

    @table_command(commands.JOIN, commands.ANY_TABLE, word=commands.WORD)
    async def join(
        self,
        interaction: Interaction,
        table: str | None = None,
        word: app_commands.Range[str, 1, LONGEST] | None = None,
    ) -> None:
        """Sit down at a table."""
        await self.at_lobby(interaction, table, partial(self.flows.lobby.join, word=word))

    @table_command(commands.LEAVE, commands.MY_TABLE, confirm=commands.CONFIRM)
    async def leave(self, interaction: Interaction, confirm: bool = False, table: str | None = None) -> None:
        """Leave a table."""
        await self.at_table(interaction, table, partial(self.flows.exits.leave, confirmed=confirm), control="ask-leave")

    @table_command(commands.START, commands.MY_TABLE)
    async def start(self, interaction: Interaction, table: str | None = None) -> None:
        """Deal the cards, as the host."""
        await self.at_table(interaction, table, self.flows.lobby.start, lobby=True, control="start")

    @seat.command(name="add", description=localised(commands.SEAT_ADD))
    @described(user=commands.GUEST, level=commands.LEVEL, table=commands.CODE)
    @app_commands.choices(
        level=[app_commands.Choice(name=localised(words.LEVELS[level]), value=level) for level in LEVELS]
    )
    @app_commands.autocomplete(table=table_choices)
    async def seat_add(
        self,
        interaction: Interaction,
        user: discord.User | None = None,
        level: int | None = None,
        table: str | None = None,
    ) -> None:
        """Invite a guest, or add a computer, as the host."""
        if user is None:
            flow = partial(self.flows.lobby.add_computer, level=USUAL_LEVEL if level is None else level)
        else:
            flow = partial(self.flows.lobby.invite, guest=PlayerId(user.id))
        control = "computer" if user is None else f"invite {user.id}"
        await self.at_table(interaction, table, flow, lobby=True, control=control)

    @seat.command(name="remove", description=localised(commands.SEAT_REMOVE))
    @described(user=commands.WHO_GOES, computer=commands.WHICH_COMPUTER, table=commands.CODE)
    @app_commands.choices(
        computer=[app_commands.Choice(name=localised(name), value=number) for number, name in enumerate(COMPUTERS, 1)]
    )
    @app_commands.autocomplete(table=table_choices)
    async def seat_remove(
        self,
        interaction: Interaction,
        user: discord.User | None = None,
        computer: int | None = None,
        table: str | None = None,
    ) -> None:
        """Take a player off the list, as the host."""
        if user is None and computer is None:
            await self.at_table(interaction, table, self.flows.lobby.ask_remove, lobby=True, control="remove")
            return
        who = Player(user.id) if user is not None else Player(computer or 0, is_computer=True)
        await self.at_table(
            interaction, table, partial(self.flows.lobby.remove, who=str(who)), lobby=True, control="remove"
        )

    @table_command(commands.REMATCH, commands.OVER_TABLE, over_choices)
    async def rematch(self, interaction: Interaction, table: str | None = None) -> None:
        """Play again with the same players."""
        await self.at_table_over(interaction, table, self.flows.lobby.rematch)
