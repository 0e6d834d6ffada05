"""What people read of a table or a match whose stored data cannot be read, and what the log has of it."""

from collections.abc import AsyncIterator

import pytest
import structlog
from sqlalchemy import text

from bot.codes import TableStatus
from bot.rummy.ids import TableId
from bot.text import table as table_text
from tests.flows.answers import FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.service.context import ASHA, BEN

SPOILT = {
    "lobby = '{'": "one of its texts cannot be read",
    "rules = 'decks = \"many\"'": "its rules cannot be read",
    "digest = 'other'": "its journal does not lead to where its row stands",
}


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def spoil(bot: FlowDesk, id: TableId, change: str) -> None:
    statement = f"UPDATE tables SET {change}, version = version + 1 WHERE id = '{id}'"
    await bot.services.store.access.writer.submit(lambda connection: connection.execute(text(statement)))


@pytest.mark.parametrize("spoilt", SPOILT)
async def test_a_match_that_cannot_be_read_is_told_to_be_over(bot: FlowDesk, spoilt: str) -> None:
    table = await bot.services.table(ASHA, BEN)
    await bot.services.finish(table.id)
    await spoil(bot, table.id, spoilt)
    with structlog.testing.capture_logs() as logs:
        for command in ("rummy record", "review", "replay", "rummy end"):
            answer = await typed(bot, ASHA, command, {"table": table.id}, is_staff=True)
            assert answer.text == table_text.broken(str(answer.code), TableStatus.FINISHED), command
            assert table_text.BROKEN_MATCH() in answer.text
    assert [(line["event"], line["cause"]) for line in logs] == [
        ("table unreadable", f"table {table.id}: {SPOILT[spoilt]}")
    ] * 4


async def test_a_record_whose_moves_cannot_be_read_names_no_card_in_the_log(bot: FlowDesk) -> None:
    table = await bot.services.table(ASHA, BEN)
    await bot.services.finish(table.id)
    bad = f"UPDATE journal SET action = 'discard 7Y' WHERE seq = 5 AND \"table\" = '{table.id}'"
    await bot.services.store.access.writer.submit(lambda connection: connection.execute(text(bad)))
    with structlog.testing.capture_logs() as logs:
        answer = await typed(bot, ASHA, "rummy record", {"table": table.id})
    assert table_text.BROKEN_MATCH() in answer.text
    assert logs[0]["cause"] == f"table {table.id}: one of its texts cannot be read"
    assert "7Y" not in str(logs)


async def test_staff_can_end_an_open_table_that_cannot_be_read(bot: FlowDesk) -> None:
    table = await bot.services.table(ASHA, BEN)
    await spoil(bot, table.id, "lobby = '{'")
    answer = await typed(bot, ASHA, "play hand", {"table": table.id})
    assert answer.text == table_text.broken(str(answer.code), table.row.status)
    assert table_text.BROKEN() in answer.text
    ended = await typed(bot, BEN, "rummy end", {"table": table.id, "confirm": True}, is_staff=True)
    assert ended.text == table_text.BROKEN_ENDED()
