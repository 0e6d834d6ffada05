"""The log of disputes cannot be changed in any kind of database, and faults of void matches are found."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text

from bot.codes import Cause, DisputeEvent
from bot.rummy.ids import PlayerId, TableId
from bot.service.match_effects import COUNTING
from bot.store.errors import StoreFailedError
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.ledger import Account, Movement
from bot.store.rows.subjects import Change, Effects, StoredTable
from bot.store.store import Store
from tests.store.matches import GUILD, ended, everything
from tests.store.samples import ANN, BEN, NOW, OTHER, SECOND, TABLE, moved, names
from tests.store.test_privacy import ERASING

ANNS, BENS, ESCROW = Account.player(GUILD, ANN), Account.player(GUILD, BEN), Account.escrow(GUILD, TABLE)


def line(seq: int, event: DisputeEvent, actor: PlayerId = BEN, words: str = "no") -> DisputeLine:
    return DisputeLine(seq, event, actor, words, NOW + seq * SECOND)


async def event(store: Store, seq: int, event: DisputeEvent, back: tuple[Movement, ...] = ()) -> None:
    """Commit the next version of the table, with an event of its dispute."""
    stored = await store.tables.load(TABLE)
    assert stored is not None
    after = replace(stored.row, version=stored.row.version + 1)
    effects: Effects[TableId] = Effects(dispute=line(seq, event), movements=back)
    await store.tables.commit(Change(after, effects))
    for guild in await store.standings.void_and_counted():
        await store.standings.recount(guild, COUNTING)


async def disputed(store: Store) -> None:
    """Let Ann win 50 of Ben's chips, Ben dispute it, and the staff answer."""
    for account in (ANNS, BENS):
        await store.ledger.pay(moved(f"start {account}", (Account.mint(GUILD), -100), (account, 100)))
    await store.tables.commit(ended(TABLE, [ANN, BEN]))
    await store.ledger.pay(moved("stake", (ANNS, -50), (BENS, -50), (ESCROW, 100)))
    await store.ledger.pay(moved("settle", (ESCROW, -100), (ANNS, 100), cause=Cause.SETTLE))
    await event(store, 0, DisputeEvent.RAISED)
    await event(store, 1, DisputeEvent.ANSWERED)


async def stored(store: Store) -> StoredTable:
    found = await store.tables.load(TABLE)
    assert found is not None
    return found


async def run(store: Store, statement: str) -> int:
    """Return how many rows it changed."""
    return await store.disputes._write(lambda connection: connection.execute(text(statement)).rowcount)


CHANGING = (
    "UPDATE disputes SET words = 'yes'",
    "UPDATE disputes SET actor = 1, words = ''",
    "UPDATE disputes SET event = 'voided' WHERE seq = 1",
    "UPDATE disputes SET seq = 2 WHERE seq = 1",
    "DELETE FROM disputes",
    "DELETE FROM disputes WHERE seq = 1",
    """DELETE FROM tables WHERE id = 'abc123'""",
    """INSERT INTO disputes ("table", seq, event, actor, words, at) VALUES ('abc123', 3, 'answered', 5, 'x', 1)""",
    """INSERT INTO disputes ("table", seq, event, actor, words, at) VALUES ('abc123', -1, 'answered', 5, 'x', 1)""",
    """INSERT OR REPLACE INTO disputes ("table", seq, event, actor, words, at)
       VALUES ('abc123', 1, 'answered', 5, 'x', 1)""",
    "TRUNCATE disputes",
)


async def test_nothing_changes_the_log(store: Store) -> None:
    await disputed(store)
    before = (await stored(store)).disputes
    assert [(one.seq, one.event) for one in before] == [(0, DisputeEvent.RAISED), (1, DisputeEvent.ANSWERED)]
    for statement in CHANGING:
        with pytest.raises(StoreFailedError):
            await run(store, statement)
        assert (await stored(store)).disputes == before, statement


async def test_erasing_a_person_takes_them_and_their_words_out_of_the_log(store: Store) -> None:
    await disputed(store)
    erased = await store.privacy.erase(BEN, NOW, ERASING)
    assert erased.number is not None
    found = (await stored(store)).disputes
    assert [(one.actor, one.words) for one in found] == [(erased.number, "")] * 2
    with pytest.raises(StoreFailedError):
        await run(store, "UPDATE disputes SET actor = 22")


async def voided(store: Store) -> None:
    await disputed(store)
    back = moved(f"void {TABLE}", (ANNS, -50), (BENS, 50), (ESCROW, 0), cause=Cause.VOID)
    await event(store, 2, DisputeEvent.VOIDED, (replace(back, covered=True),))


