"""Standings, profiles, seasons and history of a server, shown in private and shared on request."""

from collections.abc import Iterator, Mapping
from functools import partial

from bot.codes import Problem
from bot.flows.answer import Answer
from bot.flows.context import Context
from bot.flows.rights import managed_by, server_of
from bot.flows.routes import Route, on
from bot.languages.sentence import reading
from bot.layout import Screen
from bot.rummy.errors import ParseError
from bot.rummy.ids import PlayerId, folded
from bot.rummy.match.match import Terms, courses
from bot.rummy.rules import Rules
from bot.screens.base import escaped
from bot.screens.menus import plain
from bot.screens.standings import (
    MATCHES_A_PAGE,
    STANDINGS_A_PAGE,
    HistoryId,
    HistoryView,
    ProfileId,
    SeasonId,
    StandingsId,
    StandingsView,
    Turn,
    ask_close,
    met,
    profile_alone,
)
from bot.screens.standings import history as history_screen
from bot.screens.standings import profile as profile_screen
from bot.screens.standings import season as season_screen
from bot.screens.standings import standings as standings_screen
from bot.service.errors import ServiceError
from bot.service.review import Reviews
from bot.service.seasons import Seasons
from bot.service.standings import ALL_FORMATS, ALL_TIME, JUDGED, FiguresAlone, Standings
from bot.store.rows.matches import MatchFilter, MatchRow, Season
from bot.text import refusals, review, words
from bot.text import rules as rules_text
from bot.text import standings as standings_text
from bot.text.refusals import UserError

EVERY = "all"
"""The text typed for all seasons, or for all formats."""
TYPED_FOR_ALL_TIME = (EVERY, "alltime")
TYPED_FOR_ALL_FORMATS = ("", EVERY, "allformats")


