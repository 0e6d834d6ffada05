"""`/tournament …`: announcing, joining, playing and steering tournaments."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from functools import partial

import discord
from discord import app_commands

from bot.codes import Pace, Seeding
from bot.discord.commands.translations import described, localised
from bot.flows.answer import Answer
from bot.flows.lobby import rules_called, typed_chips, typed_terms
from bot.flows.tournaments.flow import Meant, to_join, to_leave, to_start, to_steer
from bot.flows.tournaments.form import USUAL_MATCHES, USUAL_MOST, USUAL_SEATS, typed_prizes, typed_time
from bot.languages.sentence import Sentence
from bot.rummy.ids import PlayerId
from bot.rummy.rules import Rules
from bot.rummy.tournament.plan import MAX_ENTRANTS, MAX_MATCHES, MAX_SEATS, MIN_SEATS, TournamentKind
from bot.screens.tournaments.series import HOURS_OFFERED, how_often
from bot.service.errors import CorruptError, ServiceError
from bot.service.tournaments.plan import FEWEST, LONGEST_CHECK_IN, LONGEST_NAME, LONGEST_ROUND, TournamentPlan
from bot.service.tournaments.state import TournamentState
from bot.service.words import LONGEST
from bot.store.errors import StoreError
from bot.text import commands, tournaments, words
from cogs.base import Choices, Commands, Decorator, Interaction, Offers, command, commands_of, fitting
from cogs.lobby import DEFAULTS, MOST_CHIPS, format_choices, host_rules_choices

Which = app_commands.Range[str, 1, LONGEST_NAME]
Typed = app_commands.Range[str, 1, 60]
TournamentWork = Callable[[Answer, TournamentState], Awaitable[None]]
ALL_TO_THE_FIRST = "100"
"""Prizes in percent, in the form in which they are typed."""


async def open_choices(interaction: Interaction, current: str) -> Choices:
    """Return the open tournaments of this server."""
    return await _choices(interaction, current)


async def all_choices(interaction: Interaction, current: str) -> Choices:
    """Return the open tournaments of this server, then the finished ones."""
    return await _choices(interaction, current, past=True)


async def _choices(interaction: Interaction, current: str, *, past: bool = False) -> Choices:
    """Return tournaments to choose from; none if they cannot be found out."""
    if interaction.guild_id is None:
        return []
    context = commands_of(interaction).flows.tournaments
    try:
        found = await context.open_here(interaction.guild_id)
        found += await context.past_here(interaction.guild_id) if past else ()
    except (StoreError, CorruptError):
        return []
    named = ((tournaments.choice(one.plan.name, one.id, one.status), one.id) for one in found)
    return fitting(named, current)


async def series_choices(interaction: Interaction, current: str) -> Choices:
    """Return the series of this server; none if they cannot be found out."""
    if interaction.guild_id is None:
        return []
    try:
        found = await commands_of(interaction).flows.series.here(interaction.guild_id)
    except (StoreError, CorruptError, ServiceError):
        return []
    choice = tournaments.series_choice
    named = ((choice(one.pattern.plan.name, how_often(one), one.row.id), one.row.id) for one in found)
    return fitting(named, current)


async def rhythm_choices(interaction: Interaction, current: str) -> Choices:
    """Return rhythms to choose from; other numbers of hours and other days can be typed."""
    hours = ((tournaments.every_hours(number), f"{number} hours") for number in HOURS_OFFERED)
    ways = ((called(), typed) for typed, called in tournaments.WAYS.items())
    days = ((called(), called.text) for called in tournaments.DAYS.values())
    return fitting((*hours, *ways, *days), current, by_value=True)


def tournament_command(about: Sentence, offers: Offers = open_choices, **others: Sentence) -> Decorator:
    """Return a decorator that makes a method a command with a parameter `tournament` that offers tournaments."""
    return command(about, {"tournament": offers}, tournament=commands.ANY_TOURNAMENT, **others)


class TournamentCommands(Commands):
    """The commands for tournaments of a server."""

    async def at(
        self,
        interaction: Interaction,
        typed: str | None,
        flow: TournamentWork,
        *,
        past: bool = False,
        steered: bool = False,
        meant: Meant | None = None,
    ) -> None:
        """Serve a command about a tournament: the one typed, or the only one it can mean, as `TournamentFlow.find`
        finds it.
        """

        async def work(answer: Answer) -> None:
            await flow(
                answer, await self.flows.tournaments.find(answer, typed, past=past, steered=steered, meant=meant)
            )

        await self.answer(interaction, work)

    @app_commands.command(description=localised(commands.TOURNAMENT_NEW))
    @described(**commands.TOURNAMENT_OPTIONS)
    @app_commands.choices(
        kind=[
            app_commands.Choice(name=localised(tournaments.KINDS[kind]), value=kind.value) for kind in TournamentKind
        ],
        pace=[
            app_commands.Choice(name=localised(words.PACES[pace]), value=pace.value)
            for pace in Pace
            if pace is not Pace.NONE
        ],
        seeding=[app_commands.Choice(name=localised(tournaments.SEEDINGS[how]), value=how.value) for how in Seeding],
    )
    @app_commands.autocomplete(rules=host_rules_choices, format=format_choices)
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
        advance: app_commands.Range[int, 1, MAX_SEATS - 1] = 1,
        matches: app_commands.Range[int, 1, MAX_MATCHES] = USUAL_MATCHES,
        entry: app_commands.Range[float, 0.0, MOST_CHIPS] = 0.0,
        prizes: Typed = ALL_TO_THE_FIRST,
        sign_up: Typed | None = None,
        check_in: app_commands.Range[int, 0, LONGEST_CHECK_IN] = 0,
        round: app_commands.Range[int, 0, LONGEST_ROUND] = 0,
        fewest: app_commands.Range[int, MIN_SEATS, MAX_ENTRANTS] = FEWEST,
        most: app_commands.Range[int, MIN_SEATS, MAX_ENTRANTS] = USUAL_MOST,
        seeding: str = Seeding.RANDOM.value,
        counts: bool = True,
        help: bool = True,
        role: discord.Role | None = None,
        computers: app_commands.Range[int, 0, MAX_ENTRANTS - 1] = 0,
        coach: bool = False,
    ) -> None:
        """Announce a tournament in this channel."""

        times = [typed for typed in (start, sign_up) if typed]

        def read(sets: Mapping[str, Rules], now: datetime) -> TournamentPlan:
            chosen, start_at = rules_called(sets, rules or DEFAULTS.rules_id), typed_time(start, now)
            return TournamentPlan(
                name=name,
                start_at=start_at,
                sign_up_until=typed_time(sign_up, now) if sign_up else start_at,
                kind=TournamentKind(kind),
                rules_id=chosen.id,
                terms=typed_terms(chosen, format, 0.0),
                pace=Pace(pace),
                table_size=players or min(USUAL_SEATS, chosen.max_players),
                advance=advance,
                matches=matches,
                entry=typed_chips(entry),
                prizes=typed_prizes(prizes),
                check_in_minutes=check_in,
                fewest=fewest,
                most=most,
                seeding=Seeding(seeding),
                round_minutes=round,
                counted=counts,
                help=help,
                champion_role=None if role is None else role.id,
                computers=computers,
                coach=coach,
            )

        await self.answer(interaction, partial(self.flows.tournaments.create, read=read, times=times))

    @app_commands.command(description=localised(commands.TOURNAMENT_LIST))
    async def list(self, interaction: Interaction) -> None:
        """Show the tournaments that are open here, and the winners of the last ones."""
        await self.answer(interaction, self.flows.tournaments.list)

    @tournament_command(commands.TOURNAMENT_SHOW, all_choices)
    async def show(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Show the card and the bracket of a tournament."""
        await self.at(interaction, tournament, self.flows.tournaments.show, past=True)

    @tournament_command(commands.TOURNAMENT_VERIFY, all_choices)
    async def verify(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Check the dice of a tournament."""
        await self.at(interaction, tournament, self.flows.tournaments.verify, past=True)

    # -- taking part --------------------------------------------------------------------------------

    @tournament_command(commands.TOURNAMENT_JOIN, word=commands.WORD)
    async def join(
        self,
        interaction: Interaction,
        tournament: Which | None = None,
        word: app_commands.Range[str, 1, LONGEST] | None = None,
    ) -> None:
        """Sign up for a tournament."""
        await self.at(interaction, tournament, partial(self.flows.tournaments.join, word=word), meant=to_join)

    @tournament_command(commands.TOURNAMENT_LEAVE, confirm=commands.CONFIRM)
    async def leave(self, interaction: Interaction, tournament: Which | None = None, confirm: bool = False) -> None:
        """Leave a tournament."""
        await self.at(interaction, tournament, partial(self.flows.tournaments.leave, confirmed=confirm), meant=to_leave)

    @tournament_command(commands.TOURNAMENT_CHECK_IN)
    async def checkin(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Check in to a tournament."""
        await self.at(interaction, tournament, self.flows.tournaments.check_in, meant=to_leave)

    # -- steering -----------------------------------------------------------------------------------

    @tournament_command(commands.TOURNAMENT_START)
    async def start(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Start a tournament now."""
        await self.at(interaction, tournament, self.flows.tournaments.start, steered=True, meant=to_start)

    @tournament_command(commands.TOURNAMENT_PAUSE)
    async def pause(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Open no more tables for now."""
        await self.at(interaction, tournament, self.flows.tournaments.pause, steered=True, meant=to_steer)

    @tournament_command(commands.TOURNAMENT_RESUME)
    async def resume(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Go on after a pause."""
        await self.at(interaction, tournament, self.flows.tournaments.resume, steered=True, meant=to_steer)

    @tournament_command(commands.TOURNAMENT_REMOVE, player=commands.TOURNAMENT_WHO)
    async def remove(self, interaction: Interaction, player: discord.User, tournament: Which | None = None) -> None:
        """Take a player out of a tournament."""
        flow = partial(self.flows.tournaments.remove, who=PlayerId(player.id))
        await self.at(interaction, tournament, flow, steered=True)

    @tournament_command(commands.TOURNAMENT_CANCEL, confirm=commands.CONFIRM)
    async def cancel(self, interaction: Interaction, tournament: Which | None = None, confirm: bool = False) -> None:
        """Call a tournament off."""
        flow = partial(self.flows.tournaments.cancel, confirmed=confirm)
        await self.at(interaction, tournament, flow, steered=True)

    @tournament_command(
        commands.TOURNAMENT_ADVANCE,
        open_choices,
        table=commands.TOURNAMENT_TABLE,
        best=commands.TOURNAMENT_BEST,
        **dict.fromkeys(("second", "third", "fourth", "fifth"), commands.TOURNAMENT_NEXT_BEST),
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
        """Decide a table by hand: name the players who advance."""
        named = [PlayerId(user.id) for user in (best, second, third, fourth, fifth) if user is not None]
        flow = partial(self.flows.tournaments.advance, table=table, players=named)
        await self.at(interaction, tournament, flow, steered=True, meant=to_steer)

    @tournament_command(commands.TOURNAMENT_MOVE)
    async def move(self, interaction: Interaction, tournament: Which | None = None) -> None:
        """Continue a tournament in this channel."""
        await self.at(interaction, tournament, self.flows.tournaments.move, steered=True)

    # -- series -------------------------------------------------------------------------------------

    @command(
        commands.TOURNAMENT_REPEAT,
        {"every": rhythm_choices, "tournament": all_choices},
        every=commands.TOURNAMENT_EVERY,
        tournament=commands.ANY_TOURNAMENT,
    )
    async def repeat(self, interaction: Interaction, every: Typed, tournament: Which | None = None) -> None:
        """Repeat a tournament by itself in a rhythm."""
        flow = partial(self.flows.series.repeat, often=every)
        await self.at(interaction, tournament, flow, steered=True, meant=to_start)

    @command(commands.TOURNAMENT_SERIES, {"end": series_choices}, end=commands.TOURNAMENT_END)
    async def series(self, interaction: Interaction, end: Which | None = None) -> None:
        """Show the tournaments that are repeated here, or end a series."""
        flow = self.flows.series.list if end is None else partial(self.flows.series.end, typed=end)
        await self.answer(interaction, flow)

    @command(commands.TOURNAMENT_STAFF, role=commands.TOURNAMENT_STAFF_ROLE)
    async def staff(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Name the role that steers tournaments here."""
        await self.answer(interaction, partial(self.flows.tournaments.staff, role=None if role is None else role.id))
