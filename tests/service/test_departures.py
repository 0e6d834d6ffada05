"""Servers that throw the bot out: everything there ends, is kept for a while, and is erased."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from bot.codes import TableStatus
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.service.owner.departures import Departures, Presence
from bot.service.tables.form import TableForm
from bot.service.wallet import START
from bot.store import schema
from bot.store.errors import StoreFailedError
from bot.store.repositories.departures import OF_SERVERS
from bot.store.rows.alarms import ALL_SHARDS, Shards
from tests.service.context import ASHA, BEN, MEMORY, Context, desk
from tests.service.tournaments import announced

DAYS = 30
HERE, ELSEWHERE = 1, 7
STAKED = TableForm(terms=Terms(Format.POOL_101, stake=25_00))


@asynccontextmanager
async def hosting(url: str = MEMORY) -> AsyncIterator[tuple[Context, Departures, set[int]]]:
    """Yield the services, and the servers that the bot is in."""
    async with desk(url) as d:
        present = {HERE, ELSEWHERE}
        yield d, departures_of(d, lambda: (ALL_SHARDS, frozenset(present))), present


def departures_of(d: Context, presence: Presence) -> Departures:
    """Return the departures of these services."""
    return Departures(d.store, d.tables, d.lobbies, d.tournaments, d.servers, presence, timedelta(days=DAYS))


async def lived(d: Context, guild: int) -> None:
    """Fill a server with a disputed match, chips and settings."""
    table = await d.table(ASHA, BEN, options=TableForm(terms=Terms(Format.POINTS, stake=1_00)), guild=guild)
    played = await d.finish(table.id)
    await d.disputes.dispute(played.id, ASHA.id, "My clock stood still.")
    await d.store.servers.change(guild, rake_percent=5)


async def kept(d: Context, guild: int) -> int:
    """Return how many rows name a server."""
    tables = (schema.tables, schema.matches, *OF_SERVERS)
    counts = [select(func.count()).select_from(one).where(one.c.guild == guild) for one in tables]
    return await d.store.database.read(lambda connection: sum(connection.execute(one).scalar_one() for one in counts))


async def test_everything_there_ends_and_nothing_elsewhere() -> None:
    async with hosting() as (d, departures, present):
        await d.table(ASHA, BEN, guild=HERE, options=STAKED)
        lobby, there = await d.lobby(ASHA, guild=HERE), await d.table(ASHA, BEN, guild=ELSEWHERE)
        cup = await announced(d, count=3)
        present.discard(HERE)
        await departures.left(HERE, d.now)
        d.now += timedelta(seconds=119)
        await departures.look(d.now)
        assert len(await d.store.tables.open_rows()) == 3, "the server may take the bot back at once"
        d.now += timedelta(seconds=1)
        await departures.look(d.now)
        assert [row.id for row in await d.store.tables.open_rows()] == [there.id]
        assert (await d.tables.find(lobby.id)).row.status is TableStatus.CLOSED
        assert [await d.wallet.balance(HERE, one.id) for one in (ASHA, BEN)] == [START, START]
        assert (await d.tournaments.find(cup.id)).status.is_over
        assert not await d.store.ledger.faults()
        await departures.left(HERE, d.now)  # told twice


@pytest.mark.parametrize("kind", ["memory", "postgresql"])
async def test_what_is_kept_is_erased_in_its_time(kind: str, request: pytest.FixtureRequest) -> None:
    async with hosting(MEMORY if kind == "memory" else request.getfixturevalue(kind)) as (d, departures, present):
        for guild in (HERE, ELSEWHERE):
            await lived(d, guild)
        before = await kept(d, HERE), await kept(d, ELSEWHERE)
        assert before[0] == before[1] > 5
        present.discard(HERE)
        await departures.left(HERE, d.now)
        d.now += timedelta(days=DAYS - 1)
        await departures.look(d.now)
        assert await kept(d, HERE) == before[0]
        d.now += timedelta(days=2)
        await departures.look(d.now)
        assert (await kept(d, HERE), await kept(d, ELSEWHERE)) == (0, before[1])
        assert await d.store.departures.all() == ()
        assert not await d.store.ledger.faults()
        assert not await d.store.disputes.faults()
        with pytest.raises(StoreFailedError):  # the log of others is guarded as before
            await d.store.database.writer.submit(lambda connection: connection.execute(schema.disputes.delete()))


async def test_a_server_that_takes_the_bot_back_at_once_loses_nothing() -> None:
    async with hosting() as (d, departures, present):
        table = await d.table(ASHA, BEN, guild=HERE)
        present.discard(HERE)
        await departures.left(HERE, d.now)
        d.now += timedelta(seconds=100)
        present.add(HERE)
        await departures.joined(HERE)
        d.now += timedelta(seconds=100)
        await departures.look(d.now)
        assert (await d.tables.find(table.id)).row.status.is_open


async def test_coming_back_in_time_finds_all() -> None:
    async with hosting() as (d, departures, present):
        await lived(d, HERE)
        before = await kept(d, HERE)
        present.discard(HERE)
        await departures.left(HERE, d.now)
        d.now += timedelta(days=DAYS - 1)
        present.add(HERE)
        await departures.joined(HERE)
        d.now += timedelta(days=DAYS)
        await departures.look(d.now)
        assert await kept(d, HERE) == before


async def test_what_happened_while_nobody_was_there_is_found() -> None:
    async with hosting() as (d, departures, present):
        table = await d.table(ASHA, BEN, guild=HERE)
        present.discard(HERE)
        await departures.look(d.now)
        assert (await d.tables.find(table.id)).row.status.is_open, "it may be a moment of a new connection"
        d.now += timedelta(minutes=16)
        await departures.look(d.now)
        assert not (await d.tables.find(table.id)).row.status.is_open
        (gone,) = await d.store.departures.all()
        assert (gone.guild, gone.left_at) == (HERE, d.now)
        present.add(HERE)  # and back, unseen
        d.now += timedelta(minutes=16)
        await departures.look(d.now)
        assert await d.store.departures.all() == ()


async def test_a_process_knows_only_of_its_shards() -> None:
    async with hosting() as (d, _, _present):
        await d.table(ASHA, BEN, guild=HERE)
        other = Shards(frozenset({1}), 2)  # the servers here are on the first of two
        departures = departures_of(d, lambda: (other, frozenset()))
        for _ in range(3):
            await departures.look(d.now)
            d.now += timedelta(hours=1)
        assert await d.store.departures.all() == ()
