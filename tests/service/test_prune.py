"""Old records shrink to what standings, history and books need, and nothing that a person wants to keep is deleted."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.codes import Problem
from bot.rummy.ids import TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.service.disputes import WaitingCases
from bot.service.errors import ServiceError
from bot.service.match_effects import COUNTING
from bot.service.privacy import Privacy
from bot.service.tables.form import TableForm
from bot.store.prune import Pruned, prune
from bot.store.rows.matches import MatchFilter
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk
from tests.service.tournaments import announced

POOL = TableForm(terms=Terms(Format.POOL_101, stake=25_00))
YEAR = timedelta(days=365)


async def pruned(d: Context, *, dry: bool = False) -> Pruned:
    return await prune(d.store, d.now - timedelta(days=30), lambda *_: None, dry=dry)


async def posted(d: Context) -> None:
    """Mark all messages as posted."""
    for posting in await d.store.tables.unsent(100):
        await d.store.tables.mark_sent(posting, 1)


async def is_kept(d: Context, table: TableId) -> bool:
    """Return whether its moves are."""
    try:
        return (await d.tables.find(table)).id == table
    except ServiceError as error:
        return error.problem is not Problem.PRUNED


async def test_what_counts_stays_and_moves_go(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/paplu.db"
    async with desk(url) as d:
        old = await d.finish((await d.table(ASHA, BEN, options=POOL)).id)
        closed = await d.lobby(ASHA)
        await d.lobbies.cancel(closed.id, ASHA.id)
        d.now += YEAR
        running, young = await d.table(ASHA, BEN), await d.finish((await d.table(ASHA, BEN)).id)
        privacy = Privacy(d.store, d.tables, d.tournaments, lambda: d.now)

        async def seen() -> list[object]:
            standings = await d.store.standings.page(1, 0, "")
            history = await d.store.matches.history(MatchFilter(1))
            data = await privacy.data_of(ASHA.id)
            assert data is not None
            return [standings, history, data.ledger, data.balances, await d.store.ledger.faults()]

        await posted(d)
        before, file = await seen(), (tmp_path / "paplu.db").read_bytes()
        expected = await pruned(d, dry=True)
        assert (tmp_path / "paplu.db").read_bytes() == file
        assert expected == await pruned(d)
        assert expected.tables == 2
        assert expected.rows >= old.lines
        assert await pruned(d) == Pruned(open=1, young=1)
        assert [await is_kept(d, one.id) for one in (old, closed, running, young)] == [False, False, True, True]
        for asked in (d.tables.record(old.id), d.disputes.dispute(old.id, ASHA.id, "Why?")):
            with pytest.raises(ServiceError) as refused:
                await asked
            assert refused.value.problem is Problem.PRUNED
        assert await seen() == before
        data = await privacy.data_of(ASHA.id)
        assert data is not None
        moves = {one.id: one.moves for one in data.tables}
        assert moves[old.id] is None
        assert moves[young.id] is not None
        await d.store.standings.rebuild(COUNTING)
        assert await seen() == before
        await d.finish(running.id)
        assert (await privacy.erase(ASHA.id)).something
        assert await privacy.data_of(ASHA.id) is None
    with closing(sqlite3.connect(tmp_path / "paplu.db")) as raw:
        (left,) = raw.execute('SELECT COUNT(*) FROM journal WHERE "table" = ?', (old.id,)).fetchone()
    assert left == 0


async def test_a_dispute_that_waits_keeps_its_record() -> None:
    async with desk() as d:
        waiting, answered = [await d.finish((await d.table(ASHA, BEN)).id) for _ in range(2)]
        for table in (waiting, answered):
            await d.disputes.dispute(table.id, ASHA.id, "My clock stood still.")
        await d.disputes.answer(answered.id, DEV.id, "It did not.")
        d.now += YEAR
        await posted(d)
        done = await pruned(d)
        assert (done.tables, done.disputed) == (1, 1)
        assert [await is_kept(d, one.id) for one in (waiting, answered)] == [True, False]
        await d.disputes.answer(waiting.id, DEV.id, "Sorry, we looked late.")
        await posted(d)
        assert (await pruned(d)).tables == 1


async def test_a_report_goes_with_its_table() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        await d.disputes.report(table.id, CARA.id, "They talk.")
        await d.finish(table.id)
        d.now += YEAR
        await posted(d)
        guild = table.row.guild
        assert guild is not None
        assert [state.id for state in (await d.disputes.waiting(guild)).states] == [table.id]
        assert (await pruned(d)).tables == 1
        assert await d.disputes.waiting(guild) == WaitingCases((), (), 0)


async def test_a_review_that_a_person_allowed_keeps_its_records() -> None:
    async with desk() as d:
        theirs, others = [await d.finish((await d.table(one, BEN)).id) for one in (ASHA, CARA)]
        await d.store.settings.change(ASHA.id, reviewed=True)
        await d.store.settings.change(CARA.id, reviewed=False)
        d.now += YEAR
        await posted(d)
        done = await pruned(d)
        assert (done.tables, done.reviewed) == (1, 1)
        assert [await is_kept(d, one.id) for one in (theirs, others)] == [True, False]
        await d.store.settings.change(ASHA.id, reviewed=False)
        assert (await pruned(d)).tables == 1


async def test_what_is_still_to_be_posted_is_kept() -> None:
    async with desk() as d:
        table = await d.finish((await d.table(ASHA, BEN)).id)
        d.now += YEAR
        assert await pruned(d) == Pruned(unsent=1)
        await posted(d)
        assert (await pruned(d)).tables == 1
        assert not await is_kept(d, table.id)


async def test_the_tables_of_a_tournament_are_kept_until_it_is_over(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/paplu.db"
    async with desk(url) as d:
        tournament = await announced(d)
        table = await d.finish((await d.table(ASHA, BEN)).id)
        d.now += YEAR
        await posted(d)
        with closing(sqlite3.connect(tmp_path / "paplu.db")) as raw, raw:
            raw.execute("UPDATE tables SET tournament = ? WHERE id = ?", (tournament.id, table.id))
        assert await pruned(d) == Pruned(running=1)
