"""Series: tournaments that announce themselves after a pattern, each with its own shuffle and pot."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from bot.codes import Problem
from bot.error_fields import error_fields
from bot.rummy.errors import ParseError
from bot.rummy.ids import TournamentId
from bot.service.errors import CorruptError, ServiceError
from bot.service.shuffle import new_code
from bot.service.tournaments.rhythm import Rhythm, parse_rhythm
from bot.service.tournaments.service import Tournaments
from bot.service.tournaments.state import TournamentState
from bot.store.errors import StaleError
from bot.store.rows.alarms import Alarm
from bot.store.rows.tournaments import SeriesRow
from bot.store.store import Store

MOST_SERIES = 5
"""The most series of one server at once."""
LEAD = timedelta(days=1)
"""The time before its start at which a tournament is announced; later if the one before has not begun by then."""
LATER = timedelta(minutes=5)
"""The delay before a failed announcement is tried again."""

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
        """Return the next start of the series after a moment."""
        return self.rhythm.after(moment, self.first)


class Series:
    """All series. Callers check permissions."""

    def __init__(self, store: Store, tournaments: Tournaments, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._tournaments = tournaments
        self._clock = clock

    async def of_guild(self, guild: int) -> tuple[OneSeries, ...]:
        """Return the series of a server, ordered by their next start. Leave out and log those that cannot be read."""
        found = list[OneSeries]()
        for row in await self._store.series.of_guild(guild):
            try:
                found.append(await self._restored(row))
            except CorruptError as error:
                log.error("row unreadable", table="series", key=row.id, **error_fields(error))
        return tuple(found)

    async def of(self, state: TournamentState) -> OneSeries | None:
        """Return the series of a tournament. Return None if it has none or the series was ended."""
        row = await self._store.series.find(state.series)
        return None if row is None else await self._restored(row)

    async def place_of(self, state: TournamentState) -> int | None:
        """Return the number of a tournament in its series, from 1. Return None if it is in none."""
        place = await self._store.tournaments.place_in_series(state.series, state.row.created_at)
        is_alone = place == 1 and (await self._tournaments.newest_of(state.series)).id == state.id
        return None if is_alone and await self._store.series.find(state.series) is None else place

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
            raise CorruptError(f"series {row.id}", error) from error
        return OneSeries(row, rhythm, await self._tournaments.find(row.id))

    async def repeat(self, id: TournamentId, rhythm: Rhythm) -> OneSeries:
        """Repeat a tournament in a rhythm. If its series goes on already, change the rhythm.

        Raises:
            ServiceError: there is no such tournament, its sign-up or check-in does not fit between two starts, or the
                server has too many series.
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
        """End the series of that pattern. Tournaments that it has announced go on.

        Raises:
            ServiceError: there is none.
        """
        if not await self._store.series.end(id):
            raise ServiceError(Problem.NO_SERIES)

    async def fire(self, alarm: Alarm[TournamentId]) -> None:
        """Announce the next tournament of a series, and set the deadline of the one after it. A second call does
        nothing more.
        """
        row = await self._store.series.find(alarm.of)
        if row is None or row.due != alarm.due:
            return
        one, newest, now = await self._restored(row), await self._tournaments.newest_of(row.id), self._clock()
        if newest.id != row.next:
            # Starts that passed while the bot was away are skipped, all at once.
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
        # Its code is in use: this very tournament was announced, by this process, another one, or before a crash.
        following = self._waiting(one, newest, one.after(newest.plan.start_at))
        await self._store.series.change(replace(following, next=_new()))

    def _waiting(self, one: OneSeries, newest: TournamentState, start: datetime) -> SeriesRow:
        """Return the next version of the row for that start. It is announced once the newest tournament has begun."""
        begins = newest.starts_at if newest.status.is_before else self._clock()
        due = max(start - LEAD, begins)
        return replace(one.row, start_at=start, due=due, version=one.row.version + 1)

    async def _announced(self, one: OneSeries, channel: int, start: datetime) -> TournamentState | None:
        """Return the tournament that is announced now. Return None if it cannot be."""
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
