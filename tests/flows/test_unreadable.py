"""What people read of a table or a match whose stored data cannot be read, and what the log has of it."""

import json
from collections.abc import AsyncIterator

import pytest
import structlog
from sqlalchemy import text

from bot.codes import TableStatus
from bot.rummy.ids import TableId
from bot.text import privacy
from bot.text import table as table_text
from tests.flows.answers import FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.screens.limits import attachments, labelled
from tests.service.context import ASHA, BEN
from tests.service.tournaments import announced, people

SPOILT = {
    "lobby = '{'": "one of its texts cannot be read",
    "lobby = lobby || CAST(X'ff' AS TEXT)": "one of its texts cannot be read",
    "rules = 'decks = \"many\"'": "its rules cannot be read",
    "digest = 'other'": "its journal does not lead to where its row stands",
}


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def spoil(bot: FlowDesk, id: TableId, change: str) -> None:
    statement = f"UPDATE tables SET {change}, version = version + 1 WHERE id = '{id}'"
    await bot.services.store.database.writer.submit(lambda connection: connection.execute(text(statement)))


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


@pytest.mark.parametrize("action", ["'discard 7Y'", "'discard 7Y' || CAST(X'c328' AS TEXT)"])
async def test_a_record_whose_moves_cannot_be_read_names_no_card_in_the_log(bot: FlowDesk, action: str) -> None:
    table = await bot.services.table(ASHA, BEN)
    await bot.services.finish(table.id)
    bad = f"UPDATE journal SET action = {action} WHERE seq = 5 AND \"table\" = '{table.id}'"
    await bot.services.store.database.writer.submit(lambda connection: connection.execute(text(bad)))
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
    shown = await typed(bot, ASHA, "rummy verify", {"table": table.id})
    for secret in (table.row.seed, table.row.veil):
        assert secret is not None
        assert secret.hex() in shown.text


@pytest.mark.parametrize(
    "spoilt",
    [
        *("lobby = '{' || lobby", "lobby = ''", "opened_at = 9000000000000000000"),
        *("lobby = lobby || CAST(X'ff' AS TEXT)", "lobby = CAST(lobby AS BLOB)"),
    ],
)
async def test_an_export_leaves_out_what_cannot_be_read_and_names_its_code(bot: FlowDesk, spoilt: str) -> None:
    bad, good = [(await bot.services.finish((await bot.services.table(ASHA, BEN)).id)).id for _ in range(2)]
    await spoil(bot, bad, spoilt)
    with structlog.testing.capture_logs() as logs:
        answer = await typed(bot, ASHA, "rummy data export")
    (file,) = attachments(answer.screen)
    kept = json.loads(file.data)
    assert [one["table"] for one in kept["tables"]] == [good]
    assert kept["unreadable"] == [bad]
    assert f"The data of `{bad}` cannot be read any more" in answer.text
    assert bad in str(logs)


@pytest.mark.parametrize("is_over", [True, False])
async def test_who_sat_at_a_table_that_cannot_be_read_erases_their_data(bot: FlowDesk, is_over: bool) -> None:
    table = await bot.services.table(ASHA, BEN)
    if is_over:
        await bot.services.finish(table.id)
    await spoil(bot, table.id, "lobby = lobby || '}'")
    buttons = labelled((await typed(bot, ASHA, "rummy data erase")).screen)
    erased = await bot.press(ASHA, buttons[privacy.ERASE()], edits=True)
    assert erased.text == privacy.erased(privacy.erased_name())
    assert (await typed(bot, ASHA, "rummy data export")).text == privacy.nothing()


async def test_who_is_in_a_tournament_that_cannot_be_read_gets_and_erases_their_data(bot: FlowDesk) -> None:
    person = people(1)[0]
    cup = await announced(bot.services, count=2)
    statement = text("UPDATE tournaments SET state = state || '}', version = version + 1")
    await bot.services.store.database.writer.submit(lambda connection: connection.execute(statement))
    assert f"`{cup.id}`" in (await typed(bot, person, "rummy data export")).text
    buttons = labelled((await typed(bot, person, "rummy data erase")).screen)
    erased = await bot.press(person, buttons[privacy.ERASE()], edits=True)
    assert erased.text == privacy.erased(privacy.erased_name())
    assert (await typed(bot, person, "rummy data export")).text == privacy.nothing()
