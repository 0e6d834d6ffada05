"""Reports of tables: who can make one, when the staff learn of it, and that it names nobody whose data was erased."""

import asyncio
import sqlite3
from collections.abc import Awaitable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from bot.codes import DisputeEvent, Problem
from bot.rummy.actions import EndCause
from bot.rummy.ids import PlayerId
from bot.service.disputes import MOST_WAITING, NO_WORDS, WaitingCases
from bot.service.errors import CorruptError, ServiceError
from bot.service.privacy import Privacy
from bot.service.tables.form import TableForm
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.outbox import OutboxKind
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk

GUILD, ROOM = 1, 77
STAFF, WATCHER = PlayerId(900), PlayerId(901)


async def refused(problem: Problem, work: Awaitable[object]) -> None:
    with pytest.raises(ServiceError) as error:
        await work
    assert error.value.problem is problem


async def told(d: Context, id: str) -> list[tuple[str, int]]:
    """Return the messages to the staff about that table."""
    unsent = await d.store.tables.unsent()
    kinds = (OutboxKind.REPORT, OutboxKind.RECORD)
    return [(one.kind, one.number) for one in unsent if one.of == id and one.kind in kinds]


async def waiting(d: Context) -> list[str]:
    return [state.id for state in (await d.disputes.waiting(GUILD)).states]


async def test_a_running_table_is_reported_once_by_each_and_its_record_follows_its_end() -> None:
    async with desk() as d:
        await d.servers.change(GUILD, dispute_channel=ROOM)
        table = await d.table(ASHA, BEN)
        step = table.public.step
        await d.disputes.report(table.id, BEN.id, " they\ntalk \ud800@everyone\x07 ")
        state = await d.disputes.report(table.id, WATCHER, "\u200b\n")
        assert [(one.event, one.actor, one.words) for one in state.disputes] == [
            (DisputeEvent.REPORTED, BEN.id, "they talk @everyone"),
            (DisputeEvent.REPORTED, WATCHER, NO_WORDS),
        ]
        assert state.public.step == step
        await refused(Problem.REPORTED_ALREADY, d.disputes.report(table.id, BEN.id, "again"))
        await refused(Problem.BAD_WORDS, d.disputes.report(table.id, ASHA.id, "x" * 501))
        assert await told(d, table.id) == [("report", 0), ("report", 1)]
        case = await d.disputes.case_of(await d.tables.find(table.id))
        assert (case.match, case.proof) == (None, None)
        await d.finish(table.id)
        assert await told(d, table.id) == [("report", 0), ("report", 1), ("record", 0)]
        case = await d.disputes.case_of(await d.tables.find(table.id))
        assert case.match is not None
        assert case.proof is not None


async def test_a_table_that_nobody_reported_leaves_the_staff_alone() -> None:
    async with desk() as d:
        await d.servers.change(GUILD, dispute_channel=ROOM)
        table = await d.table(ASHA, BEN)
        await d.finish(table.id)
        assert await told(d, table.id) == []


async def test_a_lobby_and_a_match_that_is_over_can_be_reported_for_seven_days() -> None:
    async with desk() as d:
        lobby = await d.lobby(CARA)
        await d.disputes.report(lobby.id, WATCHER, "a name")
        await d.lobbies.cancel(lobby.id, CARA.id)
        assert await waiting(d) == [lobby.id]
        table = await d.table(ASHA, BEN)
        ended = await d.tables.end(table.id, EndCause.STAFF)
        d.now += timedelta(days=7)
        reported = await d.disputes.report(table.id, WATCHER, "")
        assert reported.row.changed_at == ended.row.changed_at  # it is no newer among those played last
        d.now += timedelta(seconds=1)
        await refused(Problem.REPORT_LATE, d.disputes.report(table.id, BEN.id, ""))
        assert await waiting(d) == [lobby.id, table.id]
        assert await told(d, table.id) == []  # no channel is chosen


async def test_direct_messages_have_no_staff() -> None:
    async with desk() as d:
        row = (await d.lobbies.open(ASHA, None, 2, TableForm(), d.press())).row
        await refused(Problem.NO_STAFF, d.disputes.report(row.id, ASHA.id, "no"))


