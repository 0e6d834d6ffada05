"""Series of tournaments: each start once, whatever clocks, restarts and staff do, with a shuffle and a pot apart."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codes import Cancellation, Day, Problem, TournamentStatus
from bot.rummy.errors import ParseError
from bot.rummy.ids import TournamentId
from bot.service.errors import ServiceError
from bot.service.tournaments import proof
from bot.service.tournaments.rhythm import MOST_HOURS, Hourly, Rhythm, Weekly, parse_rhythm
from bot.service.tournaments.state import TournamentState
from bot.store.rows.alarms import AlarmKind
from tests.service.context import Context, desk
from tests.service.tournaments import BEGIN, CHANNEL, GUILD, PLAN, STAFF, START, announced, chips, people, played_out

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
DAILY = Weekly(frozenset(Day))
PAIR = replace(PLAN, table_size=2, advance=1)
BERLIN, KOLKATA, APIA = "Europe/Berlin", "Asia/Kolkata", "Pacific/Apia"

RHYTHMS: st.SearchStrategy[Rhythm] = st.one_of(
    st.builds(Hourly, st.integers(1, MOST_HOURS)),
    st.builds(Weekly, st.frozensets(st.sampled_from(Day), min_size=1), st.sampled_from(["UTC", BERLIN, KOLKATA, APIA])),
)
MOMENTS = st.datetimes(datetime(2011, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)).map(
    lambda moment: moment.replace(second=0, microsecond=0)
)

# -- when -------------------------------------------------------------------------------------------


@given(RHYTHMS)
def test_a_rhythm_is_text_both_ways(rhythm: Rhythm) -> None:
    assert parse_rhythm(str(rhythm)) == rhythm


@pytest.mark.parametrize(
    "text", ["", "h", "0h", "169h", "-1h", "1h UTC", "mon", "mon Nowhere/City", "xyz UTC", "mon ../x"]
)
def test_other_texts_are_no_rhythm(text: str) -> None:
    with pytest.raises(ParseError):
        parse_rhythm(text)


@given(RHYTHMS, MOMENTS, st.timedeltas(timedelta(), timedelta(days=800)))
def test_the_next_start_is_later_and_the_earliest_and_none_lies_between(
    rhythm: Rhythm, first: datetime, since: timedelta
) -> None:
    moment = first + since
    start = rhythm.after(moment, first)
    assert moment < start <= moment + timedelta(days=9)
    assert rhythm.after(start - timedelta(microseconds=1), first) == start
    assert rhythm.after(start, first) - start >= rhythm.shortest


def starts(rhythm: Rhythm, first: datetime, count: int) -> list[datetime]:
    found = [first]
    while len(found) < count:
        found.append(rhythm.after(found[-1], first))
    return found


@pytest.mark.parametrize("month", [3, 10])
@pytest.mark.parametrize("clock", [(2, 30), (20, 30), (0, 0)])
def test_when_clocks_change_each_day_has_one_start_at_its_time(month: int, clock: tuple[int, int]) -> None:
    zone = ZoneInfo(BERLIN)
    first = datetime(2026, month, 20, *clock, tzinfo=zone).astimezone(UTC)
    local = [start.astimezone(zone) for start in starts(Weekly(frozenset(Day), BERLIN), first, 15)]
    assert [one.day for one in local] == [*range(20, 32), *range(1, 4)][:15]
    late = [one for one in local if (one.hour, one.minute) != clock]
    # Half past two does not exist on the night on which clocks go forward: it is an hour later then.
    assert [(one.day, one.hour, one.minute) for one in late] == (
        [(29, 3, 30)] if (month, clock) == (3, (2, 30)) else []
    )


def test_a_series_that_began_in_the_hour_that_comes_twice_starts_once_that_night() -> None:
    zone = ZoneInfo(BERLIN)
    first = datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=zone).astimezone(UTC)
    daily = Weekly(frozenset(Day), BERLIN)
    assert [start.astimezone(zone).day for start in starts(daily, first, 3)] == [25, 26, 27]


def test_a_day_that_a_zone_left_out_has_no_start_of_its_own() -> None:
    zone = ZoneInfo(APIA)
    first = datetime(2011, 12, 28, 20, 30, tzinfo=zone).astimezone(UTC)
    days = [start.astimezone(zone).day for start in starts(Weekly(frozenset(Day), APIA), first, 5)]
    assert days == [28, 29, 31, 1, 2]


def test_hours_are_hours_whatever_clocks_show() -> None:
    first = datetime(2026, 3, 28, 20, tzinfo=UTC)
    assert starts(Hourly(6), first, 4) == [first + 6 * number * HOUR for number in range(4)]


def test_chosen_weekdays_alone() -> None:
    zone = ZoneInfo(KOLKATA)
    first = datetime(2026, 1, 5, 0, 30, tzinfo=zone).astimezone(UTC)  # a Monday there, a Sunday in UTC
    found = starts(Weekly(frozenset({Day.MON, Day.FRI}), KOLKATA), first, 4)
    assert [f"{start.astimezone(zone):%a %H:%M}" for start in found] == ["Mon 00:30", "Fri 00:30"] * 2


# -- what is announced ------------------------------------------------------------------------------


async def all_of(d: Context) -> list[TournamentState]:
    """Return all tournaments of the server, by their starts."""
    found = (*await d.tournaments.of_guild(GUILD), *await d.tournaments.past(GUILD, 100))
    return sorted(found, key=lambda state: state.plan.start_at)


def hours(states: list[TournamentState]) -> list[float]:
    """Return their starts, in hours after the first."""
    return [(state.plan.start_at - START) / HOUR for state in states]


async def test_rounds_follow_each_other_and_one_with_too_few_is_cancelled() -> None:
    async with desk() as d:
        first = await announced(d, PAIR)
        await d.series.repeat(first.id, Hourly(6))
        for number in range(3):
            newest = (await all_of(d))[-1]
            assert newest.status is TournamentStatus.SIGN_UP
            if number != 1:
                for person in people(2):
                    await d.tournaments.join(newest.id, person, d.press())
            await d.later((newest.plan.start_at - d.now) / timedelta(seconds=1))
            if number != 1:
                assert (await d.tournaments.find(newest.id)).status is TournamentStatus.RUNNING
                await played_out(d, newest.id)
        found = await all_of(d)
        assert hours(found) == [0, 6, 12, 18]
        assert [state.status.value for state in found] == ["finished", "cancelled", "finished", "sign_up"]
        assert found[1].progress.ending is Cancellation.TOO_FEW
        assert {state.series for state in found} == {first.id}
        assert [await d.series.place_of(state) for state in found] == [1, 2, 3, 4]
        await d.series.end(first.id)
        assert [await d.series.place_of(state) for state in found] == [1, 2, 3, 4]


async def test_each_has_a_shuffle_and_a_pot_of_its_own() -> None:
    async with desk() as d:
        first = await announced(d, PAIR, 2)
        await d.series.repeat(first.id, Hourly(6))
        await d.later(2 * 3600)
        await played_out(d, first.id)
        (second,) = await d.tournaments.of_guild(GUILD)
        assert second.row.seed != first.row.seed
        assert second.row.commitment == second.row.secrets.commitment != first.row.commitment
        assert (second.pot, second.entropy, second.progress.entrants) == (0, (), ())
        for person in people(3)[1:]:
            await d.tournaments.join(second.id, person, d.press())
        await d.later(6 * 3600)
        ended = await played_out(d, second.id)
        assert ended.pot == 2 * PLAN.entry
        assert [await chips(d, one.id) for one in people(3)] != [1_000_00] * 3
        assert await d.store.ledger.faults() == ()
        for id in (first.id, second.id):
            assert "seated 2" in proof.verify(await d.tournaments.find(id))


async def test_sign_up_opens_a_day_ahead_and_not_before_the_last_has_begun() -> None:
    async with desk() as d:
        first = await announced(d, PAIR)
        one = await d.series.repeat(first.id, Weekly(frozenset({Day.THU})))  # the first of January 2026
        assert (one.row.start_at, one.row.due) == (START + 7 * DAY, START + 6 * DAY)
        await d.later(5 * 24 * 3600)
        assert await d.tournaments.of_guild(GUILD) == ()
        await d.later(2 * 24 * 3600)
        (second,) = await d.tournaments.of_guild(GUILD)
        assert (second.row.created_at, second.plan.start_at) == (START + 6 * DAY, START + 7 * DAY)
        daily = await d.series.repeat(second.id, DAILY)
        assert (daily.row.id, daily.row.start_at, daily.row.due) == (first.id, START + 8 * DAY, START + 7 * DAY)
        assert len(await d.series.of_guild(GUILD)) == 1


async def test_it_is_played_as_its_pattern_was_where_that_moved_to() -> None:
    async with desk() as d:
        plan = replace(PAIR, sign_up_until=START - HOUR / 2, check_in_minutes=20, champion_role=7)
        first = await announced(d, plan)
        await d.tournaments.move(first.id, 77)
        await d.series.repeat(first.id, DAILY)
        await d.later(3 * 3600)
        (second,) = await d.tournaments.of_guild(GUILD)
        assert second.plan == replace(plan, start_at=START + DAY, sign_up_until=START + DAY - HOUR / 2)
        assert (second.row.channel, second.row.host, second.rules) == (77, STAFF.id, first.rules)
        assert {alarm.kind for alarm in second.alarms} >= {AlarmKind.SIGN_UP, AlarmKind.CHECK_IN, AlarmKind.START}


@pytest.mark.parametrize("away", [1, 5, 31.99, 24 * 40])
@pytest.mark.parametrize("every", [1, 6, 24])
async def test_a_gap_neither_skips_nor_doubles_and_floods_nothing(tmp_path: Path, away: float, every: int) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    async with desk(url) as d:
        await d.beats.connected()
        await d.series.repeat((await announced(d, PAIR)).id, Hourly(every))
        await d.later(1.5 * 3600)
        await d.store.alarms.beat("one", d.now)
        before = len(await all_of(d))
        now = d.now + away * HOUR
    async with desk(url, "two") as d:
        d.now = now
        await d.beats.connected()
        await d.later(1)
        assert len(await all_of(d)) <= before + 2
        await d.later(4 * every * 3600)
        found = await all_of(d)
        planned = [state.plan.start_at for state in found]
        assert len(set(planned)) == len(planned), "none twice"
        assert {hour % every for hour in hours(found)} == {0}
        back = [state for state in found if state.plan.start_at > now + every * HOUR]
        steps = {later.plan.start_at - earlier.plan.start_at for earlier, later in pairwise(back)}
        assert steps == {every * HOUR}, "none left out"
        ahead = [state for state in found if state.status.is_before]
        assert len(ahead) == 1
        assert ahead[0].starts_at == ahead[0].plan.start_at


async def test_two_processes_and_a_crash_between_announce_each_once(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    async with desk(url) as one, desk(url, "two") as two:
        first = await announced(one, PAIR)
        await one.series.repeat(first.id, Hourly(3))
        for number in range(1, 6):
            one.now = two.now = START + 3 * (number - 1) * HOUR
            (alarm,) = await one.store.series.due(one.now)
            before = await one.store.series.find(first.id)
            assert before is not None
            await asyncio.gather(one.series.fire(alarm), two.series.fire(alarm), one.series.fire(alarm))
            assert hours(await all_of(one)) == [3.0 * n for n in range(number + 1)]
            # It was announced, and the process died before it noted that.
            after = await one.store.series.find(first.id)
            assert after is not None
            assert await one.store.series.change(replace(before, version=after.version + 1))
            await two.series.fire(alarm)
            assert len(await all_of(one)) == number + 1
            await one.alarms.fire_due()


async def test_one_announced_late_lets_people_sign_up_until_its_start() -> None:
    async with desk() as d:
        plan = replace(PAIR, sign_up_until=START - HOUR / 2, check_in_minutes=30)
        await d.series.repeat((await announced(d, plan)).id, Hourly(6))
        d.now = START + 11.9 * HOUR  # frozen, without a beat: its start at hour 6 has passed
        await d.alarms.fire_due()
        await d.alarms.fire_due()
        (late,) = await d.tournaments.of_guild(GUILD)
        assert late.plan.start_at == late.plan.sign_up_until == START + 12 * HOUR
        await d.tournaments.join(late.id, people(1)[0], d.press())
        assert hours(await all_of(d)) == [0, 12]


async def test_what_cannot_be_announced_is_tried_again_and_the_series_goes_on() -> None:
    async with desk() as d:
        await d.series.repeat((await announced(d, PAIR)).id, Hourly(6))
        await d.store.servers.change(GUILD, chips=False)
        await d.later(3 * 3600)
        assert await d.tournaments.of_guild(GUILD) == ()
        await d.store.servers.change(GUILD, chips=True)
        await d.later(400)
        (second,) = await d.tournaments.of_guild(GUILD)
        assert hours([second]) == [6]
        for number in range(9):
            await announced(d, PAIR, start_at=BEGIN + 90 * DAY, sign_up_until=BEGIN + 80 * DAY, name=f"Cup {number}")
        await d.later(6 * 3600)
        await d.tournaments.cancel((await d.tournaments.of_guild(GUILD))[0].id)
        await d.later(12 * 3600)
        assert hours([one for one in await all_of(d) if one.plan.name == PLAN.name])[:4] == [0, 6, 12, 18]


async def test_staff_end_a_series_and_what_it_announced_goes_on() -> None:
    async with desk() as d:
        first = await announced(d, PAIR)
        await d.series.repeat(first.id, DAILY)
        await d.later(3 * 3600)
        await d.series.end(first.id)
        for refused in (d.series.end(first.id), d.series.find(first.id)):
            with pytest.raises(ServiceError, match=Problem.NO_SERIES):
                await refused
        await d.later(3 * 24 * 3600)
        assert hours(await all_of(d)) == [0, 24]
        again = await d.series.repeat((await all_of(d))[1].id, DAILY)
        assert (again.row.id, again.row.start_at) == (first.id, START + 4 * DAY)
        assert again.pattern.id == first.id


async def test_what_cannot_be_repeated() -> None:
    async with desk() as d:
        with pytest.raises(ServiceError, match=Problem.NO_TOURNAMENT):
            await d.series.repeat(TournamentId("zzzzzz"), DAILY)
        tight = await announced(d, PAIR, check_in_minutes=60)
        with pytest.raises(ServiceError, match=Problem.TOO_CLOSE):
            await d.series.repeat(tight.id, Hourly(1))
        early = await announced(d, PAIR, start_at=START + 3 * DAY, sign_up_until=START + DAY)
        with pytest.raises(ServiceError, match=Problem.TOO_CLOSE):
            await d.series.repeat(early.id, DAILY)
        for number in range(6):
            one = await announced(d, PAIR, name=f"Cup {number}")
            if number < 5:
                await d.series.repeat(one.id, DAILY)
        with pytest.raises(ServiceError, match=Problem.TOO_MANY_SERIES):
            await d.series.repeat(one.id, DAILY)
        assert one.row.channel == CHANNEL


async def test_one_that_was_called_off_does_not_end_its_series() -> None:
    async with desk() as d:
        first = await announced(d, PAIR)
        await d.series.repeat(first.id, Hourly(6))
        await d.tournaments.cancel(first.id)
        await d.later(9 * 3600)
        assert hours(await all_of(d)) == [0, 6, 12]
