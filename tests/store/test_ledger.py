"""Chips move by rows that sum to zero; no balance falls below zero, and no movement is written twice."""

import asyncio
from collections import Counter
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text

from bot.codes import Cause, TableStatus
from bot.rummy.ids import PlayerId, TableId
from bot.store.errors import CannotCoverError, RepeatedMovementError, StaleError
from bot.store.rows.ledger import Account, AccountKind, LedgerLine, Movement
from bot.store.rows.settings import ServerSettings
from bot.store.rows.subjects import Change
from bot.store.rows.tables import TableRow
from bot.store.store import Store
from tests.store.samples import ANN, BEN, NOW, OTHER, SECOND, TABLE, change, changed, moved, names, row
from tests.waiting import PATIENCE

GUILD = 1 << 61
MINT, HOUSE, ESCROW = Account.mint(GUILD), Account.house(GUILD), Account.escrow(GUILD, TABLE)
ANNS, BENS = Account.player(GUILD, ANN), Account.player(GUILD, BEN)


def given_to(account: Account, amount: int, ref: str = "") -> Movement:
    ref = ref or f"start {account}"
    return moved(ref, (Account.mint(account.guild), -amount), (account, amount), cause=Cause.START)


def staked(account: Account, amount: int, ref: str = "stake", escrow: Account = ESCROW) -> Movement:
    return moved(ref, (account, -amount), (escrow, amount))


async def balances(store: Store, *accounts: Account) -> list[int | None]:
    return [await store.ledger.balance(account) for account in accounts]


# -- movements ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("legs", [(), ((ANNS, 5),), ((ANNS, -5), (BENS, 6)), ((Account.mint(1), -5), (ANNS, 5))])
def test_a_movement_neither_makes_nor_loses_chips_and_stays_in_its_server(
    legs: tuple[tuple[Account, int], ...],
) -> None:
    with pytest.raises(ValueError, match="movement m"):
        moved("m", *legs)


async def test_a_payment_moves_chips_once_for_all(store: Store) -> None:
    assert await balances(store, ANNS, MINT) == [None, None]
    assert await store.ledger.pay(given_to(ANNS, 1000))
    assert not await store.ledger.pay(given_to(ANNS, 1000))
    assert not await store.ledger.pay(given_to(ANNS, 77))
    assert await balances(store, ANNS, MINT) == [1000, -1000]
    assert await store.ledger.faults() == ()


async def test_payments_that_wait_together_are_entered_one_after_another(store: Store) -> None:
    payments = [
        given_to(ANNS, 100),
        given_to(ANNS, 100),
        staked(ANNS, 60, "a"),
        staked(ANNS, 60, "b"),
        staked(ANNS, 40),
    ]
    results = await asyncio.gather(*map(store.ledger.pay, payments), return_exceptions=True)
    assert [type(result) for result in results] == [bool, bool, bool, CannotCoverError, bool]
    assert results[:3] == [True, False, True]
    assert await balances(store, ANNS, ESCROW) == [0, 100]


async def test_what_an_account_does_not_hold_cannot_be_taken(store: Store) -> None:
    await store.ledger.pay(given_to(ANNS, 100))
    for poor, amount in ((ANNS, 101), (BENS, 1), (HOUSE, 1)):
        with pytest.raises(CannotCoverError) as caught:
            await store.ledger.pay(staked(poor, amount))
        assert caught.value.account == poor
    with pytest.raises(CannotCoverError) as caught:
        await store.ledger.pay(moved("settle", (ESCROW, -1), (ANNS, 1)))
    assert caught.value.account == ESCROW
    assert await balances(store, ANNS, BENS, HOUSE, ESCROW) == [100, None, None, None]
    assert await store.ledger.pay(staked(ANNS, 100))
    assert [*map(str, await store.ledger.faults())] == [
        f"table {TABLE} is not open and still holds 100 hundredths of stakes"
    ]


async def test_servers_have_their_own_accounts(store: Store) -> None:
    elsewhere = Account.player(5, ANN)
    await store.ledger.pay(given_to(ANNS, 100))
    await store.ledger.pay(given_to(elsewhere, 7))
    assert await balances(store, ANNS, elsewhere, Account.mint(5)) == [100, 7, -7]
    assert [line.amount for line in await store.ledger.movements_of(5, ANN)] == [7]


