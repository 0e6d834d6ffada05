"""A person's data is found and put under a number, in every kind of database."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import Connection, select, text, type_coerce
from sqlalchemy.types import NullType

from bot.codes import DisputeEvent, TableStatus
from bot.rummy.ids import PlayerId, TableId
from bot.service import privacy as service
from bot.service.match_effects import COUNTING
from bot.store.address import parse_url
from bot.store.engine import Engine
from bot.store.engines import reading_engine, writing_engine
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.ledger import Account
from bot.store.rows.matches import Finished
from bot.store.rows.outbox import MessageRef
from bot.store.rows.privacy import Erased, ErasureFunctions
from bot.store.rows.review import ReviewRow
from bot.store.rows.settings import PlayerSettings
from bot.store.rows.solo import SoloRow
from bot.store.rows.subjects import EntropyLine
from bot.store.schema import metadata
from bot.store.store import Store
from tests.store.matches import GUILD, match, result
from tests.store.samples import ANN, BEN, NOW, OTHER, TABLE, changed, lines, moved, row
from tests.waiting import PATIENCE

CARL = PlayerId(33)


def lobby(text: str, player: PlayerId, number: PlayerId) -> str:
    return text.replace(f'"{player}"', f'"{number}"')


def entropy_digest(lines: Sequence[EntropyLine], veil: bytes | None) -> tuple[str, bytes | None]:
    return f"sum {sum(line.interaction for line in lines)}", veil and b"hidden " + veil


ERASING = ErasureFunctions("Nobody 1", lobby, lobby, entropy_digest)


async def fill(store: Store) -> None:
    """Let Ann and Ben finish a match with chips; Ann was invited elsewhere."""
    seated = frozenset({ANN, BEN})
    entropy = EntropyLine(0, "join", ANN, 5), EntropyLine(1, "join", BEN, 6)
    results = result(TABLE, 0, ANN, 1), result(TABLE, 1, BEN, 2)
    over = Finished(match(TABLE, 2), results, COUNTING)
    table = row(status=TableStatus.FINISHED, guild=GUILD, lobby=f'["{ANN}", "{BEN}"]')
    journal = tuple(replace(line, actor=str(line.seq % 2)) for line in lines(0, 1, 2))
    await store.tables.commit(changed(table, journal=journal, entropy=entropy, people=seated, finished=over))
    await store.tables.commit(changed(row(OTHER, host=BEN, lobby=f'["{BEN}", "{ANN}"]'), people=frozenset({BEN})))
    ann, mint = Account.player(GUILD, ANN), Account.mint(GUILD)
    await store.ledger.pay(moved(f"start {GUILD} {ANN}", (mint, -500), (ann, 500)))
    await store.ledger.pay(moved(f"daily 2026-11-01 {GUILD} {ANN}", (mint, -100), (ann, 100), age=1))
    await store.settings.change(ANN, large=True)
    await store.solos.save(SoloRow(ANN, "lesson-indian", "0 draw closed", NOW, 1))
    for player in (ANN, BEN):
        await store.reviews.keep(ReviewRow(player, TABLE, NOW, 2, 1, 6, 11, 0.25, 1, 0, 1, 0))
    for kind in (f"dm {ANN} 1", f"dm {BEN} 1", f"invite {ANN}"):
        await store.tables.set_message(MessageRef(TABLE, kind, 1, 2, NOW))


async def dump(store: Store) -> dict[str, list[str]]:
    """Return all rows as text, by table."""

    def read(connection: Connection) -> dict[str, list[str]]:
        raw = {of.name: select(*(type_coerce(column, NullType()) for column in of.c)) for of in metadata.sorted_tables}
        return {name: sorted(map(repr, connection.execute(query))) for name, query in raw.items()}

    return await store.database.read(read)


async def test_all_of_a_person_is_gathered(store: Store) -> None:
    await fill(store)
    kept = await store.privacy.data_of(ANN)
    assert kept.settings == PlayerSettings(ANN, large=True)
    first, second = sorted(kept.tables, key=lambda table: table.id)
    assert (first.id, first.host, first.moves) == (TABLE, ANN, 2)
    assert first.match is not None
    assert first.result is not None
    assert (first.match.format, first.result.place) == ("pool_101", 1)
    assert first.entropy == (EntropyLine(0, "join", ANN, 5),)
    assert (second.id, second.match, second.result, second.entropy, second.moves) == (OTHER, None, None, (), None)
    assert {(one.format, one.player) for one in kept.standings} == {("", ANN), ("pool_101", ANN)}
    assert kept.balances == ((GUILD, 600),)
    assert [line.amount for line in kept.ledger] == [500, 100]
    assert [message.kind for message in kept.messages] == [f"dm {ANN} 1", f"invite {ANN}"]
    assert [row.place for row in kept.solos] == ["lesson-indian"]
    assert [(row.player, row.table, row.lost) for row in kept.reviews] == [(ANN, TABLE, 0.25)]


async def test_a_review_that_ends_after_the_erasure_leaves_nothing(store: Store) -> None:
    await fill(store)
    (found,) = await store.reviews.of(ANN)
    await store.privacy.erase(ANN, NOW, ERASING)
    await store.reviews.keep(found)
    assert await store.reviews.of(ANN) == ()
    assert str(ANN) not in str(await dump(store))


async def test_of_strangers_there_is_nothing(store: Store) -> None:
    await fill(store)
    kept = await store.privacy.data_of(CARL)
    assert not any((kept.settings, kept.tables, kept.standings, kept.balances, kept.ledger, kept.messages))
    before = await dump(store)
    assert await store.privacy.erase(CARL, NOW, ERASING) == Erased()
    assert await dump(store) == before


async def test_a_person_becomes_a_number_everywhere(store: Store) -> None:
    await fill(store)
    standing = await store.standings.of(GUILD, 0, "", ANN)
    assert await store.privacy.erase(ANN, NOW, ERASING) == Erased(PlayerId(1), something=True)
    after = await dump(store)
    assert not [line for rows in after.values() for line in rows if str(ANN) in line or f"Player {ANN}" in line]
    stored = await store.tables.load(TABLE)
    assert stored is not None
    assert (stored.row.host, stored.row.version, stored.row.lobby) == (1, 2, f'["1", "{BEN}"]')
    assert stored.row.entropy_sha256 == "sum 11"
    assert stored.entropy == (EntropyLine(0, "join", PlayerId(1), 0), EntropyLine(1, "join", BEN, 6))
    assert await store.reviews.of(ANN) == ()
    assert [row.player for row in await store.reviews.of(BEN)] == [BEN]
    other = await store.tables.load(OTHER)
    assert other is not None
    assert (other.row.host, other.row.version, other.row.entropy_sha256) == (BEN, 2, None)
    renamed = await store.standings.of(GUILD, 0, "", PlayerId(1))
    assert standing is not None
    assert renamed is not None
    assert (renamed.name, renamed.league, renamed.mu) == ("Nobody 1", standing.league, standing.mu)
    assert await store.ledger.balance(Account.player(GUILD, PlayerId(1))) == 600
    assert await store.ledger.faults() == ()
    assert await store.tables.message_of(TABLE, f"dm {BEN} 1") is not None
    assert await store.ledger.pay(
        moved(f"start {GUILD} {ANN}", (Account.mint(GUILD), -1), (Account.player(GUILD, ANN), 1))
    )


async def waiting(server: Engine, many: int) -> None:
    """Wait until that many transactions wait for a lock of another."""
    count = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    while True:
        if await server.run(lambda connection: connection.execute(count).scalar_one()) >= many:
            return
        await asyncio.sleep(0.01)


async def test_two_who_erase_their_data_at_once_wait_for_each_other(
    postgresql: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Each has played at a table that also names the other; a third transaction stops both."""
    stores = [await Store.open(postgresql), await Store.open(postgresql)]
    for table, own, other in ((TABLE, BEN, ANN), (OTHER, ANN, BEN)):
        over = row(table, status=TableStatus.FINISHED, host=own, guild=GUILD, lobby=f'["{own}"]')
        said = DisputeLine(0, DisputeEvent.REPORTED, other, "no", NOW)
        await stores[0].tables.commit(changed(over, people=frozenset({own}), dispute=said))
    holding = writing_engine(parse_url(postgresql))
    looking = reading_engine(parse_url(postgresql))
    async with asyncio.timeout(PATIENCE):
        async with holding.transaction() as run:
            held = select(metadata.tables["tables"]).where(metadata.tables["tables"].c.id == TABLE).with_for_update()
            await run(lambda connection: connection.execute(held).all())
            erasing = []
            for number, (store, person) in enumerate(zip(stores, (BEN, ANN), strict=True), 1):
                erasing.append(asyncio.create_task(store.privacy.erase(person, NOW, ERASING)))
                await waiting(looking, number)
        assert {(await erased).number for erased in erasing} == {PlayerId(1), PlayerId(2)}
    assert not caplog.records
    for store in stores:
        await store.close()
    for engine in (holding, looking):
        await engine.close()