async def test_who_has_left_the_lobby_does_not_close_its_report() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA)
        await d.lobbies.join(lobby.id, BEN, d.press())
        await d.disputes.report(lobby.id, WATCHER, "Ben")
        await d.lobbies.leave(lobby.id, BEN.id, d.press())
        await refused(Problem.OWN_MATCH, d.disputes.close(lobby.id, BEN.id))
        await d.disputes.close(lobby.id, STAFF)


async def test_nobody_floods_the_staff_with_reports() -> None:
    async with desk() as d:
        lobbies = [await d.lobby(person) for person in (ASHA, BEN, CARA)] + [await d.lobby(ASHA)]
        for one in lobbies[:3]:
            await d.disputes.report(one.id, WATCHER, "")
        await refused(Problem.TOO_MANY_DISPUTES, d.disputes.report(lobbies[3].id, WATCHER, ""))
        await d.disputes.report(lobbies[3].id, STAFF, "another person may")
        await d.disputes.close(lobbies[0].id, STAFF)
        await d.disputes.report(lobbies[3].id, WATCHER, "")


async def test_nobody_floods_the_staff_with_reports_and_a_dispute_at_once() -> None:
    async with desk() as d:
        over = await d.table(ASHA, BEN)
        await d.finish(over.id)
        lobbies = [await d.lobby(person) for person in (ASHA, CARA, DEV) for _ in range(2)]
        for one in lobbies[:2]:
            await d.disputes.report(one.id, BEN.id, "")
        reports = [d.disputes.report(one.id, BEN.id, "") for one in lobbies[2:]]
        done = await asyncio.gather(d.disputes.dispute(over.id, BEN.id, "no"), *reports, return_exceptions=True)
        refusals = [one.problem for one in done if isinstance(one, ServiceError)]
        assert refusals == [Problem.TOO_MANY_DISPUTES] * len(reports)
        assert len(await waiting(d)) == MOST_WAITING


async def test_the_staff_close_reports_and_a_dispute_stays_open() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        await refused(Problem.NOT_REPORTED, d.disputes.close(table.id, STAFF))
        await d.disputes.report(table.id, WATCHER, "")
        await refused(Problem.NOT_DISPUTED, d.disputes.answer(table.id, STAFF, "all who played would read it"))
        await refused(Problem.NOT_DISPUTED, d.disputes.void(table.id, STAFF, "no"))
        await refused(Problem.OWN_MATCH, d.disputes.close(table.id, BEN.id))
        await d.disputes.close(table.id, STAFF)
        assert await waiting(d) == []
        await refused(Problem.NOT_REPORTED, d.disputes.close(table.id, STAFF))
        over = await d.finish(table.id)
        await d.disputes.dispute(over.id, BEN.id, "wrong")
        await d.disputes.report(over.id, BEN.id, "and rude")
        await refused(Problem.STILL_DISPUTED, d.disputes.close(over.id, STAFF))
        assert await waiting(d) == [over.id]
        await d.disputes.answer(over.id, STAFF, "looked at")
        assert await waiting(d) == []
        assert await d.store.disputes.faults() == ()


