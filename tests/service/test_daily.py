"""The deal of the day: the same for everybody, played once, secret until its day is over, and proven then."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, select

from bot.codes import Nearness, OwnEnd, Problem
from bot.rummy.actions import DEALER, Action, CallEnd, Draw, Drop, End, EndCause, Lapse, Leave, Source, Vote
from bot.rummy.cards import Seat
from bot.rummy.entropy import Secrets
from bot.rummy.errors import IllegalAction, ParseError
from bot.rummy.game import game_of
from bot.rummy.ids import Player, PlayerId, TableId
from bot.rummy.match.match import Terms
from bot.rummy.record import Entry, Record, Shuffle
from bot.service.daily import A_PERSON, Daily, DayDeal, day_at, streak
from bot.service.errors import ServiceError
from bot.service.privacy import ERASING
from bot.service.seating_proof import daily_line
from bot.service.shuffle import Dice, UnprovenError, verify
from bot.service.solo import Solo, begun, played
from bot.service.turns import end_of, turns_of
from bot.store.schema import metadata
from bot.store.store import Store
from tests.known import GAMES, load, shipped

T = TypeVar("T")
ANN, BEN = PlayerId(9_000_000_101), PlayerId(9_000_000_102)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TODAY, TOMORROW = date(2026, 11, 21), date(2026, 11, 22)
HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
CLOSED = Draw(Source.CLOSED)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    opened = await Store.open("sqlite+aiosqlite://")
    yield opened
    await opened.close()


def process(store: Store, clock: Clock) -> Daily:
    """Return the deals as a process sees them that has just started."""
    return Daily(store, GAMES, load(), clock)


def chosen(solo: Solo) -> Action:
    """Return the next move of a careful player."""
    return game_of(solo.view.rules).choose(solo.view, 3)


async def acted(daily: Daily, player: PlayerId, *actions: Action, step: int | None = None) -> Solo:
    deal = await daily.deal(daily.today)
    return await daily.tries.act(player, deal.place, deal, step, actions)


async def played_out(store: Store, clock: Clock, player: PlayerId) -> list[Solo]:
    """Return a whole try, each press of it served by another process."""
    daily = process(store, clock)
    found = [await daily.begin(player, await daily.deal(daily.today))]
    while not found[-1].is_over:
        solo = found[-1]
        found.append(await acted(process(store, clock), player, chosen(solo), step=solo.view.step))
    return found


def problem(error: pytest.ExceptionInfo[ServiceError]) -> Problem:
    return error.value.problem


async def test_who_does_the_same_comes_to_the_same(store: Store, clock: Clock) -> None:
    ann, ben = await played_out(store, clock, ANN), await played_out(store, clock, BEN)
    assert [solo.entries for solo in ann] == [solo.entries for solo in ben]
    daily = process(store, clock)
    own, other = await daily.own(ANN, TODAY), await daily.own(BEN, TODAY)
    assert own is not None
    assert other is not None
    assert (own.place, own.streak) == (other.place, other.streak) == (1, 1)
    assert own.result.points == ann[-1].table.match.totals[ann[-1].seat]
    draws = [action for action in ann[-1].own if isinstance(action, Draw)]
    assert own.result.turns == len(draws)
    assert (await daily.table(TODAY, None)).finished == 2
    with pytest.raises(IllegalAction):
        await acted(daily, ANN, CLOSED)


async def test_a_day_is_played_once_whatever_is_pressed_at_the_same_moment(store: Store, clock: Clock) -> None:
    one, two = process(store, clock), process(store, clock)
    deal = await one.deal(TODAY)
    begun_twice = await asyncio.gather(one.begin(ANN, deal), two.begin(ANN, await two.deal(TODAY)))
    assert begun_twice[0] == begun_twice[1]
    both = (acted(daily, ANN, Leave(), step=begun_twice[0].view.step) for daily in (one, two))
    done = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(isinstance(each, Exception) for each in done) == [False, True]
    assert (await one.begin(ANN, deal)).is_over
    assert (await one.table(TODAY, None)).finished == 1


@pytest.mark.parametrize("last", [Drop(), Leave()], ids=str)
async def test_who_drops_or_leaves_has_those_points(store: Store, clock: Clock, last: Action) -> None:
    daily = process(store, clock)
    await daily.begin(ANN, await daily.deal(TODAY))
    solo = await acted(daily, ANN, last)
    assert solo.is_over
    assert end_of(solo) is OwnEnd.DROPPED
    own = await process(store, clock).own(ANN, TODAY)
    assert own is not None
    assert (own.result.points, own.result.turns) == (20, 0)


async def test_fewer_points_are_better_then_fewer_turns_and_equal_ones_share(store: Store, clock: Clock) -> None:
    daily = process(store, clock)
    deal = await daily.deal(TODAY)
    people = [PlayerId(9_000_000_200 + i) for i in range(4)]
    for player in people:
        solo = await daily.begin(player, deal)
        if player != people[0]:
            while not solo.is_over:
                lasts = player == people[3]
                solo = await acted(daily, player, chosen(solo) if lasts else Leave())
        else:
            await acted(daily, player, Draw(Source.CLOSED))
            await acted(daily, player, Leave())
    places = []
    for player in people:
        own = await daily.own(player, TODAY)
        assert own is not None
        places.append((own.result.points, own.result.turns, own.place))
    ranked = sorted(places)
    for points, turns, place in places:
        assert place == 1 + sum((p, t) < (points, turns) for p, t, _ in ranked)
    assert places[1] == places[2]


async def test_at_midnight_the_tries_end_without_a_result(store: Store, clock: Clock) -> None:
    daily = process(store, clock)
    deal = await daily.deal(TODAY)
    solo = await daily.begin(ANN, deal)
    clock.now = datetime(2026, 11, 22, tzinfo=UTC) - timedelta(microseconds=1)
    solo = await daily.tries.act(ANN, deal.place, deal, solo.view.step, [CLOSED])
    clock.now += timedelta(microseconds=1)
    with pytest.raises(ServiceError) as late:
        await daily.tries.act(ANN, deal.place, deal, None, [Leave()])
    assert problem(late) is Problem.DAY_OVER
    with pytest.raises(ServiceError) as later:
        await daily.begin(BEN, deal)
    assert problem(later) is Problem.DAY_OVER
    assert await daily.own(ANN, TODAY) is None
    assert await process(store, clock).find(ANN, deal) == solo
    assert (await daily.deal(TOMORROW)).dice != deal.dice


async def test_nobody_ends_a_deal_without_points(store: Store, clock: Clock) -> None:
    daily = process(store, clock)
    solo = await daily.begin(ANN, await daily.deal(TODAY))
    for action in (CallEnd(), Lapse(), End(EndCause.HOST), Vote(agree=True)):
        with pytest.raises(IllegalAction):
            await acted(daily, ANN, action)
    assert await daily.find(ANN, await daily.deal(TODAY)) == solo


async def test_other_days_cannot_be_played(store: Store, clock: Clock) -> None:
    daily = process(store, clock)
    for day, why in ((TOMORROW, Problem.DAY_TO_COME), (TODAY - A_DAY, Problem.DAY_UNPLAYED)):
        with pytest.raises(ServiceError) as refused:
            await daily.deal(day)
        assert problem(refused) is why
    for place in ("daily-2026-02-30", "daily-20261121", "daily-", "lesson-2026-11-21", "daily-2026-W47-6"):
        assert day_at(place) is None
    assert day_at("daily-2026-11-21") == TODAY


async def test_who_has_erased_their_data_does_not_play_again_that_day(store: Store, clock: Clock) -> None:
    await played_out(store, clock, ANN)
    daily = process(store, clock)
    assert await daily.share(TODAY, 5, ANN, "Ann") is not None
    assert await daily.share(TODAY, 5, ANN, "Ann") is None
    assert [line.name for line in (await daily.table(TODAY, 5)).shared] == ["Ann"]
    assert (await store.privacy.erase(ANN, clock(), ERASING)).something
    for _ in range(2):
        again = process(store, clock)
        assert await again.own(ANN, TODAY) is None
        assert (await again.table(TODAY, 5)).shared == ()
        assert await again.has_erased(ANN)
        with pytest.raises(ServiceError) as refused:
            await again.begin(ANN, await again.deal(TODAY))
        assert problem(refused) is Problem.DAY_PLAYED
        await store.privacy.erase(ANN, clock(), ERASING)
    assert str(ANN) not in str(await dump(store))
    clock.now += A_DAY
    assert not (await daily.begin(ANN, await daily.deal(TOMORROW))).is_over
    assert not await daily.has_erased(BEN)


async def test_who_has_not_begun_and_erases_may_play(store: Store, clock: Clock) -> None:
    daily = process(store, clock)
    await store.privacy.erase(ANN, clock(), ERASING)
    assert await daily.begin(ANN, await daily.deal(TODAY))


async def dump(store: Store) -> dict[str, list[str]]:
    """Return all rows as text, by table."""

    def read(connection: Connection) -> dict[str, list[str]]:
        return {table.name: sorted(map(repr, connection.execute(select(table)))) for table in metadata.sorted_tables}

    return await store.database.read(read)


async def test_a_new_key_begins_after_what_was_promised_and_promised_days_have_no_standings(
    store: Store, clock: Clock
) -> None:
    solos = await played_out(store, clock, ANN)
    days = [TODAY + A_DAY * i for i in range(5)]
    promised = [await process(store, clock).commitment(day) for day in days]
    assert await process(store, clock).draw_key() == days[2]
    daily = process(store, clock)
    kept = [await daily.commitment(day) == before for day, before in zip(days, promised, strict=True)]
    assert kept == [True, True, False, False, False]
    assert [await daily.is_ranked(day) for day in days] == [not one for one in kept]
    own, table = await daily.own(ANN, TODAY), await daily.table(TODAY, 5)
    assert own is not None
    assert (own.place, own.streak) == (None, 0)
    assert (table.best, table.shared, table.is_ranked) == (None, (), False)
    clock.now = NOON + A_DAY
    deal = await process(store, clock).deal(TODAY)
    record = await process(store, clock).record(deal, solos[-1], A_PERSON)
    assert record.shuffle is not None
    assert record.shuffle.commitment == promised[0]
    assert len(verify(record)) >= 2


async def test_a_key_drawn_at_midnight_spares_what_another_clock_has_promised(store: Store, clock: Clock) -> None:
    clock.now = datetime(2026, 11, 21, 23, 59, 55, tzinfo=UTC)
    assert await process(store, clock).draw_key() == TODAY + A_DAY * 3
    clock.now = datetime(2026, 11, 22, 0, 0, 1, tzinfo=UTC)
    assert await process(store, clock).draw_key() == TODAY + A_DAY * 3


async def test_days_without_standings_neither_count_nor_break_a_streak(store: Store, clock: Clock) -> None:
    for day in range(5):
        clock.now = NOON + A_DAY * day
        if day == 1:
            await process(store, clock).draw_key()
        if day != 2:  # which has no standings either
            await played_out(store, clock, ANN)
    found = [await process(store, clock).own(ANN, TODAY + A_DAY * day) for day in range(5)]
    assert [None if own is None else (own.streak, own.place) for own in found] == [
        (1, 1),
        (0, None),
        None,
        (2, 1),
        (3, 1),
    ]


def test_days_in_a_row_are_counted_back_from_one() -> None:
    days = [TODAY - A_DAY * back for back in (0, 1, 2, 4, 5)]
    assert [streak(days, TODAY - A_DAY * back) for back in range(6)] == [3, 2, 1, 0, 2, 1]
    assert streak([], TODAY) == 0


# -- what is secret, and what proves it -------------------------------------------------------------


async def test_the_seed_is_promised_a_day_ahead_and_told_only_afterwards(store: Store, clock: Clock) -> None:
    daily = process(store, clock)
    promised = [await daily.commitment(day) for day in (TODAY, TOMORROW)]
    deal = await daily.deal(TODAY)
    solos = await played_out(store, clock, ANN)
    assert promised == [Secrets(deal.dice.seed).commitment, Secrets(await store.daily.seed(TOMORROW)).commitment]
    assert deal.dice.seed not in str(await dump(store)).encode()
    assert deal.dice.seed.hex() not in repr((deal, solos, await daily.own(ANN, TODAY)))
    for moment in (NOON, datetime(2026, 11, 22, tzinfo=UTC), datetime(2026, 11, 22, 0, 0, 9, tzinfo=UTC)):
        clock.now = moment
        for asked in (daily.record(deal, solos[-1], Player(ANN)), daily.best(deal)):
            with pytest.raises(ServiceError) as early:
                await asked
            assert problem(early) is Problem.DAY_RUNNING
    clock.now = datetime(2026, 11, 22, 0, 0, 11, tzinfo=UTC)
    best = await daily.best(deal)
    assert best == solos[-1]
    record = await daily.record(deal, solos[-1], A_PERSON)
    assert str(ANN) not in str(record)
    assert record.shuffle is not None
    assert record.shuffle.commitment == promised[0]
    assert Record.parse(str(record), GAMES) == record
    assert len(verify(record)) >= 2
    assert verify(await daily.record(deal, solos[-1], Player(ANN)))


@settings(max_examples=10, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_a_view_depends_on_the_seed_by_its_cards_alone(first: bytes, second: bytes) -> None:
    """Two seeds with the same cards look the same: a view holds nothing of the seed itself."""
    rules, order = shipped("circle"), Dice(first, "").shuffled

    class Stacked(Dice):
        def shuffled(self, purpose: str, deal: int, items: Sequence[T]) -> list[T]:
            return order(purpose, deal, items)

    one, other = (begun(DayDeal(TODAY, rules, Stacked(seed, "")), ANN) for seed in (first, second))
    assert repr(one.view) == repr(other.view)
    assert first.hex() not in repr(one)


def finished() -> Record:
    """Return the record of a try, with the seed of its day."""
    deal = DayDeal(TODAY, shipped("circle"), Dice(bytes(range(32)), Shuffle("", b"", (daily_line(TODAY),)).digest))
    solo = begun(deal, ANN)
    while not solo.is_over:
        solo = played(deal, solo, chosen(solo))
    return deal.record(solo, Player(ANN))


def forged(record: Record) -> Iterator[Record]:
    """Yield the record with one forbidden change each."""
    proof = record.shuffle
    assert proof is not None
    yield replace(record, code=TableId("daily-2026-11-22"))
    yield replace(record, code=TableId("abc123"))
    yield replace(record, shuffle=replace(proof, entropy=("daily 2026-11-22",)))
    yield replace(record, code=TableId("daily-2026-11-22"), shuffle=replace(proof, entropy=("daily 2026-11-22",)))
    yield replace(record, shuffle=replace(proof, entropy=(*proof.entropy, f"join {ANN} 1")))
    yield replace(record, shuffle=replace(proof, entropy=(), removed=proof.digest))
    yield replace(record, shuffle=replace(proof, seed=bytes(32)))
    yield replace(record, shuffle=replace(proof, seed=bytes(32), commitment=Secrets(bytes(32)).commitment))
    yield replace(record, players=(Player(ANN), Player(BEN), Player(1, is_computer=True, level=3)))
    yield replace(record, players=record.players[::-1])
    yield replace(record, terms=Terms(stake=100)).counted()
    ended = Entry(DEALER, End(EndCause.STAFF))
    yield replace(record, entries=(*record.entries[:5], ended), figures=()).counted()
    yield replace(record, entries=(*record.entries[:5], Entry(Seat(0), CallEnd())), figures=()).counted()
    person = next(entry.seat for entry in record.entries if entry.seat != DEALER)
    lapsed = tuple(Entry(entry.seat, Lapse()) if entry.seat == person else entry for entry in record.entries[:3])
    yield replace(record, entries=(*lapsed, *record.entries[3:]), figures=())


def test_a_record_of_a_day_that_says_anything_else_fails() -> None:
    record = finished()
    assert verify(record)
    for fake in forged(record):
        with pytest.raises((UnprovenError, ParseError)):
            verify(fake)


# -- turn by turn -----------------------------------------------------------------------------------


async def test_turns_tell_what_was_drawn_and_thrown_and_whether_it_helped(store: Store, clock: Clock) -> None:
    solos = await played_out(store, clock, ANN)
    daily = process(store, clock)
    deal = await daily.deal(TODAY)
    turns = turns_of(deal.opening(Player(ANN)), solos[-1])
    assert len(turns) == sum(isinstance(action, Draw) for action in solos[-1].own)
    missing, seat = [], Seat(solos[-1].seat)
    for solo in solos:
        view = solo.table.view(seat)
        if view.deal is not None and not solo.is_over and view.refusal(CLOSED) is None:
            missing.append(game_of(view.rules).missing(view))
    for turn, before, after in zip(turns, missing, missing[1:], strict=False):
        wanted = Nearness.SAME if before == after else Nearness.NEARER if after < before else Nearness.FURTHER
        assert turn.change is wanted
        assert turn.drawn is not None
        assert turn.thrown is not None
