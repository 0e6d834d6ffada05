"""Tournaments: what people do and what staff steer, from buttons and commands alike."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

import structlog

from bot.codes import Problem
from bot.error_fields import error_fields
from bot.flows.answer import Answer
from bot.flows.context import Context, QuestionError, person
from bot.flows.rights import check_threads, managed_by, playable, server_of
from bot.flows.routes import Route, on
from bot.flows.table_finder import CODE
from bot.flows.tournaments.form import ReadPlan, clock_note
from bot.flows.tournaments.views import seat_of, tournament_view
from bot.languages.error_text import error_sentence
from bot.rummy.ids import PlayerId, TournamentId
from bot.rummy.rules import Rules
from bot.screens.base import date_and_time, relative
from bot.screens.tournaments.brackets import TournamentView, table_title, title
from bot.screens.tournaments.cards import ask_cancel_tournament, ask_leave_tournament, dice_file, link_of, tournament
from bot.screens.tournaments.ids import TournamentButton, TournamentButtonId
from bot.screens.tournaments.lists import Onlooker, TournamentChoices, plays_in, tournaments_here, which_tournament
from bot.service.errors import ServiceError
from bot.service.server_settings import ServerSettingsCache, zone_of
from bot.service.shuffle import UnprovenError
from bot.service.tournaments import proof
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.series import Series
from bot.service.tournaments.service import Tournaments
from bot.service.tournaments.state import TournamentState
from bot.service.words import own_word
from bot.text import endings
from bot.text import tournaments as tournaments_text
from bot.text.refusals import UserError

PAST = 5
"""The number of past tournaments in a list."""

log = structlog.get_logger()


# -- which of several a command may mean --------------------------------------------------------------

Meant = Callable[[TournamentState, PlayerId], bool]


def to_join(state: TournamentState, player: PlayerId) -> bool:
    """Return whether the person may sign up for the tournament."""
    return state.may_join and player not in state.entrants and state.place_in_line(player) is None


def to_leave(state: TournamentState, player: PlayerId) -> bool:
    """Return whether the person is in the tournament or waits for a place."""
    return plays_in(state, player)


def to_start(state: TournamentState, player: PlayerId) -> bool:
    """Return whether the tournament has not begun."""
    return state.status.is_before


def to_steer(state: TournamentState, player: PlayerId) -> bool:
    """Return whether the tournament is being played."""
    return not state.status.is_before


# -- answers ----------------------------------------------------------------------------------------


class TournamentFlow:
    """Answers about tournaments, all of them private. The announcer shows what all see.

    Commands find the tournament that was typed with `find`. Only people who may steer it find one to steer.
    """

    def __init__(
        self,
        context: Context,
        tournaments: Tournaments,
        series: Series,
        servers: ServerSettingsCache,
        rules: Mapping[str, Rules],
        clock: Callable[[], datetime],
    ) -> None:
        self._context = context
        self._tournaments = tournaments
        self._series = series
        self._servers = servers
        self._rules = rules
        self._clock = clock

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(TournamentButtonId, lambda answer, id, _: self.pressed(answer, id))

    # -- which --------------------------------------------------------------------------------------

    async def open_here(self, guild: int) -> tuple[TournamentState, ...]:
        """Return the open tournaments of a server, the oldest first."""
        return await self._tournaments.of_guild(guild)

    async def past_here(self, guild: int) -> tuple[TournamentState, ...]:
        """Return the tournaments that ended last, the newest first."""
        return await self._tournaments.past(guild)

    async def find(
        self,
        answer: Answer,
        typed: str | None,
        *,
        past: bool = False,
        steered: bool = False,
        meant: Meant | None = None,
    ) -> TournamentState:
        """Return the tournament that was typed, by name or code.

        Without a name, return the only open one of this channel or server.

        `past`: if none is open, the one that ended last. `steered`: the person must be allowed to steer it.
        `meant`: of several, those that the person may mean with that command.

        Raises:
            ServiceError: there is none.
            QuestionError: there are several.
            UserError: they may not steer it.
        """
        guild = await self.check_steers(answer) if steered else server_of(answer, tournaments_text.ONLY_SERVERS)
        found = await self.open_here(guild)
        if typed:
            found = tuple(one for one in found if one.plan.name.casefold() == typed.strip().casefold())
            # A name may look like a code.
            if not found and CODE.fullmatch(code := typed.strip().strip("`").lower()):
                return await self._find(answer, TournamentId(code))
        elif past and not found:
            found = (await self.past_here(guild))[:1]
        here = tuple(one for one in found if one.row.channel == answer.parent_channel)
        likely = tuple(one for one in here or found if meant is not None and meant(one, answer.player))
        return _only(likely or here or found, named=bool(typed), steered=steered)

    async def _find(self, answer: Answer, id: TournamentId) -> TournamentState:
        """Return the tournament, if it belongs to this server or the person who asks has signed up for it."""
        state = await self._tournaments.find(id)
        guild = answer.guild
        if state.row.guild != guild:
            if guild is not None or not state.concerns(answer.player):
                raise ServiceError(Problem.NO_TOURNAMENT)
            self._context.admission.check_served(answer.player, state.row.guild)
        return state

    async def check_steers(self, answer: Answer) -> int:
        """Return this server, if the person may steer its tournaments.

        Raises:
            UserError: they may not.
        """
        guild = server_of(answer, tournaments_text.ONLY_SERVERS)
        if not await self._steers(answer, guild):
            raise UserError(tournaments_text.STEER_ONLY())
        return guild

    async def _steers(self, answer: Answer, guild: int) -> bool:
        return answer.may_steer((await self._servers.find(guild)).tournament_role)

    # -- looking ------------------------------------------------------------------------------------

    async def list(self, answer: Answer) -> None:
        """Show the tournaments of the server, to choose one."""
        guild = server_of(answer, tournaments_text.ONLY_SERVERS)
        running = [TournamentView(state) for state in await self.open_here(guild)]
        past = [TournamentView(state) for state in (await self.past_here(guild))[:PAST]]
        channels = {view.state.row.channel for view in running}
        unknown = {channel for channel in channels if not await answer.knows_channel(channel)}
        gone = frozenset(view.state.id for view in running if view.state.row.channel in unknown)
        series, steers = await self._series.of_guild(guild), await self._steers(answer, guild)
        await answer.show(tournaments_here(TournamentChoices(answer.player, running, past, series, gone, steers)))

    async def show(self, answer: Answer, state: TournamentState, page: int = 0, note: str | None = None) -> None:
        """Show a tournament and how it stands."""
        in_words = (await self._context.settings.cached(answer.player)).text_only
        view = await tournament_view(state, self._context.tables)
        if note is None and not state.status.is_over and not await answer.knows_channel(state.row.channel):
            note = tournaments_text.CHANNEL_LOST()
        steers = answer.guild is not None and await self._steers(answer, answer.guild)
        by, series = Onlooker(answer.player, answer.guild is not None, steers), await self._series.of(state)
        await answer.show(tournament(view, page, note, by=by, series=series, in_words=in_words))

    async def show_result(self, answer: Answer, state: TournamentState, sentence: str) -> None:
        """Answer with that sentence. Show it above the tournament's details if the person pressed a button there."""
        if answer.edits:
            await self.show(answer, state, note=sentence)
        else:
            await self._context.say(answer, sentence)

    async def _mine(self, answer: Answer, state: TournamentState) -> None:
        """Show the player the table at which they play now."""
        table = seat_of(state, answer.player)
        view = await tournament_view(state, self._context.tables)
        link = link_of(view, table.number) if table is not None else ""
        if table is None or not link:
            raise UserError(tournaments_text.NOT_AT_TABLE())
        await self._context.say(answer, tournaments_text.my_table(table_title(table), link))

    async def verify(self, answer: Answer, state: TournamentState) -> None:
        """Check the dice of a tournament that is over."""
        if not state.status.is_over:
            raise UserError(tournaments_text.STILL_OPEN())
        if state.progress.bracket is None:
            raise UserError(tournaments_text.NOTHING_DRAWN())
        try:
            await answer.show(dice_file(state, proof.verify(state)))
        except UnprovenError as error:
            log.error("unproven", tournament=state.id, **error_fields(error))
            raise UserError(endings.not_as_promised(error_sentence(error))) from None

    # -- taking part --------------------------------------------------------------------------------

    async def pressed(self, answer: Answer, id: TournamentButtonId) -> None:
        """Answer a button of a tournament."""
        state = await self._find(answer, id.tournament)
        match id.word:
            case TournamentButton.JOIN:
                await self.join(answer, state)
            case TournamentButton.LEAVE:
                await self.leave(answer, state)
            case TournamentButton.QUIT:
                await self.leave(answer, state, confirmed=True)
            case TournamentButton.CHECK_IN:
                await self.check_in(answer, state)
            case TournamentButton.SHOW:
                await self.show(answer, state, id.page)
            case TournamentButton.MINE:
                await self._mine(answer, state)
            case TournamentButton.VERIFY:
                await self.verify(answer, state)
            case TournamentButton.CANCEL:
                await self.check_steers(answer)
                await self.cancel(answer, state, confirmed=True)
            case TournamentButton.ASK_CANCEL:
                await self.check_steers(answer)
                await self.cancel(answer, state, confirmed=False)
            case TournamentButton.RESUME:
                await self.check_steers(answer)
                await self.resume(answer, state)
            case TournamentButton.WAIT:
                await self.check_steers(answer)
                await answer.accept()
                await answer.remove()

    async def join(self, answer: Answer, state: TournamentState, word: str | None = None) -> None:
        """Sign up for the tournament. `word`: what the person adds to its shuffle, as typed."""
        own = None if word is None else own_word(word)
        state = await self._tournaments.join(state.id, person(answer), answer.id, own)
        if (place := state.place_in_line(answer.player)) is not None:
            entry, channel = state.plan.entry, f"<#{state.row.channel}>"
            await self.show_result(answer, state, tournaments_text.waits(title(state), place, entry, channel))
            return
        when = relative(state.starts_at)
        await self.show_result(answer, state, tournaments_text.joined(title(state), state.plan.entry, when))

    async def leave(self, answer: Answer, state: TournamentState, *, confirmed: bool = False) -> None:
        """Leave the tournament. While it is being played, ask first unless *confirmed*."""
        runs = not (state.status.is_before or state.status.is_over)
        if runs and not confirmed and answer.player in state.entrants:
            await answer.show(ask_leave_tournament(state))
            return
        before, waited = state.status.is_before, state.place_in_line(answer.player) is not None
        state = await self._tournaments.leave(state.id, answer.player, answer.id)
        left = tournaments_text.left(title(state), state.plan.entry, before=before)
        said = tournaments_text.waits_no_longer(title(state)) if waited else left
        await self.show_result(answer, state, said)

    async def check_in(self, answer: Answer, state: TournamentState) -> None:
        """Check in to the tournament."""
        state = await self._tournaments.check_in(state.id, answer.player, answer.id)
        await self.show_result(answer, state, tournaments_text.checked_in(title(state)))
        if not answer.edits_direct_message:
            # This answer becomes their hand at the first table.
            await self._context.open_screens.remember(answer, state.id, 0, None)

    # -- steering -----------------------------------------------------------------------------------

    async def create(self, answer: Answer, read: ReadPlan, times: Iterable[str]) -> None:
        """Announce a tournament in this channel. `times` are those in the text, as they were typed."""
        guild = await self.check_steers(answer)
        place = await answer.place(answer.channel)
        channel = playable(place)
        await check_threads(answer, place)
        zone = zone_of(await self._servers.find(guild))
        now = self._clock().astimezone(zone)
        plan = read(self._rules, now)
        check_role(answer, plan)
        state = await self._tournaments.create(person(answer), guild, channel, plan, answer.id)
        card = await self._context.places.link(state)
        when = f"{date_and_time(state.starts_at)}, {relative(state.starts_at)}"
        said = tournaments_text.created(title(state), card or f"<#{channel}>", when, zone.key)
        notes = filter(None, [clock_note(typed, now) for typed in times])
        await self._context.say(answer, "\n".join([said, *notes]))

    async def start(self, answer: Answer, state: TournamentState) -> None:
        """Begin the tournament now."""
        await self._tell(answer, await self._tournaments.start(state.id, answer.player, answer.id))

    async def pause(self, answer: Answer, state: TournamentState) -> None:
        """Pause the tournament: it opens no more tables."""
        await self._tell(answer, await self._tournaments.pause(state.id))

    async def resume(self, answer: Answer, state: TournamentState) -> None:
        """Continue a paused tournament."""
        await self._tell(answer, await self._tournaments.resume(state.id))

    async def _tell(self, answer: Answer, state: TournamentState) -> None:
        await self._context.say(answer, tournaments_text.steered(title(state), state.status))

    async def remove(self, answer: Answer, state: TournamentState, who: PlayerId) -> None:
        """Remove a player from the tournament."""
        await self._tournaments.remove(state.id, answer.player, who, answer.id)
        await self._context.say(answer, tournaments_text.removed(f"<@{who}>", title(state)))

    async def cancel(self, answer: Answer, state: TournamentState, *, confirmed: bool) -> None:
        """Cancel the tournament. Ask first unless *confirmed*."""
        if confirmed:
            await self._tournaments.cancel(state.id)
            goes_on = await self._series.of(state) is not None
            await self._context.say(answer, tournaments_text.cancelled(title(state), goes_on=goes_on))
        elif state.status.is_over:
            raise ServiceError(Problem.TOURNAMENT_OVER)
        else:
            await answer.show(ask_cancel_tournament(state))

    async def advance(self, answer: Answer, state: TournamentState, table: int, players: Sequence[PlayerId]) -> None:
        """Decide a table by hand."""
        await self._tournaments.advance(state.id, answer.player, table, players)
        await self._context.say(answer, tournaments_text.advanced(table, [f"<@{player}>" for player in players]))

    async def move(self, answer: Answer, state: TournamentState) -> None:
        """Move the tournament to this channel."""
        place = await answer.place(answer.channel)
        channel = playable(place)
        await check_threads(answer, place)
        state = await self._tournaments.move(state.id, channel)
        await self._context.say(answer, tournaments_text.moved(title(state), f"<#{channel}>"))

    async def staff(self, answer: Answer, role: int | None) -> None:
        """Set the role that steers tournaments here. Only people who may manage the server may do so."""
        chosen = await self._servers.change(managed_by(answer), tournament_role=role)
        named = f"<@&{chosen.tournament_role}>" if chosen.tournament_role else None
        await self._context.say(answer, tournaments_text.staff_role(named))


def check_role(answer: Answer, plan: TournamentPlan) -> None:
    """Raise UserError if the person may not give the champions' role by hand.

    So no champion gets a higher role than the staff could give them.
    """
    if plan.champion_role is not None and not answer.may_give(plan.champion_role):
        raise UserError(tournaments_text.BAD_ROLE())


def _only(found: Sequence[TournamentState], *, named: bool, steered: bool) -> TournamentState:
    if not found:
        if named:
            raise ServiceError(Problem.NO_TOURNAMENT)
        raise UserError(tournaments_text.NONE_OPEN())
    if len(found) > 1:
        raise QuestionError(which_tournament(found, steered=steered))
    return found[0]