async def test_who_sits_at_an_open_table_is_not_touched(store: Store) -> None:
    await fill(store)
    before = await dump(store)
    assert await store.privacy.erase(BEN, NOW, ERASING) == Erased(sits_at=(OTHER,))
    assert await dump(store) == before


async def test_numbers_are_never_given_twice(url: str) -> None:
    one, two = await Store.open(url), await Store.open(url)
    people = [PlayerId((1 << 60) + i) for i in range(12)]
    for i, player in enumerate(people):
        table = TableId(f"t{i:05}")
        await one.tables.commit(changed(row(table, status=TableStatus.VOID, host=player, lobby=f'["{player}"]')))
    both = (store.privacy.erase(player, NOW, ERASING) for player, store in zip(people, [one, two] * 6, strict=True))
    erased = await asyncio.gather(*both)
    assert sorted(each.number or 0 for each in erased) == [*range(1, 13)]
    await asyncio.gather(one.close(), two.close())


@pytest.mark.parametrize("spoilt", ["lobby = lobby || '{'", "lobby = '{' || lobby, status = 'resting'"])
async def test_who_is_in_a_text_that_cannot_be_read_is_erased_from_it(store: Store, spoilt: str) -> None:
    await fill(store)
    statement = text(f"UPDATE tables SET {spoilt} WHERE id = :id")
    await store.database.writer.submit(lambda connection: connection.execute(statement, {"id": TABLE}))
    kept = await store.privacy.data_of(ANN)
    assert TABLE in {*kept.unreadable, *(one.id for one in kept.tables)}
    erased = await store.privacy.erase(ANN, NOW, service.ERASING)
    assert erased == Erased(PlayerId(1), something=True)
    after = await dump(store)
    assert not [line for rows in after.values() for line in rows if str(ANN) in line or f"Player {ANN}" in line]


async def test_an_open_table_that_cannot_be_read_prevents_no_erasure(store: Store) -> None:
    table = row(lobby=f'["{ANN}"', host=ANN)
    await store.tables.commit(changed(table, people=frozenset({ANN})))
    assert await store.privacy.erase(ANN, NOW, service.ERASING) == Erased(sits_at=(TABLE,))
    erased = await store.privacy.erase(ANN, NOW, service.ERASING, unreadable=(TABLE,))
    assert erased == Erased(PlayerId(1), something=True)
    after = await store.tables.load(TABLE)
    assert after is not None
    assert (after.row.lobby, after.row.host, after.row.status) == ("", 1, TableStatus.PLAYING)
    assert str(ANN) not in str(await dump(store))
