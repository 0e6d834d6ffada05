"""What is not allowed read is left out of lists, and logged with its table and key."""

import pytest
import structlog
from sqlalchemy import text

from bot.service.tournaments.rhythm import Hourly
from bot.store.store import Store
from tests.service.context import desk
from tests.service.tournaments import GUILD, announced, people


async def spoil(store: Store, statement: str) -> None:
    """Change what is stored, and its version, so that no process goes on with what it has in memory."""
    await store.database.writer.submit(lambda connection: connection.execute(text(statement)))


@pytest.mark.parametrize("spoilt", ["state = '{'", "\"plan\" = '[1]'", "rules = 'wild = \"all\"'"])
async def test_a_tournament_that_cannot_be_read_leaves_the_others_in_the_list(spoilt: str) -> None:
    async with desk() as d:
        bad, good = [(await announced(d, count=2)).id for _ in range(2)]
        await spoil(d.store, f"UPDATE tournaments SET {spoilt}, version = version + 1 WHERE id = '{bad}'")
        with structlog.testing.capture_logs() as logs:
            assert [one.id for one in await d.tournaments.of_guild(GUILD)] == [good]
            assert [one.id for one in await d.tournaments.of_player(people(1)[0].id)] == [good]
        assert {(line["table"], line["key"]) for line in logs} == {("tournaments", bad)}


@pytest.mark.parametrize("spoilt", ["UPDATE series SET rhythm = 'never'", "UPDATE tournaments SET state = '{'"])
async def test_a_series_that_cannot_be_read_leaves_the_others_in_the_list(spoilt: str) -> None:
    async with desk() as d:
        bad, good = [(await announced(d)).id for _ in range(2)]
        for id in (bad, good):
            await d.series.repeat(id, Hourly(6))
        await spoil(d.store, f"{spoilt}, version = version + 1 WHERE id = '{bad}'")
        with structlog.testing.capture_logs() as logs:
            assert [one.row.id for one in await d.series.of_guild(GUILD)] == [good]
        assert {(line["table"], line["key"]) for line in logs} == {("series", bad)}