async def test_the_last_movements_come_first_and_by_pages(store: Store) -> None:
    await store.ledger.pay(given_to(ANNS, 1000))
    for number in range(5):
        await store.ledger.pay(
            staked(ANNS, number + 1, f"stake {number}"),
        )
    await store.ledger.pay(moved("rake", (ANNS, -9), (HOUSE, 9), cause=Cause.SETTLE, age=2))
    lines = await store.ledger.movements_of(GUILD, ANN)
    assert len(lines) == 7
    assert lines[0] == LedgerLine(GUILD, "rake", Cause.SETTLE, -9, NOW + 2 * SECOND, None)
    assert LedgerLine(GUILD, "stake 3", Cause.STAKE, -4, NOW, TABLE) in lines
    assert await store.ledger.movements_of(GUILD, ANN, 3, 2) == lines[2:5]
    assert await store.ledger.movements_of(GUILD, ANN, 3, 90) == ()
    assert await store.ledger.movements_of(GUILD, BEN) == ()


# -- changes of tables --------------------------------------------------------------------------------


async def opened(store: Store, *accounts: Account, amount: int = 100) -> None:
    for account in accounts:
        assert await store.ledger.pay(given_to(account, amount))


async def test_a_change_moves_chips_with_it(store: Store) -> None:
    await opened(store, ANNS, BENS)
    await store.tables.commit(change(movements=(staked(ANNS, 80, "stake 1"), staked(BENS, 80, "stake 2"))))
    assert await balances(store, ANNS, BENS, ESCROW) == [20, 20, 160]
    assert await store.ledger.faults() == ()
    settled = moved("settle", (ESCROW, -160), (ANNS, 144), (HOUSE, 16), cause=Cause.SETTLE)
    await store.tables.commit(changed(row(version=2, status=TableStatus.FINISHED), movements=(settled,)))
    assert await balances(store, ANNS, BENS, ESCROW, HOUSE) == [164, 20, 0, 16]
    assert await store.ledger.faults() == ()


async def test_of_a_change_that_cannot_be_covered_nothing_is_written(store: Store) -> None:
    await opened(store, ANNS, BENS)
    with pytest.raises(CannotCoverError) as caught:
        await store.tables.commit(change(movements=(staked(BENS, 80, "stake 1"), staked(ANNS, 101, "stake 2"))))
    assert caught.value.account == ANNS
    assert await store.tables.load(TABLE) is None
    assert await balances(store, ANNS, BENS, ESCROW) == [100, 100, None]
    await store.tables.commit(change(movements=(staked(BENS, 80, "stake 1"), staked(ANNS, 80, "stake 2"))))
    assert await store.ledger.faults() == ()


async def test_the_others_of_a_batch_stand(store: Store) -> None:
    await opened(store, ANNS)
    tables = names(6)
    stakes = [staked(ANNS, 40, f"stake {table}", Account.escrow(GUILD, table)) for table in tables]
    changes = [change(table, movements=(stake,)) for table, stake in zip(tables, stakes, strict=True)]
    changes[1] = change(tables[1])
    follower = change(tables[4], expected=1)
    results = await asyncio.gather(*map(store.tables.commit, [*changes, follower]), return_exceptions=True)
    refused = [type(result) for result in results]
    assert refused == [type(None)] * 3 + [CannotCoverError] * 3 + [StaleError]
    assert [row.id for row in await store.tables.open_rows()] == tables[:3]
    assert await store.ledger.balance(ANNS) == 20
    assert await store.ledger.faults() == ()


async def test_chips_won_in_a_batch_can_be_staked_in_it(store: Store) -> None:
    await opened(store, ANNS)
    await store.tables.commit(change(movements=(staked(ANNS, 100),)))
    back = moved("refund", (ESCROW, -100), (ANNS, 100), cause=Cause.REFUND)
    over = changed(row(version=2, status=TableStatus.VOID), movements=(back,))
    again = change(OTHER, movements=(staked(ANNS, 100, "again", Account.escrow(GUILD, OTHER)),))
    await asyncio.gather(store.tables.commit(over), store.tables.commit(again))
    assert await balances(store, ANNS, ESCROW) == [0, 0]
    assert await store.ledger.faults() == ()


async def test_a_change_that_repeats_a_movement_is_refused(store: Store) -> None:
    await opened(store, ANNS)
    await store.tables.commit(change(movements=(staked(ANNS, 10),)))
    twice = staked(ANNS, 10, "twice")
    for movements in ((staked(ANNS, 10),), (twice, twice)):
        with pytest.raises(RepeatedMovementError):
            await store.tables.commit(change(expected=1, movements=movements))
    results = await asyncio.gather(
        store.tables.commit(change(expected=1, movements=(twice,))),
        store.tables.commit(change(OTHER, movements=(twice,))),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), RepeatedMovementError]
    assert await store.tables.version(TABLE) == 2
    assert await store.tables.load(OTHER) is None
    assert await store.ledger.balance(ANNS) == 80


