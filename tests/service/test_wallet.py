"""Chips of people: accounts opened once, claimed once a day, refused in servers without chips."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.codes import Cause, Problem
from bot.rummy.ids import PlayerId, TableId
from bot.service.errors import ServiceError
from bot.service.wallet import DAILY, LINES, START, ClaimedError, Wallet
from bot.store.rows.ledger import Account, Leg, Movement
from bot.store.store import Store
from tests.service.context import MEMORY

GUILD, ASHA, BEN = 7, PlayerId(101), PlayerId(102)


class Time:
    """A clock that tests move."""

    now = datetime(2026, 1, 1, 23, 59, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    opened = await Store.open(MEMORY)
    yield opened
    await opened.close()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def wallet(store: Store, time: Time) -> Wallet:
    return Wallet(store, time)


async def test_everybody_begins_with_the_same(store: Store, wallet: Wallet) -> None:
    assert [await wallet.balance(GUILD, ASHA) for _ in range(3)] == [START] * 3
    assert await wallet.balance(8, ASHA) == START
    assert await store.ledger.balance(Account.mint(GUILD)) == -START
    (line,) = (await wallet.latest(GUILD, ASHA, 0)).lines
    assert (line.cause, line.amount, line.table) == (Cause.START, START, None)
    assert await store.ledger.faults() == ()


async def test_an_account_is_opened_once_however_many_ask(store: Store, wallet: Wallet) -> None:
    found = await asyncio.gather(*(wallet.balance(GUILD, ASHA) for _ in range(10)))
    assert found == [START] * 10
    assert len(await store.ledger.movements_of(GUILD, ASHA, 99)) == 1


async def test_daily_chips_come_once_a_day(store: Store, wallet: Wallet, time: Time) -> None:
    assert await wallet.daily(GUILD, ASHA) == START + DAILY
    with pytest.raises(ClaimedError) as caught:
        await wallet.daily(GUILD, ASHA)
    assert caught.value.again_at == datetime(2026, 1, 2, tzinfo=UTC)
    assert await wallet.daily(8, ASHA) == START + DAILY, "another server"
    assert await wallet.daily(GUILD, BEN) == START + DAILY, "another person"
    time.now += timedelta(minutes=1)
    assert await wallet.daily(GUILD, ASHA) == START + 2 * DAILY
    assert await wallet.balance(GUILD, ASHA) == START + 2 * DAILY
    assert await store.ledger.faults() == ()


async def test_many_clicks_claim_once(wallet: Wallet) -> None:
    results = await asyncio.gather(*(wallet.daily(GUILD, ASHA) for _ in range(10)), return_exceptions=True)
    assert [type(result) for result in results].count(ClaimedError) == 9
    assert await wallet.balance(GUILD, ASHA) == START + DAILY


async def test_a_stake_is_covered_or_not(wallet: Wallet) -> None:
    await wallet.check_covers(GUILD, ASHA, START)
    with pytest.raises(ServiceError) as caught:
        await wallet.check_covers(GUILD, ASHA, START + 1)
    assert caught.value.problem is Problem.CANNOT_COVER


async def test_movements_are_paged_and_name_their_table(store: Store, wallet: Wallet, time: Time) -> None:
    await wallet.balance(GUILD, ASHA)
    table = TableId("abc123")
    for number in range(LINES):
        legs = Leg(Account.player(GUILD, ASHA), -5), Leg(Account.escrow(GUILD, table), 5)
        await store.ledger.pay(Movement(f"stake {number}", Cause.STAKE, time.now + timedelta(seconds=1), legs))
    first, second = await wallet.latest(GUILD, ASHA, 0), await wallet.latest(GUILD, ASHA, 1)
    assert (len(first.lines), first.more) == (LINES, True)
    assert {line.table for line in first.lines} == {table}
    assert ([line.cause for line in second.lines], second.more) == ([Cause.START], False)
    assert (await wallet.latest(GUILD, ASHA, 99)).lines == ()


@pytest.mark.parametrize(("guild", "problem"), [(None, Problem.NO_SERVER), (GUILD, Problem.CHIPS_OFF)])
async def test_where_there_are_no_chips_nothing_moves(
    store: Store, wallet: Wallet, guild: int | None, problem: Problem
) -> None:
    await store.servers.change(GUILD, chips=False)
    for asked in (
        wallet.balance(guild, ASHA),
        wallet.daily(guild, ASHA),
        wallet.latest(guild, ASHA, 0),
        wallet.check_covers(guild, ASHA, 0),
    ):
        with pytest.raises(ServiceError) as caught:
            await asked
        assert caught.value.problem is problem
    assert await store.ledger.balance(Account.player(GUILD, ASHA)) is None


async def test_one_begins_with_1000_chips_and_gets_100_a_day(wallet: Wallet, time: Time) -> None:
    assert await wallet.balance(GUILD, ASHA) == 1_000_00
    assert await wallet.daily(GUILD, ASHA) == 1_100_00
    time.now += timedelta(days=1)
    assert await wallet.daily(GUILD, ASHA) == 1_200_00
