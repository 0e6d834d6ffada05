"""The deal of the day with a beacon: the first round of the day is part of its cards."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.cli.records import verify_lines
from bot.codes import Problem
from bot.flows.answer import AnswerResult
from bot.rummy.actions import Leave
from bot.rummy.ids import PlayerId
from bot.rummy.record import Record
from bot.service.beacon import ANSWER_SECONDS, first_of
from bot.service.daily import A_PERSON, DAY_WAITS, Daily
from bot.service.errors import ServiceError
from bot.service.processes import SHUFFLE
from bot.service.seating_proof import round_in, round_line
from bot.service.shuffle import UnprovenError, verify
from bot.store.rows.daily import DailyDay
from bot.store.store import Store
from bot.text import daily as daily_text
from bot.text import refusals
from tests.flows.answers import flow_desk
from tests.flows.typed import typed
from tests.known import GAMES, load, shipped
from tests.own_beacon import KEY, OwnBeacon, chain_of, signed
from tests.service.context import ASHA, desk
from tests.service.test_daily import Clock, played_out, problem
from tests.service.test_shuffle import outsider

DAY, ANN = date(2026, 11, 21), PlayerId(9_000_000_101)
MIDNIGHT = datetime(2026, 11, 21, tzinfo=UTC)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.service.daily.PAUSE", 0.0)


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    opened = await Store.open("sqlite+aiosqlite://")
    yield opened
    await opened.close()


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    clock.now = MIDNIGHT
    return clock


def process(store: Store, clock: Clock, beacon: OwnBeacon | None) -> Daily:
    return Daily(store, GAMES, load(), clock, beacon=beacon)


async def refused(daily: Daily) -> Problem:
    with pytest.raises(ServiceError) as refused:
        await daily.deal(DAY)
    return problem(refused)


async def test_the_cards_of_a_day_come_from_its_first_round(store: Store, clock: Clock) -> None:
    own = OwnBeacon()
    daily = process(store, clock, own)
    commitment = await daily.commitment(DAY)
    assert await refused(daily) is Problem.DAY_SOON
    assert not own.asked, "the round is not due yet"
    clock.now += timedelta(seconds=own.chain.period)
    deal = await daily.deal(DAY)
    (number,) = own.asked
    assert MIDNIGHT.timestamp() < own.chain.time_of(number) <= MIDNIGHT.timestamp() + own.chain.period
    lines = (f"daily {DAY}", f"round {number} {own.chain} {signed(number).hex()}")
    assert deal.dice.shuffled("packs", 1, [*range(106)]) == outsider(
        deal.dice.seed, None, lines, "packs", 1, [*range(106)]
    )
    solo = (await played_out(store, clock, ANN))[-1]
    clock.now += timedelta(days=2)
    record = Record.parse(str(await process(store, clock, None).record(deal, solo, A_PERSON)), GAMES)
    assert verify(record)
    assert record.shuffle is not None
    assert (record.shuffle.entropy, record.shuffle.commitment) == (lines, commitment)
    said = daily_text.mixed(round_in(lines[1])).removeprefix("-# ")
    assert said in verify_lines(record, str(record))


@pytest.mark.parametrize("fault", ["first of its day", "has not signed", "not those of a deal"])
async def test_another_round_than_the_first_of_the_day_is_found(store: Store, clock: Clock, fault: str) -> None:
    chain = chain_of()
    number = first_of(chain, DAY)
    other_spelling = str(chain).replace(":1600000000:", ":01600000000:")
    line = {
        "first of its day": round_line(chain, number + 1, signed(number + 1)),
        "has not signed": round_line(chain, number, signed(number, KEY + 1)),
        "not those of a deal": f"round {number} {other_spelling} {signed(number).hex()}",
    }[fault]
    rules = shipped("circle")
    await store.daily.open_day(DailyDay(DAY, rules.id, rules.text(), line))
    daily = process(store, clock, None)
    deal = await daily.deal(DAY)
    await daily.begin(ANN, deal)
    solo = await daily.tries.act(ANN, deal.place, deal, None, (Leave(),))
    clock.now += timedelta(days=2)
    record = await daily.record(deal, solo, A_PERSON)
    with pytest.raises(UnprovenError) as found:
        verify(record)
    assert fault in str(refusals.fault(found.value, GAMES))


async def test_the_first_process_that_stores_a_day_decides_for_all(store: Store, clock: Clock) -> None:
    clock.now += timedelta(seconds=DAY_WAITS + 60)
    away, present = OwnBeacon(), OwnBeacon()
    away.is_away = True
    without = process(store, clock, away)
    assert await refused(without) is Problem.DAY_SOON, "it has just asked"
    clock.now += timedelta(seconds=ANSWER_SECONDS)
    both = await asyncio.gather(without.deal(DAY), process(store, clock, present).deal(DAY))
    assert both[0].round == both[1].round
    assert both[0].dice == both[1].dice == (await process(store, clock, None).deal(DAY)).dice


async def test_beside_a_process_of_an_older_version_a_day_has_no_round() -> None:
    async with desk(beacon=OwnBeacon()) as d:
        d.now = MIDNIGHT + timedelta(minutes=1)
        d.process.shuffle = 1
        assert (await d.daily.deal(DAY)).round is None
        d.process.shuffle = SHUFFLE
        assert (await d.daily.deal(DAY)).round is None, "that is decided"
        d.now += timedelta(days=1)
        assert (await d.daily.deal(DAY + timedelta(days=1))).round


async def test_a_day_whose_round_does_not_come_waits_and_says_that_it_has_none() -> None:
    own = OwnBeacon()
    own.is_away = True
    async with flow_desk(beacon=own) as bot:
        bot.services.now = MIDNIGHT + timedelta(seconds=DAY_WAITS - 1)
        for _ in range(2):
            early = await typed(bot, ASHA, "daily")
            assert (early.outcome, early.text) == (AnswerResult.REFUSED, refusals.PROBLEMS[Problem.DAY_SOON]())
            bot.services.now += timedelta(seconds=1)
        bot.services.now += timedelta(seconds=ANSWER_SECONDS)
        assert daily_text.mixed(None) in (await typed(bot, ASHA, "daily")).text
        own.is_away = False
        assert daily_text.mixed(None) in (await typed(bot, ASHA, "daily")).text, "that is decided"
        bot.services.now += timedelta(days=1)
        line = round_line(own.chain, first_of(own.chain, DAY + timedelta(days=1)), b"")
        assert daily_text.mixed(round_in(line + "0" * 96)) in (await typed(bot, ASHA, "daily")).text