async def test_a_stale_change_moves_nothing(store: Store) -> None:
    await opened(store, ANNS)
    await store.tables.commit(change())
    with pytest.raises(StaleError):
        await store.tables.commit(change(movements=(staked(ANNS, 10),)))
    assert await balances(store, ANNS, ESCROW) == [100, None]


async def test_a_change_without_movements_costs_no_statement_more(store: Store) -> None:
    await opened(store, ANNS)
    seen: list[str] = []
    engine = store.database.writing.sync
    event.listen(engine, "before_cursor_execute", lambda *args: seen.append(str(args[2])))
    await store.tables.commit(change())
    assert not [statement for statement in seen if "ledger" in statement or "balances" in statement]
    plain = len(seen)
    await store.tables.commit(change(OTHER, movements=(staked(ANNS, 10), staked(ANNS, 20, "more"))))
    assert len(seen) == 2 * plain + 4


async def test_accounts_are_looked_up_by_their_key(sqlite: str) -> None:
    store = await Store.open(sqlite)
    seen: list[tuple[str, Any]] = []
    event.listen(store.database.writing.sync, "before_cursor_execute", lambda *args: seen.append(args[2:4]))
    stakes = (staked(Account.player(guild, ANN), 0, f"stake {guild}", Account.escrow(guild, TABLE)) for guild in (1, 2))
    await store.tables.commit(change(movements=tuple(stakes)))
    (locking,) = (query for query in seen if query[0].startswith("SELECT balances"))
    ask = f"EXPLAIN QUERY PLAN {locking[0]}"
    plan = str(await store.database.writer.submit(lambda connection: connection.exec_driver_sql(ask, locking[1]).all()))
    assert "SCAN" not in plan
    assert "SEARCH balances USING PRIMARY KEY (guild=? AND kind=? AND owner=?)" in plan
    await store.close()


# -- many at once -------------------------------------------------------------------------------------


async def test_two_processes_never_take_more_than_there_is(url: str) -> None:
    stores = [await Store.open(url), await Store.open(url)]
    await stores[0].ledger.pay(given_to(ANNS, 1000))
    stakes = [staked(ANNS, 70, f"stake {number}") for number in range(40)]
    tries = (stores[number % 2].ledger.pay(stake) for number, stake in enumerate(stakes))
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert Counter(map(type, results)) == {bool: 14, CannotCoverError: 26}
    assert await balances(stores[1], ANNS, ESCROW) == [20, 980]
    assert len(await stores[0].ledger.movements_of(GUILD, ANN, 99)) == 15
    for store in stores:
        await store.close()


async def test_two_processes_open_an_account_once(url: str) -> None:
    stores = [await Store.open(url), await Store.open(url)]
    people = [Account.player(GUILD, PlayerId(number)) for number in range(20)]
    paid = await asyncio.gather(*(store.ledger.pay(given_to(account, 9)) for account in people for store in stores))
    assert sum(paid) == 20
    assert await stores[0].ledger.balance(MINT) == -180
    assert await stores[1].ledger.faults() == ()
    for store in stores:
        await store.close()


async def test_two_processes_that_cross_do_not_stop_each_other(url: str) -> None:
    stores = [await Store.open(url), await Store.open(url)]
    guilds = range(1, 9)
    for guild in guilds:
        await stores[0].ledger.pay(given_to(Account.player(guild, ANN), 1000))

    def changes(process: int, round: int) -> Any:
        for number, guild in enumerate(guilds if process else reversed(guilds)):
            table = names(200)[round * 20 + process * 10 + number]
            stake = staked(Account.player(guild, ANN), 50, f"stake {table}", Account.escrow(guild, table))
            yield stores[process].tables.commit(change(table, movements=(stake,)))
            yield stores[process].ledger.pay(given_to(Account.player(guild, BEN), 5, f"daily {table}"))

    for round in range(5):
        crossing = [call for process in (0, 1) for call in changes(process, round)]
        await asyncio.wait_for(asyncio.gather(*crossing), PATIENCE)
    assert await balances(stores[0], *(Account.player(guild, ANN) for guild in guilds)) == [500] * 8
    assert await balances(stores[0], *(Account.player(guild, BEN) for guild in guilds)) == [50] * 8
    assert await stores[0].ledger.faults() == ()
    for store in stores:
        await store.close()


