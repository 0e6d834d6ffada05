"""A database belongs to the first application that connects, until it is released."""

import asyncio
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection

from bot.cli.database.command import released_lines
from bot.store import migrate, schema
from bot.store import move as store_move
from bot.store.address import SQLITE, parse_url
from bot.store.codec import values
from bot.store.engines import writing_engine
from bot.store.errors import DatabaseUnusableError
from bot.store.store import Store
from tests.store.samples import TABLE, change, row

MINE = 1 << 62  # as large as Discord's ids
OTHER = 22


async def test_the_first_application_gets_the_database_for_good(store: Store) -> None:
    assert [await store.applications.claimed(one) for one in (MINE, OTHER, MINE)] == [MINE, MINE, MINE]


async def test_of_many_that_connect_at_once_one_gets_it(url: str) -> None:
    stores = [await Store.open(url) for _ in range(4)]
    owners = await asyncio.gather(*(one.applications.claimed(number) for number, one in enumerate(stores)))
    assert len(set(owners)) == 1
    for one in stores:
        await one.close()


async def test_a_database_of_the_version_before_belongs_to_the_first_that_connects(url: str) -> None:
    def fill(connection: Connection) -> None:
        command.upgrade(migrate.config(connection), "0018")
        connection.execute(
            schema.tables.insert(), [{key: one for key, one in values(row()).items() if one is not None}]
        )
        connection.execute(schema.owner_servers.insert(), [{"guild": 7}])

    engine = writing_engine(parse_url(url))
    await engine.run(fill)
    await engine.close()
    store = await Store.open(url, unsaved=True)
    assert await store.applications.claimed(MINE) == MINE
    assert await store.applications.claimed(OTHER) == MINE
    assert [found.id for found in await store.tables.open_rows()] == [TABLE]
    assert await store.owners.all() == (7,)
    await store.close()


async def test_a_released_database_belongs_to_the_next(url: str) -> None:
    store = await Store.open(url)
    await store.applications.claimed(MINE)
    assert [fine async for _, fine in released_lines(url)] == [True]
    assert await store.applications.claimed(OTHER) == OTHER
    await store.close()


async def test_a_database_that_a_bot_works_with_is_not_released(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(_: str) -> None:
        raise DatabaseUnusableError("stop it first")

    monkeypatch.setattr("bot.cli.database.command.check_unused", refuse)
    store = await Store.open(url)
    await store.applications.claimed(MINE)
    with pytest.raises(DatabaseUnusableError, match="stop it first"):
        await anext(released_lines(url))
    assert await store.applications.claimed(OTHER) == MINE
    await store.close()


async def test_a_moved_database_belongs_to_whom_it_did(url: str, tmp_path: Path) -> None:
    """The target still counts as empty after another bot has connected there."""
    source = f"{SQLITE}:///{tmp_path / 'source.db'}"
    for address, owner in ((source, MINE), (url, OTHER)):
        store = await Store.open(address)
        assert await store.applications.claimed(owner) == owner
        if owner == MINE:
            await store.tables.commit(change())
        await store.close()
    await store_move.move(source, url, lambda *_: None)
    store = await Store.open(url)
    assert await store.applications.claimed(OTHER) == MINE
    await store.close()