async def test_a_report_is_exported_erased_in_every_process_and_keeps_nobody_from_erasing(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    async with desk(url) as d, desk(url, "two") as other:
        over = await d.finish((await d.table(ASHA, BEN)).id)
        await d.disputes.report(over.id, WATCHER, "they cheat")
        assert (await other.tables.find(over.id)).disputes[0].words == "they cheat"
        privacy = Privacy(d.store, d.tables, d.tournaments, lambda: d.now)
        data = await privacy.data_of(WATCHER)
        assert data is not None
        assert [(of, line.words) for of, line in data.disputes] == [(over.id, "they cheat")]
        assert data.tables == ()
        assert await privacy.disputed_at(BEN.id) == ()
        assert (await privacy.erase(BEN.id)).number is not None
        assert (await privacy.erase(WATCHER)).number is not None
        for process in (d, other):
            (line,) = (await process.tables.find(over.id)).disputes
            assert (line.words, line.actor == WATCHER) == ("", False)
        assert await waiting(d) == [over.id]
        assert await d.store.disputes.faults() == ()


async def test_erasing_is_no_way_to_report_again_while_a_report_waits() -> None:
    async with desk() as d:
        privacy = Privacy(d.store, d.tables, d.tournaments, lambda: d.now)
        lobbies = [await d.lobby(person) for person in (ASHA, BEN, CARA)] + [await d.lobby(ASHA)]
        for one in lobbies[:3]:
            await d.disputes.report(one.id, WATCHER, "")
            assert (await privacy.erase(WATCHER)).number is not None
            await refused(Problem.REPORTED_ALREADY, d.disputes.report(one.id, WATCHER, ""))
        await d.store.privacy.forget_reporters(d.now)
        await refused(Problem.REPORTED_ALREADY, d.disputes.check_reportable(lobbies[0].id, WATCHER))
        await refused(Problem.TOO_MANY_DISPUTES, d.disputes.report(lobbies[3].id, WATCHER, ""))
        await d.disputes.report(lobbies[3].id, STAFF, "another person may")
        await d.disputes.close(lobbies[0].id, STAFF)
        await d.disputes.report(lobbies[3].id, WATCHER, "")


async def test_erasing_is_no_way_to_close_a_report_of_ones_own_table() -> None:
    async with desk() as d:
        privacy = Privacy(d.store, d.tables, d.tournaments, lambda: d.now)
        lobby = await d.lobby(CARA)
        await d.lobbies.join(lobby.id, DEV, d.press())
        await d.lobbies.leave(lobby.id, DEV.id, d.press())
        over = await d.finish((await d.table(ASHA, BEN)).id)
        for table, person in ((over, BEN), (lobby, DEV)):
            await d.disputes.report(table.id, WATCHER, person.name)
            assert (await privacy.erase(person.id)).number is not None
            await refused(Problem.OWN_MATCH, d.disputes.close(table.id, person.id))
            await d.disputes.close(table.id, STAFF)
        assert await waiting(d) == []


async def test_who_an_erased_reporter_was_is_forgotten_once_the_report_is_closed_or_old(tmp_path: Path) -> None:
    async with desk(f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}") as d:
        privacy = Privacy(d.store, d.tables, d.tournaments, lambda: d.now)
        closed, left = await d.finish((await d.table(ASHA, BEN)).id), await d.finish((await d.table(ASHA, BEN)).id)
        somebody = PlayerId(987_654_321_987_654_321)
        await d.disputes.report(closed.id, somebody, "")
        await d.disputes.report(left.id, DEV.id, "")
        for person in (somebody, DEV.id, ASHA.id):
            await privacy.erase(person)
        with closing(sqlite3.connect(tmp_path / "paplu.db")) as raw:
            assert not any(str(somebody) in line for line in raw.iterdump())

        async def known() -> list[int]:
            await d.store.privacy.forget_reporters(d.now)
            return [len(await d.store.privacy.known_as(one)) - 1 for one in (somebody, DEV.id, ASHA.id, BEN.id)]

        assert await known() == [1, 1, 1, 0]
        await d.disputes.close(closed.id, STAFF)
        assert await known() == [0, 1, 1, 0]
        d.now += timedelta(days=30)
        assert await known() == [0, 0, 0, 0]


async def test_a_table_of_which_a_newer_version_says_something_stays_as_it_is() -> None:
    """While the newer version takes over, this one shows and changes nothing of the table, and its deadline waits."""
    async with desk() as d:
        table = await d.table(ASHA, BEN)

        def written(connection: Connection) -> None:
            event = (
                """INSERT INTO disputes ("table", seq, event, actor, words, at) VALUES (:id, 0, 'praised', 5, '-', 1)"""
            )
            connection.execute(text(event), {"id": table.id})
            connection.execute(text("UPDATE tables SET version = version + 1"))

        await d.store.database.writer.submit(written)
        d.now += timedelta(hours=1)
        await d.alarms.fire_due()
        for asked in (d.tables.find(table.id), d.tables.end_broken(table.id)):
            with pytest.raises(CorruptError):
                await asked
        assert await d.disputes.waiting(GUILD) == WaitingCases((), (), 0)
        assert table.alarm(AlarmKind.TURN) in await d.store.tables.due(d.now)