Transfers = list[tuple[int, int, int]]
"""Giver, taker, and amount; the first two as places in `accounts_of`."""

TRANSFERS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 60)), max_size=4)
BATCHES = st.lists(st.lists(TRANSFERS, max_size=4), max_size=5)


def accounts_of(guild: int) -> tuple[Account, ...]:
    players = (Account.player(guild, player) for player in (ANN, BEN))
    return Account.mint(guild), Account.house(guild), Account.escrow(guild, table_of(guild)), *players


def table_of(guild: int) -> TableId:
    return TableId(f"g{guild:05}")


def test_random_movements_are_as_a_plain_dict_has_them() -> None:
    guilds = count(1)

    with asyncio.Runner() as runner:
        store = runner.run(Store.open("sqlite+aiosqlite://"))

        @settings(max_examples=60)
        @given(BATCHES)
        def check(batches: list[list[Transfers]]) -> None:
            runner.run(replayed(store, next(guilds), batches))

        check()
        assert runner.run(store.ledger.faults()) == ()
        runner.run(store.close())


async def replayed(store: Store, guild: int, batches: list[list[Transfers]]) -> None:
    """Commit each batch at once, as changes of one table, and keep the accounts by hand beside it."""
    plain: Counter[Account] = Counter()
    table = table_of(guild)
    refs, version = count(1), 0
    for batch in batches:
        changes: list[Change[TableId, TableRow]] = []
        expected: list[type] = []
        for transfers in batch:
            movements, after = [], Counter(plain)
            covered = True
            for giver, taker, amount in transfers:
                giving, taking = accounts_of(guild)[giver], accounts_of(guild)[taker]
                movements.append(moved(f"{guild} {next(refs)}", (giving, -amount), (taking, amount)))
                covered = transfer(after, giving, taking, amount) and covered
            changes.append(change(table, version, movements=tuple(movements)))
            expected.append(type(None) if covered else CannotCoverError)
            if covered:
                plain, version = after, version + 1
        results = await asyncio.gather(*map(store.tables.commit, changes), return_exceptions=True)
        assert [type(result) for result in results] == expected
    assert sum(plain.values()) == 0
    for account in accounts_of(guild):
        assert (await store.ledger.balance(account) or 0) == plain[account]


def transfer(accounts: Counter[Account], giver: Account, taker: Account, amount: int) -> bool:
    """Move chips from one account to the other. Return whether the giver had them."""
    accounts[giver] -= amount
    accounts[taker] += amount
    return accounts[giver] >= 0 or giver.kind is AccountKind.MINT


# -- proving ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "faults"),
    [
        ("UPDATE ledger SET amount = amount + 1 WHERE ref = 'stake 1' AND line = 0", {"movement", "player"}),
        ("UPDATE balances SET amount = amount + 1 WHERE kind = 'house'", {"house", "the"}),
        ("DELETE FROM balances WHERE kind = 'house'", {"house", "the"}),
        ("DELETE FROM ledger WHERE ref = 'stake 1'", {"player", "escrow", "house"}),
        ("UPDATE tables SET status = 'void'", {"table"}),
        ("DELETE FROM tables", {"table"}),
    ],
)
async def test_every_fault_in_the_books_is_found(store: Store, statement: str, faults: set[str]) -> None:
    await opened(store, ANNS)
    stake = moved("stake 1", (ANNS, -50), (ESCROW, 40), (HOUSE, 10))
    await store.tables.commit(change(movements=(stake,)))
    assert await store.ledger.faults() == ()
    await store.database.writer.submit(lambda connection: connection.execute(text(statement)))
    found = [*map(str, await store.ledger.faults())]
    assert {line.split()[0] for line in found} == faults
    assert not any("\n" in line for line in found)


# -- servers ------------------------------------------------------------------------------------------


async def test_a_server_keeps_what_its_staff_chose(store: Store) -> None:
    assert await store.servers.of(GUILD) == ServerSettings(GUILD)
    chosen = ServerSettings(GUILD, chips=False, rake_percent=10, league_points="10 6 3", monthly=True)
    await store.servers.change(GUILD, chips=False, rake_percent=10, league_points="10 6 3", monthly=True)
    assert await store.servers.of(GUILD) == chosen
    assert await store.servers.of(5) == ServerSettings(5)
    await store.servers.change(GUILD)
    await store.servers.change(GUILD, chips=True, monthly=False)
    assert await store.servers.of(GUILD) == replace(chosen, chips=True, monthly=False)
