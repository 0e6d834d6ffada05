"""`/tournament …`: announced, joined, played and steered."""

from collections.abc import Callable
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot import text
from bot.flows.tournaments.form import TypedPlan
from bot.rummy.ids import PlayerId
from bot.rummy.tournament import MAX_ENTRANTS, MAX_MATCHES, MAX_SEATS, MIN_SEATS, TournamentKind
from bot.service.errors import CorruptError
from bot.service.paces import Pace
from bot.service.tournaments.plan import LONGEST_CHECK_IN, LONGEST_NAME, LONGEST_ROUND, Seeding
from bot.store.errors import StoreError
from cogs.base import Choices, Commands, Interaction, Method, Offers, command, commands_of, fitting
from cogs.lobby import DEFAULTS, MOST_CHIPS, format_choices, rules_choices

Which = app_commands.Range[str, 1, LONGEST_NAME]
Typed = app_commands.Range[str, 1, 60]


async def open_choices(interaction: Interaction, current: str) -> Choices:
    """The open tournaments of this server."""
    return await _choices(interaction, current)


async def all_choices(interaction: Interaction, current: str) -> Choices:
    """The open tournaments of this server, then those that are over."""
    return await _choices(interaction, current, past=True)


async def _choices(interaction: Interaction, current: str, *, past: bool = False) -> Choices:
    """Tournaments to choose; none where that cannot be told."""
    if interaction.guild_id is None:
        return []
    context = commands_of(interaction).flows.tournaments
    try:
        found = await context.open_here(interaction.guild_id)
        found += await context.past_here(interaction.guild_id) if past else ()
    except (StoreError, CorruptError):
        return []
    named = ((text.tournaments.choice(one.plan.name, one.id, one.status), one.id) for one in found)
    return fitting((app_commands.Choice(name=name, value=id) for name, id in named), current)


def tournament_command(
    about: str, offers: Offers = open_choices, **others: str
) -> Callable[[Method], app_commands.Command[Any, ..., None]]:
    """Make a method a command whose parameter `tournament` offers tournaments."""
    return command(about, {"tournament": offers}, tournament=text.commands.ANY_CUP, **others)