async def test_a_void_match_has_gone_back(store: Store) -> None:
    await voided(store)
    assert await store.disputes.faults() == ()
    assert await store.disputes.voided([TABLE, OTHER]) == {TABLE}
    match = await store.matches.of(TABLE)
    assert match is not None
    assert (match.match.voided_at, match.match.counted) == (NOW + 2 * SECOND, False)
    assert {(one.chips, one.league, one.rating) for one in match.results} == {(0, 0, None)}
    assert await store.standings.page(GUILD, 0, "") == ()


async def test_of_a_spent_purse_the_mint_gives_the_rest(store: Store) -> None:
    await disputed(store)
    await store.ledger.pay(moved("spent", (ANNS, -130), (Account.house(GUILD), 130)))
    back = moved(f"void {TABLE}", (ANNS, -50), (BENS, 50), (ESCROW, 0), cause=Cause.VOID)
    await event(store, 2, DisputeEvent.VOIDED, (replace(back, covered=True),))
    assert [await store.ledger.balance(one) for one in (ANNS, BENS, Account.mint(GUILD))] == [0, 100, -230]
    assert (await store.disputes.faults(), await store.ledger.faults()) == ((), ())


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("DELETE FROM ledger WHERE ref LIKE 'void%'", "with -50 hundredths"),
        ("UPDATE ledger SET amount = 60 WHERE ref LIKE 'void%' AND amount = 50", "with 10 hundredths"),
        ("UPDATE matches SET voided_at = NULL", "match abc123 is not void, though an event of its dispute says so"),
        ("UPDATE matches SET counted = true", "match abc123 is void and counts"),
        ("DROP TRIGGER disputes_update", "the trigger disputes_update is missing"),
    ],
)
async def test_what_did_not_go_back_is_found(store: Store, statement: str, fault: str) -> None:
    await voided(store)
    is_drop = statement.startswith("DROP") and store.database.writing.sync.dialect.name == "postgresql"
    await run(store, f"{statement} ON disputes" if is_drop else statement)
    assert any(fault in str(found) for found in await store.disputes.faults())


async def test_a_standing_that_still_counts_a_void_match_is_found(store: Store) -> None:
    await voided(store)
    await store.tables.commit(ended(OTHER, [ANN, BEN], at=NOW + SECOND))
    assert await store.disputes.faults() == ()
    await run(store, "UPDATE standings SET matches = matches + 1 WHERE season = 0 AND format = ''")
    assert len(await store.disputes.faults()) == 2


async def test_a_dispute_waits_until_it_is_answered(store: Store) -> None:
    await disputed(store)
    assert await store.disputes.waiting(GUILD) == ()
    await event(store, 2, DisputeEvent.RAISED)
    assert await store.disputes.waiting(GUILD) == (TABLE,)
    assert await store.disputes.waiting(GUILD + 1) == ()
    assert [await store.disputes.count_waiting(GUILD, [one]) for one in (BEN, ANN)] == [1, 0]


async def test_a_match_that_ends_while_all_are_counted_again_is_counted_too(store: Store) -> None:
    await voided(store)
    for number, table in enumerate(names(60)):
        await store.tables.commit(ended(table, [ANN, BEN], at=NOW + (10 + number) * SECOND))
    late = [ended(table, [BEN, ANN], at=NOW + 90 * SECOND) for table in names(63)[60:]]
    await asyncio.gather(store.standings.recount(GUILD, COUNTING), *map(store.tables.commit, late))
    (ann, ben) = sorted(await store.standings.page(GUILD, 0, ""), key=lambda one: -one.player)
    assert [(one.matches, one.won) for one in (ann, ben)] == [(63, 60), (63, 3)]
    before = await everything(store, ANN, [(0, "")])
    await store.standings.rebuild(COUNTING)
    assert await everything(store, ANN, [(0, "")]) == before


async def test_who_is_erased_while_all_are_counted_again_does_not_come_back(store: Store) -> None:
    await voided(store)
    for number, table in enumerate(names(60)):
        await store.tables.commit(ended(table, [ANN, BEN], at=NOW + (10 + number) * SECOND))
    counting = asyncio.create_task(store.standings.recount(GUILD, COUNTING))
    await asyncio.sleep(0)
    erased = await store.privacy.erase(BEN, NOW, ERASING)
    await counting
    assert {one.player for one in await store.standings.page(GUILD, 0, "")} == {ANN, erased.number}


async def test_what_a_crash_has_left_counted_is_found(store: Store) -> None:
    await disputed(store)
    found = await stored(store)
    after = replace(found.row, version=found.row.version + 1)
    effects: Effects[TableId] = Effects(dispute=line(2, DisputeEvent.VOIDED))
    await store.tables.commit(Change(after, effects))
    assert await store.standings.void_and_counted() == (GUILD,)
    assert f"match {TABLE} is void and counts" in map(str, await store.disputes.faults())
    await store.standings.rebuild(COUNTING)
    assert await store.standings.void_and_counted() == ()
    assert await store.standings.page(GUILD, 0, "") == ()