class StandingsFlow:
    """Answers about standings, profiles, seasons and history."""

    def __init__(self, context: Context, standings: Standings, seasons: Seasons, reviews: Reviews) -> None:
        self._context = context
        self._standings = standings
        self._seasons = seasons
        self._reviews = reviews

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(StandingsId, lambda answer, id, _: self.standings_at(answer, id))
        yield on(HistoryId, lambda answer, id, _: self.history_at(answer, id))
        yield on(ProfileId, lambda answer, id, _: self.profile_at(answer, id))
        yield on(SeasonId, lambda answer, id, _: self.season_at(answer, id))

    # -- what was typed -----------------------------------------------------------------------------

    def formats(self) -> list[str]:
        """Return the courses of all formats that are played here."""
        return self._standings.formats()

    def _course_of(self, typed: str | None) -> str:
        """Return the course of the format that was typed by its course or any name; empty for all formats.

        Raises:
            UserError: there is no such format.
        """
        try:
            return Terms.parse(typed or "").course
        except ParseError:
            word = folded(typed or "")
        if word in TYPED_FOR_ALL_FORMATS:
            return ALL_FORMATS
        offered = [(terms, rules) for rules in self._context.house.rules.values() for terms in courses(rules)]
        for terms, rules in offered:
            if word in map(folded, (terms.course, words.course(terms), words.course(terms, rules))):
                return terms.course
        raise UserError(standings_text.no_such_format(map(standings_text.format_name, self.formats())))

    async def seasons(self, guild: int) -> tuple[Season, ...]:
        """Return all seasons of a server, the newest first."""
        return (await self._seasons.all(guild))[::-1]

    async def _season_typed(self, guild: int, typed: str) -> Season | None:
        """Return a season by its number or name; None for all time."""
        wanted = folded(typed)
        if wanted in TYPED_FOR_ALL_TIME:
            return None
        # A number means the season with that number, even if another season has it as its name.
        for season in sorted(await self.seasons(guild), key=lambda season: str(season.number) != wanted):
            if wanted in (str(season.number), folded(season.name)):
                return season
        raise UserError(standings_text.NO_SUCH_SEASON())

    async def _season(self, guild: int, number: int) -> Season:
        """Return the season of that number.

        Raises:
            UserError: there is none.
        """
        season = await self._seasons.find(guild, number)
        if season is None:
            raise UserError(standings_text.NO_SUCH_SEASON())
        return season

    # -- standings ----------------------------------------------------------------------------------

    async def standings(self, answer: Answer, season: str | None, format: str | None) -> None:
        """Show the first page of the standings that were typed. Without a season, show the one that is running."""
        guild, course = server_of(answer), self._course_of(format)
        found = await (self._season_typed(guild, season) if season is not None else self._seasons.running(guild))
        await self.standings_at(answer, StandingsId(found.number if found else ALL_TIME, course, 0))

    async def standings_at(self, answer: Answer, id: StandingsId) -> None:
        """Show the page that a button leads to."""
        guild, format = server_of(answer), self._course_of(id.format)
        season = await self._season(guild, id.season) if id.season != ALL_TIME else None
        place = await self._standings.place(guild, id.season, format, answer.player)
        page = id.page
        if id.turn is Turn.MINE:
            if place is None:
                raise UserError(standings_text.NO_PLACE())
            page = await self._standings.page_of(guild, id.season, format, answer.player, STANDINGS_A_PAGE) or 0
        if id.turn is Turn.SHARE:
            view = await self._page(guild, season, format, page, None, None)
            with reading(await self._context.readers.of_all(answer)):
                shown = standings_screen(view, share=False)
            await self._share(answer, shown)
        else:
            view = await self._page(guild, season, format, page, answer.player, place)
            in_words = (await self._context.settings.cached(answer.player)).text_only
            await answer.show(standings_screen(view, in_words=in_words, share=answer.may_write()))

    async def _page(
        self, guild: int, season: Season | None, format: str, page: int, me: PlayerId | None, place: int | None
    ) -> StandingsView:
        """Return that page of the standings, or the last one."""
        number = season.number if season else ALL_TIME
        found = await self._standings.page(guild, number, format, page, STANDINGS_A_PAGE)
        return StandingsView(
            season, format, found.page, found.players, found.standings, found.places, me, place, found.scheme
        )

    async def _share(self, answer: Answer, screen: Screen) -> None:
        """Show the screen to all in the channel, if the person may write there."""
        if not answer.may_write():
            raise UserError(standings_text.CANNOT_SHARE())
        if not await answer.share(screen):
            raise UserError(standings_text.NOT_SHARED())

    # -- profiles -----------------------------------------------------------------------------------

    async def profile(self, answer: Answer, player: PlayerId, name: str) -> None:
        """Show a player's numbers here."""
        if answer.guild is None and player != answer.player:
            raise UserError(standings_text.ONLY_OWN())
        in_words = (await self._context.settings.cached(answer.player)).text_only
        share = answer.guild is not None and answer.may_write()
        private = await (self._own(answer) if player == answer.player else self._met(answer, player))
        avoid = player != answer.player
        shown = await self._profile(answer.guild, player, in_words=in_words, share=share, private=private, avoid=avoid)
        await answer.show(shown or plain(private or standings_text.never_played(escaped(name))))

    async def _met(self, answer: Answer, other: PlayerId) -> str:
        """Return the matches of the person who asks with another; empty if there are none."""
        found = await self._standings.head_to_head(server_of(answer), answer.player, other)
        course = partial(_course, rules=await self._context.house.known(answer.guild))
        return "" if found is None else met(found, answer.player, other, course)

    async def _own(self, answer: Answer) -> str:
        """Return what only the person themselves may see: how many matches they finish, and what reviews have found."""
        player, guild = answer.player, answer.guild
        finished = None if guild is None else await self._standings.finished(guild, player)
        told = "" if finished is None else standings_text.finished(finished, JUDGED)
        reviewed = bool((await self._context.settings.cached(player)).reviewed)
        findings = review.findings(await self._reviews.findings(player, review=reviewed))
        return "\n".join(filter(None, (told, findings)))

    async def profile_at(self, answer: Answer, id: ProfileId) -> None:
        """Show a profile, to all if its button says so."""
        if id.word == "show":
            await self.profile(answer, id.player, refusals.UNNAMED_MEMBER())
            return
        with reading(await self._context.readers.of_all(answer)):
            shown = await self._profile(server_of(answer), id.player, share=False)
        if shown is None:
            raise UserError(standings_text.NO_PLACE())
        await self._share(answer, shown)

    async def _profile(
        self,
        guild: int | None,
        player: PlayerId,
        *,
        in_words: bool = False,
        share: bool,
        private: str = "",
        avoid: bool = False,
    ) -> Screen | None:
        """Return a player's numbers among people, or else those against computers; None if there are neither."""
        found = await self._standings.figures(guild, player)
        if found is None:
            return None
        if isinstance(found, FiguresAlone):
            return profile_alone(found, in_words=in_words, share=share, private=private, avoid=avoid)
        return profile_screen(found, in_words=in_words, share=share, private=private, avoid=avoid)

    # -- seasons ------------------------------------------------------------------------------------

    async def season(self, answer: Answer, typed: str | None) -> None:
        """Show the season that was typed, or the newest."""
        guild = server_of(answer)
        newest = next(iter(await self.seasons(guild)), None)
        found = newest if typed is None else await self._season_typed(guild, typed)
        if found is None:
            raise UserError(standings_text.NO_SEASON() if newest is None else standings_text.NO_SUCH_SEASON())
        await self._show_season(answer, found)

    async def season_at(self, answer: Answer, id: SeasonId) -> None:
        """Answer a button of a season."""
        season = await self._season(server_of(answer), id.number)
        match id.word:
            case "close":
                await self._close(answer, season.number)
            case "share":
                with reading(await self._context.readers.of_all(answer)):
                    shown = season_screen(await self._standings.leaders(season), share=False)
                await self._share(answer, shown)
            case _:
                await self._show_season(answer, season)

    async def _show_season(self, answer: Answer, season: Season, note: str | None = None) -> None:
        leaders = await self._standings.leaders(season)
        await answer.show(season_screen(leaders, note, share=answer.may_write()))

    async def start_season(self, answer: Answer, name: str | None) -> None:
        """Begin a season, as staff."""
        guild = managed_by(answer)
        if name is None:
            with reading(await self._context.readers.of_all(answer)):  # the name is stored for all to read
                name = standings_text.season_name(len(await self.seasons(guild)) + 1)
        season = await self._seasons.start(guild, name)
        await self._show_season(answer, season, standings_text.season_started(escaped(season.name)))

    async def close_season(self, answer: Answer, *, confirmed: bool) -> None:
        """Close the running season, as staff. Ask first unless *confirmed*."""
        season = await self._seasons.running(managed_by(answer))
        if season is None:
            raise ServiceError(Problem.NO_SEASON)
        if confirmed:
            await self._close(answer, season.number)
        else:
            await answer.show(ask_close(season))

    async def _close(self, answer: Answer, number: int) -> None:
        """Close this season, and no later one that may have begun since the question."""
        closed = await self._seasons.close(managed_by(answer), number)
        await self._show_season(answer, closed, standings_text.season_closed(escaped(closed.name)))

    # -- what was played ----------------------------------------------------------------------------

    async def history_at(self, answer: Answer, id: HistoryId) -> None:
        """Show the page that a button leads to."""
        await self.history(answer, id.player, id.format, page=id.page)

    async def history(
        self, answer: Answer, player: PlayerId | None, typed: str | None, name: str | None = None, page: int = 0
    ) -> None:
        """Show the matches of the server, of a player or of a format, the newest first.

        In direct messages, show those that the person has played there.
        """
        guild, format = answer.guild, self._course_of(typed)
        if guild is None and player not in (None, answer.player):
            raise UserError(standings_text.ONLY_OWN())
        rules = await self._context.house.known(guild)
        player = answer.player if guild is None else player
        wanted = MatchFilter(guild, player, format or None, answer.player)
        found = await self._standings.history(wanted, page, MATCHES_A_PAGE)
        names = (result.called for one in found.finished for result in one.results if result.player == player)
        view = HistoryView(
            player=player,
            name=None if player is None else next(names, name or refusals.UNNAMED_MEMBER()),
            format=format,
            page=found.page,
            matches=found.matches,
            finished=tuple((one, _course(one.match, rules), _rules_name(one.match, rules)) for one in found.finished),
            chips=found.chips,
        )
        await answer.show(history_screen(view))


def _course(match: MatchRow, rules: Mapping[str, Rules]) -> str:
    """Return the name of the course of a match."""
    return words.course(Terms.parse(match.format), rules.get(match.rules_id))


def _rules_name(match: MatchRow, rules: Mapping[str, Rules]) -> str:
    """Return the name of the rule set of a match, or its id if it no longer exists."""
    found = rules.get(match.rules_id)
    return match.rules_id if found is None else rules_text.name(found)