class TournamentCommands(Commands):
    """Tournaments of a server."""

    @app_commands.command(description=text.commands.CUP_NEW)
    @app_commands.describe(**text.commands.CUP_OPTIONS)
    @app_commands.choices(
        kind=[app_commands.Choice(name=text.tournaments.KINDS[kind], value=kind.value) for kind in TournamentKind],
        pace=[app_commands.Choice(name=text.PACES[pace], value=pace.value) for pace in Pace],
        seeding=[app_commands.Choice(name=text.tournaments.SEEDINGS[how], value=how.value) for how in Seeding],
    )
    @app_commands.autocomplete(rules=rules_choices, format=format_choices)
    async def new(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_NAME],
        start: Typed,
        kind: str = TournamentKind.KNOCK_OUT.value,
        format: app_commands.Range[str, 1, 40] | None = None,
        rules: app_commands.Range[str, 1, 40] | None = None,
        pace: str = Pace.STANDARD.value,
        players: app_commands.Range[int, MIN_SEATS, MAX_SEATS] | None = None,
        advance: app_commands.Range[int, 1, MAX_SEATS - 1] | None = None,
        matches: app_commands.Range[int, 1, MAX_MATCHES] | None = None,
        entry: app_commands.Range[float, 0.0, MOST_CHIPS] = 0.0,
        prizes: Typed | None = None,
        sign_up: Typed | None = None,
        check_in: app_commands.Range[int, 0, LONGEST_CHECK_IN] = 0,
        round: app_commands.Range[int, 0, LONGEST_ROUND] = 0,
        fewest: app_commands.Range[int, MIN_SEATS, MAX_ENTRANTS] | None = None,
        most: app_commands.Range[int, MIN_SEATS, MAX_ENTRANTS] | None = None,
        seeding: str = Seeding.RANDOM.value,
        counts: bool = True,
        help: bool = True,
        role: discord.Role | None = None,
    ) -> None:
        """Announce a tournament in this channel."""
        typed = TypedPlan(
            name=name,
            start=start,
            kind=TournamentKind(kind),
            format=format,
            rules=rules or DEFAULTS.rules_id,
            pace=Pace(pace),
            players=players,
            advance=advance,
            matches=matches,
            entry=entry,
            prizes=prizes,
            sign_up=sign_up,
            check_in=check_in,
            round=round,
            fewest=fewest,
            most=most,
            seeding=Seeding(seeding),
            counted=counts,
            help=help,
            role=None if role is None else role.id,
        )
        await self.answer(interaction, partial(self.flows.tournaments.create, typed=typed))

    @app_commands.command(description=text.commands.CUP_LIST)
    async def list(self, interaction: Interaction) -> None:
        """See which tournaments are open here, and who won the last ones."""
        await self.answer(interaction, self.flows.tournaments.list)

    @tournament_command(text.commands.CUP_SHOW, all_choices)
    async def show(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """See a tournament: its card and its bracket."""
        await self.answer(interaction, partial(self.flows.tournaments.show, typed=tournament))

    @tournament_command(text.commands.CUP_VERIFY, all_choices)
    async def verify(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Check the dice of a tournament."""
        await self.answer(interaction, partial(self.flows.tournaments.verify, typed=tournament))

    # -- taking part --------------------------------------------------------------------------------

    @tournament_command(text.commands.CUP_JOIN)
    async def join(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Sign up for a tournament."""
        await self.answer(interaction, partial(self.flows.tournaments.join, typed=tournament))

    @tournament_command(text.commands.CUP_LEAVE, confirm=text.commands.CONFIRM)
    async def leave(self, interaction: Interaction, tournament: Which | None = None, confirm: bool = False) -> None:
        """Leave a tournament."""
        await self.answer(interaction, partial(self.flows.tournaments.leave, typed=tournament, confirmed=confirm))

    @tournament_command(text.commands.CUP_CHECK_IN)
    async def checkin(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Say that you are there."""
        await self.answer(interaction, partial(self.flows.tournaments.check_in, typed=tournament))

    # -- steering -----------------------------------------------------------------------------------

    @tournament_command(text.commands.CUP_START)
    async def start(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Start a tournament now."""
        await self.answer(interaction, partial(self.flows.tournaments.start, typed=tournament))

    @tournament_command(text.commands.CUP_PAUSE)
    async def pause(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Open no more tables for now."""
        await self.answer(interaction, partial(self.flows.tournaments.pause, typed=tournament))

    @tournament_command(text.commands.CUP_RESUME)
    async def resume(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Go on after a pause."""
        await self.answer(interaction, partial(self.flows.tournaments.resume, typed=tournament))

    @tournament_command(text.commands.CUP_REMOVE, player=text.commands.CUP_WHO)
    async def remove(self, interaction: Interaction, player: discord.User, tournament: Which | None = None) -> None:
        """Take a player out of a tournament."""
        flow = partial(self.flows.tournaments.remove, typed=tournament, who=PlayerId(player.id))
        await self.answer(interaction, flow)

    @tournament_command(text.commands.CUP_CANCEL, confirm=text.commands.CONFIRM)
    async def cancel(self, interaction: Interaction, tournament: Which | None = None, confirm: bool = False) -> None:
        """Call a tournament off."""
        await self.answer(interaction, partial(self.flows.tournaments.cancel, typed=tournament, confirmed=confirm))

    @tournament_command(
        text.commands.CUP_ADVANCE,
        open_choices,
        table=text.commands.CUP_TABLE,
        best=text.commands.CUP_BEST,
        **dict.fromkeys(("second", "third", "fourth", "fifth"), text.commands.CUP_NEXT_BEST),
    )
    async def advance(
        self,
        interaction: Interaction,
        table: app_commands.Range[int, 1, 99_999],
        best: discord.User,
        second: discord.User | None = None,
        third: discord.User | None = None,
        fourth: discord.User | None = None,
        fifth: discord.User | None = None,
        tournament: Which | None = None,
    ) -> None:
        """Decide a table by hand: who goes on."""
        named = [PlayerId(user.id) for user in (best, second, third, fourth, fifth) if user is not None]
        flow = partial(self.flows.tournaments.advance, typed=tournament, table=table, players=named)
        await self.answer(interaction, flow)

    @tournament_command(text.commands.CUP_MOVE)
    async def move(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Let a tournament go on in this channel."""
        await self.answer(interaction, partial(self.flows.tournaments.move, typed=tournament))

    @app_commands.command(description=text.commands.CUP_STAFF)
    @app_commands.describe(role=text.commands.CUP_STAFF_ROLE)
    async def staff(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Name the role that steers tournaments here."""
        await self.answer(interaction, partial(self.flows.tournaments.staff, role=None if role is None else role.id))
