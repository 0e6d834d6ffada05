"""Series of tournaments, which staff begin, list and end."""

from collections.abc import Iterator

from bot.codes import Problem
from bot.flows.answer import Answer, Press
from bot.flows.context import Context, QuestionError
from bot.flows.routes import Route, on
from bot.flows.table_finder import CODE
from bot.flows.tournaments.flow import TournamentFlow, check_role
from bot.flows.tournaments.form import rhythm_note, typed_rhythm
from bot.screens.tournaments.brackets import title
from bot.screens.tournaments.ids import SeriesId, SeriesWord, TournamentsId, TournamentsWord
from bot.screens.tournaments.series import all_series, ask_end_series, ask_how_often, repeated
from bot.service.errors import ServiceError
from bot.service.server_settings import ServerSettingsCache, zone_of
from bot.service.tournaments.series import OneSeries, Series
from bot.service.tournaments.state import TournamentState
from bot.text import tournaments as tournaments_text


class SeriesFlow:
    """Answers about series, for people who steer the tournaments of a server."""

    def __init__(
        self, context: Context, tournaments: TournamentFlow, series: Series, servers: ServerSettingsCache
    ) -> None:
        self._context = context
        self._tournaments = tournaments
        self._series = series
        self._servers = servers

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow, including the lists of tournaments and of series, which lead to each other."""
        yield on(SeriesId, lambda answer, id, press: self.pressed(answer, id, press.values))
        yield on(TournamentsId, self._listed)

    async def _listed(self, answer: Answer, id: TournamentsId, press: Press) -> None:
        """Answer a control about all tournaments of a server."""
        match id.word:
            case TournamentsWord.LIST:
                await self._tournaments.list(answer)
            case TournamentsWord.PICK:
                await self._tournaments.show(answer, await self._tournaments.find(answer, press.value))
            case TournamentsWord.SERIES:
                await self.list(answer)
            case TournamentsWord.PICK_SERIES:
                await self.ask_end(answer, press.value)

    async def here(self, guild: int) -> tuple[OneSeries, ...]:
        """Return the series of a server."""
        return await self._series.of_guild(guild)

    async def list(self, answer: Answer) -> None:
        """Show the series of the server."""
        guild = await self._tournaments.check_steers(answer)
        await answer.show(all_series(await self.here(guild)))

    async def pressed(self, answer: Answer, id: SeriesId, values: tuple[str, ...]) -> None:
        """Answer a control about a tournament that is repeated or may be."""
        state = await self._tournaments.find(answer, id.tournament, steered=True)
        match id.word:
            case SeriesWord.REPEAT:
                await answer.show(ask_how_often(state, await self._zone(state)))
            case SeriesWord.HOURS | SeriesWord.DAYS:
                await self.repeat(answer, state, " ".join(values))
            case SeriesWord.END:
                await self._end(answer, await self._series.find(state.series))

    async def repeat(self, answer: Answer, state: TournamentState, often: str) -> None:
        """Repeat a tournament in the rhythm that was typed or chosen."""
        check_role(answer, state.plan)
        one = await self._series.repeat(state.id, typed_rhythm(often, await self._zone(state)))
        note = rhythm_note(one.rhythm, one.first, one.row.start_at)
        await self._tournaments.show_result(answer, state, "\n".join(filter(None, [repeated(one), note])))

    async def _zone(self, state: TournamentState) -> str:
        return zone_of(await self._servers.find(state.row.guild)).key

    async def end(self, answer: Answer, typed: str) -> None:
        """End the series of that name or code, or with a tournament of that code."""
        guild = await self._tournaments.check_steers(answer)
        wanted, series = typed.strip().strip("`").casefold(), await self.here(guild)
        found = [one for one in series if wanted in (one.row.id, one.pattern.plan.name.casefold())]
        if len(found) > 1:
            raise QuestionError(all_series(found))
        if not found and not CODE.fullmatch(wanted):
            raise ServiceError(Problem.NO_SERIES)
        await self._end(answer, found[0] if found else await self._of(answer, wanted))

    async def _of(self, answer: Answer, typed: str) -> OneSeries:
        """Return the series of the tournament that was typed or chosen."""
        state = await self._tournaments.find(answer, typed, steered=True)
        return await self._series.find(state.series)

    async def _end(self, answer: Answer, one: OneSeries) -> None:
        await self._series.end(one.row.id)
        await self._context.say(answer, tournaments_text.series_ended(title(one.pattern)))

    async def ask_end(self, answer: Answer, typed: str) -> None:
        """Ask whether to end the series that was chosen."""
        await answer.show(ask_end_series(await self._of(answer, typed)))
