"""Series: tournaments that announce themselves, each with a shuffle and a pot of its own, as their pattern was."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from bot.rummy.errors import ParseError
from bot.rummy.ids import TournamentId
from bot.service.errors import CorruptError, Problem, ServiceError
from bot.service.shuffle import new_code
from bot.service.tournaments.rhythm import Rhythm, parse_rhythm
from bot.service.tournaments.service import Tournaments
from bot.service.tournaments.state import TournamentState
from bot.store.errors import StaleError
from bot.store.rows.alarms import Alarm
from bot.store.rows.tournaments import SeriesRow
from bot.store.store import Store

MOST_SERIES = 5
"""Series of one server that may go on together."""
LEAD = timedelta(days=1)
"""How long before its start a tournament is announced; later where the one before has not begun by then."""
LATER = timedelta(minutes=5)
"""After which time one that could not be announced is tried again."""

log = structlog.get_logger()


@dataclass(frozen=True)
class OneSeries:
    """A series as it stands."""

    row: SeriesRow
    rhythm: Rhythm
    pattern: TournamentState

    @property
    def first(self) -> datetime:
        """Return its first start, to the minute."""
        return self.pattern.plan.start_at.replace(second=0, microsecond=0)

    def after(self, moment: datetime) -> datetime:
        """Return when a tournament of it starts next, later than that."""
        return self.rhythm.after(moment, self.first)


class Series:
    """All series. Callers check permissions."""

    def __init__(self, store: Store, tournaments: Tournaments, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._tournaments = tournaments
        self._clock = clock

    async def of_guild(self, guild: int) -> tuple[OneSeries, ...]:
        """Return the series of a server, the one that starts next first."""
        return tuple([await self._restored(row) for row in await self._store.series.of_guild(guild)])

    async def of(self, state: TournamentState) -> OneSeries | None:
        """Return the series that a tournament belongs to; None if none, or it was ended."""
        row = await self._store.series.find(state.series)
        return None if row is None else await self._restored(row)

    async def find(self, id: TournamentId) -> OneSeries:
        """Return the series of that pattern.

        Raises:
            ServiceError: there is none.
        """
        row = await self._store.series.find(id)
        if row is None:
            raise ServiceError(Problem.NO_SERIES)
        return await self._restored(row)

    async def _restored(self, row: SeriesRow) -> OneSeries:
        try:
            rhythm = parse_rhythm(row.rhythm)
        except ParseError as error:
            raise CorruptError(f"series {row.id}: {error}") from error
        return OneSeries(row, rhythm, await self._tournaments.find(row.id))

    async def repeat(self, id: TournamentId, rhythm: Rhythm) -> OneSeries:
        """Let a tournament be followed by others like it; where its series goes on already, change its rhythm.

        Raises:
            ServiceError: no such tournament, its sign-up or check-in does not fit between two starts, or the server
                has too many series.
        """
        asked = await self._tournaments.find(id)
        newest, pattern = await self._tournaments.newest_of(asked.series), await self._tournaments.find(asked.series)
        plan = pattern.plan
        ahead = max(plan.start_at - plan.sign_up_until, timedelta(minutes=plan.check_in_minutes))
        if ahead >= min(rhythm.shortest, LEAD):
            raise ServiceError(Problem.TOO_CLOSE)
        before = await self._store.series.find(pattern.id)
        row = before or SeriesRow(pattern.id, pattern.row.guild, "", _new(), plan.start_at, plan.start_at, version=0)
        one = OneSeries(replace(row, rhythm=str(rhythm)), rhythm, pattern)
        row = self._waiting(one, newest, one.after(max(newest.plan.start_at, self._clock())))
        if before is None:
            if not await self._store.series.begin(row, MOST_SERIES):
                raise ServiceError(Problem.TOO_MANY_SERIES)
        elif not await self._store.series.change(row):
            raise ServiceError(Problem.BUSY)
        return replace(one, row=row)

    async def end(self, id: TournamentId) -> None:
        """End the series of that pattern; what it has announced goes on.

        Raises:
            ServiceError: there is none.
        """
        if not await self._store.series.end(id):
            raise ServiceError(Problem.NO_SERIES)

    async def fire(self, alarm: Alarm[TournamentId]) -> None:
        """Announce the next tournament of a series, and wait for the one after it; done twice it does nothing more."""
        row = await self._store.series.find(alarm.of)
        if row is None or row.due != alarm.due:
            return
        one, newest, now = await self._restored(row), await self._tournaments.newest_of(row.id), self._clock()
        if newest.id != row.next:
            # Those whose time passed while nobody was there are passed over, all at once.
            start = row.start_at if row.start_at > now else one.after(now)
            waiting = self._waiting(one, newest, start)
            if waiting.due > now:
                await self._store.series.change(waiting)
                return
            announced = await self._announced(one, newest.row.channel, start)
            if announced is None:
                await self._store.series.change(replace(waiting, due=now + LATER))
                return
            newest = announced
        # Its code is used: this and no other tournament was announced, by this process, another, or before a crash.
        following = self._waiting(one, newest, one.after(newest.plan.start_at))
        await self._store.series.change(replace(following, next=_new()))

    def _waiting(self, one: OneSeries, newest: TournamentState, start: datetime) -> SeriesRow:
        """Return the next version of its row: one that starts then is announced once the newest one has begun."""
        begins = newest.starts_at if newest.status.is_before else self._clock()
        due = max(start - LEAD, begins)
        return replace(one.row, start_at=start, due=due, version=one.row.version + 1)

    async def _announced(self, one: OneSeries, channel: int, start: datetime) -> TournamentState | None:
        """Return the tournament that is announced now; None if it cannot be."""
        code = one.row.next
        try:
            return await self._tournaments.announce_again(one.pattern, code, channel, start)
        except StaleError:
            return await self._tournaments.find(code)
        except ServiceError as error:
            log.warning("not announced", series=one.row.id, tournament=code, problem=error.problem)
            return None


def _new() -> TournamentId:
    return TournamentId(new_code())
